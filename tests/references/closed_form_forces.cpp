// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Motions under force elements whose end can be written down: stops, friction, ropes, supports, drag, controllers,
// springs between frames and a bath.
#include <tests/support/random_model.h>

#include <sinew/studies/simulate.h>

#include <doctest/doctest.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A mass on a slider along z, upwards.
struct Sliding {
    Model model;
    BodyId body;
    JointId<Slider> rail;
    double mass = 2;
    explicit Sliding(double g = 0) {
        body = model.add(Body{.name = "block", .mass = point_mass(mass)});
        rail = model.add(Slider{}, {.name = "rail",
                                    .from = world,
                                    .to = body,
                                    .X_PF = {.R = rotation_taking_x_to_z()},
                                    .X_BM = {.R = rotation_taking_x_to_z()}});
        if (g > 0) model.add(Gravity{.g = {0, 0, -g}});
    }
    static Rotation rotation_taking_x_to_z() { return Rotation::about_y(-std::numbers::pi / 2); }
    CoordinateOf along() const { return {rail, 0}; }
    State start(const System& system, double q, double u) const {
        State state = system.default_state();
        state.q(rail) = q;
        state.u(rail) = u;
        return state;
    }
};

/// The root of an increasing function within [a, b].
template <class F>
double root(F&& f, double a, double b) {
    for (int i = 0; i < 200; ++i) (f(0.5 * (a + b)) < 0 ? a : b) = 0.5 * (a + b);
    return 0.5 * (a + b);
}

double deepest(const System& system, const State& start, double until, const JointId<Slider>& rail) {
    double found = 0;
    for (const State& now : simulate(system, start, {.until = until, .accuracy = 1e-9, .max_step = 1e-4}))
        found = std::max(found, std::abs(now.q(rail)));
    return found;
}

}  // namespace

TEST_CASE("a stop is pressed in as deep, and left as fast, as Hunt and Crossley's law says") {
    for (const double c : {1e-3, 0.3, 2.0}) {
        CAPTURE(c);
        Sliding s;
        const double k = 5e3, v0 = 1.5, high = 0.4;
        s.model.add(MobilityStop{
            .name = "stop", .coordinate = s.along(), .high = high, .stiffness = k, .dissipation = c});
        const System system(s.model);
        const State start = s.start(system, 0, v0);
        const double energy = (c * v0 - std::log1p(c * v0)) / (c * c) * s.mass;
        CHECK(deepest(system, start, 0.5, s.rail) ==
              doctest::Approx(high + std::sqrt(2 * energy / k)).epsilon(1e-6));
        const double v1 =
            root([&](double v) { return (-c * v - std::log1p(-c * v)) / (c * c) * s.mass - energy; }, 0,
                 std::min(v0, (1 - 1e-12) / c));
        const State end = last(simulate(system, start, {.until = 1.0, .accuracy = 1e-10}));
        CHECK(-end.u(s.rail) == doctest::Approx(v1).epsilon(1e-7));
        if (c == 1e-3) CHECK(v1 / v0 == doctest::Approx(1 - 2.0 / 3 * c * v0).epsilon(1e-5));
    }
}

TEST_CASE("friction stops a block after the way that its curve says, and has two derivatives everywhere") {
    const FrictionCurve<double> curve{3, 2, 0.5, 0.1, 0.3};
    CHECK(curve(0.0) == 0);
    CHECK(curve(0.1) == doctest::Approx(3 + 0.05));
    CHECK(curve(0.4) == doctest::Approx(2 + 0.2));
    CHECK(curve(2.0) == doctest::Approx(2 + 1));
    CHECK(curve(-2.0) == -curve(2.0));
    constexpr double h = 1e-6;
    for (const double v : {0.0, 0.1, 0.4})
        for (const double sign : {-1.0, 1.0}) {
            const auto second = [&](double at) {
                constexpr double d = 1e-4;
                return (curve(at + d) - 2 * curve(at) + curve(at - d)) / (d * d);
            };
            const auto slope = [&](double at) { return (curve(at + h) - curve(at - h)) / (2 * h); };
            CHECK(std::abs(slope(sign * v + 2 * h) - slope(sign * v - 2 * h)) < 1e-2);
            CHECK(std::abs(second(sign * v + 2e-4) - second(sign * v - 2e-4)) <
                  20);  // of third derivatives < 4e4
        }

    Sliding s;
    const double F = 4, v0 = 1.2, v1 = 0.05;
    s.model.add(MobilityFriction{.name = "rub",
                                 .coordinate = s.along(),
                                 .at_transition = F,
                                 .sliding = F,
                                 .transition_speed = v1,
                                 .stribeck_range = v1});
    const System system(s.model);
    double integral = 0;  // ∫ 8/(15 − 10y² + 3y⁴) over 0..1, by Simpson's rule
    constexpr int n = 200;
    for (int i = 0; i <= n; ++i) {
        const double y = static_cast<double>(i) / n, weight = i == 0 || i == n ? 1 : i % 2 ? 4 : 2;
        integral += weight * 8 / (15 - 10 * y * y + 3 * y * y * y * y) / (3 * n);
    }
    const double way = s.mass / F * ((v0 * v0 - v1 * v1) / 2 + v1 * v1 * integral);
    const State end = last(simulate(system, s.start(system, 0, v0), {.until = 3.0, .accuracy = 1e-9}));
    CHECK(end.q(s.rail) == doctest::Approx(way).epsilon(1e-7));
}

