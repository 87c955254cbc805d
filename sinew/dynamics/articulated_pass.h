// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/lanes.h>
#include <sinew/dynamics/same_origin.h>
#include <sinew/dynamics/walks.h>
#include <sinew/math/pack.h>
#include <sinew/math/small_spd.h>

namespace sinew {

// The steps of forward dynamics as templates. articulated_inward.cpp, articulated_lanes.cpp and articulated_outward.cpp
// make kernels of them, each in a file of its own because every number of mobilities is compiled anew.

/// Y = articulated(M), written entry by entry: a struct of 21 numbers built apart and then copied stalls.
template <class T>
void set_rigid(ArticulatedInertiaT<T>& Y, const RigidInertiaT<T>& M) {
    const T zero(0.0);
    Y.J = M.I;
    Y.F.x = {zero, M.h.z, -M.h.y};
    Y.F.y = {-M.h.z, zero, M.h.x};
    Y.F.z = {M.h.y, -M.h.x, zero};
    Y.M = {M.m, M.m, M.m, zero, zero, zero};
}

/// Y H for one column.
template <bool turns, class T>
SpatialForceT<T> times_hinge(const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>& H) {
    if constexpr (turns) return {Y.J * H.w, transpose_times(Y.F, H.w)};
    else return {Y.J * H.w + Y.F * H.v, transpose_times(Y.F, H.w) + Y.M * H.v};
}

/// S −= g uᵀ for one column; the sum over a joint's columns is symmetric, so six entries suffice.
template <class T>
void subtract_symmetric(Sym3T<T>& S, const Vec3T<T>& g, const Vec3T<T>& u) {
    S -= {g.x * u.x, g.y * u.y, g.z * u.z, g.x * u.y, g.x * u.z, g.y * u.z};
}

/// Y −= G Uᵀ for one column.
template <class T>
void subtract_outer(ArticulatedInertiaT<T>& Y, const SpatialForceT<T>& G, const SpatialForceT<T>& U) {
    subtract_symmetric(Y.J, G.m, U.m);
    Y.F -= {U.f.x * G.m, U.f.y * G.m, U.f.z * G.m};
    subtract_symmetric(Y.M, G.f, U.f);
}

/// False where a joint moves almost no inertia: its entry of D vanishes against the largest it could be for this hinge.
template <bool turns, class T>
auto moves_something(const T& d, const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>& H) {
    constexpr double rounding = 1e-14;
    T most = (Y.J.xx + Y.J.yy + Y.J.zz) * dot(H.w, H.w);
    if constexpr (!turns) most += (Y.M.xx + Y.M.yy + Y.M.zz) * dot(H.v, H.v);
    return exceeds(d, T(rounding) * most);
}

/// U = Y H     D = Hᵀ U + a     G = U D⁻¹                                                               (7.9)
/// with the armatures a of speeds from u on, if there are any. Returns false where D is singular.
template <int n, bool turns, class T, class S, class Index>
auto free_joint(const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>* H, const S* armature,
                const Index& u, SpatialForceT<T>* U, SpatialForceT<T>* G, T* D_inv) {
    SmallMatT<T, n> D, inverse;
    for (int i = 0; i < n; ++i) U[i] = times_hinge<turns>(Y, H[i]);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) D.e[i][j] = hinge_dot<turns>(H[i], U[j]);
    if (armature) [[unlikely]]
        for (int i = 0; i < n; ++i) D.e[i][i] += get(armature, u + i);
    auto regular = invert_spd(D, inverse);
    for (int i = 0; i < n; ++i) {
        regular &= moves_something<turns>(D.e[i][i], Y, H[i]);
        SpatialForceT<T> sum = inverse.e[0][i] * U[0];
        for (int j = 1; j < n; ++j) sum += inverse.e[j][i] * U[j];
        G[i] = sum;
        for (int j = 0; j < n; ++j) D_inv[i * n + j] = inverse.e[i][j];
    }
    return regular;
}

/// What free_joint says of a joint: yes or no, or which lanes.
template <class T>
using Verdict = decltype(exceeds(T{}, T{}));

