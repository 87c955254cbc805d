// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Constraints that are doubled, have no effect, fight, or lie in different islands.
#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

MassProperties solid(double mass) {
    return {.mass = mass, .com = {0.1, 0, 0}, .inertia = {.xx = 0.01, .yy = 0.02, .zz = 0.02}};
}

std::vector<double> copy(std::span<const double> x) { return {x.begin(), x.end()}; }

/// A wheel on a pin, with gravity across its axis.
struct Wheel {
    Model model;
    BodyId wheel;
    JointId<Pin> hub;
    Wheel() {
        wheel = model.add(Body{.name = "wheel", .mass = solid(2)});
        hub = model.add(Pin{}, {.name = "hub", .from = world, .to = wheel});
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
};

}  // namespace

TEST_CASE("a rod from the hub to the rim of its own wheel has no effect and no load") {
    Wheel w;
    const System free(w.model);
    const ConstraintId rod =
        w.model.add(Rod{.name = "spoke", .from = {world, {}}, .to = {w.wheel, {0.3, 0.4, 0}}, .length = 0.5});
    const System held(w.model);
    for (const double angle : {0.0, 0.3, 1.0, 2.5}) {
        State a = free.default_state(), b = held.default_state();
        a.q(w.hub) = angle, b.q(w.hub) = angle;
        a.u(w.hub) = 3, b.u(w.hub) = 3;
        CHECK(difference(forward_dynamics(free, a), forward_dynamics(held, b)) < 1e-14);
        CHECK(multipliers(held, b, rod)[0] == 0);
        CHECK(constraint_rank(held, b) == 0);
    }
}

TEST_CASE("two rods that fight leave the least sum of squares, and neither wins") {
    Wheel w;
    w.model.add(PrescribedCoordinate{
        .name = "one", .coordinate = {w.hub, 0}, .of_time = function::Polynomial{{1, 0, 0}}});
    w.model.add(PrescribedCoordinate{
        .name = "two", .coordinate = {w.hub, 0}, .of_time = function::Polynomial{{3, 0, 0}}});
    const System system(w.model);
    const State state = system.default_state();
    CHECK(forward_dynamics(system, state)[0] == doctest::Approx(4).epsilon(1e-12));  // between 2 and 6
    CHECK(acceleration_errors(system, state)[0] == doctest::Approx(2));
    CHECK(acceleration_errors(system, state)[1] == doctest::Approx(-2));
    CHECK(constraint_rank(system, state) == 1);
}

TEST_CASE("load is shared as load shares say, and only where it is shared") {
    Wheel w;
    const ConstraintId one = w.model.add(ConstantCoordinate{.name = "one", .coordinate = {w.hub, 0}});
    const ConstraintId two = w.model.add(ConstantCoordinate{.name = "two", .coordinate = {w.hub, 0}});
    const System system(w.model);
    State state = system.default_state();
    const double whole = 2 * multipliers(system, state, one)[0];
    CHECK(whole == doctest::Approx(-2 * 9.81 * 0.1));
    state.set_parameter("two.load_share", 2);  // least (λ₁/1)² + (λ₂/2)²
    CHECK(multipliers(system, state, one)[0] == doctest::Approx(whole / 5).epsilon(1e-12));
    CHECK(multipliers(system, state, two)[0] == doctest::Approx(whole * 4 / 5).epsilon(1e-12));
    CHECK(forward_dynamics(system, state)[0] == doctest::Approx(0));
    set_enabled(system, state, two, false);
    state.set_parameter("one.load_share", 5);
    CHECK(multipliers(system, state, one)[0] == doctest::Approx(whole).epsilon(1e-12));
}

