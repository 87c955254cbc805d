// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/fetch.h>
#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/lone_bodies.h>

namespace sinew {

// Inward::step (articulated_pass.h) for one body of one State, with vectors in registers (triples.h) and hardly
// anything put aside: forward dynamics of a long chain takes a seventh less time. D, which a joint's forces have to
// move, is found number by number.

/// z = g − F (7.11) without Y c.
inline TripleForce own_forces(const TripleBody& M, const Inward<double>& pass, int B) {
    const ForwardT<double>& problem = *pass.problem;
    const Triple w = with_next(reinterpret_cast<const double*>(pass.v->V_WB + B));
    const Triple gravity = with_next(&problem.gravity.x);
    const CrossWith w_cross(w), h_cross(M.h);
    TripleForce z{w_cross(times(M.I, w)) - h_cross(gravity), w_cross(w_cross(M.h)) - M.m * gravity};
    if (problem.F_B_W) {
        const TripleForce F = triples(problem.F_B_W[B]);
        z.m -= F.m, z.f -= F.f;
    }
    return z;
}

/// One joint's columns.
template <int n, bool turns>
struct TripleHinge {
    TripleMotion H[n];
    TripleForce U[n], G[n];
    double D_inv[n][n];

    explicit TripleHinge(const SpatialVelocity* H_W) {
        for (int i = 0; i < n; ++i) H[i] = triples(H_W[i]);
    }
    double dot_with(int i, const TripleForce& F) const {
        if constexpr (turns) return dot(H[i].w, F.m);
        else return dot(H[i].w, F.m) + dot(H[i].v, F.f);
    }
    /// As free_joint has it (7.9).
    bool free(const TripleInertia& Y, const double* armature) {
        SmallMatT<double, n> D, inverse;
        for (int i = 0; i < n; ++i)
            U[i] = turns ? TripleForce{times(Y.J, H[i].w), times(Y.F, H[i].w)} : Y * H[i];
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) D.e[i][j] = dot_with(i, U[j]);
        if (armature) [[unlikely]]
            for (int i = 0; i < n; ++i) D.e[i][i] += armature[i];
        bool regular = invert_spd(D, inverse);
        for (int i = 0; i < n; ++i) {
            regular &= moves_something(D.e[i][i], Y, H[i]);
            G[i] = everywhere(inverse.e[0][i]) * U[0];
            for (int j = 1; j < n; ++j) G[i] += everywhere(inverse.e[j][i]) * U[j];
            for (int j = 0; j < n; ++j) D_inv[i][j] = inverse.e[i][j];
        }
        return regular;
    }
    /// z⁺ (7.11), and D⁻¹ε.
    void release(const double* f, double* u_dot, TripleForce& z, bool felt) const {
        double epsilon[n];
        for (int i = 0; i < n; ++i) epsilon[i] = f[i] - dot_with(i, z);
        if (felt)
            for (int i = 0; i < n; ++i) z += everywhere(epsilon[i]) * G[i];
        for (int i = 0; i < n; ++i) {
            double sum = 0;
            for (int j = 0; j < n; ++j) sum += D_inv[i][j] * epsilon[j];
            u_dot[i] = sum;
        }
    }
    /// Y⁺ as the parent feels it, from which p leads to B (7.10). The long shift goes beside the division for G.
    TripleInertia felt_inertia(const TripleInertia& Y, const Triple& p) const {
        if (n == 1 && !has_same_origin(p)) {
            TripleInertia Y_plus = shift_inward(Y, p);
            const TripleForce U_P = shift_inward(U[0], CrossWith(p));
            const Four d_inv = everywhere(D_inv[0][0]);
            subtract_square(Y_plus.J, U_P.m, d_inv);
            subtract_product(Y_plus.F, U_P.m, G[0].f);
            subtract_square(Y_plus.M, U_P.f, d_inv);
            return Y_plus;
        }
        TripleInertia Y_plus = Y;
        for (int i = 0; i < n; ++i) {
            subtract_product(Y_plus.J, G[i].m, U[i].m);
            subtract_product(Y_plus.F, G[i].m, U[i].f);
            subtract_product(Y_plus.M, G[i].f, U[i].f);
        }
        make_symmetric(Y_plus.J);
        make_symmetric(Y_plus.M);
        if (n >= 3 && !turns && trace(Y_plus.M) <= left_by_rounding * trace(Y.M)) [[unlikely]]
            Y_plus.F = Y_plus.M = no_triples;
        return has_same_origin(p) ? Y_plus : shift_inward(Y_plus, p);
    }
    TripleInertia felt_through_ball(const Triples& M, const Triple& p) const {
        Triples M_plus = M;
        for (int i = 0; i < n; ++i) subtract_product(M_plus, G[i].f, U[i].f);
        make_symmetric(M_plus);
        const Triples F = cross_rows(p, M_plus);
        return {add_lever(p, no_triples, F), F, M_plus};
    }

private:
    static bool has_same_origin(const Triple& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }
    static bool moves_something(double d, const TripleInertia& Y, const TripleMotion& H) {
        constexpr double rounding = 1e-14;
        double most = trace(Y.J) * dot(H.w, H.w);
        if constexpr (!turns) most += trace(Y.M) * dot(H.v, H.v);
        return d > rounding * most;
    }
};