/// The forces of motion and from outside on one body that its own inertia tells: g − F (7.11). (Found before the
/// inertia of all that hangs on it, which takes most registers that there are.)
template <class S, class T, class Index>
SpatialForceT<T> own_forces(const RigidInertiaT<T>& M, const VelocityT<S>& v, const ForwardT<S>& problem,
                            const Index& B) {
    const Vec3T<T> w = V_of(v, B).w, gravity{problem.gravity.x, problem.gravity.y, problem.gravity.z};
    SpatialForceT<T> z{cross(w, M.I * w) - cross(M.h, gravity), cross(w, cross(w, M.h)) - M.m * gravity};
    if (problem.F_B_W) z -= get(problem.F_B_W, B);
    return z;
}

/// z⁺ = z + G ε with ε = f − Hᵀ z, if it is felt by anybody; leaves D⁻¹ε in u_dot (7.11).
template <int n, bool turns, class T>
void release(const SpatialVelocityT<T>* H, const SpatialForceT<T>* G, const T* D_inv, const T* f, T* u_dot,
             SpatialForceT<T>& z, bool felt) {
    T epsilon[n];
    for (int i = 0; i < n; ++i) epsilon[i] = f[i] - hinge_dot<turns>(H[i], z);
    if (felt)
        for (int i = 0; i < n; ++i) z += epsilon[i] * G[i];
    for (int i = 0; i < n; ++i) {
        T sum(0.0);
        for (int j = 0; j < n; ++j) sum += D_inv[i * n + j] * epsilon[j];
        u_dot[i] = sum;
    }
}

/// Where a joint's motion is given it has no factors, so that Y, and whatever is solved by these, passes on whole.
template <int n>
void take_factors(const WhereT<Pack::lanes>& given, SpatialForceT<Pack>* G, Pack* D_inv) {
    for (int i = 0; i < n; ++i) G[i] = {zero_where(given, G[i].m), zero_where(given, G[i].f)};
    for (int i = 0; i < n * n; ++i) D_inv[i] = chosen(given, Pack(0.0), D_inv[i]);
}
/// There z⁺ = z + U u̇, and u̇ stays.
template <int n>
void release_given(const WhereT<Pack::lanes>& given, const SpatialForceT<Pack>* U, const Pack* known,
                   Pack* u_dot, SpatialForceT<Pack>& z) {
    for (int i = 0; i < n; ++i) {
        z += chosen(given, known[i], Pack(0.0)) * U[i];
        u_dot[i] = chosen(given, known[i], u_dot[i]);
    }
}

/// The stack of bodies that wait for what hangs on them.
template <class Pending>
struct Stack {
    Pending* top;  ///< one before the first when empty
    using Inertia = decltype(Pending::Y);
    using Force = decltype(Pending::z);

    /// Adds what B was given, if anything, and takes it off.
    void take(int B, Inertia& Y, Force& z) {
        if (top->body != B) return;
        Y += top->Y;
        z += top->z;
        --top;
    }
    /// Gives a body something; most bodies have one child, so the first gift is written, not added to zeros.
    void give(int body, const Inertia& Y, const Force& z) {
        if (top->body == body) {
            top->Y += Y;
            top->z += z;
        } else {
            ++top;
            top->body = body;
            top->Y = Y;
            top->z = z;
        }
    }
};

/// Factors found in lanes go to their bodies as well.
template <int n, class S>
void share_factors(const Tree&, const ArticulatedT<S>&, int) {}
template <int n>
void share_factors(const Tree& tree, const ArticulatedT<double>& y, const Lanes& B) {
    put(y.G_W, of_nodes(tree, B, &Node::u), y.in_lanes[B.step].G_W);
    put(y.D_inv, of_nodes(tree, B, &Node::square), y.in_lanes[B.step].D_inv);
}

