// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Simulations that record themselves; killed and resumed, they are the unbroken run.
#include <sinew/formats/compare_recordings.h>
#include <sinew/formats/record.h>
#include <sinew/formats/test/child.h>
#include <sinew/formats/test/pendulum.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A ball joint, a rod that closes a loop, a handler that pushes every 0.37 s and one that speeds up turns.
struct Swing {
    Model model{};
    BodyId upper, lower;
    JointId<Ball> shoulder;
    JointId<Pin> elbow;

    Swing() {
        const MassProperties rod{
            .mass = 1.0, .com = {0, -0.5, 0}, .inertia = {.xx = 0.4, .yy = 0.1, .zz = 0.4}};
        upper = model.add(Body{.name = "upper", .mass = rod});
        lower = model.add(Body{.name = "lower", .mass = rod});
        shoulder = model.add(Ball{}, {.name = "shoulder", .to = upper});
        elbow = model.add(Pin{}, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0, -1, 0}}});
        model.add(
            Rod{.name = "rope", .from = {world, {1, -1.5, 0}}, .to = {lower, {0, -1, 0}}, .length = 1.2});
        model.add(Gravity{.g = {0, -9.81, 0}});
    }

    State start(const System& system) const {
        State state = system.default_state();
        state.q(elbow) = 0.6;
        state.set_u(std::vector{0.1, 0.2, 0.5, -0.3});
        return state;
    }

    SimulationOptions options(Method method) const {
        SimulationOptions how{.until = 1.5, .accuracy = 1e-5, .method = method, .start_may_move = 10};
        if (method == Method::verlet) how.fixed_step = 0.002;
        how.handlers = {{"push", Every{.period = 0.37, .from = 0.1},
                         [elbow = elbow](State& s) { s.u(elbow) = s.u(elbow) + 0.25; }},
                        {"turn",
                         Crossing{.witness = [elbow = elbow](const State& s) -> double { return s.u(elbow); },
                                  .stage = Stage::velocity},
                         [elbow = elbow](State& s) { s.u(elbow) = s.u(elbow) < 0 ? -0.4 : 0.4; }}};
        return how;
    }

    RecordOptions recording(const std::string& file, double every) const {
        const Measure height = measure::position(Station{lower, {0, -1, 0}}).y;
        return {.file = file,
                .every = every,
                .outputs = {height.named("height"), maximum(height).named("highest"),
                            integral(measure::power()).named("work"),
                            delayed(measure::u(elbow), 0.05).named("late")},
                .commit_every = 0.001,
                .sync = false};
    }
};

}  // namespace

TEST_CASE("a recorded simulation has its frames on time, with outputs, events and statistics") {
    const Swing swing;
    const System system(swing.model);
    const Folder folder;
    const State start = swing.start(system);
    const SimulationReport report =
        record(system, start, swing.options(Method::dormand_prince), swing.recording(folder / "run", 0.01));
    REQUIRE(report.outcome == Outcome::reached);
    const Recording recording(folder / "run");
    REQUIRE(recording.frames() == 151);
    for (long i = 0; i < 151; ++i) CHECK(recording.time(i) == doctest::Approx(0.01 * static_cast<double>(i)));
    CHECK(recording.about().complete);
    CHECK(recording.time(150) == 1.5);

    // The same as what one sees who looks at the run himself.
    Simulation again(system, start, swing.options(Method::dormand_prince));
    for (long i = 1; i < 151; ++i) {
        again.advance_to(recording.time(i));
        CHECK(recording.state(system, i) == again.state());
    }
    CHECK(again.report().statistics.steps == report.statistics.steps);

    long pushes = 0;
    for (const RecordedEvent& event : recording.events()) pushes += event.name == "push";
    CHECK(pushes == 4);
    CHECK(recording.events().size() > 4);
    const State last = recording.state(system, 150);
    CHECK(recording.output("height").back() == position(system, last, Station{swing.lower, {0, -1, 0}}).y);
    CHECK(recording.output("highest").back() >= recording.output("height")[77]);
    for (const RecordedStatistic& s : recording.statistics())
        if (s.name == "steps") CHECK(s.value == static_cast<double>(report.statistics.steps));
    CHECK(recording.log().back().find("reached its end at time 1.5") != std::string::npos);
}

