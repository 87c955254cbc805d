// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/studies/invert.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/project.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<double> copy(std::span<const double> x) { return {x.begin(), x.end()}; }

void append(std::vector<double>& to, std::span<const double> x) { to.insert(to.end(), x.begin(), x.end()); }

/// Crank, coupler and rocker under gravity, assembled and moving.
struct FourBar {
    Model model{};
    JointId<Pin> A{}, B{}, D{};
    FourBar() {
        const MassProperties bar{.mass = 1, .com = {0.5, 0, 0}, .inertia = {0.01, 0.4, 0.4}};
        const BodyId crank = model.add(Body{"crank", bar}), coupler = model.add(Body{"coupler", bar}),
                     rocker = model.add(Body{"rocker", bar});
        A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
        B = model.add(Pin{}, {.name = "B", .from = crank, .to = coupler, .X_PF = {.p = {0.6, 0, 0}}});
        D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
        model.add(BallConstraint{"C", {coupler, {1.8, 0, 0}}, {rocker, {1.4, 0, 0}}});
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
    State moving(const System& system) const {
        State state = system.default_state();
        state.q(A) = 1.0, state.q(B) = -0.6, state.q(D) = 1.9;
        state.u(A) = 2;
        const StateProjection p = project(system, state);
        CHECK((p.positions.converged && p.velocities.converged));
        return state;
    }
};

}  // namespace

TEST_CASE(
    "without constraints the forces found are those under which the recorded accelerations come about") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{});
        const System system(model);
        const State setup = random_state(system, seed);
        Random random(seed);
        RecordedMotion motion;
        for (int i = 0; i < 4; ++i) {
            motion.times.push_back(0.1 * i);
            append(motion.q, setup.q());
            for (int k = 0; k < system.nu(); ++k) motion.u.push_back(random.within(-1, 1));
            for (int k = 0; k < system.nu(); ++k) motion.u_dot.push_back(random.within(-1, 1));
        }
        const Inversion found = invert(system, setup, motion);
        State state = setup;
        for (int i = 0; i < 4; ++i) {
            const std::size_t n = at(system.nu()), first = at(i) * n;
            state.set_u(std::span(motion.u).subspan(first, n));
            std::vector<double> f(n), u_dot(n);
            applied_mobility_force(system, state, f);
            for (std::size_t k = 0; k < n; ++k) f[k] += found.forces[first + k];
            forward_dynamics(system, state, {.f = f, .F_B_W = {}}, u_dot);
            CHECK(difference(u_dot, std::span(motion.u_dot).subspan(first, n)) < 1e-9);
        }
    }
}

TEST_CASE("the motor of a four-bar is found, and what its joint C carries: passive joints miss nothing") {
    const FourBar bar;
    const System system(bar.model);
    const State state = bar.moving(system);
    std::vector<double> f(3), u_dot(3);
    applied_mobility_force(system, state, f);
    f[at(system.layout().u_of_joint[at(bar.A.index)].first)] += 7.5;  // the motor
    forward_dynamics(system, state, {.f = f, .F_B_W = {}}, u_dot);
    const RecordedMotion motion{.times = {0}, .q = copy(state.q()), .u = copy(state.u()), .u_dot = u_dot};
    const Inversion found = invert(system, state, motion, {.unactuated = {bar.B, bar.D}});
    CHECK(found.forces[at(system.layout().u_of_joint[at(bar.A.index)].first)] == doctest::Approx(7.5));
    CHECK(found.largest_residual < 1e-9);
    CHECK(found.position_error < 1e-9);
    CHECK(found.acceleration_error < 1e-8);
    CHECK(found.power[0] == doctest::Approx(7.5 * state.u(bar.A)));
    // The multipliers are those of forward dynamics: a small change of them would leave a residual.
    std::vector<double> Gt(3), need(3);
    multiply_by_G_transpose(system, state, found.multipliers, Gt);
    inverse_dynamics(system, state, u_dot, need);
    for (std::size_t i = 0; i < 3; ++i) CHECK(need[i] + Gt[i] == doctest::Approx(found.forces[i]).scale(1));
    // Accelerations that no motor at A explains leave residuals, and their speed is named.
    RecordedMotion wrong = motion;
    for (double& a : wrong.u_dot) a += 1;
    const Inversion missing = invert(system, state, wrong, {.unactuated = {bar.B, bar.D}});
    CHECK(missing.acceleration_error > 0.1);
    // Every joint with a motor: constraints need not carry anything.
    for (const double l : invert(system, state, motion).multipliers) CHECK(l == 0);
}

TEST_CASE("joints left free move as forward dynamics has it, with constraints, and need no force") {
    const FourBar bar;
    const System system(bar.model);
    const State state = bar.moving(system);
    const std::vector<double> u_dot = copy(forward_dynamics(system, state)),
                              lambda = copy(multipliers(system, state));
    RecordedMotion motion{.times = {0}, .q = copy(state.q()), .u = copy(state.u()), .u_dot = {9, 9, 9}};
    const Inversion all = invert(system, state, motion, {.free = {bar.A, bar.B, bar.D}});
    CHECK(difference(all.u_dot, u_dot) < 1e-9);
    for (const double f : all.forces) CHECK(f == 0);
    CHECK(difference(all.multipliers, lambda) < 1e-7);
    // The crank's acceleration given, the rest follows; its force makes forward dynamics agree.
    motion.u_dot = {3, 3, 3};
    const Inversion mixed = invert(system, state, motion, {.free = {bar.B, bar.D}});
    std::vector<double> f(3), again(3);
    applied_mobility_force(system, state, f);
    for (std::size_t i = 0; i < 3; ++i) f[i] += mixed.forces[i];
    forward_dynamics(system, state, {.f = f, .F_B_W = {}}, again);
    CHECK(difference(again, mixed.u_dot) < 1e-9);
    CHECK(mixed.u_dot[at(system.layout().u_of_joint[at(bar.A.index)].first)] == 3);
}