/// Y⁺ of a joint that turns freely about all axes: nobody feels a moment through it, so that only M⁺ = M − Σ G_f U_fᵀ
/// is left, and J and F are what it has by being at p from the parent's origin (7.17).
template <int n, class T>
ArticulatedInertiaT<T> felt_through_ball(const Sym3T<T>& M, const SpatialForceT<T>* G,
                                         const SpatialForceT<T>* U, const Vec3T<T>& p) {
    ArticulatedInertiaT<T> Y_plus;
    Y_plus.M = M;
    for (int i = 0; i < n; ++i) subtract_symmetric(Y_plus.M, G[i].f, U[i].f);
    const Mat3T<T> full_M = full(Y_plus.M);
    const Mat3T<T> F{cross(p, full_M.x), cross(p, full_M.y), cross(p, full_M.z)};
    Y_plus.F = F;
    Y_plus.J = {p.y * F.z.x - p.z * F.y.x, p.z * F.x.y - p.x * F.z.y, p.x * F.y.z - p.y * F.x.z,
                p.z * F.x.x - p.x * F.z.x, p.x * F.y.x - p.y * F.x.x, p.x * F.y.y - p.y * F.x.y};
    return Y_plus;
}

/// Of the mass that a joint's children have, what is no more than rounding once the joint has let it slip.
inline constexpr double left_by_rounding = 1e-14;

/// A joint that slides along all axes lets no force through: what is left of M and F then is rounding, and would pass
/// for a mass where a body without one follows.
template <class T>
void drop_rounding(ArticulatedInertiaT<T>& Y_plus, const T& mass) {
    const auto felt = exceeds(Y_plus.M.xx + Y_plus.M.yy + Y_plus.M.zz, T(left_by_rounding) * mass);
    if (all_of(felt)) return;
    T keep(0.0);
    for (int lane = 0; lane < T::lanes; ++lane) keep.v[lane] = felt.lane(lane) ? 1 : 0;
    Y_plus.M = keep * Y_plus.M;
    Y_plus.F = {keep * Y_plus.F.x, keep * Y_plus.F.y, keep * Y_plus.F.z};
}

/// What the steps from tip to base read and write. problem and v are null where only inertias are wanted.
template <class S>
struct Inward {
    const Tree& tree;
    const PositionT<S>& x;
    const VelocityT<S>* v;
    const ForwardT<S>* problem;
    const std::uint8_t* prescribed;
    const ArticulatedT<S>& out;

    /// some_given: of bodies in lanes, some joints' motion may be given.
    template <bool some_given = false, class T, class Index>
    Verdict<T> step(const Index& B, Stack<PendingT<T>>& stack) const;
};

/// Y_P gains shift(Y⁺) with Y⁺ = Y − G Uᵀ (7.10), z_P gains shift(z⁺). Returns in which lanes the joint moves
/// something; the others spoil only themselves.
template <class S>
template <bool some_given, class T, class Index>
Verdict<T> Inward<S>::step(const Index& B, Stack<PendingT<T>>& stack) const {
    const Node& node = tree[first_of(B)];
    const Index u = of_nodes(tree, B, &Node::u);
    ArticulatedInertiaT<T> Y;
    const RigidInertiaT<T> M = inertia_of(x, B);
    SpatialForceT<T> z{};
    if (problem) z = own_forces(M, *v, *problem, B);
    set_rigid(Y, M);
    stack.take(first_of(B), Y, z);
    if (out.Y_B_W) put(out.Y_B_W, B, Y);
    if (problem) z += Y * c_of(*v, B);
    const Vec3T<T> p = p_PB_of(x, B);
    const SpatialVelocityT<T>* H = hinge_of(tree, x, B);
    const bool given = is_given(prescribed, B);
    const bool felt = any_but_world(of_nodes(tree, B, &Node::parent));
    Verdict<T> regular = true;
    with_mobilities_of(tree, B, [&]<int n, bool turns> {
        if (n == 0 || given) {
            if (problem) {
                SpatialAccelerationT<T> A{};
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, H[i], T(get(problem->u_dot, u + i)));
                z += Y * A;
            }
            if (felt) stack.give(node.parent, shift_inward(Y, p), shift_inward(z, p));
        } else if constexpr (n > 0) {
            SpatialForceT<T>*G = G_of(tree, out, B), U[n];
            T* D_inv = D_inv_of(tree, out, B);
            regular = free_joint<n, turns>(Y, H, x.armature, u, U, G, D_inv);
            [[maybe_unused]] WhereT<Pack::lanes> where;
            if constexpr (some_given) {
                where = are_given(prescribed, B);
                take_factors<n>(where, G, D_inv);
                regular |= where;
            }
            if (problem) {
                T f[n], u_dot[n];
                for (int i = 0; i < n; ++i) f[i] = get(problem->f, u + i);
                release<n, turns>(H, G, D_inv, f, u_dot, z, felt);
                if constexpr (some_given) {
                    T known[n];
                    for (int i = 0; i < n; ++i) known[i] = get(problem->u_dot, u + i);
                    release_given<n>(where, U, known, u_dot, z);
                }
                for (int i = 0; i < n; ++i) put(problem->u_dot, u + i, u_dot[i]);
            }
            share_factors<n>(tree, out, B);
            if (!felt) return;            // the world feels nothing
            if (n == 6 && !x.armature) {  // beyond six freedoms no inertia is felt, but for that of drives
                stack.give(node.parent, {}, shift_inward(z, p));
                return;
            }
            const SpatialForceT<T> z_plus = shift_inward(z, p);
            if (n == 3 && turns && !x.armature) {
                stack.give(node.parent, felt_through_ball<n>(Y.M, G, U, p), z_plus);
            } else {
                const T mass = Y.M.xx + Y.M.yy + Y.M.zz;
                for (int i = 0; i < n; ++i) subtract_outer(Y, G[i], U[i]);
                if constexpr (n >= 3 && !turns) drop_rounding(Y, mass);
                stack.give(node.parent, has_same_origin(p) ? Y : shift_inward(Y, p), z_plus);
            }
        }
    });
    return regular;
}

