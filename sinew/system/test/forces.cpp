// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Force elements that are wrong, that fail, that have variables of their own or are set in the State.
#include <sinew/base/error.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/forces.h>
#include <sinew/system/kinematics.h>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace sinew;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A ball on a pin, and another free.
struct Swing {
    Model model;
    BodyId bob = model.add(Body{.name = "bob", .mass = {2, {0, -0.5, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
    BodyId ball = model.add(Body{.name = "ball", .mass = {1, {}, {0.1, 0.1, 0.1, 0, 0, 0}}});
    JointId<Pin> swing = model.add(Pin{}, {.name = "swing", .to = bob});
    JointId<Free> flight = model.add(Free{}, {.name = "flight", .to = ball});
};

template <class F>
std::string what_of(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

template <class E>
std::string refusal(const E& element) {
    Swing sample;
    sample.model.add(element);
    return what_of([&] { System system(sample.model); });
}

/// Does what a test tells it to.
struct Told : ForceLaw {
    void (*act)(const Situation&, Effect&);
    explicit Told(void (*a)(const Situation&, Effect&)) : act(a) {}
    void apply(const Situation& now, Effect& out) const override { act(now, out); }
};

CustomForce told(void (*act)(const Situation&, Effect&)) {
    return {.name = "muscle", .law = std::make_shared<Told>(act)};
}

}  // namespace

TEST_CASE("an element that acts on nothing, or with numbers that break a rule, is refused by name") {
    const Swing sample;
    CHECK(refusal(ConstantTorque{.name = "twist"}) ==
          "constant torque \"twist\" acts on no body of the model. Give it the id that add() returned.");
    CHECK(refusal(MobilitySpring{.name = "spring"}) ==
          "mobility spring \"spring\" acts on no joint of the model. Give it the id that add() returned.");
    CHECK(refusal(MobilityDamper{.name = "brake", .coordinate = {sample.swing, 1}}) ==
          "mobility damper \"brake\" acts on speed 1 of joint \"swing\" (pin), which has 1. They are counted "
          "from 0.");
    CHECK(refusal(MobilitySpring{.name = "spring", .coordinate = {sample.flight, 2}}) ==
          "mobility spring \"spring\" needs a coordinate, but speed 2 of joint \"flight\" (free) is no "
          "coordinate's rate. Use a "
          "linear bushing, or a joint by angles such as a gimbal.");
    CHECK(refusal(MobilityDamper{.name = "brake", .coordinate = {sample.swing}, .damping = -1}) ==
          "mobility damper \"brake\": damping = -1 must not be negative.");
    CHECK(refusal(Gravity{.g = {0, not_a_number, 0}}) ==
          "gravity \"gravity\": g = 0, nan, 0 is not a finite number.");
    CHECK(refusal(Gravity{.except = {BodyId{9}}}) ==
          "gravity \"gravity\" leaves out a body that is not in the model.");
    CHECK(refusal(CustomForce{.name = "muscle"}) ==
          "custom force \"muscle\" has no law. Set its member `law` to the object that computes the force.");
    CHECK(refusal(LinearBushing{.name = "mount", .to = {sample.bob, {}}, .damping = {0, 0, 0, 0, 0, -2}}) ==
          "linear bushing \"mount\": damping = 0, 0, 0, 0, 0, -2 must not be negative.");
    LinearBushing mirrored{.name = "mount", .to = {sample.bob, {}}};
    mirrored.from.X_BF.R.x.x = -1;
    CHECK(refusal(mirrored) ==
          "linear bushing \"mount\": from.R = -1, 0, 0, 0, 1, 0, 0, 0, 1 is left-handed, so it is not a "
          "rotation.");
    CHECK(refusal(MobilityDiscrete{.name = "motor", .coordinate = {sample.swing}, .force = not_a_number}) ==
          "mobility discrete \"motor\": what it starts with is not a finite number.");
}

TEST_CASE("a spring on a free joint's translation finds its coordinate, by quaternion and by angles") {
    Swing sample;
    sample.model.add(MobilitySpring{.name = "spring", .coordinate = {sample.flight, 4}, .stiffness = 10});
    const System system(sample.model);
    State state = system.default_state();
    state.q(sample.flight) = {1, 0, 0, 0, 0, 0.3, 0};
    CHECK(forward_dynamics(system, state)[1 + 4] == doctest::Approx(-3));
    use_angles(system, state, sample.flight);
    CHECK(forward_dynamics(system, state)[1 + 4] == doctest::Approx(-3));
    CHECK(potential_energy(system, state) == doctest::Approx(0.45));
}

TEST_CASE(
    "a law that gives NaN is named with the time, the State stays as it was, and goes on once the cause is "
    "gone") {
    Swing sample;
    sample.model.add(Gravity{});
    sample.model.add(told([](const Situation& now, Effect& out) {
        out.add_force(Station{BodyId{2}}, {now.time() > 0.4 ? not_a_number : 1.0, 0, 0});
    }));
    const System system(sample.model);
    State state = system.default_state();
    CHECK(forward_dynamics(system, state)[4] == 1.0);
    state.set_time(0.5);
    const State before = state;
    const std::string expected =
        "custom force \"muscle\": its force on body \"ball\" is not a finite number at time 0.5.";
    CHECK(what_of([&] { forward_dynamics(system, state); }) == expected);
    CHECK(what_of([&] { forward_dynamics(system, state); }) == expected);
    CHECK(state == before);
    state.set_time(0.3);
    CHECK(forward_dynamics(system, state)[4] == 1.0);
}

TEST_CASE("an exception from a law passes through with its name and the time, and the cause inside") {
    Swing sample;
    sample.model.add(told([](const Situation& now, Effect&) {
        if (now.time() > 1) throw std::out_of_range("fibre too long");
        if (now.time() > 0.4) throw 3;
    }));
    const System system(sample.model);
    State state = system.default_state();
    forward_dynamics(system, state);
    state.set_time(2);
    CHECK(what_of([&] { forward_dynamics(system, state); }) ==
          "force \"muscle\" failed at time 2: fibre too long");
    try {
        power(system, state);
    } catch (const StateError& error) {
        CHECK_THROWS_AS(std::rethrow_if_nested(error), std::out_of_range);
    }
    state.set_time(0.5);
    CHECK(what_of([&] { forward_dynamics(system, state); }) ==
          "force \"muscle\" failed at time 0.5 and did not say why.");
    state.set_time(0);
    forward_dynamics(system, state);
}

TEST_CASE("a law that asks for a body or speed that does not exist is told so") {
    const auto message = [](void (*act)(const Situation&, Effect&)) {
        Swing sample;
        sample.model.add(told(act));
        const System system(sample.model);
        const State state = system.default_state();
        return what_of([&] { forward_dynamics(system, state); });
    };
    CHECK(message([](const Situation& now, Effect&) { now.pose(BodyId{7}); }) ==
          "force \"muscle\" failed at time 0: there is no body number 7. The id belongs to another model, or "
          "was never set.");
    CHECK(message([](const Situation&, Effect& out) {
              out.add_mobility_force({AnyJointId{{0}}, 3}, 1);
          }) == "force \"muscle\" failed at time 0: the joint has 1 speeds, so none has number 3.");
}

TEST_CASE("a spring of some length whose ends meet is refused there, one without length is not") {
    Swing sample;
    const ForceId id =
        sample.model.add(TwoPointSpring{.name = "rubber", .to = {sample.ball, {}}, .stiffness = 5});
    const System system(sample.model);
    State state = system.default_state();
    CHECK(forward_dynamics(system, state)[4] == 0);
    CHECK(potential_energy(system, state, id) == 0);
    state.set_parameter("rubber.rest_length", 0.1);
    CHECK(what_of([&] { forward_dynamics(system, state); }) ==
          "two-point spring \"rubber\": its force on body \"world\" is not a finite number at time 0. Its "
          "two ends coincide, so "
          "that its force has no direction.");
    state.q(sample.flight) = {1, 0, 0, 0, 0.2, 0, 0};
    CHECK(forward_dynamics(system, state)[4] == doctest::Approx(-0.5));
}

TEST_CASE("forces too large for numbers are told apart from forces that are none") {
    Swing sample;
    sample.model.add(MobilityConstant{.name = "push", .coordinate = {sample.flight, 3}, .force = 1e308});
    const System system(sample.model);
    State state = system.default_state();
    state.set_parameter("ball.mass", 1e-3);
    CHECK(what_of([&] { forward_dynamics(system, state); }) ==
          "the acceleration of \"flight.u3\" is too large for a number at time 0: forces, speeds or ratios "
          "of masses are out of "
          "proportion.");
}

namespace {

/// Integrates the acceleration of a point along x, and what a discrete variable of the user's says.
struct Accelerometer : ForceLaw {
    Station at;
    VariableId<double> scale;
    void apply(const Situation&, Effect&) const override {}
    std::vector<double> initial_z() const override { return {0.0, 5.0}; }
    void z_dot(const SituationWithAccelerations& now, std::span<double> rate) const override {
        rate[0] = now.acceleration(at).x;
        rate[1] = now.state.get(scale) * now.u_dot[0] - now.z[1];
    }
};

}  // namespace

TEST_CASE("a force's own z have rates that may depend on accelerations, and start where it says") {
    Swing sample;
    auto law = std::make_shared<Accelerometer>();
    law->at = {sample.bob, {0, -1, 0}};
    law->scale = sample.model.add_variable("scale", 2.0, Stage::force);
    sample.model.add(Gravity{.g = {3, -9, 0}});
    const ForceId id = sample.model.add(CustomForce{.name = "sensor", .law = law});
    const System system(sample.model);
    State state = system.default_state();
    CHECK(system.nz() == 2);
    CHECK(state.z(id)[1] == 5);
    CHECK(system.layout().z_names[1] == "sensor.z1");
    state.q(sample.swing) = 0.4;
    state.u(sample.swing) = 1.7;
    const double u_dot = forward_dynamics(system, state)[0];
    CHECK(z_dot(system, state)[0] == doctest::Approx(acceleration(system, state, law->at).x));
    CHECK(z_dot(system, state)[1] == doctest::Approx(2 * u_dot - 5));
    state.set(law->scale, 3.0);
    CHECK(z_dot(system, state)[1] == doctest::Approx(3 * u_dot - 5));
    state.set_z(id, std::vector{0.0, 1.0});
    CHECK(z_dot(system, state)[1] == doctest::Approx(3 * u_dot - 1));
    set_enabled(system, state, id, false);
    CHECK(z_dot(system, state)[1] == 0);
}

TEST_CASE("a discrete force on a mobility keeps the value that the State was given") {
    Swing sample;
    const ForceId motor =
        sample.model.add(MobilityDiscrete{.name = "motor", .coordinate = {sample.swing}, .force = 1});
    const ForceId weight = sample.model.add(Gravity{});
    const System system(sample.model);
    State state = system.default_state();
    const double one = forward_dynamics(system, state)[0];
    set_mobility_force(system, state, motor, 4);
    CHECK(mobility_force(system, state, motor) == 4);
    CHECK(forward_dynamics(system, state)[0] == doctest::Approx(4 * one));
    const State copy = state;
    CHECK(mobility_force(system, copy, motor) == 4);
    CHECK(what_of([&] { set_mobility_force(system, state, motor, not_a_number); }) ==
          "force \"motor\" cannot be set to nan: it is not a finite number.");
    CHECK(what_of([&] { set_mobility_force(system, state, weight, 1); }) ==
          "force \"gravity\" is no mobility discrete, so its value cannot be set.");
    CHECK(what_of([&] { set_enabled(system, state, ForceId{5}, false); }) ==
          "system \"model\" has no force number 5. The id belongs to another model, or was never set.");
}
