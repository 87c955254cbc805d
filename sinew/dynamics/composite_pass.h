// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/columns.h>
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/same_origin.h>
#include <sinew/dynamics/triples.h>
#include <sinew/dynamics/walks.h>

/// The passes of composite.h for any scalar.
namespace sinew::composite {

template <class T>
void inertia_pass(const Tree& tree, const PositionT<T>& x, RigidInertiaT<T>* K_B_W) {
    K_B_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) K_B_W[B] = inertia_of(x, B);
    for (int B = tree.size() - 1; B > 0; --B) K_B_W[tree[B].parent] += shift_inward(K_B_W[B], x.p_PB_W[B]);
}

/// The inertia of a subtree while the pass has it at hand: in numbers, or, of one State, in registers of four.
template <class T>
struct AtHand {
    using Inertia = RigidInertiaT<T>;
    static Inertia of_body(const PositionT<T>& x, int B) { return inertia_of(x, B); }
};
template <>
struct AtHand<double> {
    using Inertia = TripleSum;
    static Inertia of_body(const PositionT<double>& x, int B) {
        return sum(turn_inertia(x.X_WB[B].R, x.body[B].M_B));
    }
};

/// On the way to the base all columns of a subtree are kept about the origin of the body at hand, so that a row of M is
/// one loop over neighbours and a step to the parent another.
template <class T>
void matrix_pass(const Tree& tree, const PositionT<T>& x, const CompositeT<T>& work, T* M) {
    using Inertia = typename AtHand<T>::Inertia;
    const std::ptrdiff_t n = tree.nu;
    const ColumnsT<T> KH(work.columns, n);
    for (std::ptrdiff_t i = 0; i < n * n; ++i) M[i] = T(0.0);
    for (int B = 0; B < tree.size(); ++B) work.K_B_W[B] = {}, work.end[B] = tree[B].u + tree[B].nu;
    const auto load = [&](int B) {
        Inertia K = AtHand<T>::of_body(x, B);
        K += Inertia(work.K_B_W[B]);
        return K;
    };
    const auto step = [&](int B, Inertia& K) {
        const Node& node = tree[B];
        const int end = work.end[B];
        with_mobilities(node, [&]<int nu, bool turns> {
            for (int i = node.u; i < node.u + nu; ++i) {
                const SpatialMomentumT<T> column = K * x.H_W[i];
                const SpatialForceT<T> felt{column.m, column.f};
                for (int j = node.u; j <= i; ++j) M[j * n + i] = hinge_dot<turns>(x.H_W[j], felt);
                set_column(KH, i, column.m, column.f);
            }
            for (int j = node.u; j < node.u + nu; ++j)
                set_dot<turns>(KH, x.H_W[j].w, x.H_W[j].v, node.u + nu, end, M + j * n);
        });
        for (int j = node.u; j < node.u + node.nu; ++j)
            for (int i = j + 1; i < end; ++i) M[i * n + j] = M[j * n + i];
        if (!has_same_origin(x.p_PB_W[B])) {
            K = shift_inward(K, x.p_PB_W[B]);
            if (node.parent > 0) shift_forces(KH, x.p_PB_W[B], node.u, end);
        }
        if (work.end[node.parent] < end) work.end[node.parent] = end;
    };
    const auto give = [&](int B, const Inertia& K) { work.K_B_W[tree[B].parent] += RigidInertiaT<T>(K); };
    walk_inward<Inertia>(tree, 1, tree.size(), load, step, give);
    if (x.armature)
        for (std::ptrdiff_t i = 0; i < n; ++i) M[i * n + i] += x.armature[i];
}

}  // namespace sinew::composite
