// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>
#include <sinew/system/motions.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace sinew;

namespace {

/// A ball above the ground.
struct Bouncer {
    Model model{};
    JointId<Slider> height{};
    Bouncer() {
        const BodyId ball = model.add(Body{"ball", {.mass = 0.3, .inertia = {0.001, 0.001, 0.001}}});
        height = model.add(Slider{}, {.name = "height",
                                      .from = world,
                                      .to = ball,
                                      .X_PF = {.R = Rotation::about_y(-1.5707963267948966)},
                                      .X_BM = {.R = Rotation::about_y(-1.5707963267948966)}});
        model.add(Gravity{.g = {0, 0, -9.81}});
    }
    State start(const System& system) const {
        State s = system.default_state();
        s.q(height) = 1;
        return s;
    }
    Handler bounce(double restitution, std::vector<double>& times) const {
        const auto joint = height;
        return {.name = "bounce",
                .when = Crossing{.witness = [joint](const State& s) { return s.q(joint); },
                                 .direction = Direction::falling},
                .act = [joint, restitution, &times](State& s, Event& e) {
                    times.push_back(e.time);
                    s.u(joint) = -restitution * s.u(joint);
                }};
    }
};

}  // namespace

TEST_CASE("a ball bounces when it should, and where bounces pile up the run stops and says so") {
    const Bouncer ball;
    const System system(ball.model);
    std::vector<double> times;
    SimulationOptions options{.until = 4.5, .accuracy = 1e-9};
    options.handlers = {ball.bounce(0.8, times)};
    Simulation run = simulate(system, ball.start(system), std::move(options));
    CHECK(run.advance_to(4.5) == Outcome::chatter);
    const double first = std::sqrt(2 / 9.81);
    double t = first;
    for (std::size_t i = 0; i < 10; ++i) {
        CHECK(std::abs(times[i] - t) < 1e-8);
        t += 2 * first * std::pow(0.8, i + 1);
    }
    CHECK(std::abs(times.back() - 9 * first) < 1e-6);
    CHECK(std::abs(run.state().time() - 9 * first) < 1e-6);
    CHECK(times.size() < 200);
    const std::string why = run.report().failure;
    CHECK(why.find("events of handler \"bounce\" pile up at t = 4.06371") != std::string::npos);
    CHECK_THROWS_AS(last(simulate(system, ball.start(system),
                                  {.until = 4.5, .accuracy = 1e-9, .handlers = {ball.bounce(0.8, times)}})),
                    SimulationError);
}

TEST_CASE("a ball that is caught stays where it was caught") {
    const Bouncer ball;
    const System system(ball.model);
    SimulationOptions options{.until = 2, .report_every = 0.1, .accuracy = 1e-6};
    options.handlers = {
        {.name = "catch",
         .when = Crossing{[&](const State& s) { return s.q(ball.height); }, Direction::falling},
         .act = [&](State& s) { lock(system, s, ball.height); }}};
    Simulation run = simulate(system, ball.start(system), std::move(options));
    for (const State& now : run)
        if (now.time() > 0.46) {
            CHECK(std::abs(now.q(ball.height)) < 1e-6);
            CHECK(now.u(ball.height) == 0);
        }
    CHECK(run.outcome() == Outcome::reached);
    CHECK(run.report().handlers[0].count == 1);
    CHECK(std::abs(run.report().handlers[0].last - std::sqrt(2 / 9.81)) < 1e-7);
}

TEST_CASE("a ball that is stopped on the ground, but not held, does not fall through") {
    const Bouncer ball;
    const System system(ball.model);
    for (const double accuracy : {1e-3, 1e-6, 1e-10})
        for (const double floor : {0.0, 0.3, -1000.0}) {
            CAPTURE(accuracy);
            CAPTURE(floor);
            int stops = 0, seen = 0;
            const Crossing down{[&](const State& s) { return s.q(ball.height) - floor; }, Direction::falling};
            const auto stopping = [&] {
                SimulationOptions options{.until = 20, .accuracy = accuracy};
                options.handlers = {{"stop", down, [&](State& s) { ++stops, s.u(ball.height) = 0; }}};
                options.reporters = {{"see", down, [&](const State&) { ++seen; }}};
                return options;
            };
            Simulation run = simulate(system, ball.start(system), stopping());
            CHECK(run.advance_to(20) == Outcome::chatter);
            CHECK(stops == 3);
            CHECK(seen >= 2);
            CHECK(std::abs(run.state().time() - std::sqrt(2 * (1 - floor) / 9.81)) <
                  std::fmax(accuracy, 1e-6));
            CHECK(std::abs(run.state().q(ball.height) - floor) < accuracy * (1 - floor));
            CHECK(run.report().failure.find("handler \"stop\" stops its witness at t = ") !=
                  std::string::npos);

            // Who holds it when it comes again, ends it, or only slows it down, is asked no more.
            stops = 0;
            SimulationOptions holding = stopping();
            holding.handlers[0].act = [&](State& s, Event&) {
                s.u(ball.height) = 0;
                if (++stops == 2) lock(system, s, ball.height);
            };
            CHECK(std::abs(last(simulate(system, ball.start(system), std::move(holding))).q(ball.height) -
                           floor) < accuracy * (1 - floor));
            CHECK(stops == 2);
            stops = 0;
            SimulationOptions slowing = stopping();
            slowing.handlers[0].act = [&](State& s, Event&) {
                ++stops, s.u(ball.height) = 0.5 * s.u(ball.height);
            };
            CHECK(last(simulate(system, ball.start(system), std::move(slowing))).q(ball.height) < floor - 10);
            CHECK(stops == 1);
        }
}

