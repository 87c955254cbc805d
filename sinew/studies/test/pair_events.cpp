// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Touchdown, lift-off, stick, slip and impact of pairs of surfaces, in steps of one length.
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/system.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <thread>

using namespace sinew;

namespace {

constexpr double g = 9.81;
using Kind = ContactEventKind;

struct Told {
    std::string name;
    double time, speed, impulse;
    friend bool operator==(const Told&, const Told&) = default;
};

/// Boxes of 1 kg, or balls, over a floor.
struct Scene {
    Model model;
    Material material;

    explicit Scene(double step, double friction = 0.5, double restitution = 0) {
        material.static_friction = material.sliding_friction = friction;
        material.restitution = restitution;
        model.contact.kind = ContactKind::rigid, model.contact.step = step;
        model.add(Gravity{.g = {0, 0, -g}});
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
    }
    void add(const std::string& name, const Vec3& p, const Shape& shape = shape::Box{{0.2, 0.2, 0.2}}) {
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.2, 0.2, 0.2})});
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {.p = p}});
        model.add(ContactSurface{.name = name, .body = body, .shape = shape, .material = material});
    }
    SimulationOptions noting(std::vector<Told>& told, double until) const {
        SimulationOptions options{.until = until};
        options.on_contact = [&told, this](const State& state, const ContactEvent& event) {
            CHECK(event.condition == ConstraintId{});
            told.push_back({name_of(model, event) + " " + name_of(event.kind), state.time(), event.speed,
                            event.impulse});
        };
        return options;
    }
    std::vector<Told> run(double until, std::vector<double> u = {}) const {
        const System system(model);
        State start = system.default_state();
        if (!u.empty()) start.set_u(u);
        std::vector<Told> told;
        Simulation run = simulate(system, start, noting(told, until));
        run.advance_to(until);
        return told;
    }
};

long count(const SimulationReport& report, const std::string& name) {
    for (const EventCount& count : report.contacts)
        if (count.name == name) return count.count;
    return 0;
}

}  // namespace

TEST_CASE(
    "a box that falls flat on its four corners is one impact and one touchdown, when and as hard as it "
    "should") {
    for (const double h : {0.004, 0.0007}) {
        Scene scene(h);
        scene.add("box", {0, 0, 0.6});
        const std::vector<Told> told = scene.run(1);
        const double t = std::sqrt(2 * 0.5 / g);
        REQUIRE(told.size() == 2);
        CHECK(told[0].name == "box on floor impact");
        CHECK(told[1].name == "box on floor touches");
        CHECK(told[0].time == told[1].time);
        CHECK(std::abs(told[0].time - t) < 2 * h);
        CHECK(std::abs(told[0].speed - g * t) < 2 * g * h);
        CHECK(std::abs(told[0].impulse - g * t) < 3 * g * h);
    }
}

TEST_CASE("a ball that bounces is told of by impacts, each slower than the last, then by one touchdown") {
    Scene scene(0.0005, 0.5, 0.5);
    scene.add("ball", {0, 0, 1.1}, shape::Sphere{0.1});
    const std::vector<Told> told = scene.run(2);
    REQUIRE(told.size() > 6);
    double expected = std::sqrt(2 * g);
    for (std::size_t i = 0; i + 1 < told.size(); ++i, expected /= 2) {
        CHECK(told[i].name == "ball on floor impact");
        if (i < 5) CHECK(std::abs(told[i].speed - expected) < 2 * g * 0.0005);
        if (i > 0) CHECK(told[i].speed < told[i - 1].speed);
    }
    CHECK(told.back().name == "ball on floor touches");
    CHECK(std::abs(told.back().time - 3 * std::sqrt(2 / g)) < 0.05);
}