TEST_CASE("a planar four-bar closed by a ball, a pin or a weld's five other equations moves the same") {
    const double crank = 0.1, coupler = 0.35, rocker = 0.3, ground = 0.4;
    std::vector<std::vector<double>> results;
    for (int how = 0; how < 4; ++how) {
        Model model;
        const BodyId a = model.add(Body{.name = "crank", .mass = solid(1)}),
                     b = model.add(Body{.name = "coupler", .mass = solid(2)}),
                     c = model.add(Body{.name = "rocker", .mass = solid(3)});
        const auto qa = model.add(Pin{}, {.name = "a", .from = world, .to = a});
        const auto qb = model.add(Pin{}, {.name = "b", .from = a, .to = b, .X_PF = {.p = {crank, 0, 0}}});
        const auto qc =
            model.add(Pin{}, {.name = "c", .from = world, .to = c, .X_PF = {.p = {ground, 0, 0}}});
        model.add(Gravity{.g = {1, -9.81, 0}});
        const Vec3 tip_b{coupler, 0, 0}, tip_c{rocker, 0, 0};
        if (how == 0) {
            model.add(PointOnPlane{.name = "x", .plane = {b, {1, 0, 0}, coupler}, .point = {c, tip_c}});
            model.add(PointOnPlane{.name = "y", .plane = {b, {0, 1, 0}, 0}, .point = {c, tip_c}});
        }
        if (how == 1) model.add(BallConstraint{.name = "loop", .from = {b, tip_b}, .to = {c, tip_c}});
        if (how == 2)
            model.add(PinConstraint{.name = "loop", .from = {b, {.p = tip_b}}, .to = {c, {.p = tip_c}}});
        if (how == 3) {
            model.add(PinConstraint{.name = "loop", .from = {b, {.p = tip_b}}, .to = {c, {.p = tip_c}}});
            model.add(BallConstraint{.name = "again", .from = {b, tip_b}, .to = {c, tip_c}});
        }
        const System system(model);
        State state = system.default_state();
        // Crank at 90 degrees, closed form by the circles about its tip and the rocker's foot.
        const double x = -ground, y = crank, far = std::hypot(x, y);
        const double along = (rocker * rocker - coupler * coupler + far * far) / (2 * far),
                     up = std::sqrt(rocker * rocker - along * along);
        const double px = ground + (along * x + up * y) / far, py = (along * y - up * x) / far;
        state.q(qa) = std::numbers::pi / 2;
        state.q(qb) = std::atan2(py - crank, px) - std::numbers::pi / 2;
        state.q(qc) = std::atan2(py, px - ground);
        for (const double e : position_errors(system, state)) CHECK(std::abs(e) < 1e-15);
        CHECK(constraint_rank(system, state) == 2);
        results.push_back(copy(forward_dynamics(system, state)));
        for (const double e : acceleration_errors(system, state)) CHECK(std::abs(e) < 1e-11);
    }
    for (int how = 1; how < 4; ++how)
        CHECK(difference(results[0], results[static_cast<std::size_t>(how)]) < 1e-12);
}

TEST_CASE("what happens in one island does not touch another, bit by bit") {
    const auto build = [](bool with_second) {
        Model model;
        for (int chain = 0; chain < 2; ++chain) {
            BodyId last = world;
            for (int i = 0; i < 4; ++i) {
                const std::string name = std::to_string(chain) + std::to_string(i);
                const BodyId next = model.add(Body{.name = "b" + name, .mass = solid(1 + i)});
                model.add(Gimbal{},
                          {.name = "j" + name, .from = last, .to = next, .X_PF = {.p = {0.3, 0.1, 0}}});
                last = next;
            }
            if (chain == 0 || with_second)
                model.add(Rod{.name = "rod" + std::to_string(chain),
                              .from = {world, {1, 2, 3}},
                              .to = {last, {0.2, 0, 0}},
                              .length = 3});
        }
        return model;
    };
    const System one(build(false)), both(build(true));
    State a = random_state(one, 3, false), b = random_state(both, 3, false);
    const auto u_dot = forward_dynamics(one, a), v_dot = forward_dynamics(both, b);
    CHECK(difference(u_dot.first(12), v_dot.first(12)) == 0);
    CHECK(difference(u_dot.last(12), v_dot.last(12)) > 1e-3);
    CHECK(multipliers(one, a)[0] == multipliers(both, b)[0]);
    std::vector<double> W(4);
    constraint_compliance(both, b, W);
    CHECK(W[1] == 0);
}

TEST_CASE("mixed dynamics takes what Motions and locks drive for given, and finds their motors' forces") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Model model = random_model(seed);
        Random random(seed);
        const BodyId other{static_cast<int>(model.bodies.size()) - 1};
        model.add(PointOnPlane{.name = "plane", .plane = {world, random.vector(1), 0}, .point = {other, {}}});
        model.add(Gravity{});
        const System system(model);
        State state = random_state(system, seed);
        lock(system, state, AnyJointId{{1}}, MotionLevel::acceleration);
        std::vector<double> u_dot(state.u().size()), tau(u_dot.size()), motors(u_dot.size()), lambda(1);
        mixed_dynamics(system, state, {}, u_dot, tau, lambda);
        CHECK(difference(u_dot, forward_dynamics(system, state)) < 1e-10);
        motor_forces(system, state, motors);
        CHECK(difference(tau, motors) < 1e-9);
        CHECK(lambda[0] == doctest::Approx(multipliers(system, state)[0]));
    }
}
