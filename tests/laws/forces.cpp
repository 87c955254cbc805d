// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What every force element of the list owes to energy, to Newton's third law, and to whoever describes it:
// laws of single elements, each on trees of every joint there is. Tolerances as in invariance.cpp.
#include <tests/support/law.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e5 * 2.2e-16;
constexpr int seeds = 6;

template <class E>
bool has_potential(const E& e) {
    if constexpr (requires { e.has_potential(); }) return e.has_potential();
    else return requires(const typename E::template Values<double>& k, const ForceInput<double>& in) {
            e.potential_energy(k, in);
        };
}

/// dV/dt along the motion, by a difference of sixth order: its error is far below 1e-10 for numbers of order one.
double potential_rate(const System& system, const State& state, ForceId force) {
    constexpr double h = 4e-3;
    const std::vector<double> rates(q_dot(system, state).begin(), q_dot(system, state).end());
    const auto V = [&](int steps) {
        State moved = state;
        std::vector<double> q(state.q().begin(), state.q().end());
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += steps * h * rates[i];
        moved.set_q(q);
        return potential_energy(system, moved, force);
    };
    return (45 * (V(1) - V(-1)) - 9 * (V(2) - V(-2)) + (V(3) - V(-3))) / (60 * h);
}

State at_rest(const State& state) {
    State still = state;
    still.set_u(std::vector<double>(state.u().size()));
    return still;
}

/// Power that the forces of one state would have at the speeds of another of the same configuration.
double power_at(const System& system, const State& forces, const State& speeds, ForceId force) {
    std::vector<SpatialForce> F(system.model().bodies.size());
    std::vector<double> f(static_cast<std::size_t>(system.nu()));
    applied_forces_of(system, forces, force, F, f);
    double sum = 0;
    for (std::size_t b = 1; b < F.size(); ++b)
        sum += dot(F[b], velocity(system, speeds, BodyId{static_cast<int>(b)}));
    for (std::size_t i = 0; i < f.size(); ++i) sum += f[i] * speeds.u()[i];
    return sum;
}

/// What a body's motion takes: M A + gyroscopic force, about Bo in W.
SpatialForce inertia_force(const System& system, const State& state, BodyId body) {
    const Body& b = system.model().bodies[static_cast<std::size_t>(body.index)];
    const RigidInertia M = re_express(pose(system, state, body).R, about_origin(b.mass));
    return M * acceleration(system, state, body) + gyroscopic_force(M, velocity(system, state, body).w);
}

/// What drives take: a u̇ on every speed.
std::vector<double> drive_forces(const System& system, const State& state) {
    const std::span<const double> u_dot = forward_dynamics(system, state);
    std::vector<double> f(u_dot.size());
    for (std::size_t j = 0; j < system.model().joints.size(); ++j) {
        const Range u = system.layout().u_of_joint[j];
        for (auto i = static_cast<std::size_t>(u.first); i < static_cast<std::size_t>(u.first + u.count); ++i)
            f[i] = system.model().joints[j].placement.armature * u_dot[i];
    }
    return f;
}

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// Calls f(system, state, id, element) for random trees with one random element of every kind.
template <class F>
void for_every_force_on_trees(bool free_base, F&& f) {
    for_every_force([&]<class E> {
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            Model model = random_model(seed, free_base);
            Random random(seed + 77);
            const E element = random_force<E>(model, random, !free_base);
            const ForceId id = model.add(element);
            const System system(model);
            f(system, random_state(system, seed), id, element);
        }
    });
}

}  // namespace

TEST_CASE(
    "the force of an element with a potential is what the potential loses, per way, in every direction") {
    Law law(1e-9);
    for_every_force_on_trees(
        false, [&]<class E>(const System& system, const State& state, ForceId id, const E& element) {
            if (!has_potential(element)) {
                CHECK(potential_energy(system, state, id) == 0);
                return;
            }
            const double lost = -potential_rate(system, state, id),
                         work = power_at(system, at_rest(state), state, id);
            law.measure(std::abs(lost - work) / (1 + std::abs(work)), E::kind);
        });
}

TEST_CASE("dampers take energy away beyond what springs store") {
    for_every_force_on_trees(false, [&]<class E>(const System& system, const State& state, ForceId id,
                                                 const E&) {
        if constexpr (requires { E::only_takes_energy; }) {
            CAPTURE(E::kind);
            CHECK(power_at(system, at_rest(state), state, id) - power(system, state, id) >= 0);
        } else if constexpr (requires(E e) { e.damping; } || std::is_same_v<E, CustomForce>) {
            CAPTURE(E::kind);
            const double dissipated = power_at(system, at_rest(state), state, id) - power(system, state, id);
            CHECK(dissipated > 0);
        }
    });
}

TEST_CASE("the power of an element is the rate of the kinetic energy it causes") {
    Law law(rounding);
    for_every_force_on_trees(
        false, [&]<class E>(const System& system, const State& state, ForceId id, const E&) {
            double rate = 0, scale = 1;
            for (int b = 1; b < static_cast<int>(system.model().bodies.size()); ++b) {
                const BodyId body{b};
                const double share = dot(inertia_force(system, state, body), velocity(system, state, body));
                rate += share, scale += std::abs(share);
            }
            const double share = dot(std::span<const double>(drive_forces(system, state)), state.u());
            rate += share, scale += std::abs(share);
            law.measure(std::abs(power(system, state) - rate) / scale, E::kind);
            law.measure(std::abs(power(system, state, id) - rate) / scale, E::kind);
            law.measure(std::abs(power_at(system, state, state, id) - rate) / scale, E::kind);
        });
}