TEST_CASE("a block that slides sticks when its speed is used up; it slips and leaves when gravity makes it") {
    const double mu = 0.4, v = 2, h = 0.002;
    Scene scene(h, mu);
    scene.add("block", {0, 0, 0.1}, shape::Box{{0.6, 0.6, 0.2}});
    const System system(scene.model);
    State start = system.default_state();
    start.set_u(std::vector<double>{0, 0, 0, v, 0, 0});
    std::vector<Told> told;
    SimulationOptions options = scene.noting(told, 2);
    options.handlers.push_back({.name = "tilt", .when = AtTimes{{1.0}}, .act = [&](State& s) {
                                    s.set_parameter("gravity.g", std::array{5.0, 0.0, -g});
                                }});
    options.handlers.push_back({.name = "up", .when = AtTimes{{1.5}}, .act = [&](State& s) {
                                    s.set_parameter("gravity.g", std::array{0.0, 0.0, 1.0});
                                }});
    Simulation run = simulate(system, start, std::move(options));
    run.advance_to(2);
    REQUIRE(told.size() == 4);
    CHECK(told[0].name == "block on floor touches");
    CHECK(told[1].name == "block on floor sticks");
    CHECK(std::abs(told[1].time - v / (mu * g)) < 2 * h);
    CHECK(told[2].name == "block on floor slips");
    CHECK(told[2].time - 1 < 2 * h);
    CHECK(told[2].time > 1);
    CHECK(told[3].name == "block on floor lifts off");
    CHECK(std::abs(told[3].time - 1.5 - std::sqrt(2 * 1e-4)) < 2 * h);  // the slop
    const SimulationReport report = run.report();
    for (const char* kind : {"touches", "sticks", "slips", "lifts off"})
        CHECK(count(report, std::string("block on floor ") + kind) == 1);
    CHECK(report.summary().find("block on floor slips: 1 times, last at t = 1.0") != std::string::npos);
    CHECK(report.account.find("1 touchdowns, 1 lift-offs, 1 slips, 1 sticks") != std::string::npos);
}

TEST_CASE("a stack that stands is told of once for each pair, and then there is silence") {
    Scene scene(0.005);
    for (int i = 0; i < 5; ++i) scene.add("box" + std::to_string(i), {0.01 * i, 0, 0.1 + 0.2 * i});
    const std::vector<Told> told = scene.run(5);
    CHECK(told.size() == 5);
    for (const Told& t : told) CHECK(t.name.ends_with(" touches"));
}

TEST_CASE("a step that an event cuts short does not tell what comes after the event") {
    Scene scene(0.05);
    scene.add("box", {0, 0, 0.35});  // touches at 0.226 s
    const System system(scene.model);
    std::vector<Told> told;
    SimulationOptions options = scene.noting(told, 1);
    options.handlers.push_back({.name = "up",
                                .when = Crossing{.witness = [](const State& s) { return s.q()[6] + 0.24; }},
                                .act = [](State& s) {
                                    s.set_u(std::vector<double>{0, 0, 0, 0, 0, 2});
                                }});
    Simulation run = simulate(system, system.default_state(), std::move(options));
    run.advance_to(0.5);
    CHECK(run.report().handlers[0].count == 1);
    CHECK(told.empty());
}

TEST_CASE("runs in four threads tell the same, to the last bit, and do not depend on who listens") {
    Scene scene(0.004, 0.4, 0.3);
    for (int i = 0; i < 12; ++i)
        scene.add("box" + std::to_string(i), {0.03 * (i % 3), 0.05 * (i % 2), 0.15 + 0.25 * i});
    const std::vector<Told> alone = scene.run(2);
    CHECK(alone.size() > 30);
    std::vector<Told> together[4];
    {
        std::vector<std::jthread> threads;
        for (auto& into : together) threads.emplace_back([&] { into = scene.run(2); });
    }
    for (const auto& told : together) CHECK(told == alone);
    const System system(scene.model);
    Simulation deaf = simulate(system, system.default_state(), {.until = 2});
    deaf.advance_to(2);
    long all = 0;
    for (const EventCount& c : deaf.report().contacts) all += c.count;
    CHECK(all == static_cast<long>(alone.size()));
}
