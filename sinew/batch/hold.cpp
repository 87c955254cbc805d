// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/hold.h>
#include <sinew/constraints/list.h>
#include <sinew/dynamics/articulated_states.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/system/constrain.h>
#include <sinew/system/equation_reach.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

namespace sinew {

/// As the one of other scalars has it (10.5) for turns of less than a right angle and somewhat more; NaN beyond, where
/// lanes would have to go different ways.
template <int n>
QuaternionT<PackT<n>> quaternion_on(const RotationT<PackT<n>>& R) {
    using T = PackT<n>;
    const T trace = R.x.x + R.y.y + R.z.z;
    T one_and_trace = T(1.0) + trace;
    const WhereT<n> near = exceeds(trace, T(0.0));
    for (int i = 0; i < n; ++i)
        if (!near.lane(i)) one_and_trace.v[i] = std::numeric_limits<double>::quiet_NaN();
    const T s = square_root(one_and_trace), h = T(0.5) / s;
    return {T(0.5) * s, h * (R.y.z - R.z.y), h * (R.z.x - R.x.z), h * (R.x.y - R.y.x)};
}

namespace {

/// Constraints whose equations have no branch on a value and do not look at the State.
template <class E>
inline constexpr bool in_packs = false;
#define SINEW_IN_PACKS(E) \
    template <>           \
    inline constexpr bool in_packs<E> = true;
SINEW_IN_PACKS(Rod)
SINEW_IN_PACKS(BallConstraint)
SINEW_IN_PACKS(WeldConstraint)
SINEW_IN_PACKS(PinConstraint)
SINEW_IN_PACKS(CylinderConstraint)
SINEW_IN_PACKS(SliderConstraint)
SINEW_IN_PACKS(UniversalConstraint)
SINEW_IN_PACKS(PointOnPlane)
SINEW_IN_PACKS(ConstantAngle)
SINEW_IN_PACKS(ConstantOrientation)
SINEW_IN_PACKS(LoopConstraint)
SINEW_IN_PACKS(HalvesConstraint)
SINEW_IN_PACKS(Gear)
SINEW_IN_PACKS(RackAndPinion)
SINEW_IN_PACKS(ConstantCoordinate)
SINEW_IN_PACKS(ConstantSpeed)
SINEW_IN_PACKS(ConstantAcceleration)
#undef SINEW_IN_PACKS

constexpr int most_equations = 32;  // beyond about forty, one State after another takes less
constexpr double plainly = 1e-4;    // of an equation's square that others must leave of it

HoldPlan::Path path_of(const Compiled& c, int constraint, int first) {
    const BoundConstraint& bound = c.constraints.all[at(constraint)];
    std::set<int, std::greater<>> bodies;
    const auto add = [&](int B) {
        for (; B > 0; B = c.tree[B].parent) bodies.insert(B);
    };
    for (int b = 0; b < bound.acted_on; ++b) add(bound.body[at(b)]);
    for (const CoordinatePlace& place : bound.coordinates) add(place.joint);
    HoldPlan::Path path{constraint, first, {bodies.begin(), bodies.end()}, c.tree.nu, 0};
    for (const int B : path.bodies) {
        path.begin = std::min(path.begin, c.tree[B].u);
        path.end = std::max(path.end, c.tree[B].u + c.tree[B].nu);
    }
    return path;
}

/// Rows of G, and the errors of u̇.
template <int lanes>
void find_equations(const FreeMotion<lanes>& free, HoldMemory<lanes>& m, PackT<lanes>* errors) {
    using T = PackT<lanes>;
    std::ranges::fill(m.rows, SpatialForceT<T>{});
    std::ranges::fill(m.coefficients, T(0.0));
    for (const HoldPlan::Path& path : free.plan.paths) {
        const BoundConstraint& bound = free.c.constraints.all[at(path.constraint)];
        int q[function::max_arguments], u[function::max_arguments];
        for (std::size_t k = 0; k < bound.coordinates.size(); ++k) {
            const CoordinatePlace& place = bound.coordinates[k];
            q[k] = place.q[free.by_angles[place.joint] != 0];
            u[k] = place.u;
        }
        const ConstraintInput<T> in{free.kin,
                                    free.A_WB,
                                    free.u_dot,
                                    bound.body,
                                    {q, bound.coordinates.size()},
                                    {u, bound.coordinates.size()},
                                    {},
                                    nullptr,
                                    free.c.node_of_body};
        EquationsT<T> out{nullptr,
                          nullptr,
                          errors + path.first,
                          m.rows.data() + bound.row,
                          m.coefficients.data() + bound.coefficient,
                          free.x.X_WB,
                          bound.body,
                          static_cast<int>(bound.coordinates.size())};
        with_constraint(bound.element, [&]<class E>(const E& element) {
            if constexpr (in_packs<E>) {
                typename E::template Values<T> k;
                if constexpr (!std::is_empty_v<decltype(k)>)
                    std::memcpy(static_cast<void*>(&k), free.parameters + bound.parameters.first, sizeof k);
                element.equations(k, in, out);
            }
        });
    }
}

/// Lets an equation's forces travel to the base: ε of each joint on the way, and D⁻¹ε.
template <int lanes>
void travel(const FreeMotion<lanes>& free, const HoldPlan::Path& path, SpatialForceT<PackT<lanes>>* z,
            PackT<lanes>* felt, PackT<lanes>* answer) {
    using T = PackT<lanes>;
    const Tree& tree = free.c.tree;
    for (const int B : path.bodies) {
        const Node& node = tree[B];
        SpatialForceT<T> F = z[B];
        z[B] = {};
        const bool given = free.prescribed && free.prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                T epsilon[n];
                for (int i = 0; i < n; ++i)
                    epsilon[i] =
                        given ? T(0.0) : felt[node.u + i] + hinge_dot<turns>(free.x.H_W[node.u + i], F);
                for (int i = 0; i < n; ++i) {
                    T rate(0.0);
                    for (int j = 0; j < n; ++j) rate += free.y.D_inv[node.square + i * n + j] * epsilon[j];
                    felt[node.u + i] = epsilon[i];
                    answer[node.u + i] = given ? T(0.0) : rate;
                }
                if (given || node.parent == 0) return;
                for (int i = 0; i < n; ++i) F -= epsilon[i] * free.y.G_W[node.u + i];
            }
        });
        if (node.parent > 0) z[node.parent] += shift_inward(F, free.x.p_PB_W[B]);
    }
}

