// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/studies/equilibrate.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/momentum.h>
#include <sinew/system/motions.h>

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <numbers>

using namespace sinew;

namespace {

constexpr double pi = std::numbers::pi;
double largest_acceleration(const System& system, const State& state) {
    double largest = 0;
    for (const double a : forward_dynamics(system, state)) largest = std::max(largest, std::abs(a));
    return largest;
}

/// A string of rubber: pulls when it is longer than it is at rest, else does nothing.
class Rubber : public ForceLaw {
public:
    Rubber(Station one, Station other) : a(one), b(other) {}
    void apply(const Situation& now, Effect& out) const override {
        const Vec3 r = now.position(b) - now.position(a);
        const double length = norm(r);
        if (length <= rest) return;
        const Vec3 pull = k * (length - rest) / length * r;
        out.add_force(a, pull);
        out.add_force(b, -pull);
    }
    double potential_energy(const Situation& now) const override {
        const double stretch = norm(now.position(b) - now.position(a)) - rest;
        return stretch > 0 ? 0.5 * k * stretch * stretch : 0;
    }
    static constexpr double k = 20, rest = 4;
    Station a, b;
};

}  // namespace

TEST_CASE(
    "a pendulum comes to rest hanging, from wherever it starts, and can be asked to stand on its head") {
    Model model;
    const BodyId bob = model.add(Body{"bob", {.mass = 2, .com = {0, -0.5, 0}, .inertia = {0.1, 0.1, 0.1}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .from = world, .to = bob});
    model.add(Gravity{.g = {0, -10, 0}});
    const System system(model);
    State state = system.default_state();
    for (const double start : {-3.0, -1.0, 0.0, 0.3, 2.0, 3.1, pi}) {
        CAPTURE(start);
        state.q(swing) = start;
        const Equilibrium e = equilibrate(system, state);
        CHECK(e.converged);
        CHECK(std::abs(std::remainder(e.state.q(swing), 2 * pi)) < 1e-9);
        CHECK(e.stability == Stability::stable);
        REQUIRE(e.stiffness.size() == 1);
        CHECK(e.stiffness[0] == doctest::Approx(10));
        CHECK(e.energy == doctest::Approx(-10));
    }
    state.q(swing) = 2.9;
    const Equilibrium top = equilibrate(system, state, {.downhill = false});
    CHECK(top.converged);
    CHECK(top.state.q(swing) == doctest::Approx(pi));
    CHECK(top.stability == Stability::unstable);
    CHECK(top.summary.find("unstable") != std::string::npos);
}

TEST_CASE("five sticks and fifteen strings inflate to the tensegrity structure [Schroeder 1990, 7.2]") {
    for (const bool rubber : {true, false}) {
        CAPTURE(rubber);
        Model model;
        model.name = "tensegrity";
        std::vector<BodyId> stick;
        std::vector<AnyJointId> joint;
        for (int i = 0; i < 5; ++i) {
            stick.push_back(model.add(Body{"stick" + std::to_string(i),
                                           {.mass = 1, .com = {}, .inertia = {0.104167, 8.35417, 8.41667}}}));
            joint.push_back(model.add(Free{}, {.name = "of_stick" + std::to_string(i), .to = stick.back()}));
        }
        std::vector<std::pair<Station, Station>> ring, cross;
        for (int i = 0; i < 5; ++i) {
            const BodyId one = stick[at(i)], next = stick[at((i + 1) % 5)], last = stick[at((i + 4) % 5)];
            ring.emplace_back(Station{one, {-4, -0.5, 0}}, Station{next, {-4, -0.5, 0}});
            ring.emplace_back(Station{one, {4, 0.5, 0}}, Station{next, {4, 0.5, 0}});
            cross.emplace_back(Station{one, {-4, 0.5, 0}}, Station{last, {4, -0.5, 0}});
        }
        int number = 0;
        for (const auto* strings : {&ring, &cross})
            for (const auto& [one, other] : *strings) {
                const std::string name = "string" + std::to_string(number++);
                if (rubber) model.add(CustomForce{.name = name, .law = std::make_shared<Rubber>(one, other)});
                else model.add(TwoPointSpring{name, one, other, Rubber::k, Rubber::rest, 0});
            }
        const System system(model);
        State state = system.default_state();
        const double place[5][2] = {{6, -15}, {0, -12}, {-1, -17}, {0, -18}, {4, -18}};
        for (int i = 0; i < 5; ++i) {
            const double h = std::sqrt(0.5);
            state.set_q(joint[at(i)], std::array{h, 0.0, h, 0.0, place[i][0], place[i][1], 10.0});
        }
        const Equilibrium e = equilibrate(system, state);
        CHECK(e.converged);
        const auto length = [&](const auto& string) {
            return norm(position(system, e.state, string.first) - position(system, e.state, string.second));
        };
        for (const auto& string : ring) CHECK(std::abs(length(string) - 4.49052640) < 1e-6);
        for (const auto& string : cross) CHECK(std::abs(length(string) - 4.75662406) < 1e-6);
        CHECK(norm(mass_centre(system, e.state).p_WC - Vec3{1.8, -16, 10}) < 1e-6);
        CHECK(largest_acceleration(system, e.state) < 1e-6);
        CHECK(e.stability == Stability::neutral);  // it floats
        int open = 0;
        for (const double k : e.stiffness) open += k < 1e-6 * e.stiffness.back();
        CHECK(open == 6);
    }
}

TEST_CASE("links between two supports hang as the closed form has it, and constraints carry what it says") {
    // Three links of length 1, mass 1 in the middle of each, supports 1.8 apart: the middle one is level.
    Model model;
    const MassProperties bar{.mass = 1, .com = {0.5, 0, 0}, .inertia = {0.01, 0.3, 0.3}};
    const BodyId left = model.add(Body{"left", bar}), middle = model.add(Body{"middle", bar}),
                 right = model.add(Body{"right", bar});
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = left});
    const auto B = model.add(Pin{}, {.name = "B", .from = left, .to = middle, .X_PF = {.p = {1, 0, 0}}});
    const auto C = model.add(Pin{}, {.name = "C", .from = middle, .to = right, .X_PF = {.p = {1, 0, 0}}});
    const ConstraintId end = model.add(BallConstraint{"end", {world, {1.8, 0, 0}}, {right, {1, 0, 0}}});
    model.add(Gravity{.g = {0, -10, 0}});
    const System system(model);
    State state = system.default_state();
    state.q(A) = 1.3, state.q(B) = -1.2, state.q(C) = -1.3;  // above
    const Equilibrium e = equilibrate(system, state);
    CAPTURE(e.summary);
    CHECK(e.converged);
    const double angle = std::acos(0.4);
    CHECK(std::abs(std::remainder(e.state.q(A) + angle, 2 * pi)) < 1e-9);
    CHECK(std::abs(std::remainder(e.state.q(B) - angle, 2 * pi)) < 1e-9);
    CHECK(e.stability == Stability::stable);
    CHECK(e.stiffness.size() == 1);
    CHECK(largest_acceleration(system, e.state) < 1e-8);
    const SpatialForce F = constraint_force_on(system, e.state, end, right);
    CHECK(F.f.y == doctest::Approx(15));
    CHECK(F.f.x == doctest::Approx(10 / std::tan(angle)));
    CHECK(e.multipliers.size() == 3);
    for (int i = 0; i < 3; ++i)
        CHECK(e.multipliers[at(i)] == doctest::Approx(multipliers(system, e.state)[at(i)]).epsilon(1e-6));
}

