// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Touchdown, lift-off, stick and slip of surfaces that yield.
#include <sinew/studies/simulate.h>
#include <sinew/system/contacts.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace sinew;

namespace {

constexpr double g = 9.81, slow = 0.01;

struct Told {
    std::string name;
    double time;
    std::vector<double> q;
};

/// A body of 1 kg over a floor, both of one material.
struct Scene {
    Model model;
    Scene(const Shape& shape, double height, const Material& material) {
        model.add(Gravity{.name = "gravity", .g = {0, 0, -g}});
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
        const BodyId body = model.add(Body{.name = "body", .mass = box(1, {0.2, 0.2, 0.2})});
        model.add(Free{}, {.name = "free", .to = body, .X_PF = {.p = {0, 0, height}}});
        model.add(ContactSurface{.name = "body", .body = body, .shape = shape, .material = material});
        model.contact.transition_speed = slow;
    }
    SimulationOptions noting(std::vector<Told>& told, double until, double accuracy = 1e-6) const {
        SimulationOptions options{.until = until, .accuracy = accuracy};
        options.on_contact = [&told, this](const State& state, const ContactEvent& event) {
            CHECK(event.condition == ConstraintId{});
            told.push_back({name_of(model, event) + " " + name_of(event.kind),
                            state.time(),
                            {state.q().begin(), state.q().end()}});
        };
        return options;
    }
};

}  // namespace

TEST_CASE("a ball that bounces on a floor that yields touches and lifts off when it must") {
    const double h = 0.5, r = 0.1;
    const Scene scene(shape::Sphere{r}, r + h,
                      {.young = 1e11, .dissipation = 0.1, .static_friction = 0, .sliding_friction = 0});
    const System system(scene.model);
    std::vector<Told> told;
    Simulation run = simulate(system, system.default_state(), scene.noting(told, 1.5));
    run.advance_to(1.5);
    REQUIRE(told.size() >= 4);
    CHECK(told[0].time == doctest::Approx(std::sqrt(2 * h / g)).epsilon(1e-6));
    for (std::size_t i = 0; i < told.size(); ++i) {
        CHECK(told[i].name == (i % 2 == 0 ? "body on floor touches" : "body on floor lifts off"));
        CHECK(std::abs(told[i].q[6] + h) < 1e-5);  // it is there, as it is told
    }
    // In between it flies, with the speed that dissipation leaves it (15.9), but for what it weighs in a fifth of a
    // millisecond on the floor: a thousandth.
    const double v = std::sqrt(2 * g * h), left = 0.5 * g * (told[2].time - told[1].time), a = 1.5 * 0.1;
    CHECK(v - std::log1p(a * v) / a == doctest::Approx(-left - std::log1p(-a * left) / a).epsilon(2e-3));
    const SimulationReport report = run.report();
    REQUIRE(report.contacts.size() == 2);
    CHECK(report.contacts[0].count + report.contacts[1].count == static_cast<long>(told.size()));
}

TEST_CASE("a box that slides sticks when its speed is used up, and slips when it is pulled too hard") {
    const double mu = 0.5, v = 1;
    // Four corners by the power rule, f = 4 K x^{3/2}, as deep as it weighs.
    const double K = 4.0 / 3 * 1e6 / 0.91 / std::sqrt(8.0) * std::sqrt(0.05),
                 depth = std::pow(g / (4 * K), 2.0 / 3);
    Scene scene(shape::Box{{0.6, 0.6, 0.1}}, 0.05 - depth,
                {.young = 1e6, .dissipation = 5, .static_friction = mu, .sliding_friction = mu});
    const System system(scene.model);
    State start = system.default_state();
    start.set_u(std::array{0.0, 0.0, 0.0, v, 0.0, 0.0});
    std::vector<Told> told;
    SimulationOptions options = scene.noting(told, 1);
    options.method = Method::rosenbrock;
    options.handlers = {{"tilt", AtTimes{{0.6}}, [](State& state, Event&) {
                             state.set_parameter("gravity.g", std::array{0.8 * g, 0.0, -g});
                         }}};
    const State end = last(simulate(system, start, std::move(options)));
    REQUIRE(told.size() == 3);
    CHECK(told[0].name == "body on floor touches");
    CHECK(told[0].time == 0);
    CHECK(told[1].name == "body on floor sticks");
    // Below the transition speed friction is a little less.
    CHECK(told[1].time == doctest::Approx((v - slow / 2) / (mu * g)).epsilon(0.01));
    CHECK(told[2].name == "body on floor slips");
    CHECK(told[2].time == doctest::Approx(0.6 + slow / (0.3 * g)).epsilon(0.01));
    CHECK(end.u()[3] > 0.9 * (0.3 * g * 0.4));
}

TEST_CASE("no result depends on who is told of surfaces") {
    const Scene scene(shape::Box{{0.2, 0.3, 0.4}}, 0.5, {.young = 1e6, .dissipation = 0.3});
    const System system(scene.model);
    State start = system.default_state();
    start.set_u(std::array{1.0, 2.0, 0.5, 1.0, 0.3, 0.0});
    std::vector<Told> told;
    const State one = last(simulate(system, start, scene.noting(told, 1))),
                other = last(simulate(system, start, {.until = 1, .accuracy = 1e-6}));
    CHECK(told.size() >= 3);
    CHECK(one == other);
}