/// ε and D⁻¹ε of all equations, and where each reaches far enough to be told from rounding.
template <int lanes>
void travel_all(const FreeMotion<lanes>& free, HoldMemory<lanes>& m, WhereT<lanes>& sure) {
    using T = PackT<lanes>;
    const int nu = free.c.tree.nu;
    for (const HoldPlan::Path& path : free.plan.paths) {
        const BoundConstraint& bound = free.c.constraints.all[at(path.constraint)];
        const int bodies = static_cast<int>(bound.body.size()),
                  n = static_cast<int>(bound.coordinates.size());
        for (int e = 0; e < bound.counts.all(); ++e) {
            T *felt = m.felt.data() + (path.first + e) * nu,
              *answer = m.answer.data() + (path.first + e) * nu;
            for (int i = path.begin; i < path.end; ++i) felt[i] = answer[i] = T(0.0);
            T far(0.0);
            for (int b = 0; b < bound.acted_on; ++b) {
                const SpatialForceT<T>& row = m.rows[at(bound.row + e * bodies + b)];
                m.z[at(bound.body[at(b)])] += row;
                far += reach_of_force(free.c.tree, free.x, free.y, free.prescribed, bound.body[at(b)], row);
            }
            m.z[0] = {};
            for (int k = 0; k < n; ++k) {
                const CoordinatePlace& place = bound.coordinates[at(k)];
                const Node& node = free.c.tree[place.joint];
                const T f = m.coefficients[at(bound.coefficient + e * n + k)];
                felt[place.u] += f;
                if (free.prescribed && free.prescribed[place.joint]) continue;
                far += free.y.D_inv[node.square + (place.u - node.u) * (node.nu + 1)] * f * f;
            }
            travel<lanes>(free, path, m.z.data(), felt, answer);
            T square(0.0);
            for (int i = path.begin; i < path.end; ++i) square += felt[i] * answer[i];
            const WhereT<lanes> moves = exceeds(square, T(plainly) * far);
            const WhereT<lanes> idle = exceeds(T(vanishing * vanishing) * far, square);
            T& live = m.live[at(path.first + e)];
            live = T(1.0);
            for (int lane = 0; lane < lanes; ++lane)
                if (idle.lane(lane)) live.v[lane] = 0;
            sure &= WhereT<lanes>(typename WhereT<lanes>::Wholes(moves.v | idle.v));
        }
    }
}

/// S = G M⁻¹ Gᵀ, its lower half: two equations feel one another in the joints that both pass.
template <int lanes>
void fill_matrix(const FreeMotion<lanes>& free, HoldMemory<lanes>& m) {
    using T = PackT<lanes>;
    const int nu = free.c.tree.nu, count = free.plan.equations;
    const auto equations_of = [&](const HoldPlan::Path& path) {
        return free.c.constraints.all[at(path.constraint)].counts.all();
    };
    for (const HoldPlan::Path& one : free.plan.paths)
        for (const HoldPlan::Path& other : free.plan.paths) {
            if (other.first > one.first) break;
            const int begin = std::max(one.begin, other.begin), end = std::min(one.end, other.end);
            for (int i = one.first; i < one.first + equations_of(one); ++i)
                for (int j = other.first; j < std::min(other.first + equations_of(other), i + 1); ++j) {
                    const T *felt = m.felt.data() + i * nu, *answer = m.answer.data() + j * nu;
                    T sum(0.0);
                    for (int k = begin; k < end; ++k) sum += felt[k] * answer[k];
                    m.S[at(i * count + j)] = sum;
                }
        }
}

