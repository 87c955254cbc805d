// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/pendulum.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>
#include <sinew/system/motions.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double pi = std::numbers::pi;

/// Two of these, one below the other: a motion in which no bit is idle.
struct DoublePendulum {
    Model model{};
    JointId<Pin> upper{}, lower{};
    DoublePendulum() {
        const BodyId a = model.add(Body{"a", {.mass = 1, .com = {0, -0.5, 0}, .inertia = {0.1, 0.1, 0.1}}}),
                     b = model.add(Body{"b", {.mass = 1, .com = {0, -0.5, 0}, .inertia = {0.1, 0.1, 0.1}}});
        upper = model.add(Pin{}, {.name = "upper", .from = world, .to = a});
        lower = model.add(Pin{}, {.name = "lower", .from = a, .to = b, .X_PF = {.p = {0, -1, 0}}});
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
    State start(const System& system) const {
        State s = system.default_state();
        s.q(upper) = 2.0;
        s.q(lower) = -0.5;
        return s;
    }
};

/// The period of a pendulum by the arithmetic-geometric mean.
double period(double length, double amplitude) {
    double a = 1, b = std::cos(amplitude / 2);
    while (std::abs(a - b) > 1e-16) {
        const double mean = (a + b) / 2;
        b = std::sqrt(a * b);
        a = mean;
    }
    return 2 * pi * std::sqrt(length / 9.81) / a;
}

}  // namespace

TEST_CASE("a pendulum is back after its period, the nearer the more accuracy is asked for") {
    const Pendulum p;
    const System system(p.model);
    State start = system.default_state();
    start.q(p.swing) = 2.0;
    double before = 1;
    for (const double accuracy : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
        CAPTURE(accuracy);
        const State end = last(simulate(system, start, {.until = period(1, 2.0), .accuracy = accuracy}));
        const double error = std::abs(end.u(p.swing));
        CHECK(error < 100 * accuracy);
        CHECK(error < before);
        before = error;
    }
}

TEST_CASE("every method throws a ball along its parabola") {
    Model model;
    const BodyId ball = model.add(Body{"ball", {.mass = 2, .inertia = {0.1, 0.2, 0.25}}});
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = ball});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = system.default_state();
    start.u(free) = {0.3, 5, 0.1, 3, 0, 10};
    for (int m = 0; m < method_count; ++m) {
        const auto method = static_cast<Method>(m);
        CAPTURE(std::string(name(method)));
        SimulationOptions options{.until = 1.5, .accuracy = 1e-5, .method = method};
        const bool rough = method == Method::explicit_euler || method == Method::semi_explicit_euler;
        if (rough) options.fixed_step = 1e-3;
        const State end = last(simulate(system, start, std::move(options)));
        const Vec3 at = pose(system, end, ball).p;
        const double tolerance = make_integrator(method)->order() == 1 ? 0.02 : 2e-3;
        CHECK(std::abs(at.x - 4.5) < tolerance);
        CHECK(std::abs(at.z - (15 - 9.81 * 1.125)) < tolerance);
        double length = 0;
        for (std::size_t i = 0; i < 4; ++i) length += end.q(free)[i] * end.q(free)[i];
        CHECK(std::abs(length - 1) < 1e-12);
    }
}

TEST_CASE("a mass on a spring follows its cosine, at reports between steps as well") {
    Model model;
    const BodyId block = model.add(Body{"block", {.mass = 2, .inertia = {1, 1, 1}}});
    const auto slide = model.add(Slider{}, {.name = "slide", .from = world, .to = block});
    model.add(MobilitySpring{.name = "spring", .coordinate = {slide, 0}, .stiffness = 18});
    const System system(model);
    State start = system.default_state();
    start.q(slide) = 0.4;
    int count = 0;
    for (const State& now : simulate(system, start, {.until = 5, .report_every = 0.01, .accuracy = 1e-8})) {
        CHECK(std::abs(now.time() - 0.01 * count++) < 1e-12);
        CHECK(std::abs(now.q(slide) - 0.4 * std::cos(3 * now.time())) < 1e-6);
        CHECK(std::abs(now.u(slide) + 1.2 * std::sin(3 * now.time())) < 1e-6);
    }
    CHECK(count == 501);
}