TEST_CASE("a brake creeps under a load it can bear, and lets go of a larger one") {
    for (const double load : {0.5, 1.5}) {
        Sliding s;
        const double hold = 10, v1 = 1e-3;
        s.model.add(MobilityConstant{.name = "load", .coordinate = s.along(), .force = load * hold});
        s.model.add(MobilityFriction{.name = "brake",
                                     .coordinate = s.along(),
                                     .at_transition = hold,
                                     .sliding = hold,
                                     .transition_speed = v1});
        const System system(s.model);
        const State end = last(simulate(system, s.start(system, 0, 0), {.until = 0.5, .accuracy = 1e-6}));
        if (load < 1) {
            const double x =
                root([&](double y) { return y * (15 - 10 * y * y + 3 * y * y * y * y) / 8 - load; }, 0, 1);
            CHECK(end.u(s.rail) == doctest::Approx(x * v1).epsilon(1e-4));
        } else {
            CHECK(end.u(s.rail) == doctest::Approx((load - 1) * hold / s.mass * 0.5).epsilon(0.01));
        }
    }
}

TEST_CASE("a rope gives back the share of the work that its approach factor says, and never pushes") {
    for (const double onset : {0.0, 0.05}) {
        Sliding s;
        const double k = 800, e = 0.36, v0 = 2;
        s.model.add(Rope{.name = "rope",
                         .from = {world, {}},
                         .to = {s.body, {}},
                         .stiffness = k,
                         .rest_length = 1,
                         .onset = onset,
                         .approach = e,
                         .approach_speed = 1e-6});
        const System system(s.model);
        const State start = s.start(system, 0.5, v0);
        const State end = last(simulate(system, start, {.until = 0.8, .accuracy = 1e-8}));
        CHECK(end.q(s.rail) < 1);
        CHECK(-end.u(s.rail) == doctest::Approx(std::sqrt(e) * v0).epsilon(1e-5));
        CHECK(potential_energy(system, end) == 0);
        State hanging = s.start(system, 1 + onset + 0.1, 0);
        CHECK(applied_on_speeds(system, hanging)[0] == doctest::Approx(0).epsilon(1e-12));
        CHECK(applied_on(system, hanging, s.body).f.z == doctest::Approx(-k * (0.1 + 0.5 * onset)));
    }
}

TEST_CASE("a car's weight on four supports sinks in and swings as its springs and dampers say") {
    Model model;
    const double m = 2000, k = 50000, d = 2500, g = 9.81;
    const BodyId car = model.add(Body{.name = "car", .mass = {m, {}, {800, 2500, 3000, 0, 0, 0}}});
    const auto joint = model.add(Free{}, {.name = "road", .from = world, .to = car});
    for (const double x : {-1.7, 1.7})
        for (const double y : {-0.9, 0.9})
            model.add(Support{.name = "wheel" + std::to_string(x) + std::to_string(y),
                              .on = {world, {}},
                              .at = {car, {x, y, -0.3}},
                              .stiffness = k,
                              .damping = d});
    model.add(Gravity{.g = {0, 0, -g}});
    const System system(model);
    State start = system.default_state();
    const double sag = m * g / (4 * k), w = std::sqrt(4 * k / m), zeta = 4 * d / (2 * m * w), lift = 0.02;
    fit_pose(system, start, joint, {.p = {0, 0, 0.3 - sag + lift}});
    const double t = 0.4, damped = w * std::sqrt(1 - zeta * zeta);
    const State end = last(simulate(system, start, {.until = t, .accuracy = 1e-9}));
    const double z =
        lift * std::exp(-zeta * w * t) * (std::cos(damped * t) + zeta * w / damped * std::sin(damped * t));
    CHECK(w == doctest::Approx(10));
    CHECK(pose(system, end, car).p.z == doctest::Approx(0.3 - sag + z).epsilon(1e-8));
    const State rest = last(simulate(system, start, {.until = 6, .accuracy = 1e-6}));
    CHECK(pose(system, rest, car).p.z == doctest::Approx(0.3 - sag).epsilon(1e-6));
}