TEST_CASE("orientation by quaternion, a joint that is locked and what its lock carries") {
    Model model;
    const BodyId arm = model.add(Body{"arm", {.mass = 1, .com = {0.5, 0, 0}, .inertia = {0.01, 0.3, 0.3}}});
    const BodyId hand = model.add(Body{"hand", {.mass = 2, .com = {0.2, 0, 0}, .inertia = {0.1, 0.2, 0.2}}});
    const auto ball = model.add(Ball{}, {.name = "ball", .from = world, .to = arm});
    const auto wrist = model.add(Pin{}, {.name = "wrist", .from = arm, .to = hand, .X_PF = {.p = {1, 0, 0}}});
    model.add(Gravity{.g = {0, 0, -10}});
    const System system(model);
    State state = system.default_state();
    state.q(ball) = {0.5, 0.1, -0.3, 2};
    state.q(wrist) = 0.7;
    lock(system, state, wrist);
    const Equilibrium e = equilibrate(system, state);
    CAPTURE(e.summary);
    CHECK(e.converged);
    CHECK(e.state.q(wrist) == 0.7);
    CHECK(e.stability == Stability::neutral);  // it may turn about the vertical
    const Vec3 p = mass_centre(system, e.state).p_WC;
    CHECK(std::hypot(p.x, p.y) < 1e-9);
    CHECK(p.z < 0);
    std::vector<double> tau(at(system.nu()));
    motor_forces(system, e.state, tau);
    for (std::size_t i = 0; i < tau.size(); ++i)
        CHECK(e.motor_forces[i] == doctest::Approx(tau[i]).scale(1).epsilon(1e-8));
    CHECK(std::abs(tau[3]) > 0.1);
}

TEST_CASE("what nothing holds is reported with the force that is left and the speed it acts on") {
    Model model;
    model.name = "stone";
    const BodyId stone = model.add(Body{"stone", {.mass = 2, .com = {}, .inertia = {1, 1, 1}}});
    model.add(Free{}, {.name = "fall", .from = world, .to = stone});
    model.add(Gravity{.g = {0, 0, -10}});
    const System system(model);
    const Equilibrium e = equilibrate(system, system.default_state(), {.max_iterations = 30});
    CHECK(!e.converged);
    CHECK(e.unbalanced == doctest::Approx(20));
    CHECK(e.summary ==
          "stone did not come to rest in 30 steps: 20 is left on \"fall.u5\", and nothing that gives way "
          "balances it.");
}

TEST_CASE("constraints that cannot be met are reported, not balanced") {
    Model model;
    model.name = "torn";
    const BodyId a = model.add(Body{"a", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}});
    model.add(Pin{}, {.name = "pin", .from = world, .to = a});
    model.add(Rod{"rod", {world, {5, 0, 0}}, {a, {1, 0, 0}}, 1});
    const System system(model);
    const Equilibrium e = equilibrate(system, system.default_state());
    CHECK(!e.converged);
    CHECK(e.summary.find("torn cannot be brought to rest: its constraints are missed by 3") !=
          std::string::npos);
}
