// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/joint_root.h>
#include <sinew/dynamics/operational_space.h>

namespace sinew {

namespace {

/// The six rows of E of one frame: what a unit moment or force along each axis at S leaves at the joints it
/// passes.
template <class T>
void rows_of(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
             const std::uint8_t* prescribed, const TaskT<T>& task, T* E) {
    SpatialForceT<T> z[6];  // what body B feels, about B; minus the unit action to begin with, as in (7.11)
    const Vec3T<T> p_BS_W = task.p_WS - x.X_WB[task.body].p;
    for (int r = 0; r < 3; ++r) {
        z[r].m[r] = T(-1.0);
        z[3 + r].f[r] = T(-1.0);
        z[3 + r] = shift_inward(z[3 + r], p_BS_W);
    }
    for (int B = task.body; B > 0; B = tree[B].parent) {
        const Node& node = tree[B];
        if (!(prescribed && prescribed[B]))
            with_mobilities(node, [&]<int n, bool turns> {
                if constexpr (n > 0) {
                    const JointRootT<T, n> root(y.D_inv + node.square);
                    for (int r = 0; r < 6; ++r) {
                        T epsilon[n];
                        for (int i = 0; i < n; ++i) epsilon[i] = -hinge_dot<turns>(x.H_W[node.u + i], z[r]);
                        for (int i = 0; i < n; ++i) z[r] += epsilon[i] * y.G_W[node.u + i];
                        root.multiply_transpose(epsilon, E + std::ptrdiff_t{r} * tree.nu + node.u);
                    }
                }
            });
        for (int r = 0; r < 6; ++r) z[r] = shift_inward(z[r], x.p_PB_W[B]);
    }
}

/// The body where the ways from two bodies to the base meet; the world if they share nothing.
int meeting_point(const Tree& tree, int a, int b) {
    while (a != b) {
        if (a > b)
            a = tree[a].parent;  // a parent has the smaller index, so the larger one can not lie on both ways
        else b = tree[b].parent;
    }
    return a;
}

template <class T>
void fill_block(const Tree& tree, const T* E_a, const T* E_b, int from, T block[6][6]) {
    for (int r = 0; r < 6; ++r)
        for (int s = 0; s < 6; ++s) block[r][s] = T(0.0);
    for (int B = from; B > 0; B = tree[B].parent)
        for (std::ptrdiff_t i = tree[B].u; i < tree[B].u + tree[B].nu; ++i)
            for (int r = 0; r < 6; ++r)
                for (int s = 0; s < 6; ++s) block[r][s] += E_a[r * tree.nu + i] * E_b[s * tree.nu + i];
}

}  // namespace

template <>
SINEW_KERNEL void operational_space_inverse_inertia(const Tree& tree, const PositionT<double>& x,
                                                    const ArticulatedT<double>& y,
                                                    const std::uint8_t* prescribed,
                                                    std::span<const Task> tasks, double* E,
                                                    double* Lambda_inv) {
    const std::ptrdiff_t k = static_cast<std::ptrdiff_t>(tasks.size()), rows = std::ptrdiff_t{6} * tree.nu;
    for (std::ptrdiff_t i = 0; i < k * rows; ++i) E[i] = 0;
    for (std::ptrdiff_t a = 0; a < k; ++a) {
        const Task& task = tasks[static_cast<std::size_t>(a)];
        rows_of(tree, x, y, prescribed, task, E + a * rows);
        for (std::ptrdiff_t b = 0; b <= a; ++b) {
            const int shared = meeting_point(tree, task.body, tasks[static_cast<std::size_t>(b)].body);
            double block[6][6];
            fill_block(tree, E + a * rows, E + b * rows, shared, block);
            for (int r = 0; r < 6; ++r)
                for (int s = 0; s < 6; ++s)
                    Lambda_inv[(6 * a + r) * 6 * k + 6 * b + s] =
                        Lambda_inv[(6 * b + s) * 6 * k + 6 * a + r] = block[r][s];
        }
    }
}

}  // namespace sinew