TEST_CASE("what falls through a medium approaches its final speed as formulas say, also in the wind") {
    const double g = 9.81, t = 0.7;
    const auto speed_after = [&](double linear, double quadratic, double wind) {
        Sliding s(g);
        s.model.add(Drag{.name = "air",
                         .at = {s.body, {}},
                         .linear = linear,
                         .quadratic = quadratic,
                         .wind = {3, 0, wind}});
        const System system(s.model);
        return last(simulate(system, s.start(system, 0, 0), {.until = t, .accuracy = 1e-9})).u(s.rail);
    };
    const double m = 2, a = 3, b = 0.8;
    CHECK(speed_after(a, 0, 0) == doctest::Approx(-m * g / a * (1 - std::exp(-a * t / m))).epsilon(1e-8));
    CHECK(speed_after(a, 0, 1) ==
          doctest::Approx((1 - m * g / a) * (1 - std::exp(-a * t / m))).epsilon(1e-8));
    Sliding s(g);
    s.model.add(Drag{.name = "air", .at = {s.body, {}}, .quadratic = b});
    const System system(s.model);
    const double final_speed = std::sqrt(m * g / b);
    const State end = last(simulate(system, s.start(system, 0, 0), {.until = t, .accuracy = 1e-9}));
    CHECK(end.u(s.rail) == doctest::Approx(-final_speed * std::tanh(g * t / final_speed)).epsilon(1e-8));
}

TEST_CASE(
    "a controller holds its target under any load; limited, it winds nothing up; a motor gives what it has") {
    Sliding s(9.81);
    MobilityPid pid{.name = "pid",
                    .coordinate = s.along(),
                    .target = 0.3,
                    .proportional = 200,
                    .integral = 300,
                    .derivative = 60};
    s.model.add(pid);
    const System system(s.model);
    State start = s.start(system, 0, 0);
    State end = last(simulate(system, start, {.until = 15, .accuracy = 1e-8}));
    CHECK(std::abs(end.q(s.rail) - 0.3) < 1e-7);
    CHECK(pid.integral * end.z()[0] == doctest::Approx(2 * 9.81).epsilon(1e-6));
    start.set_parameter("pid.target", -0.1);
    end = last(simulate(system, start, {.until = 15, .accuracy = 1e-8}));
    CHECK(std::abs(end.q(s.rail) + 0.1) < 1e-7);

    start.set_parameter("pid.limit", 5.0);  // less than the weight
    start.set_parameter("pid.target", 1.0);
    end = last(simulate(system, start, {.until = 1, .accuracy = 1e-8}));
    CHECK(end.u(s.rail) == doctest::Approx(-9.81 + 5.0 / 2).epsilon(1e-6));
    CHECK(end.z()[0] == 0);

    Sliding driven;
    driven.model.add(
        MobilityMotor{.name = "motor", .coordinate = driven.along(), .speed = 2, .gain = 1e4, .limit = 6});
    const System motor(driven.model);
    State at_rest = driven.start(motor, 0, 0);
    CHECK(applied_on_speeds(motor, at_rest)[0] == doctest::Approx(6).epsilon(1e-6));
    end = last(simulate(motor, at_rest, {.until = 0.3, .accuracy = 1e-8}));
    CHECK(end.u(driven.rail) == doctest::Approx(0.9).epsilon(1e-6));
    end = last(simulate(motor, at_rest, {.until = 2, .accuracy = 1e-6}));
    CHECK(end.u(driven.rail) == doctest::Approx(2).epsilon(1e-6));
}

TEST_CASE("on a pin, a torsion spring and a spring between frames are springs on its angle") {
    const double k = 3, c = 0.2, angle = 0.9, rate = 1.3;
    const Transform F{Rotation::about_x(0.4), {0.1, 0.2, 0.3}}, M{Rotation::about_y(0.7), {-0.2, 0.1, 0}};
    const auto acceleration_with = [&](auto element) {
        Model model;
        const BodyId body =
            model.add(Body{.name = "body", .mass = {2, {0.1, 0.2, 0}, {0.4, 0.5, 0.6, 0.01, 0.02, 0.03}}});
        const auto pin = model.add(Pin{}, {.name = "pin", .from = world, .to = body, .X_PF = F, .X_BM = M});
        if constexpr (requires { element.from; }) element.from = {world, F}, element.to = {body, M};
        else element.coordinate = {pin, 0};
        element.name = "spring";
        model.add(element);
        const System system(model);
        State state = system.default_state();
        state.q(pin) = angle;
        state.u(pin) = rate;
        return forward_dynamics(system, state)[0];
    };
    const double spring = acceleration_with(MobilitySpring{.stiffness = k, .rest = 0.2}),
                 damper = acceleration_with(MobilityDamper{.damping = c});
    CHECK(acceleration_with(TorsionSpring{.stiffness = k, .rest = 0.2, .damping = c}) ==
          doctest::Approx(spring + damper).epsilon(1e-12));
    const double from_zero = acceleration_with(MobilitySpring{.stiffness = k});
    CHECK(
        acceleration_with(FrameSpring{.stiffness = {1, 1, k, 0, 0, 0}, .damping = {0.1, 0.1, c, 0, 0, 0}}) ==
        doctest::Approx(from_zero + damper).epsilon(1e-12));
}

