// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What every constraint of the list owes to mechanics: laws of single constraints and of many, on trees of every joint
// there is, at states that meet the constraints no better than by chance.
#include <sinew/base/at.h>
#include <tests/support/law.h>
#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e5 * 2.2e-16;
constexpr int seeds = 6;

using Vector = std::vector<double>;

/// Calls f(system, state, id, kind) for random trees with one random constraint of every kind.
template <class F>
void for_every_constraint_on_trees(F&& f) {
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 177);
            const ConstraintId id = model.add_constraint(kind.random(model, random));
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            f(system, state, id, kind);
        }
}

/// The same State for another System with the same joints.
State same_in(const System& other, const System& system, const State& state) {
    State same = other.default_state();
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j)
        use_angles(other, same, AnyJointId{{j}}, uses_angles(system, state, AnyJointId{{j}}));
    same.set_q(state.q()), same.set_u(state.u()), same.set_time(state.time());
    return same;
}

Vector copy(std::span<const double> x) { return {x.begin(), x.end()}; }

/// A State moved along its motion: t, q and u by their rates times h.
State moved(const State& state, const Vector& q_dot, const Vector& u_dot, double h) {
    State there = state;
    Vector q = copy(state.q()), u = copy(state.u());
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += h * q_dot[i];
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * u_dot[i];
    there.set_time(state.time() + h);
    there.set_q(q);
    there.set_u(u);
    return there;
}

/// d/dh of some errors at h = 0, by a difference of sixth order.
template <class Errors>
Vector rate(const State& state, const Vector& q_dot, const Vector& u_dot, Errors errors, double h = 5e-4) {
    constexpr double weight[] = {45, -9, 1};
    Vector sum;
    for (int k = 1; k <= 3; ++k)
        for (const int side : {1, -1}) {
            const Vector e = errors(moved(state, q_dot, u_dot, side * k * h));
            sum.resize(e.size());
            for (std::size_t i = 0; i < e.size(); ++i) sum[i] += side * weight[k - 1] * e[i] / (60 * h);
        }
    return sum;
}

/// What a body's motion takes: M A + gyroscopic force, about Bo in W.
SpatialForce inertia_force(const System& system, const State& state, BodyId body) {
    const Body& b = system.model().bodies[at(body.index)];
    const RigidInertia M = re_express(pose(system, state, body).R, about_origin(b.mass));
    return M * acceleration(system, state, body) + gyroscopic_force(M, velocity(system, state, body).w);
}

}  // namespace

TEST_CASE("rows of G, made of forces, are what acceleration errors gain from each speed's acceleration") {
    Law law(1e-10);
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId id, const KindOfConstraint& kind) {
            const int m = equations_of(system, id).counts.all(), n = system.nu();
            Vector G(at(m * n)), u_dot(at(n)), at_rest(at(m)), pushed(at(m));
            constraint_matrix(system, state, G);
            acceleration_errors(system, state, u_dot, at_rest);
            for (int j = 0; j < n; ++j) {
                u_dot[at(j)] = 1;
                acceleration_errors(system, state, u_dot, pushed);
                u_dot[at(j)] = 0;
                for (int i = 0; i < m; ++i)
                    law.measure(std::abs(pushed[at(i)] - at_rest[at(i)] - G[at(i * n + j)]) /
                                    (1 + std::abs(G[at(i * n + j)]) + std::abs(at_rest[at(i)])),
                                kind.kind);
            }
        });
}

TEST_CASE("velocity errors are the rates of position errors, acceleration errors those of velocity errors") {
    Law law(2e-9);
    int turned =
        0;  // balls on balls take other axes across as they roll on: there is no rate where that happens
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId id, const KindOfConstraint& kind) {
            const EquationCounts n = equations_of(system, id).counts;
            const Vector rates = copy(q_dot(system, state)), none(state.u().size());
            const Vector e_dot =
                rate(state, rates, none, [&](const State& s) { return copy(position_errors(system, s)); });
            const Vector v = copy(velocity_errors(system, state));
            for (int i = 0; i < n.holonomic; ++i)
                law.measure(std::abs(e_dot[at(i)] - v[at(i)]) / (1 + std::abs(v[at(i)])), kind.kind);
            Random random(4);
            Vector u_dot(state.u().size()), a(at(n.all()));
            for (double& x : u_dot) x = random.within(-1, 1);
            acceleration_errors(system, state, u_dot, a);
            const auto errors = [&](const State& s) { return copy(velocity_errors(system, s)); };
            const Vector v_dot = rate(state, rates, u_dot, errors),
                         coarser = rate(state, rates, u_dot, errors, 1e-3);
            double differ = 0;
            for (std::size_t i = 0; i < v_dot.size(); ++i)
                differ = std::max(differ, std::abs(v_dot[i] - coarser[i]));
            if (differ > 1e-2) {
                ++turned;
                return;
            }
            for (std::size_t i = 0; i < v_dot.size(); ++i)
                law.measure(std::abs(v_dot[i] - a[i]) / (1 + std::abs(a[i])), kind.kind);
        });
    CHECK(turned <= 1);
}