TEST_CASE("another handler at the same time does not make one forget that it was stopped") {
    const Bouncer ball;
    const System system(ball.model);
    int stops = 0;
    SimulationOptions options{.until = 1, .accuracy = 1e-6};
    const auto height = [&](const State& s) { return s.q(ball.height); };
    options.handlers = {
        {"stop", Crossing{height, Direction::falling}, [&](State& s) { ++stops, s.u(ball.height) = 0; }},
        {"parameter",
         Crossing{[&](const State& s) { return s.u(ball.height) + 0.5; }, Direction::rising, Stage::velocity},
         [&](State& s) { s.set_parameter("ball.mass", std::array{0.4}); }}};
    Simulation run = simulate(system, ball.start(system), std::move(options));
    CHECK(run.advance_to(1) == Outcome::chatter);
    CHECK(stops == 3);
}

TEST_CASE("kicks come at their times, each once, and reports at these times see them") {
    const Bouncer ball;
    const System system(ball.model);
    SimulationOptions options{.until = 1, .report_every = 0.25, .accuracy = 1e-8};
    std::vector<double> kicks;
    options.handlers = {{.name = "kick", .when = AtTimes{{0.75, 0.25}}, .act = [&](State& s, Event& e) {
                             kicks.push_back(e.time);
                             s.u(ball.height) = 3;
                         }}};
    int at_kick = 0;
    for (const State& now : simulate(system, ball.start(system), std::move(options)))
        if (now.time() == 0.25 || now.time() == 0.75) at_kick += now.u(ball.height) == 3.0;
    CHECK(kicks == std::vector{0.25, 0.75});
    CHECK(at_kick == 2);

    kicks.clear();
    SimulationOptions often{.until = 1};
    often.handlers = {{"tick", Every{0.1}, [&](State&, Event& e) { kicks.push_back(e.time); }}};
    last(simulate(system, ball.start(system), std::move(often)));
    REQUIRE(kicks.size() == 11);  // 0 and 1 included
    for (int i = 0; i <= 10; ++i) CHECK(kicks[static_cast<std::size_t>(i)] == 0.1 * i);
}

TEST_CASE("a handler that changes nothing changes nothing") {
    const Bouncer ball;
    const System system(ball.model);
    const State plain = last(simulate(system, ball.start(system), {.until = 1.3, .accuracy = 1e-6}));
    int passed = 0;
    SimulationOptions options{.until = 1.3, .accuracy = 1e-6};
    options.handlers = {
        {"pass", Crossing{[&](const State& s) { return s.q(ball.height); }}, [&](State&) { ++passed; }},
        {"look", EveryStep{}, [&](State&) {}}};
    Simulation run = simulate(system, ball.start(system), std::move(options));
    CHECK(run.advance_to(1.3) == Outcome::reached);
    CHECK(run.state() == plain);
    CHECK(passed == 1);
    CHECK(run.report().restarts == 0);
}

TEST_CASE("a handler may end the run") {
    const Bouncer ball;
    const System system(ball.model);
    SimulationOptions options{.until = 5, .report_every = 0.1};
    options.handlers = {{"ground", Crossing{[&](const State& s) { return s.q(ball.height); }},
                         [](State&, Event& e) { e.end_run(); }}};
    Simulation run = simulate(system, ball.start(system), std::move(options));
    double end = 0;
    for (const State& now : run) end = now.time();
    CHECK(run.outcome() == Outcome::ended);
    CHECK(end == doctest::Approx(std::sqrt(2 / 9.81)));
}

TEST_CASE("witnesses may look at speeds, accelerations and forces") {
    Model model;
    const BodyId block = model.add(Body{"block", {.mass = 1, .inertia = {1, 1, 1}}});
    const auto slide = model.add(Slider{}, {.name = "slide", .from = world, .to = block});
    const auto spring = model.add(MobilitySpring{.name = "spring", .coordinate = {slide, 0}, .stiffness = 4});
    const System system(model);
    State start = system.default_state();
    start.q(slide) = 1;
    start.u(slide) = 1e-3;
    std::vector<double> turns, middles, powers;
    SimulationOptions options{.until = 6, .accuracy = 1e-9};
    options.reporters = {
        {"turn", Crossing{[&](const State& s) { return s.u(slide); }, Direction::both, Stage::velocity},
         [&](const State&, const Event& e) { turns.push_back(e.time); }},
        {"middle",
         Crossing{[&](const State& s) { return forward_dynamics(system, s)[0]; }, Direction::rising,
                  Stage::acceleration},
         [&](const State&, const Event& e) { middles.push_back(e.time); }},
        {"power",
         Crossing{[&](const State& s) { return power(system, s, spring); }, Direction::rising, Stage::force},
         [&](const State&, const Event& e) { powers.push_back(e.time); }}};
    last(simulate(system, start, std::move(options)));
    const double shift = std::atan2(1e-3 / 2, 1.0) / 2, quarter = 3.141592653589793 / 4;
    REQUIRE(turns.size() == 4);
    for (int i = 0; i < 4; ++i)
        CHECK(std::abs(turns[static_cast<std::size_t>(i)] - (shift + 2 * quarter * i)) < 1e-7);
    REQUIRE(middles.size() == 2);
    CHECK(std::abs(middles[0] - (shift + quarter)) < 1e-7);
    CHECK(powers.size() == 4);
}