TEST_CASE("a loop over a run shows the start, every step or every so often, and the end") {
    const Pendulum p;
    const System system(p.model);
    State start = system.default_state();
    start.q(p.swing) = 1;
    start.set_time(0.5);
    std::vector<double> times;
    for (const State& now : simulate(system, start, {.until = 1.25, .report_every = 0.5}))
        times.push_back(now.time());
    CHECK(times == std::vector{0.5, 1.0, 1.25});

    Simulation run = simulate(system, start, {.until = 1.25});
    times.clear();
    for (const State& now : run) times.push_back(now.time());
    CHECK(times.front() == 0.5);
    CHECK(times.back() == 1.25);
    CHECK(static_cast<long>(times.size()) == run.report().statistics.steps + 1);
    CHECK(run.outcome() == Outcome::reached);
    CHECK(run.state().time() == 1.25);

    times.clear();
    for (const State& now : simulate(system, start, {.until = 0.5})) times.push_back(now.time());
    CHECK(times == std::vector{0.5});  // a run of no length
}

TEST_CASE("a run is the same to the last bit, again and whatever one looks at") {
    const DoublePendulum p;
    const System system(p.model);
    const State start = p.start(system);
    const State reference = last(simulate(system, start, {.until = 7.3, .accuracy = 1e-6}));
    for (const double every : {0.0, 1.0, 0.1, 0.0123}) {
        CAPTURE(every);
        const State end =
            last(simulate(system, start, {.until = 7.3, .report_every = every, .accuracy = 1e-6}));
        CHECK(end == reference);
    }
    Simulation run(system, start, {.until = 7.3, .accuracy = 1e-6});
    run.advance_to(1.1);
    run.step();
    run.advance_to(run.state().time());
    run.advance_to(4);
    run.advance_to(7.3);
    CHECK(run.state() == reference);

    SimulationOptions options{.until = 7.3, .accuracy = 1e-6};
    int seen = 0;
    options.reporters = {
        {"crossings", Crossing{[&](const State& s) { return s.q(p.lower); }}, [&] { ++seen; }},
        {"often", Every{0.01}, [&](const State&) { ++seen; }},
        {"steps", EveryStep{}, [&](const State&, const Event&) { ++seen; }},
        {"once", AtTimes{{3.0, 1.0}}, [&] { ++seen; }}};
    Simulation watched = simulate(system, start, std::move(options));
    for (const State& now : watched) static_cast<void>(total_energy(system, now));
    CHECK(watched.state() == reference);
    CHECK(seen > 731 + 2 + watched.report().statistics.steps);
}

TEST_CASE("a run that is told its next step goes on to the same bits") {
    const DoublePendulum p;
    const System system(p.model);
    Simulation whole(system, p.start(system), {.until = 10, .accuracy = 1e-7});
    for (int i = 0; i < 20; ++i) whole.step();
    const State kept = whole.state();
    const double next = whole.integrator().next_step();
    whole.advance_to(10);
    Simulation rest(system, kept, {.until = 10, .accuracy = 1e-7, .initial_step = next});
    rest.advance_to(10);
    CHECK(rest.state() == whole.state());
}

TEST_CASE("given motion is followed, and locks hold") {
    DoublePendulum p;
    p.model.add(Motion{.name = "shake", .joint = p.upper, .functions = {function::Sinusoid{0.5, 3.0, 0.1}}});
    const System system(p.model);
    State start = p.start(system);
    Simulation run = simulate(system, start, {.until = 3, .report_every = 0.05, .accuracy = 1e-6});
    CHECK(run.report().start_given == doctest::Approx(2 - 0.5 * std::sin(0.1)));
    for (const State& now : run) {
        CHECK(now.q(p.upper) == 0.5 * std::sin(3 * now.time() + 0.1));
        CHECK(now.u(p.upper) == doctest::Approx(1.5 * std::cos(3 * now.time() + 0.1)));
    }
    set_enabled(system, start, MotionId{0}, false);
    lock(system, start, p.upper);
    for (const State& now : simulate(system, start, {.until = 1, .report_every = 0.1})) {
        CHECK(now.q(p.upper) == 2.0);
        CHECK(now.u(p.upper) == 0.0);
    }
}