TEST_CASE("measured forces take the residual off the base") {
    Model model;
    const BodyId body = model.add(Body{"body", {.mass = 3, .com = {0.1, 0, 0}, .inertia = {1, 2, 2}}});
    const auto base = model.add(Free{}, {.name = "base", .from = world, .to = body});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State state = system.default_state();
    state.set_u(base, std::array{0.3, -0.2, 0.5, 1.0, 0.0, -1.0});
    const SpatialForce push{{0.2, 0.1, -0.4}, {1, 2, 40}};
    const std::vector<SpatialForce> F{{}, push};
    std::vector<double> f(6), JtF(6), u_dot(6);
    applied_mobility_force(system, state, f);
    multiply_by_J_transpose(system, state, F, JtF);
    for (std::size_t i = 0; i < 6; ++i) f[i] += JtF[i];
    forward_dynamics(system, state, {.f = f, .F_B_W = {}}, u_dot);
    const RecordedMotion motion{.times = {0}, .q = copy(state.q()), .u = copy(state.u()), .u_dot = u_dot};
    CHECK(invert(system, state, motion).largest_residual > 10);
    CHECK(invert(system, state, motion, {.F_B_W = F}).largest_residual < 1e-12);
}

TEST_CASE(
    "speeds and accelerations from coordinates alone come with the fifth order of the frames' distance") {
    Model model;
    const BodyId a = model.add(Body{"a", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}});
    const BodyId b = model.add(Body{"b", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}});
    const auto ball = model.add(Ball{}, {.name = "ball", .from = world, .to = a});
    const auto pin = model.add(Pin{}, {.name = "pin", .from = a, .to = b});
    const System system(model);
    const State setup = system.default_state();
    double last = 0;
    for (const int frames : {21, 41}) {
        // The ball turns about z by 2 sin t; every third quaternion is written with the other sign and length.
        RecordedMotion motion;
        for (int i = 0; i < frames; ++i) {
            const double t = 2.0 * i / (frames - 1), angle = 2 * std::sin(t), size = i % 3 ? 1 : -2;
            motion.times.push_back(t);
            append(motion.q, std::array{size * std::cos(angle / 2), 0.0, 0.0, size * std::sin(angle / 2)});
            motion.q.push_back(std::cos(3 * t));
        }
        const RecordedMotion full = differentiate(system, setup, motion);
        double worst = 0;
        const std::size_t z = at(system.layout().u_of_joint[at(ball.index)].first) + 2,
                          p = at(system.layout().u_of_joint[at(pin.index)].first);
        for (int i = 0; i < frames; ++i) {
            const double t = motion.times[at(i)];
            const double* u = full.u.data() + 4 * i;
            const double* u_dot = full.u_dot.data() + 4 * i;
            worst =
                std::max({worst, std::abs(u[z] - 2 * std::cos(t)), std::abs(u_dot[z] + 2 * std::sin(t)),
                          std::abs(u[p] + 3 * std::sin(3 * t)), std::abs(u_dot[p] + 9 * std::cos(3 * t))});
        }
        CHECK(worst < (frames == 21 ? 0.1 : 0.01));
        if (last > 0) CHECK(last / worst > 20);
        last = worst;
    }
}

TEST_CASE("frames that make no sense are refused by what is wrong with them") {
    const FourBar bar;
    const System system(bar.model);
    const State state = system.default_state();
    const auto refusal = [&](const RecordedMotion& motion,
                             const InversionOptions& options = {}) -> std::string {
        try {
            invert(system, state, motion, options);
        } catch (const StudyError& e) {
            return e.what();
        }
        return "accepted";
    };
    const std::vector<double> three(3), nine(9);
    CHECK(refusal({}) == "a motion without frames cannot be inverted.");
    CHECK(refusal({.times = {0, 1, 1}, .q = nine}) ==
          "frame 2 of a motion is at time 1, not after frame 1 at 1.");
    CHECK(refusal({.times = {0, 1, 2}, .q = three}) ==
          "a motion of 3 frames needs 9 numbers for q, 3 per frame, but has 3.");
    CHECK(refusal({.times = {0, 1, 2}, .q = {0, 0, 0, 0, NAN, 0, 0, 0, 0}}) ==
          "frame 1 of a motion has nan for \"B.angle\". Fill gaps before.");
    CHECK(refusal({.times = {0}, .q = three}) ==
          "a motion of 1 frames is too short for accelerations: give at least 3 frames, or u_dot.");
    CHECK(
        refusal({.times = {0}, .q = three, .u = three, .u_dot = three},
                {.F_B_W = std::vector<SpatialForce>(2)}) ==
        "a motion of 1 frames needs 4 forces on bodies, one per body and frame with the world's, but has 2.");
    CHECK(
        refusal({.times = {0}, .q = three, .u = three, .u_dot = three}, {.unactuated = {AnyJointId{{7}}}}) ==
        "a joint given as unactuated is none of system \"model\". Give the id that add() returned.");
    CHECK(refusal({.times = {0}, .q = three, .u = three, .u_dot = three}) == "accepted");
}