TEST_CASE("accelerations obey the constraint and Newton: M u̇ + Gᵀλ = f − f_bias, G u̇ = b") {
    Law law(1e-9);
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId, const KindOfConstraint& kind) {
            const Vector u_dot = copy(forward_dynamics(system, state));
            const std::span<const double> lambda = multipliers(system, state);
            Vector residual(u_dot.size()), Gt(u_dot.size());
            inverse_dynamics(system, state, u_dot, residual);
            multiply_by_G_transpose(system, state, lambda, Gt);
            double size = 1, worst = 0;
            for (std::size_t i = 0; i < residual.size(); ++i) {
                size = std::max({size, std::abs(residual[i]), std::abs(Gt[i])});
                worst = std::max(worst, std::abs(residual[i] + Gt[i]));
            }
            law.measure(worst / size, kind.kind);
            double most = 1;
            for (const double a : u_dot) most = std::max(most, std::abs(a));
            Vector left = copy(acceleration_errors(system, state));
            const int m = static_cast<int>(left.size());
            if (constraint_rank(system, state) <
                m) {  // bodies that cannot move that way: nothing is left that forces reach
                Vector W(at(m * m)), reached(at(m));
                constraint_compliance(system, state, W);
                for (int i = 0; i < m; ++i)
                    for (int k = 0; k < m; ++k) reached[at(i)] += W[at(i * m + k)] * left[at(k)];
                left = reached;
            }
            for (const double a : left) law.measure(std::abs(a) / most, kind.kind);
        });
}

TEST_CASE(
    "mixed dynamics obeys the constraint as far as its free joints can, and Newton with the motors it "
    "finds") {
    Law law(1e-9), same(1e-8);
    int met = 0;
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId, const KindOfConstraint& kind) {
            Random random(9);
            const int n = system.nu(), m = static_cast<int>(multipliers(system, state).size());
            Vector u_dot(at(n)), tau(at(n)), lambda(at(m)), missing(at(n)), errors(at(m)), G(at(m * n));
            for (double& a : u_dot) a = random.within(-1, 1);
            const Vector wanted = u_dot;
            const AnyJointId given[] = {AnyJointId{{1}}, AnyJointId{{4}}};
            std::vector<bool> is_given(at(n));
            for (const AnyJointId joint : given) {
                const Range range = system.layout().u_of_joint[at(joint.index)];
                std::fill_n(is_given.begin() + range.first, range.count, true);
            }
            mixed_dynamics(system, state, given, u_dot, tau, lambda);
            inverse_dynamics(system, state, u_dot, lambda, missing);
            acceleration_errors(system, state, u_dot, errors);
            constraint_matrix(system, state, G);
            double most = 1, size = 1, left = 0;
            for (int i = 0; i < n; ++i)
                most = std::max(most, std::abs(u_dot[at(i)])), size = std::max(size, std::abs(tau[at(i)]));
            for (int i = 0; i < n; ++i) {
                if (is_given[at(i)]) law.measure(std::abs(u_dot[at(i)] - wanted[at(i)]), kind.kind);
                law.measure(std::abs(missing[at(i)] - tau[at(i)]) / size, kind.kind);
                double reached = 0;  // by the free speed i, of what is not met
                for (int k = 0; k < m; ++k) reached += G[at(k * n + i)] * errors[at(k)];
                if (!is_given[at(i)]) law.measure(std::abs(reached) / most, kind.kind);
            }
            for (const double e : errors) left = std::max(left, std::abs(e));
            if (left > 1e-9 * most) return;
            // The same motors on joints that are all free: the same motion.
            ++met;
            std::vector<SpatialForce> F(system.model().bodies.size());
            for (std::size_t b = 0; b < F.size(); ++b)
                F[b] = applied_on(system, state, BodyId{static_cast<int>(b)});
            Vector again(at(n));
            forward_dynamics(system, state, Loads{tau, F}, again);
            for (int i = 0; i < n; ++i) same.measure(std::abs(again[at(i)] - u_dot[at(i)]) / most, kind.kind);
        });
    CHECK(met > seeds * static_cast<int>(every_constraint().size()) / 2);
}