TEST_CASE("the work in a recording is the change of energy, events included") {
    const System system(double_pendulum());
    const Folder folder;
    State start = system.default_state();
    start.set_q(std::vector{1.5, 0.3});
    // Work is summed up over steps to fourth order: steps of a method of order 8 would be too long for that.
    SimulationOptions options{.until = 2, .accuracy = 1e-8, .method = Method::dormand_prince};
    double jumps = 0;
    options.handlers = {{"kick", Every{.period = 0.5, .from = 0.25}, [&](State& s) {
                             const double before = kinetic_energy(system, s);
                             s.set_u(std::vector{s.u()[0] * 0.5, s.u()[1] + 1});
                             jumps += kinetic_energy(system, s) - before;
                         }}};
    record(system, start, std::move(options),
           {.file = folder / "run", .every = 0.1, .outputs = {integral(measure::power()).named("work")}});
    const Recording recording(folder / "run");
    const double change = kinetic_energy(system, recording.state(system, recording.frames() - 1));
    CHECK(recording.output("work").back() == doctest::Approx(change - jumps).epsilon(1e-6));
}

TEST_CASE("simulations killed with -9 and resumed have the frames of the unbroken run, bit for bit") {
    const Swing swing;
    const System system(swing.model);
    const State start = swing.start(system);
    const Folder folder;
    std::mt19937 random(3);
    int number = 0, all_kills = 0;
    for (const Method method :
         {Method::dormand_prince, Method::merson, Method::runge_kutta_3, Method::verlet})
        for (const double every : {0.0, 0.013}) {
            CAPTURE(static_cast<int>(method));
            CAPTURE(every);
            const std::string unbroken = folder / ("whole" + std::to_string(number)),
                              broken = folder / ("broken" + std::to_string(number));
            ++number;
            record(system, start, swing.options(method), swing.recording(unbroken, every));
            int kills = 0;
            for (bool complete = false; !complete && kills < 60; ++kills) {
                Child child([&](int pipe) {
                    SimulationOptions options = swing.options(method);
                    options.cancel = [&, told = false]() mutable {  // asked at every step
                        if (!told) static_cast<void>(!write(pipe, "", 1));
                        told = true;
                        usleep(method == Method::verlet ? 100 : 1500);
                        return false;
                    };
                    if (kills == 0) record(system, start, std::move(options), swing.recording(broken, every));
                    else resume(system, std::move(options), swing.recording(broken, every));
                });
                if (kills < 5) child.kill_after(static_cast<int>(random() % 15000));
                const std::string said = child.all_it_said();
                INFO(said);
                REQUIRE(said.find("differently") == std::string::npos);
                complete = Recording(broken).about().complete;
            }
            const Recording a(unbroken), b(broken);
            const RecordingComparison found = compare(a, b);
            INFO(found.text());
            all_kills += kills;
            CHECK(found.same());
            CHECK(a.state(system, a.frames() - 1) == b.state(system, b.frames() - 1));
            CHECK(a.events().size() == b.events().size());
        }
    CHECK(all_kills > 10);
}

TEST_CASE("a run that was cancelled goes on, also with a method that remembers earlier steps") {
    const System system(double_pendulum());
    const Folder folder;
    State start = system.default_state();
    start.set_q(std::vector{1.5, 0.3});
    const RecordOptions how{.file = folder / "run", .every = 0.05};
    SimulationOptions options{.until = 2, .accuracy = 1e-7, .method = Method::adams};
    long steps = 0;
    options.cancel = [&] { return ++steps > 60; };
    CHECK(record(system, start, std::move(options), how).outcome == Outcome::cancelled);
    CHECK_FALSE(Recording(how.file).about().complete);
    const SimulationReport report =
        resume(system, {.until = 2, .accuracy = 1e-7, .method = Method::adams}, how);
    CHECK(report.outcome == Outcome::reached);
    const Recording recording(how.file);
    CHECK(recording.frames() == 41);
    const State end = last(simulate(system, start, {.until = 2, .accuracy = 1e-7, .method = Method::adams}));
    const State recorded_end = recording.state(system, 40);
    CHECK(recorded_end.q()[0] == doctest::Approx(end.q()[0]).epsilon(1e-3));

    CHECK(said_by([&] { record(system, start, {.until = -1}, {.file = folder / "none"}); }) !=
          "nothing was thrown");
    CHECK_FALSE(std::filesystem::exists(folder / "none"));
}