TEST_CASE("handlers of one time act in the order of their stages, and one may take back another's event") {
    Model model;
    const BodyId block = model.add(Body{"block", {.mass = 1, .inertia = {1, 1, 1}}});
    const auto slide = model.add(Slider{}, {.name = "slide", .from = world, .to = block});
    const System system(model);
    State start = system.default_state();
    start.q(slide) = -1;
    start.u(slide) = 1;
    std::string order;
    const auto witness = [&](const State& s) { return s.q(slide); };
    SimulationOptions options{.until = 2};
    options.handlers = {{"late", Crossing{.witness = witness, .stage = Stage::acceleration},
                         [&](State&) { order += "late "; }},
                        {"early", Crossing{.witness = witness, .stage = Stage::position},
                         [&](State&) { order += "early "; }}};
    last(simulate(system, start, std::move(options)));
    CHECK(order == "early late ");

    order.clear();
    SimulationOptions taking{.until = 2};
    taking.handlers = {
        {"late", Crossing{.witness = witness, .stage = Stage::velocity}, [&](State&) { order += "late "; }},
        {"back", Crossing{.witness = witness}, [&](State& s) {
             order += "back ";
             s.q(slide) = -5;
         }}};
    last(simulate(system, start, std::move(taking)));
    CHECK(order == "back ");
}

TEST_CASE("what a handler moves over zero is an event at once, and handlers without end are stopped") {
    const Bouncer ball;
    const System system(ball.model);
    std::string order;
    SimulationOptions options{.until = 0.5};
    options.handlers = {
        {"jump", AtTimes{{0.1}}, [&](State& s) { s.q(ball.height) = -0.5; }},
        {"below", Crossing{[&](const State& s) { return s.q(ball.height); }, Direction::falling},
         [&](State&, Event& e) { order += "below at " + std::to_string(e.time); }}};
    last(simulate(system, ball.start(system), std::move(options)));
    CHECK(order == "below at 0.100000");

    SimulationOptions endless{.until = 0.5};
    const auto height = [&](const State& s) { return s.q(ball.height); };
    const auto above = [&](const State& s) { return s.q(ball.height) + 0.01; };
    endless.handlers = {{"down", Crossing{height}, [&](State& s) { s.q(ball.height) = -1; }},
                        {"up", Crossing{above}, [&](State& s) { s.q(ball.height) = 1; }}};
    Simulation run = simulate(system, ball.start(system), std::move(endless));
    CHECK(run.advance_to(0.5) == Outcome::chatter);
    CHECK(run.report().failure.find("was set off 100 times") != std::string::npos);
}

TEST_CASE("a rod that is released lets go, and one that catches holds") {
    Model model;
    const BodyId bob = model.add(Body{"bob", {.mass = 1, .inertia = {0.01, 0.01, 0.01}}});
    const auto place = model.add(Cartesian{}, {.name = "place", .from = world, .to = bob});
    const ConstraintId rod = model.add(Rod{"rod", {world, {}}, {bob, {}}, 1});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = system.default_state();
    start.q(place) = {1, 0, 0};
    SimulationOptions options{.until = 2, .report_every = 0.01, .accuracy = 1e-6};
    double released = 0, caught = 0;
    options.handlers = {
        {"release", Crossing{[&](const State& s) { return s.q(place)[0]; }, Direction::falling},
         [&](State& s, Event& e) {
             if (released > 0) return;
             set_enabled(system, s, rod, false);
             s.u(place) = {s.u(place)[0], 0, 4};
             released = e.time;
         }},
        {"catch",
         Crossing{[&](const State& s) {
                      const auto p = s.q(place);
                      return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 1;
                  },
                  Direction::rising, Stage::position, 0, 0.01, false, false, true},
         [&](State& s, Event& e) {
             if (released == 0 || e.time < released + 0.01 || caught > 0) return;
             set_enabled(system, s, rod, true);
             caught = e.time;
         }}};
    for (const State& now : simulate(system, start, std::move(options))) {
        const auto p = now.q(place);
        const double r = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        if (released == 0 || now.time() < released || (caught > 0 && now.time() >= caught))
            CHECK(std::abs(r - 1) < 1e-6);
        else CHECK(r < 1 + 1e-6);
    }
    CHECK(released > 0.5);
    CHECK(caught > released);
}
