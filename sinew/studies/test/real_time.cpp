// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What is shown comes evenly though its computation does not; told by a clock that only moves when it is told to.
#include <sinew/studies/real_time.h>
#include <sinew/system/model.h>
#include <sinew/system/system.h>

#include <doctest/doctest.h>

#include <cmath>
#include <thread>

using namespace sinew;

namespace {

struct HandClock : Clock {
    double time = 100;
    double now() override { return time; }
    void sleep_until(double until) override { time = std::max(time, until); }
};

State some_state() {
    Model model;
    const BodyId body = model.add(Body{.name = "body", .mass = {.mass = 1}});
    model.add(Slider{}, {.name = "rail", .to = body});
    return System(model).default_state();
}

/// When frames, each 0.02 s after the last, are shown if cost(i) is what the computation of each takes: a run and a
/// screen that work at the same time.
template <class Cost>
std::vector<double> times_shown(Cost cost, int frames, const RealTimeOptions& options,
                                RealTimeStatistics& statistics) {
    DelayBuffer buffer(options);
    State state = some_state();
    std::vector<double> times;
    double last = -1, now = 100;
    double ready = now + cost(0);  // when frame i is computed
    for (int i = 0; i < frames || !buffer.empty();) {
        const bool computes = i < frames && buffer.has_room();
        if (computes && (buffer.empty() || ready <= buffer.due())) {
            now = std::max(now, ready);
            state.set_time(0.02 * i);
            buffer.put(state, now);
            ++i;
            if (buffer.has_room()) ready = now + cost(i);
        } else {
            now = std::max(now, buffer.due());
            const bool waited = !buffer.has_room();
            const State& frame = buffer.take(now);
            if (waited) ready = now + cost(i);
            CHECK(frame.time() > last);  // in order, none twice
            last = frame.time();
            times.push_back(now);
        }
    }
    statistics = buffer.statistics();
    return times;
}

}  // namespace

TEST_CASE("frames that are computed in fits and starts are shown evenly, after the lag") {
    RealTimeStatistics statistics;
    // Nine of ten cost little, the tenth takes as long as four frames last.
    const auto times =
        times_shown([](int i) { return i % 10 == 9 ? 0.08 : 0.004; }, 200, {.lag = 0.1}, statistics);
    REQUIRE(times.size() == 200);
    CHECK(times[0] == doctest::Approx(100.004 + 0.1));
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] - times[i - 1] == doctest::Approx(0.02));
    CHECK(statistics.shown == 200);
    CHECK(statistics.late == 0);
    CHECK(statistics.dropped == 0);
    CHECK(statistics.slipped == 0);
    CHECK(statistics.worst_interval < 1e-9);
    // Without a lag each of them would be late.
    times_shown([](int i) { return i % 10 == 9 ? 0.08 : 0.004; }, 200, {.lag = 0}, statistics);
    CHECK(statistics.late >= 20);
}

TEST_CASE("at half speed frames come half as often") {
    RealTimeStatistics statistics;
    const auto times = times_shown([](int) { return 0.01; }, 50, {.speed = 0.5}, statistics);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] - times[i - 1] == doctest::Approx(0.04));
}

TEST_CASE("after a step that took far too long the schedule slips once, and frames are even again") {
    RealTimeStatistics statistics;
    const auto times =
        times_shown([](int i) { return i == 100 ? 0.5 : 0.005; }, 300, {.lag = 0.1}, statistics);
    CHECK(statistics.late == 1);
    CHECK(statistics.slipped > 0.3);
    CHECK(statistics.slipped < 0.5);
    CHECK(statistics.worst_lateness == doctest::Approx(statistics.slipped));
    for (std::size_t i = times.size() - 150; i < times.size(); ++i)
        CHECK(times[i] - times[i - 1] == doctest::Approx(0.02));
}

TEST_CASE("a run slower than the clock is shown as fast as it comes, and says how late it was") {
    RealTimeStatistics statistics;
    const auto times = times_shown([](int) { return 0.05; }, 40, {.lag = 0.1}, statistics);
    CHECK(times.size() == 40);
    CHECK(statistics.late > 10);
    CHECK(statistics.slipped == doctest::Approx(40 * 0.05 - 40 * 0.02 - 0.1).epsilon(0.1));
}

TEST_CASE("in one thread, a run whose frames cost less than they last is shown evenly") {
    HandClock clock;
    State state = some_state();
    struct Frames {
        HandClock& clock;
        State& state;
        struct Iterator {
            Frames& run;
            int i;
            void operator++() { ++i; }
            const State& operator*() const {
                run.clock.time += i % 2 ? 0.016 : 0.001;
                run.state.set_time(0.02 * i);
                return run.state;
            }
            bool operator!=(const Iterator& other) const { return i != other.i; }
        };
        Iterator begin() { return {*this, 0}; }
        Iterator end() { return {*this, 100}; }
    };
    std::vector<double> times;
    const RealTimeStatistics statistics = show_in_real_time(
        Frames{clock, state}, [&](const State&) { times.push_back(clock.time); }, {.lag = 0.1}, clock);
    CHECK(statistics.shown == 100);
    CHECK(statistics.late == 0);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] - times[i - 1] == doctest::Approx(0.02));
}

TEST_CASE("one who looks too seldom sees the newest frame that is due; the others count as dropped") {
    DelayBuffer buffer({.lag = 0.1});
    State state = some_state();
    for (int i = 0; i < 5; ++i) {
        state.set_time(0.02 * i);
        CHECK(buffer.has_room());
        buffer.put(state, 1.0);
    }
    state.set_time(0.1);
    buffer.put(state, 1.0);
    CHECK_FALSE(buffer.has_room());
    CHECK(buffer.due() == doctest::Approx(1.1));
    CHECK_FALSE(buffer.is_due(1.09));
    CHECK(buffer.take(1.1 + 1e-9).time() == 0);
    CHECK(buffer.take(1.165).time() == doctest::Approx(0.06));
    CHECK(buffer.statistics().dropped == 2);
    CHECK(buffer.waiting() == 2);
    CHECK(buffer.statistics().worst_lateness == doctest::Approx(0.005));
    CHECK_THROWS_AS(DelayBuffer({.speed = 0}), StudyError);
}

TEST_CASE("with two threads, frames come in order, each at its time and not before") {
    RealTimeShow show({.lag = 0.02, .speed = 1, .late_after = 1, .slip_after = 1});
    const State start = some_state();
    std::thread run([&] {
        State state = start;
        for (int i = 0; i < 20; ++i) {
            state.set_time(0.005 * i);
            if (!show.put(state)) return;
        }
        show.end();
    });
    State frame = start;
    double last = -1;
    long seen = 0;
    while (show.next(frame)) {
        ++seen;
        CHECK(frame.time() > last);
        last = frame.time();
    }
    run.join();
    CHECK(last == doctest::Approx(0.095));
    CHECK(seen + show.statistics().dropped == 20);
    RealTimeShow stopped({.lag = 0});
    stopped.stop();
    CHECK_FALSE(stopped.put(start));
    CHECK_FALSE(stopped.next(frame));
}