using TripleStack = Stack<PendingTriples>;

/// Returns false where the joint moves nothing.
inline bool step(const Inward<double>& pass, int B, TripleStack& stack) {
    const Tree& tree = pass.tree;
    const PositionT<double>& x = pass.x;
    const ForwardT<double>* problem = pass.problem;
    const Node& node = tree[B];
    fetch(x.X_WB, B - fetch_distance);
    fetch(x.body, B - fetch_distance);
    fetch(x.H_W, node.u - fetch_distance);
    if (pass.v) {
        fetch(pass.v->V_WB, B - fetch_distance);
        fetch(pass.v->c_W, B - fetch_distance);
    }
    fetch<true>(pass.out.G_W, node.u - fetch_distance);

    if (is_alone(pass, B, stack) && step_alone(pass, B)) return true;
    const TripleBody M = turn_inertia(x.X_WB[B].R, x.body[B].M_B);
    TripleForce z{};
    if (problem) z = own_forces(M, pass, B);
    TripleInertia Y = articulated(M);
    stack.take(B, Y, z);
    if (pass.out.Y_B_W) pass.out.Y_B_W[B] = numbers(Y);
    if (problem) z += Y * triples(pass.v->c_W[B]);
    const Triple p = with_last(reinterpret_cast<const double*>(x.p_PB_W + B));
    const bool given = is_given(pass.prescribed, B), felt = node.parent != 0;
    bool regular = true;
    with_mobilities(node, [&]<int n, bool turns> {
        if (n == 0 || given) {
            if (problem) {
                SpatialAcceleration A{};
                for (int i = 0; i < n; ++i)
                    add_hinge<turns>(A, x.H_W[node.u + i], problem->u_dot[node.u + i]);
                z += Y * triples(A);
            }
            if (felt) stack.give(node.parent, shift_inward(Y, p), shift_inward(z, CrossWith(p)));
        } else if constexpr (n > 0) {
            TripleHinge<n, turns> hinge(x.H_W + node.u);
            regular = hinge.free(Y, x.armature ? x.armature + node.u : nullptr);
            if (problem) hinge.release(problem->f + node.u, problem->u_dot + node.u, z, felt);
            for (int i = 0; i < n; ++i) put(hinge.G[i], pass.out.G_W[node.u + i]);
            for (int i = 0; i < n * n; ++i) pass.out.D_inv[node.square + i] = hinge.D_inv[i / n][i % n];
            if (!felt) return;  // the world feels nothing
            const TripleForce z_plus = shift_inward(z, CrossWith(p));
            if (n == 6 && !x.armature)  // beyond six freedoms no inertia is felt, but for that of drives
                stack.give(node.parent, {no_triples, no_triples, no_triples}, z_plus);
            else if (!regular)  // passes inertia on like a weld: NaN would spoil the verdict on other joints
                stack.give(node.parent, shift_inward(Y, p), z_plus);
            else if (n == 3 && turns && !x.armature)
                stack.give(node.parent, hinge.felt_through_ball(Y.M, p), z_plus);
            else stack.give(node.parent, hinge.felt_inertia(Y, p), z_plus);
        }
    });
    return regular;
}

}  // namespace sinew