TEST_CASE("a constraint that nobody drives does no work but for its velocity error") {
    Law law(rounding);
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId id, const KindOfConstraint& kind) {
            if (kind.driven) return;
            const EquationRanges range = equations_of(system, id);
            const std::span<const double> lambda = multipliers(system, state, id),
                                          v = velocity_errors(system, state, id);
            double work = 0, size = 1;
            for (int i = 0; i < range.velocity.count; ++i)
                work -= lambda[at(i)] * v[at(i)], size += std::abs(lambda[at(i)] * v[at(i)]);
            law.measure(std::abs(power(system, state, id) - work) / size, kind.kind);
            std::vector<SpatialForce> F(system.model().bodies.size());
            Vector f(state.u().size());
            constraint_forces_of(system, state, id, F, f);
            double by_bodies = 0;
            for (std::size_t b = 0; b < F.size(); ++b)
                by_bodies += dot(F[b], velocity(system, state, BodyId{static_cast<int>(b)}));
            for (std::size_t i = 0; i < f.size(); ++i) by_bodies += f[i] * state.u()[i];
            law.measure(std::abs(by_bodies - work) / size, kind.kind);
        });
}

TEST_CASE("what a constraint does to one body it does to the others: force and moment balance") {
    Law law(rounding);
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId id, const KindOfConstraint& kind) {
            if (!kind.internal) return;
            std::vector<SpatialForce> F(system.model().bodies.size());
            Vector f(state.u().size());
            constraint_forces_of(system, state, id, F, f);
            SpatialForce sum;
            double size = 1;
            for (std::size_t b = 0; b < F.size(); ++b) {
                const SpatialForce about_W =
                    shift_inward(F[b], pose(system, state, BodyId{static_cast<int>(b)}).p);
                sum += about_W;
                size += norm(about_W.m) + norm(about_W.f);
            }
            law.measure((norm(sum.f) + norm(sum.m)) / size, kind.kind);
        });
}

TEST_CASE("joints carry what forces, constraints and the bodies beyond ask of them") {
    Law law(1e-9);
    for_every_constraint_on_trees([&](const System& system, const State& state, ConstraintId,
                                      const KindOfConstraint& kind) {
        const Model& model = system.model();
        std::vector<SpatialForce> missing(model.bodies.size());
        double size = 1;
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b) {
            const SpatialForce needed = inertia_force(system, state, BodyId{b});
            missing[at(b)] =
                needed - applied_on(system, state, BodyId{b}) - constraint_force_on(system, state, BodyId{b});
            size = std::max({size, norm(needed.m), norm(needed.f)});
        }
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
            const JointPlacement& place = model.joints[at(j)].placement;
            for (const BodyId body : {place.from, place.to}) {
                const SpatialForce there =
                    reaction_on(system, state, AnyJointId{{j}}, body, FrameOn{body, {}});
                missing[at(body.index)] -= pose(system, state, body).R * there;
                size = std::max({size, norm(there.m), norm(there.f)});
            }
        }
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b)
            law.measure((norm(missing[at(b)].m) + norm(missing[at(b)].f)) / size, kind.kind);
    });
}

TEST_CASE("a constraint that is taken out leaves the free motion, bit by bit, and comes back the same") {
    for_every_constraint_on_trees(
        [&](const System& system, const State& held, ConstraintId id, const KindOfConstraint& kind) {
            CAPTURE(kind.kind);
            State state = held;
            const Vector before = copy(forward_dynamics(system, state));
            set_enabled(system, state, id, false);
            Model bare = system.model();
            bare.constraints.clear();
            const System without(bare);
            const State same = same_in(without, system, state);
            CHECK(difference(forward_dynamics(system, state), forward_dynamics(without, same)) == 0);
            for (const double l : multipliers(system, state)) CHECK(l == 0);
            set_enabled(system, state, id, true);
            CHECK(is_enabled(system, state, id));
            CHECK(difference(forward_dynamics(system, state), before) == 0);
        });
}