TEST_CASE(
    "a spring between frames with equal stiffnesses turns a body straight back, from tiny angles to large "
    "ones") {
    Model model;
    const BodyId body = model.add(Body{.name = "body", .mass = {1, {}, {0.4, 0.5, 0.6, 0, 0, 0}}});
    const auto ball = model.add(Ball{}, {.name = "ball", .from = world, .to = body});
    model.add(FrameSpring{
        .name = "spring", .from = {world, {}}, .to = {body, {}}, .stiffness = {5, 5, 5, 0, 0, 0}});
    const System system(model);
    State state = system.default_state();
    const Vec3 axis = Vec3{1, -2, 2} / 3.0;
    for (const double theta : {0.0, 1e-9, 0.02, 0.0316, 0.0317, 0.5, 2.0, 3.1}) {
        CAPTURE(theta);
        fit_pose(system, state, ball, {.R = Rotation::about(axis, theta)});
        CHECK(norm(applied_on(system, state, body).m + 5 * theta * axis) <
              1e-12 * (1 + 1 / (3.1416 - theta)));
        CHECK(potential_energy(system, state) == doctest::Approx(2.5 * theta * theta).epsilon(1e-12));
    }
}

TEST_CASE("a bath gives an oscillator its share of heat and keeps the sum of all energies") {
    Sliding s;
    s.model.add(MobilitySpring{.name = "spring", .coordinate = s.along(), .stiffness = 2});
    const double k = 0.01, T = 100;
    s.model.add(Thermostat{.temperature = T, .relaxation_time = 1.0, .boltzmann = k, .chain = 4});
    const System system(s.model);
    const State start = s.start(system, 0.5, 0.3);
    const double first = total_energy(system, start);
    double heat = 0, potential = 0, worst = 0;
    int count = 0;
    for (const State& now :
         simulate(system, start, {.until = 8000, .report_every = 0.25, .accuracy = 1e-7})) {
        heat += kinetic_energy(system, now);
        potential += potential_energy(system, now, ForceId{0});
        worst = std::max(worst, std::abs(total_energy(system, now) - first));
        ++count;
    }
    CHECK(heat / count == doctest::Approx(k * T / 2).epsilon(0.05));
    CHECK(potential / count == doctest::Approx(k * T / 2).epsilon(0.1));
    CHECK(worst < 1e-4);
}

TEST_CASE("what makes no sense in these elements is said when the System is made") {
    Sliding s;
    s.model.add(MobilityStop{.name = "stop", .coordinate = s.along(), .low = 1, .high = 0});
    s.model.add(Rope{.name = "rope", .to = {s.body, {}}, .approach = 1.5});
    s.model.add(Thermostat{.name = "bath", .chain = 0});
    s.model.add(MobilityFriction{.name = "rub", .coordinate = s.along(), .transition_speed = 0});
    s.model.add(MobilityFriction{.name = "slips", .coordinate = s.along(), .at_transition = 1, .sliding = 2});
    std::string said;
    try {
        const System system(s.model);
    } catch (const ModelError& error) {
        said = error.what();
    }
    for (
        const char* part :
        {R"(mobility stop "stop": its low end is not below its high end.)",
         R"(rope "rope": approach is above 1, so that it would give back more than it took.)",
         R"(thermostat "bath": chain must be at least 1.)",
         R"(mobility friction "rub": transition_speed = 0 must be positive.)",
         R"(mobility friction "slips": its sliding friction is above that at the transition speed; make them )"})
        CHECK(said.find(part) != std::string::npos);
    Sliding cold;
    cold.model.add(Thermostat{.excluded_dofs = 1});
    const System system(cold.model);
    const State state = cold.start(system, 0, 1);
    CHECK_THROWS_WITH_AS(forward_dynamics(system, state),
                         doctest::Contains("It excludes all degrees of freedom."), StateError);
}
