// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/pendulum.h>
#include <sinew/system/constraints.h>
#include <sinew/system/model.h>
#include <sinew/system/motions.h>
#include <tests/support/mechanisms.h>

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A force that has no value from some time on, in one way or another.
class Breaks : public ForceLaw {
public:
    Breaks(AnyJointId of, bool throwing) : joint(of), throws(throwing) {}
    void apply(const Situation& now, Effect& out) const override {
        if (now.time() > 0.5 && throws) throw std::domain_error("no more oil");
        out.add_mobility_force({joint, 0}, now.time() > 0.5 ? std::nan("") : 0);
    }
    AnyJointId joint;
    bool throws;
};

template <class F>
std::string said(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("options that make no sense are refused with their range") {
    const Pendulum p;
    const System system(p.model);
    const State start = system.default_state();
    for (const double bad : {0.0, -1e-3, std::nan(""), 1e-30, 2.0}) {
        const std::string text = said([&] { simulate(system, start, {.until = 1, .accuracy = bad}); });
        CHECK(has(text, "simulate: accuracy = "));
        CHECK(has(text, "1e-14 .. 0.5"));
    }
    CHECK(has(said([&] { simulate(system, start, {.until = -1}); }), "until = -1. The run starts at t = 0"));
    CHECK(has(said([&] { simulate(system, start, {}); }), "until = inf"));
    CHECK(has(said([&] { simulate(system, start, {.until = std::nan("")}); }), "until = nan"));
    CHECK(has(said([&] { simulate(system, start, {.until = 1, .fixed_step = -1}); }), "fixed_step = -1"));
    CHECK(has(said([&] { simulate(system, start, {.until = 1, .max_step = 0}); }), "max_step = 0"));
    CHECK(has(said([&] { simulate(system, start, {.until = 1, .min_step = 2, .max_step = 1}); }),
              "min_step = 2. It is above max_step = 1"));
    CHECK(last(simulate(system, start, {.until = 1, .max_step = 1e30})).time() == 1);
    Simulation run(system, start);
    run.advance_to(0.5);
    CHECK(has(said([&] { run.advance_to(0.1); }), "is at t = 0.5 and cannot go to 0.1"));
    CHECK(has(said([&] { run.advance_to(std::nan("")); }), "cannot go to nan"));
    const FourBar other;
    CHECK(has(said([&] { simulate(System(other.model), start, {.until = 1}); }), "four-bar"));
    CHECK(has(said([&] {
                  SimulationOptions o{.until = 1};
                  o.handlers = {{.name = "idle", .when = Every{0.1}}};
                  simulate(system, start, std::move(o));
              }),
              "handler \"idle\" does nothing"));
}

TEST_CASE("a force that breaks down is named with the time, and the last good State is kept") {
    for (const bool throwing : {false, true}) {
        Pendulum p;
        p.model.add(CustomForce{"pump", std::make_shared<Breaks>(p.swing, throwing)});
        const System system(p.model);
        State start = system.default_state();
        start.q(p.swing) = 1;
        Simulation run = simulate(system, start, {.until = 2});
        CHECK(run.advance_to(2) == Outcome::step_refused);
        CHECK(run.state().time() == doctest::Approx(0.5).epsilon(1e-6));
        CHECK(run.state().time() <= 0.5);
        const std::string why = run.report().failure;
        CHECK(has(why, "simulate: no step can be taken from t = 0.5"));
        CHECK(has(why, "\"pump\""));
        if (throwing) CHECK(has(why, "no more oil"));
        try {
            for (const State& now : simulate(system, start, {.until = 2, .report_every = 0.1}))
                CHECK(now.time() <= 0.5);
            CHECK(false);
        } catch (const SimulationError& error) {
            CHECK(error.state->time() == run.state().time());
            CHECK(error.outcome == Outcome::step_refused);
        }
    }
}

namespace {

/// Settles at all times but one.
class Settles : public Relaxer {
public:
    explicit Settles(double never) : not_at(never) {}
    Settled relax(Relaxing& now) const override { return {.converged = now.state().time() != not_at}; }
    double not_at;
};

}  // namespace

TEST_CASE("fast variables that do not settle where one looks end the run with their name") {
    Pendulum p;
    const auto slack = p.model.add_variable("slack", 0.0, Stage::force);
    p.model.add(
        FastVariables{.name = "tendon", .variables = {slack}, .relaxer = std::make_shared<Settles>(0.333)});
    const System system(p.model);
    const State start = system.default_state();
    CHECK(last(simulate(system, start, {.until = 1, .report_every = 0.25})).time() == 1);
    const auto ends_well = [](const std::string& why) {
        return has(why, "at t = 0.333, fast variables \"tendon\" do not settle.");
    };
    Simulation run = simulate(system, start, {.until = 1});
    CHECK(run.advance_to(0.333) == Outcome::step_refused);
    CHECK(ends_well(run.report().failure));
    CHECK(ends_well(said([&] { last(simulate(system, start, {.until = 1, .report_every = 0.333})); })));
    CHECK(has(said([&] {
                  SimulationOptions options{.until = 1};
                  options.handlers = {{"kick", AtTimes{{0.333}}, [&](State& s) { s.u(p.swing) = 1; }}};
                  last(simulate(system, start, std::move(options)));
              }),
              "fast variables \"tendon\" do not settle."));
    State late = start;
    late.set_time(0.333);
    CHECK(ends_well(said([&] { simulate(system, late, {.until = 1}); })));
}

TEST_CASE("a Motion that jumps is told with its time and the size of the jump") {
    const auto run = [](Function f, MotionLevel level) {
        Pendulum p;
        p.model.add(Motion{.name = "drive", .joint = p.swing, .level = level, .functions = {f}});
        const System system(p.model);
        Simulation s = simulate(system, system.default_state(), {.until = 3});
        s.advance_to(3);
        return s.report().failure;
    };
    // Over a thousandth of a picosecond a Step is a jump.
    const Function edge = function::Step{0, 0.25, 1.2345, 1.2345 + 1e-15};
    CHECK(has(run(edge, MotionLevel::position),
              "motion \"drive\" jumps by 0.25 in the position of joint \"swing\" at t = 1.2345"));
    CHECK(has(run(function::PiecewiseLinear{{0, 1, 2}, {0, 1, 3}}, MotionLevel::position),
              "jumps by 1 in the speed of joint \"swing\" at t = 1."));
    CHECK(
        has(run(edge, MotionLevel::velocity), "jumps by 0.25 in the speed of joint \"swing\" at t = 1.2345"));
    CHECK(run(function::Step{0, 0.25, 1.2, 1.201}, MotionLevel::position).empty());
    CHECK(run(function::Sinusoid{1, 40, 0}, MotionLevel::position).empty());
}

TEST_CASE("a Motion that a constraint forbids is an error when it comes to that, with both names") {
    FourBar four;
    four.model.add(Gravity{.g = {0, -9.81, 0}});
    four.model.add(Motion{.name = "push", .joint = four.A, .functions = {function::Linear{{1.0}, 0.0}}});
    four.model.add(Motion{.name = "hold", .joint = four.D, .functions = {Function(2.0)}});
    const System system(four.model);
    State start = system.default_state();
    set_enabled(system, start, MotionId{1}, false);
    start.q(four.B) = 0.5;
    start.q(four.D) = 1.9;
    Simulation run(system, start, {.until = 3, .start_may_move = 10});
    CHECK(run.advance_to(0.5) == Outcome::running);
    State held = run.state();
    lock(system, held, four.D);
    const std::string text = said([&] { last(simulate(system, held, {.until = 1})); });
    CHECK(has(text, "constraint \"C\" cannot be met"));
    CHECK(has(text, "motion \"push\""));
    CHECK(has(text, "the lock of joint \"D\""));
}

TEST_CASE("a start off its constraints is brought onto them if it is near, and told if it is not") {
    const FourBar four;
    const System system(four.model);
    State start = system.default_state();
    start.q(four.A) = 0.5;
    start.q(four.B) = 0.6;
    start.q(four.D) = 1.8;
    CHECK(has(said([&] { simulate(system, start, {.until = 1, .start_may_move = 0.001}); }),
              "simulate: the start is off its constraints"));
    Simulation run = simulate(system, start, {.until = 1, .report_every = 0.1, .start_may_move = 10});
    CHECK(run.report().start_moved > 0.001);
    CHECK(run.report().start_error > 1e-3);
    for (const State& now : run)
        for (const double e : position_errors(system, now)) CHECK(std::abs(e) <= 1e-3);
    CHECK(has(run.report().summary(), "brought onto its constraints"));

    State moving = run.state();
    moving.u(four.A) = moving.u(four.A) + 1;  // the other joints do not follow
    const Simulation other(system, moving, {.until = 1});
    CHECK(other.report().start_moved < 1e-3);
    CHECK(other.report().start_speeds_moved > 0.1);
    CHECK(has(other.report().summary(), "The speeds of the start were changed by"));
}

TEST_CASE("faulty witnesses and handlers are named") {
    const Pendulum p;
    const System system(p.model);
    State start = system.default_state();
    start.q(p.swing) = 1;
    const auto fault = [&](When when, Call<void(State&, Event&)> act) {
        SimulationOptions o{.until = 2};
        o.handlers = {{"mine", std::move(when), std::move(act)}};
        return said([&] { last(simulate(system, start, std::move(o))); });
    };
    const auto nothing = [](State&) {};
    CHECK(has(fault(Crossing{[](const State& s) { return s.time() > 1 ? std::nan("") : 1.0; }}, nothing),
              "the witness of \"mine\" is not a finite number at t = 1"));
    CHECK(has(fault(Crossing{[](const State&) { return 0.0; }}, nothing),
              "the witness of \"mine\" is zero from t = 0"));
    CHECK(has(fault(Crossing{[](const State& s) { return s.time() > 1 ? 1.0 : -1.0; }}, nothing),
              "the witness of \"mine\" jumps over zero at t = 1"));
    CHECK(has(fault(Crossing{[](const State& s) -> double {
                        if (s.time() > 1) throw std::runtime_error("lost");
                        return 1;
                    }},
                    nothing),
              "the witness of \"mine\" failed at t = 1"));
    CHECK(has(fault(Every{0.7}, [](State&) { throw std::runtime_error("no idea"); }),
              "handler \"mine\" failed at t = 0: no idea"));
    CHECK(has(fault(AtTimes{{0.7}}, [](State& s) { s.set_time(5); }),
              "handler \"mine\" changed the time at t = 0.7"));
}

TEST_CASE("nothing that can move is a run, too") {
    const System system(Model{});
    int steps = 0;
    for (const State& now : simulate(system, system.default_state(), {.until = 10, .report_every = 1}))
        steps += now.time() >= 0;
    CHECK(steps == 11);
}