/// Equations that move nothing in some lane (10.14) bear no load there: 1 λ = 0.
template <int lanes>
void set_idle_aside(HoldMemory<lanes>& m, int count) {
    using T = PackT<lanes>;
    for (int i = 0; i < count; ++i) {
        const T live = m.live[at(i)];
        for (int j = 0; j < i; ++j) {
            T& entry = m.S[at(i * count + j)];
            entry = entry * (live * m.live[at(j)]);
        }
        T& own = m.S[at(i * count + i)];
        own = own * live + (T(1.0) - live);
        m.lambda[at(i)] = m.lambda[at(i)] * live;
    }
}

/// S λ = a, by S = L D Lᵀ; λ is a before.
template <int lanes>
void solve(PackT<lanes>* S, PackT<lanes>* lambda, int count, WhereT<lanes>& sure) {
    using T = PackT<lanes>;
    T square[most_equations];
    for (int k = 0; k < count; ++k) square[k] = S[k * count + k];
    for (int k = 0; k < count; ++k) {
        const T pivot = S[k * count + k];
        sure &= exceeds(pivot, T(plainly) * square[k]);
        const T inverse = T(1.0) / pivot;
        for (int i = k + 1; i < count; ++i) {
            const T factor = S[i * count + k] * inverse;
            for (int j = k + 1; j <= i; ++j) S[i * count + j] -= factor * S[j * count + k];
            lambda[i] -= factor * lambda[k];
        }
        for (int i = k + 1; i < count; ++i) S[i * count + k] = S[i * count + k] * inverse;
        lambda[k] = lambda[k] * inverse;
    }
    for (int k = count - 1; k >= 0; --k)
        for (int i = k + 1; i < count; ++i) lambda[k] -= S[i * count + k] * lambda[i];
}

template <int lanes>
void hold_all(const FreeMotion<lanes>& free, HoldMemory<lanes>& m, WhereT<lanes>& sure) {
    using T = PackT<lanes>;
    const int nu = free.c.tree.nu;
    find_equations(free, m, m.lambda.data());
    travel_all(free, m, sure);
    fill_matrix(free, m);
    set_idle_aside(m, free.plan.equations);
    solve(m.S.data(), m.lambda.data(), free.plan.equations, sure);
    std::ranges::fill(m.multipliers, T(0.0));
    std::ranges::fill(m.u_dot, T(0.0));
    for (const HoldPlan::Path& path : free.plan.paths) {
        const BoundConstraint& bound = free.c.constraints.all[at(path.constraint)];
        for (int e = 0; e < bound.counts.all(); ++e) {
            const T l = m.multipliers[at(bound.a + e)] = m.lambda[at(path.first + e)];
            const T* answer = m.answer.data() + (path.first + e) * nu;
            for (int i = path.begin; i < path.end; ++i) m.u_dot[at(i)] += l * answer[i];
        }
    }
}

SINEW_KERNEL void hold_four(const FreeMotion<4>& free, HoldMemory<4>& m, WhereT<4>& sure) {
    hold_all(free, m, sure);
}
SINEW_WIDE_KERNEL void hold_eight(const FreeMotion<8>& free, HoldMemory<8>& m, WhereT<8>& sure) {
    hold_all(free, m, sure);
}

}  // namespace

HoldPlan plan_constraints(const Compiled& c, const State& like) {
    const std::uint8_t* disabled = disabled_constraints(c, like);
    HoldPlan plan{.in_lanes = c.constraints.one_way.empty()};
    for (std::size_t i = 0; i < c.constraints.all.size() && plan.in_lanes; ++i) {
        if (disabled[i]) continue;
        const BoundConstraint& bound = c.constraints.all[i];
        plan.paths.push_back(path_of(c, static_cast<int>(i), plan.equations));
        plan.equations += bound.counts.all();
        plan.in_lanes = plan.equations <= most_equations &&
                        with_constraint(bound.element, []<class E>(const E&) { return in_packs<E>; });
    }
    return plan;
}

template <int lanes>
HoldMemory<lanes>::HoldMemory(const Compiled& c, const HoldPlan& plan) {
    if (!plan.in_lanes) return;
    const int m = plan.equations, nu = c.tree.nu, bodies = c.tree.size();
    rows.resize(
        at(c.constraints.rows + 1));  // never none: equations of coordinates alone are asked for rows, too
    z.resize(at(bodies)), A_WB.resize(at(bodies));
    coefficients.resize(at(c.constraints.coefficients)), S.resize(at(m * m)), lambda.resize(at(m));
    live.resize(at(m)), multipliers.resize(at(c.constraints.a));
    felt.resize(at(m * nu)), answer.resize(at(m * nu)), u_dot.resize(at(nu));
}
template struct HoldMemory<4>;
template struct HoldMemory<8>;

template <>
void hold(const FreeMotion<4>& free, HoldMemory<4>& memory, WhereT<4>& sure) {
    hold_four(free, memory, sure);
    respond_outward(free.c.tree, free.x, free.y, free.prescribed, memory.u_dot.data(), memory.A_WB.data());
}
template <>
void hold(const FreeMotion<8>& free, HoldMemory<8>& memory, WhereT<8>& sure) {
    hold_eight(free, memory, sure);
    respond_outward(free.c.tree, free.x, free.y, free.prescribed, memory.u_dot.data(), memory.A_WB.data());
}

}  // namespace sinew
