// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/dual.h>

#include <cstddef>

namespace sinew {

namespace {

template <class T>
void inertia_pass(const Tree& tree, const PositionT<T>& x, RigidInertiaT<T>* K_B_W) {
    for (int B = 0; B < tree.size(); ++B) K_B_W[B] = x.M_B_W[B];
    for (int B = tree.size() - 1; B > 0; --B) K_B_W[tree[B].parent] += shift_inward(K_B_W[B], x.p_PB_W[B]);
}

/// K H of all columns, part by part: as bodies stand in depth-first order, the columns of a subtree are
/// neighbours, and a row of M is one loop over them that compilers turn into vector instructions.
template <class T>
struct Columns {
    T *mx, *my, *mz, *fx, *fy, *fz, *px, *py, *pz;
    Columns(T* memory, int n)
        : mx(memory),
          my(mx + n),
          mz(my + n),
          fx(mz + n),
          fy(fx + n),
          fz(fy + n),
          px(fz + n),
          py(px + n),
          pz(py + n) {}
    void set(int i, const SpatialMomentumT<T>& KH, const Vec3T<T>& p) const {
        mx[i] = KH.m.x, my[i] = KH.m.y, mz[i] = KH.m.z;
        fx[i] = KH.f.x, fy[i] = KH.f.y, fz[i] = KH.f.z;
        px[i] = p.x, py[i] = p.y, pz[i] = p.z;
    }
};

/// row[i] = H_jᵀ shift(K H_i, p_i − p) for i from begin to end (7.31), with the moment taken about p before
/// anything is summed: a common point for all would cost digits in long chains.
template <bool turns, class T>
void fill_row(const Columns<T>& c, const SpatialVelocityT<T>& H, const Vec3T<T>& p, int begin, int end,
              T* __restrict row) {
    for (int i = begin; i < end; ++i) {
        const T rx = c.px[i] - p.x, ry = c.py[i] - p.y, rz = c.pz[i] - p.z;
        const T mx = c.mx[i] + (ry * c.fz[i] - rz * c.fy[i]);
        const T my = c.my[i] + (rz * c.fx[i] - rx * c.fz[i]);
        const T mz = c.mz[i] + (rx * c.fy[i] - ry * c.fx[i]);
        T sum = H.w.x * mx + H.w.y * my + H.w.z * mz;
        if constexpr (!turns) sum += H.v.x * c.fx[i] + H.v.y * c.fy[i] + H.v.z * c.fz[i];
        row[i] = sum;
    }
}

template <class T>
void matrix_pass(const Tree& tree, const PositionT<T>& x, const CompositeT<T>& work, T* M) {
    const std::ptrdiff_t n = tree.nu;
    const Columns<T> columns(work.columns, tree.nu);
    for (std::ptrdiff_t i = 0; i < n * n; ++i) M[i] = T(0.0);
    for (int B = 0; B < tree.size(); ++B) work.K_B_W[B] = x.M_B_W[B];
    for (int B = 0; B < tree.size(); ++B) work.end[B] = tree[B].u + tree[B].nu;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const Vec3T<T> p = x.X_WB[B].p;
        const int end = work.end[B];
        with_mobilities(node, [&]<int nu, bool turns> {
            for (int i = node.u; i < node.u + nu; ++i) columns.set(i, work.K_B_W[B] * x.H_W[i], p);
            for (int j = node.u; j < node.u + nu; ++j)
                fill_row<turns>(columns, SpatialVelocityT<T>(x.H_W[j]), p, j, end, M + j * n);
        });
        for (int j = node.u; j < node.u + node.nu; ++j)
            for (int i = j + 1; i < end; ++i) M[i * n + j] = M[j * n + i];
        if (work.end[node.parent] < end) work.end[node.parent] = end;
        work.K_B_W[node.parent] += shift_inward(work.K_B_W[B], x.p_PB_W[B]);
    }
}

}  // namespace

template <>
SINEW_KERNEL void composite_inertias(const Tree& tree, const PositionT<double>& x, RigidInertia* K_B_W) {
    inertia_pass(tree, x, K_B_W);
}

template <>
void composite_inertias(const Tree& tree, const PositionT<Dual>& x, RigidInertiaT<Dual>* K_B_W) {
    inertia_pass(tree, x, K_B_W);
}

template <>
SINEW_KERNEL void mass_matrix(const Tree& tree, const PositionT<double>& x, const CompositeT<double>& work,
                              double* M) {
    matrix_pass(tree, x, work, M);
}

template <>
void mass_matrix(const Tree& tree, const PositionT<Dual>& x, const CompositeT<Dual>& work, Dual* M) {
    matrix_pass(tree, x, work, M);
}

}  // namespace sinew