/// All bodies: first those that are alike, side by side, then the others, which take over from them as if all had been
/// gone through in order. Returns 0, or the body nearest to the base whose joint moves nothing.
int inward(const Inward<double>& pass, const Pending& pending);
/// Subtrees that are alike; leaves in gift what the bodies they hang from will feel. Returns false where a joint moves
/// nothing: then they must be gone through one after another.
bool inward_in_lanes(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work,
                     PendingT<Pack>& gift);

/// Base to tip: A⁺ = shift(A_P);  free: u̇ = D⁻¹ε − GᵀA⁺;  A = A⁺ + H u̇ + c.                          (7.12)
/// In lanes given joints have G = 0 and go the same way.
template <class S>
struct Outward {
    const Tree& tree;
    const PositionT<S>& x;
    const VelocityT<S>* v;  ///< null: c is zero, and nobody but this pass looks at A_WB
    const ArticulatedT<S>& y;
    const std::uint8_t* prescribed;  ///< may be null
    S* u_dot;
    SpatialAccelerationT<S>* A_WB;

    /// A_P becomes A_B.
    template <class Index, class T>
    void step(const Index& B, SpatialAccelerationT<T>& A) const {
        const Index u = of_nodes(tree, B, &Node::u);
        A.v += cross(A.w, p_PB_of(x, B));
        const bool given = is_given(prescribed, B);
        with_mobilities_of(tree, B, [&]<int n, bool turns> {
            const SpatialVelocityT<T>* H = hinge_of(tree, x, B);
            T rate[n + 1];
            for (int i = 0; i < n; ++i) rate[i] = get(u_dot, u + i);
            if (!given && any_but_world(of_nodes(tree, B, &Node::parent))) {  // on the world A⁺ = 0
                const SpatialForceT<T>* G = G_of(tree, y, B);
                for (int i = 0; i < n; ++i) put(u_dot, u + i, rate[i] = rate[i] - dot(G[i], A));
            }
            for (int i = 0; i < n; ++i) add_hinge<turns>(A, H[i], rate[i]);
        });
        if (v) A += c_of(*v, B);
        keep_A(x, A_WB, B, A);
        if constexpr (std::is_same_v<Index, Lanes>)
            if (v) put(A_WB, B, A);
    }
    void one_by_one(int begin, int end) const { go<S>(begin, end); }
    void in_lanes(const Alike& alike) const { go<Pack>(alike); }

private:
    template <class T, class... Bodies>
    void go(const Bodies&... bodies) const {
        walk_outward<SpatialAccelerationT<T>>(
            tree, bodies..., [this](const auto& B) { return A_of_parent(tree, x, A_WB, B); },
            [this](const auto& B, SpatialAccelerationT<T>& A) { this->step(B, A); });
    }
};

void outward(const Outward<double>& pass);

}  // namespace sinew