TEST_CASE("a driven pendulum moves as one whose pivot is accelerated by the world") {
    // On a slider driven by a sine, or with a Motion at velocity or acceleration level: all the same motion.
    State ends[3] = {System(Model{}).default_state(), System(Model{}).default_state(),
                     System(Model{}).default_state()};
    double angle[3];
    for (int level = 0; level < 3; ++level) {
        Model model;
        const BodyId cart = model.add(Body{"cart", {.mass = 1, .inertia = {1, 1, 1}}}),
                     bob = model.add(Body{"bob", {.mass = 1, .com = {0, -1, 0}}});
        const auto slide = model.add(Slider{}, {.name = "slide", .from = world, .to = cart});
        const auto swing = model.add(Pin{}, {.name = "swing", .from = cart, .to = bob});
        model.add(Gravity{.g = {0, -9.81, 0}});
        const double a = 0.3, w = 2;
        if (level == 0)
            model.add(Motion{.name = "p", .joint = slide, .functions = {function::Sinusoid{a, w, 0}}});
        if (level == 1)
            model.add(Motion{.name = "v",
                             .joint = slide,
                             .level = MotionLevel::velocity,
                             .functions = {function::Sinusoid{a * w, w, pi / 2}}});
        if (level == 2)
            model.add(Motion{.name = "a",
                             .joint = slide,
                             .level = MotionLevel::acceleration,
                             .functions = {function::Sinusoid{-a * w * w, w, 0}}});
        const System system(model);
        State start = system.default_state();
        start.q(swing) = 0.5;
        start.u(slide) = a * w;
        ends[level] = last(simulate(system, start, {.until = 4, .accuracy = 1e-9}));
        angle[level] = ends[level].q(swing);
        CHECK(std::abs(ends[level].q(slide) - a * std::sin(4 * w)) < 1e-7);
    }
    CHECK(std::abs(angle[1] - angle[0]) < 1e-7);
    CHECK(std::abs(angle[2] - angle[0]) < 1e-7);
}

TEST_CASE("cancelling, time limits and progress") {
    const DoublePendulum p;
    const System system(p.model);
    int steps = 0;
    SimulationOptions options{.until = 1e6};
    options.cancel = [&] { return ++steps > 50; };
    Simulation run = simulate(system, p.start(system), std::move(options));
    CHECK(run.advance_to(1e6) == Outcome::cancelled);
    CHECK(run.report().statistics.steps == 50);
    CHECK(run.state().time() > 0);

    Simulation limited = simulate(system, p.start(system), {.until = 1e9, .time_limit = 0.05});
    CHECK(limited.advance_to(1e9) == Outcome::out_of_time);

    double fraction = -1;
    SimulationOptions watched{.until = 5, .progress_every = 0};
    watched.progress = [&](const Progress& now) {
        CHECK(now.fraction >= fraction);
        fraction = now.fraction;
    };
    last(simulate(system, p.start(system), std::move(watched)));
    CHECK(fraction > 0.5);
    CHECK(fraction < 1);

    Simulation few = simulate(system, p.start(system), {.until = 100, .max_steps = 10});
    CHECK(few.advance_to(100) == Outcome::too_many_steps);
}

TEST_CASE("the account of a run says what kept its steps short") {
    const DoublePendulum p;
    const System system(p.model);
    Simulation run = simulate(system, p.start(system), {.until = 10, .accuracy = 1e-6});
    run.advance_to(10);
    const SimulationReport report = run.report();
    CHECK(report.statistics.steps > 50);
    CHECK(report.statistics.evaluations > 6 * report.statistics.steps);
    REQUIRE_FALSE(report.limited_by.empty());
    CHECK(report.limited_by[0].name.find("er.angle") != std::string::npos);
    CHECK(report.real_time_factor() > 1);
    const std::string text = report.summary();
    CHECK(text.find("From t = 0 to 10") == 0);
    CHECK(text.find("reached its end") != std::string::npos);
    CHECK(text.find("Kept short by") != std::string::npos);
}
