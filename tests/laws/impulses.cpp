// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What impulses owe to mechanics: balance of momentum, and no energy from nothing.
#include <sinew/base/at.h>
#include <sinew/system/impulse.h>
#include <tests/support/law.h>
#include <tests/support/random_constraint.h>

#include <Eigen/Dense>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Calls f(system, state, random, kind) for trees of every joint with one constraint of each kind.
template <class F>
void for_every_constraint_on_trees(bool free_base, F&& f) {
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            Model model = random_model(seed, free_base);
            Random random(seed + 93);
            model.add_constraint(kind.random(model, random));
            const System system(model);
            const State state = random_state(system, seed);
            f(system, state, random, kind);
        }
}

/// True if a motion of everything as one piece changes some equation.
bool sees_the_world(const System& system, const State& state) {
    const Range base = system.layout().u_of_joint[0];
    std::vector<double> v(at(system.nu())), Gv(at(equation_counts(system).all()));
    for (int i = 0; i < base.count; ++i) v[at(base.first + i)] = 1.0 + i;
    multiply_by_G(system, state, v, Gv);
    for (const double x : Gv)
        if (std::abs(x) > 1e-9) return true;
    return false;
}

std::vector<SpatialForce> random_impulses(const Model& model, Random& random) {
    std::vector<SpatialForce> F(model.bodies.size());
    for (SpatialForce& one : F) one = {random.vector(1), random.vector(1)};
    return F;
}

}  // namespace

TEST_CASE(
    "impulses and what constraints and motors answer change momentum, speed by speed: M Δu + Gᵀλ = f + JᵀF + "
    "τ") {
    Law balance(1e-9), held(1e-9);
    for_every_constraint_on_trees(
        false, [&](const System& system, State state, Random& random, const KindOfConstraint& kind) {
            std::vector<AnyJointId> locked;
            for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j)
                if (random.below(4) == 0)
                    locked.push_back({{j}}), lock(system, state, {{j}}, MotionLevel::velocity);
            const std::vector<SpatialForce> F = random_impulses(system.model(), random);
            std::vector<double> f(at(system.nu())), JtF(f.size()), Mdu(f.size()), Gt(f.size());
            for (double& x : f) x = random.within(-1, 1);
            const ImpulseResponse r = impulse_response(system, state, {.f = f, .F_B_W = F});
            multiply_by_J_transpose(system, state, F, JtF);
            multiply_by_M(system, state, r.u_change, Mdu);
            multiply_by_G_transpose(system, state, r.multipliers, Gt);
            double size = 1, worst = 0;
            for (std::size_t i = 0; i < f.size(); ++i) {
                size = std::max({size, std::abs(Mdu[i]), std::abs(Gt[i])});
                worst = std::max(worst, std::abs(Mdu[i] + Gt[i] - f[i] - JtF[i] - r.motor_impulses[i]));
            }
            balance.measure(worst / size, kind.kind);
            for (const AnyJointId joint : locked) {
                const Range range = system.layout().u_of_joint[at(joint.index)];
                for (int i = 0; i < range.count; ++i) CHECK(r.u_change[at(range.first + i)] == 0);
            }
            std::vector<double> Gdu(at(equation_counts(system).all()));
            multiply_by_G(system, state, r.u_change, Gdu);
            if (constraint_rank(system, state) == static_cast<int>(Gdu.size()))
                for (const double x : Gdu) held.measure(std::abs(x) / size, kind.kind);
        });
}

TEST_CASE("a free system gains the momentum that impulses bring, whatever holds its parts together") {
    Law law(1e-9);
    for_every_constraint_on_trees(
        true, [&](const System& system, State state, Random& random, const KindOfConstraint& kind) {
            if (!kind.internal || sees_the_world(system, state)) return;
            const std::vector<SpatialForce> F = random_impulses(system.model(), random);
            const SpatialMomentum before = momentum(system, state);
            const double energy = kinetic_energy(system, state);
            const ImpulseResponse r = apply_impulse(system, state, {.F_B_W = F});
            const SpatialMomentum after = momentum(system, state);
            SpatialForce sum;
            for (std::size_t b = 1; b < F.size(); ++b)
                sum += shift_inward(F[b], pose(system, state, BodyId{static_cast<int>(b)}).p);
            law.measure((norm(after.f - before.f - sum.f) + norm(after.m - before.m - sum.m)) /
                            (1 + norm(sum.f) + norm(sum.m)),
                        kind.kind);
            law.measure(std::abs(kinetic_energy(system, state) - energy - r.energy_change) / (1 + energy),
                        kind.kind);
        });
}

TEST_CASE(
    "ending velocity errors by impulses takes energy, never gives any, and a second time does nothing") {
    Law again(1e-9);
    for_every_constraint_on_trees(
        false, [&](const System& system, State state, Random&, const KindOfConstraint& kind) {
            if (kind.driven) return;
            CAPTURE(kind.kind);
            const double before = kinetic_energy(system, state);
            const ImpulseResponse r = end_velocity_errors(system, state);
            const double after = kinetic_energy(system, state);
            CHECK(after <= before * (1 + 1e-12));
            CHECK(r.energy_change <= 1e-12 * before);
            CHECK(std::abs(after - before - r.energy_change) < 1e-9 * (1 + before));
            const int m = equation_counts(system).all();
            if (constraint_rank(system, state) < m) return;
            for (const double v : velocity_errors(system, state)) again.measure(std::abs(v), kind.kind);
            const ImpulseResponse second = end_velocity_errors(system, state);
            for (const double x : second.u_change) again.measure(std::abs(x), kind.kind);
        });
}

TEST_CASE("restitution e at a rod that goes taut: the ends part with e times the speed they met with") {
    Model model;
    const BodyId a = model.add(Body{"a", {.mass = 2, .com = {}, .inertia = {0.1, 0.1, 0.1}}});
    const BodyId b = model.add(Body{"b", {.mass = 3, .com = {}, .inertia = {0.1, 0.1, 0.1}}});
    const auto of_a = model.add(Slider{}, {.name = "of_a", .from = world, .to = a});
    const auto of_b = model.add(Slider{}, {.name = "of_b", .from = world, .to = b});
    model.add(Rod{"rope", {a, {}}, {b, {}}, 1});
    const System system(model);
    State state = system.default_state();
    state.q(of_b) = 1;
    state.u(of_a) = -1, state.u(of_b) = 2;
    for (const double e : {0.0, 0.5, 1.0}) {
        State then = state;
        const std::vector<double> jump{-(1 + e) * 3.0};
        const ImpulseResponse r = apply_impulse(system, then, {.jumps = jump});
        CHECK(then.u(of_b) - then.u(of_a) == doctest::Approx(-e * 3));
        CHECK(2 * then.u(of_a) + 3 * then.u(of_b) == doctest::Approx(4));
        CHECK(r.energy_change == doctest::Approx(-0.5 * 1.2 * 9 * (1 - e * e)));
        CHECK(r.multipliers[0] == doctest::Approx((1 + e) * 3 * 1.2));
    }
}