TEST_CASE("what acts between the parts changes no momentum of the whole") {
    Law law(rounding);
    for_every_force_on_trees(
        true, [&]<class E>(const System& system, const State& state, ForceId, const E& element) {
            if (!is_internal(element)) return;
            SpatialForce sum, sizes;
            for (int b = 1; b < static_cast<int>(system.model().bodies.size()); ++b) {
                const SpatialForce F =
                    shift_inward(inertia_force(system, state, BodyId{b}), pose(system, state, BodyId{b}).p);
                sum += F;
                sizes += {{norm(F.m), 0, 0}, {norm(F.f), 0, 0}};
            }
            law.measure(norm(sum.f) / sizes.f.x, E::kind);
            law.measure(norm(sum.m) / sizes.m.x, E::kind);
        });
}

TEST_CASE("turning and shifting the world with all that is fixed in it changes no speed's acceleration") {
    Law law(rounding);
    const Transform X_VW{Rotation::about(Vec3{1, 2, 3} / std::sqrt(14.0), 1.1), {3, -2, 5}};
    for_every_force_on_trees(
        false, [&]<class E>(const System& system, const State& state, ForceId, const E& element) {
            Model moved = system.model();
            moved.forces = {seen_from(element, X_VW)};
            for (JointElement& joint : moved.joints) {
                if (joint.placement.from == world)
                    joint.placement.X_PF = X_VW * joint.placement.X_PF;  // letters: P is W
                if (joint.placement.to == world)
                    joint.placement.X_BM = X_VW * joint.placement.X_BM;  // letters: B is W
            }
            const System there(moved);
            State same = there.default_state();
            for (int j = 0; j < static_cast<int>(moved.joints.size()); ++j)
                use_angles(there, same, AnyJointId{{j}}, uses_angles(system, state, AnyJointId{{j}}));
            same.set_q(state.q());
            same.set_u(state.u());
            law.measure(difference(forward_dynamics(system, state), forward_dynamics(there, same)), E::kind);
        });
}

TEST_CASE("an element's numbers changed in a State give the bits of a Model rebuilt with them") {
    for_every_force_on_trees(false, [&]<class E>(const System& system, const State& state, ForceId id,
                                                 const E& element) {
        CAPTURE(E::kind);
        Random random(5);
        E other = element;
        if constexpr (requires { other.law; }) {
            auto law = std::make_shared<StiffeningSpring>(static_cast<const StiffeningSpring&>(*other.law));
            law->stiffness = 1.1, law->damping = 0.3, law->lag = 0.9;
            other.law = law;
        }
        set_random_numbers(other, random);
        Model model = system.model();
        model.forces = {other};
        const System rebuilt(model);
        const State same = random_state(rebuilt, 1);
        State changed = random_state(system, 1);
        static_cast<void>(state);
        for (const ParameterSlot& slot : rebuilt.layout().parameters)
            if (slot.path.starts_with("force.")) changed.set_parameter(slot.path, same.parameter(slot.path));
        CHECK(difference(forward_dynamics(system, changed), forward_dynamics(rebuilt, same)) == 0);
        CHECK(difference(z_dot(system, changed), z_dot(rebuilt, same)) == 0);
        CHECK(potential_energy(system, changed, id) == potential_energy(rebuilt, same, id));
    });
}

TEST_CASE("elements add up, and one that is switched off does nothing until it is switched on again") {
    Model model = random_model(3);
    Random random(11);
    std::vector<ForceId> ids;
    for_every_force([&]<class E> {
        E element = random_force<E>(model, random);
        element.name = std::string("a ") + E::kind;
        ids.push_back(model.add(element));
    });
    const System system(model);
    State state = random_state(system, 3);
    double energy = 0, watts = 0;
    SpatialForce sum;
    for (const ForceId id : ids) {
        energy += potential_energy(system, state, id);
        watts += power(system, state, id);
        sum += applied_on(system, state, id, BodyId{4});
    }
    CHECK(std::abs(energy - potential_energy(system, state)) < rounding * (1 + std::abs(energy)));
    CHECK(std::abs(watts - power(system, state)) < rounding * (1 + std::abs(watts)));
    CHECK(difference(sum, applied_on(system, state, BodyId{4})) < rounding);
    CHECK(total_energy(system, state) == kinetic_energy(system, state) + potential_energy(system, state));

    const std::vector<double> before(forward_dynamics(system, state).begin(),
                                     forward_dynamics(system, state).end());
    for (const ForceId id : ids) set_enabled(system, state, id, false);
    CHECK(potential_energy(system, state) == 0);
    CHECK(power(system, state) == 0);
    Model bare = model;
    bare.forces.clear();
    const System without(bare);
    const State same = random_state(without, 3);
    CHECK(difference(forward_dynamics(system, state), forward_dynamics(without, same)) == 0);
    CHECK(z_dot(system, state)[0] == 0);
    for (const ForceId id : ids) set_enabled(system, state, id, true);
    CHECK(is_enabled(system, state, ids[2]));
    CHECK(difference(forward_dynamics(system, state), before) == 0);
}
