// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/walks.h>

/// The passes of newton_euler.h for any scalar.
namespace sinew::newton_euler {

/// Base to tip: A of each body (7.20).
template <class T>
void outward(const Tree& tree, const PositionT<T>& x, const SpatialAccelerationT<T>* c_W, const T* u_dot,
             SpatialAccelerationT<T>* A_WB) {
    A_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialAccelerationT<T> A = shift_outward(A_WB[node.parent], x.p_PB_W[B]);
        if (u_dot)
            with_mobilities(node, [&]<int n, bool turns> {
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], u_dot[node.u + i]);
            });
        if (c_W) A += c_W[B];
        A_WB[B] = A;
    }
}

/// M A of a body at rest. Turning vectors into B and back is less work than turning its inertia.
template <class T>
SpatialForceT<T> force_at_rest(const RotationT<T>& R_WB, const RigidInertiaT<T>& M_B,
                               const SpatialAccelerationT<T>& A) {
    const Vec3T<T> h = R_WB * M_B.h;
    return {R_WB * (M_B.I * transpose_times(R_WB, A.w)) + cross(h, A.v), M_B.m * A.v + cross(A.w, h)};
}

/// M A + g of a body that turns by w.
template <class T>
SpatialForceT<T> force_to_move(const RotationT<T>& R_WB, const RigidInertiaT<T>& M_B, const Vec3T<T>& w,
                               const SpatialAccelerationT<T>& A) {
    const Vec3T<T> w_B = transpose_times(R_WB, w), h = R_WB * M_B.h;
    const Vec3T<T> turning = M_B.I * transpose_times(R_WB, A.w) + cross(w_B, M_B.I * w_B);
    return {R_WB * turning + cross(h, A.v), M_B.m * A.v + cross(A.w, h) + cross(w, cross(w, h))};
}

/// Inverse dynamics, body by body or by four that are alike.
template <class S>
struct InversePass {
    const Tree& tree;
    const PositionT<S>& x;
    const VelocityT<S>* v;  ///< null: at rest
    const InverseT<S>& problem;

    /// Gravity acts on all as if the world fell the other way.
    void begin() const {
        problem.A_WB[0] = {};
        problem.A_WB[0].v = -problem.gravity;
        problem.F_J_W[0] = {};
    }
    /// Base to tip: (7.20), and what B needs by itself. A_P becomes A_B.
    template <class Index, class T>
    void outward_step(const Index& B, SpatialAccelerationT<T>& A) const {
        A.v += cross(A.w, p_PB_of(x, B));
        if (problem.u_dot) {
            const Index u = of_nodes(tree, B, &Node::u);
            with_mobilities_of(tree, B, [&]<int n, bool turns> {
                const SpatialVelocityT<T>* H = hinge_of(tree, x, B);
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, H[i], T(get(problem.u_dot, u + i)));
            });
        }
        if (v) A += c_of(*v, B);
        keep_A(x, problem.A_WB, B, A);
        SpatialForceT<T> F = v ? force_to_move(R_WB_of(x, B), M_B_of(x, B), V_of(*v, B).w, A)
                               : force_at_rest(R_WB_of(x, B), M_B_of(x, B), A);
        if (problem.F_B_W) F -= get(problem.F_B_W, B);
        force_of(x, problem.F_J_W, B) = F;
    }
    /// Tip to base: (7.21), (7.22). F_J becomes what the parent feels of it.
    template <class Index, class T>
    void inward_step(const Index& B, SpatialForceT<T>& F) const {
        const Index u = of_nodes(tree, B, &Node::u);
        with_mobilities_of(tree, B, [&]<int n, bool turns> {
            const SpatialVelocityT<T>* H = hinge_of(tree, x, B);
            for (int i = 0; i < n; ++i) {
                T needed = hinge_dot<turns>(H[i], F);
                if (problem.f) needed -= get(problem.f, u + i);
                put(problem.residual, u + i, needed);
            }
        });
        F = shift_inward(F, p_PB_of(x, B));
    }
    /// These for bodies begin to end, or for those of an Alike.
    template <class T, class... Bodies>
    void outward(const Bodies&... bodies) const {
        walk_outward<SpatialAccelerationT<T>>(
            tree, bodies..., [this](const auto& B) { return A_of_parent(tree, x, problem.A_WB, B); },
            [this](const auto& B, SpatialAccelerationT<T>& A) { this->outward_step(B, A); });
    }
    template <class T, class... Bodies>
    void inward(const Bodies&... bodies) const {
        walk_inward<SpatialForceT<T>>(
            tree, bodies..., [this](const auto& B) -> const auto& { return force_of(x, problem.F_J_W, B); },
            [this](const auto& B, SpatialForceT<T>& F) { this->inward_step(B, F); },
            [this](const auto& B, const SpatialForceT<T>& F) { give_force(tree, x, problem.F_J_W, B, F); });
    }
    void end() const {
        if (problem.u_dot && x.armature)
            for (int i = 0; i < tree.nu; ++i) problem.residual[i] += x.armature[i] * problem.u_dot[i];
    }
    /// All bodies one by one.
    void run() const {
        begin();
        outward<S>(1, tree.size());
        inward<S>(1, tree.size());
        end();
    }
};

}  // namespace sinew::newton_euler