TEST_CASE("copies of a constraint share its load equally and change no acceleration") {
    Law law(1e-8);
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId id, const KindOfConstraint& kind) {
            Model model = system.model();
            const ConstraintId second = model.add_constraint(renamed(model.constraints[0], "again"));
            model.add_constraint(renamed(model.constraints[0], "and again"));
            const System redundant(model);
            const State same = same_in(redundant, system, state);
            law.measure(difference(forward_dynamics(system, state), forward_dynamics(redundant, same)),
                        kind.kind);
            CHECK(constraint_rank(redundant, same) == constraint_rank(system, state));
            const std::span<const double> whole = multipliers(system, state),
                                          one = multipliers(redundant, same, id),
                                          two = multipliers(redundant, same, second);
            Vector third = copy(whole);
            for (double& l : third) l /= 3;
            law.measure(difference(one, third), kind.kind);
            law.measure(difference(two, third), kind.kind);
        });
}

TEST_CASE(
    "many constraints at once: W is G M⁻¹ Gᵀ, G v and Gᵀ λ are transposes, and one taken out is as if never "
    "there") {
    Law law(1e-9);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Model model = random_model(seed);
        Random random(seed + 5);
        std::vector<ConstraintId> ids;
        for (const KindOfConstraint& kind : every_constraint())
            ids.push_back(model.add_constraint(renamed(kind.random(model, random), kind.kind)));
        const System system(model);
        State state = random_state(system, seed);
        const int m = equation_counts(system).all(), n = system.nu();
        Vector G(at(m * n)), W(at(m * m)), v(at(n)), Gv(at(m)), l(at(m)), Gtl(at(n));
        constraint_matrix(system, state, G);
        constraint_compliance(system, state, W);
        for (double& x : v) x = random.within(-1, 1);
        for (double& x : l) x = random.within(-1, 1);
        multiply_by_G(system, state, v, Gv);
        multiply_by_G_transpose(system, state, l, Gtl);
        Vector Gv_dense(at(m)), Gtl_dense(at(n)), row(at(n)), W_dense(at(m * m));
        for (int i = 0; i < m; ++i) {
            for (int j = 0; j < n; ++j) {
                Gv_dense[at(i)] += G[at(i * n + j)] * v[at(j)];
                Gtl_dense[at(j)] += G[at(i * n + j)] * l[at(i)];
            }
            multiply_by_M_inverse(system, state, std::span(G).subspan(at(i * n), at(n)), row);
            for (int k = 0; k < m; ++k)
                for (int j = 0; j < n; ++j) W_dense[at(k * m + i)] += G[at(k * n + j)] * row[at(j)];
        }
        law.measure(difference(Gv, Gv_dense), "G v");
        law.measure(difference(Gtl, Gtl_dense), "Gᵀ λ");
        law.measure(difference(W, W_dense), "W");

        for (std::size_t out = 0; out < ids.size(); ++out) {
            set_enabled(system, state, ids[out], false);
            Model fewer = model;
            fewer.constraints.erase(fewer.constraints.begin() + static_cast<std::ptrdiff_t>(out));
            const System less(fewer);
            const State same = random_state(less, seed);
            law.measure(difference(forward_dynamics(system, state), forward_dynamics(less, same)),
                        "without one");
            set_enabled(system, state, ids[out], true);
        }
    }
}

TEST_CASE("a constraint's numbers changed in a State give the bits of a Model rebuilt with them") {
    for_every_constraint_on_trees(
        [&](const System& system, const State& state, ConstraintId, const KindOfConstraint& kind) {
            CAPTURE(kind.kind);
            Random random(5);
            Model model = system.model();
            model.constraints = {kind.other_numbers(model.constraints[0], random)};
            const System rebuilt(model);
            State same = random_state(rebuilt, 1), changed = random_state(system, 1);
            static_cast<void>(state);
            for (const ParameterSlot& slot : rebuilt.layout().parameters)
                if (slot.path.starts_with("constraint."))
                    changed.set_parameter(slot.path, same.parameter(slot.path));
            CHECK(difference(forward_dynamics(system, changed), forward_dynamics(rebuilt, same)) == 0);
        });
}
