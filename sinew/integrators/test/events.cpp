// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/events.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

using namespace sinew;

namespace {

/// Witnesses that are functions of time, counted.
template <class F>
struct Functions final : Witnesses {
    explicit Functions(F function) : f(function) {}
    double value(double t, int i) override {
        ++calls;
        return f(t, i);
    }
    F f;
    long calls = 0;
};

struct Seen {
    std::vector<double> times;
    std::vector<int> witness;
    std::vector<bool> rising;
    Finding end = Finding::nothing;
};

/// All events of witnesses that nobody handles.
template <class W>
Seen all_events(EventFinder& finder, W& w, double from, double to, double step) {
    Seen seen;
    const auto keep = [&] {
        for (const CrossedZero& c : finder.found().crossings) {
            seen.times.push_back(finder.found().t_after);
            seen.witness.push_back(c.witness);
            seen.rising.push_back(c.rising);
        }
    };
    if (finder.start(w, from) == Finding::crossing) keep();
    for (double end = std::min(to, from + step);; end = std::min(to, end + step)) {
        while ((seen.end = finder.search(w, end)) == Finding::crossing) keep();
        if (seen.end != Finding::nothing || end >= to) return seen;
    }
}

Seen events_of(double (*f)(double), WitnessOptions options, double to, double step) {
    EventFinder finder({options});
    Functions w([=](double t, int) { return f(t); });
    return all_events(finder, w, 0, to, step);
}

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr int layouts = 20'000;
#else
constexpr int layouts = 1'000'000;
#endif

struct Layout {
    double root[2][3];
    int roots[2];
    double touch;
};

/// Roots of each witness at least a spacing apart, anywhere or on the grid of the steps, and a point where it touches.
Layout random_layout(std::mt19937_64& random, double spacing) {
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    Layout layout;
    for (int i = 0; i < 2; ++i) {
        double at = 1e-6;
        layout.roots[i] = 0;
        for (int k = 0; k < 3; ++k) {
            const double gap = uniform();
            at += spacing * 1.0001 + (random() % 4 == 0 ? 0 : 0.8 * gap * gap * gap);
            if (random() % 8 == 0) at = std::ceil(at * 16) / 16;
            if (at > 0.999) break;
            layout.root[i][layout.roots[i]++] = at;
        }
    }
    layout.touch = uniform();
    return layout;
}

}  // namespace

TEST_CASE(
    "in a million layouts of roots none above the spacing is missed, none is found twice, all in order") {
    std::mt19937_64 random(7);
    long wrong = 0, roots = 0, calls = 0;
    double largest = 0;
    for (int n = 0; n < layouts; ++n) {
        const double window = 1e-9, spacing = random() % 2 ? 0.2 : 0.1;
        const Layout layout = random_layout(random, spacing);
        Functions w([&](double t, int i) {
            double f = i == 0 ? 1e-3 : 1 + (t - layout.touch) * (t - layout.touch);
            for (int k = 0; k < layout.roots[i]; ++k) f *= 4 * (t - layout.root[i][k]);
            return f;
        });
        EventFinder finder({{.window = window, .spacing = spacing}, {.window = window, .spacing = spacing}});
        const double step = random() % 3 == 0 ? 1 : random() % 4 ? 0.5 : 0.13;
        const Seen seen = all_events(finder, w, 0, 1, step);
        int next[2] = {0, 0};
        bool right = seen.end == Finding::nothing && std::is_sorted(seen.times.begin(), seen.times.end());
        for (std::size_t e = 0; e < seen.times.size(); ++e) {
            const int i = seen.witness[e], k = next[i]++;
            if (k >= layout.roots[i]) {
                right = false;
                break;
            }
            const double off = std::abs(seen.times[e] - layout.root[i][k]);
            largest = std::max(largest, off);
            right = right && off <= 2 * window;
        }
        right = right && next[0] == layout.roots[0] && next[1] == layout.roots[1];
        wrong += !right;
        roots += layout.roots[0] + layout.roots[1];
        calls += w.calls;
    }
    CHECK(wrong == 0);
    CHECK(roots > 2 * layouts);
    MESSAGE(roots << " roots, at worst " << largest << " off; " << calls / roots << " values each");
}

TEST_CASE("zeros of a sine are found in steps far longer than its half wave") {
    for (const double step : {9.5, 3.1, 1.0, 0.2}) {
        CAPTURE(step);
        const Seen seen = events_of([](double t) { return std::sin(std::numbers::pi * t); }, {}, 9.5, step);
        REQUIRE(seen.times.size() == 9);  // not the zero it starts on
        for (int k = 0; k < 9; ++k) {
            CHECK(std::abs(seen.times[static_cast<std::size_t>(k)] - (k + 1)) < 1e-7);
            CHECK(seen.rising[static_cast<std::size_t>(k)] == (k % 2 == 1));
        }
    }
}

TEST_CASE("a pair of roots is found with a spacing declared, and mostly without") {
    const auto pair = [](double t) { return (t - 2) * (t - 2.001); };
    for (const double spacing : {9e-4, std::numeric_limits<double>::infinity()}) {
        const Seen seen = events_of(pair, {.spacing = spacing}, 9.5, 5);
        REQUIRE(seen.times.size() == 2);
        CHECK(std::abs(seen.times[0] - 2) < 1e-7);
        CHECK(std::abs(seen.times[1] - 2.001) < 1e-7);
    }
}

TEST_CASE("only crossings of the direction asked for are events") {
    const auto sine = [](double t) { return std::sin(t); };
    CHECK(events_of(sine, {.direction = Direction::rising}, 20, 1).times.size() == 3);
    CHECK(events_of(sine, {.direction = Direction::falling}, 20, 1).times.size() == 3);
}

TEST_CASE("touching zero is no event, be it between samples or on one") {
    for (const double step : {9.5, 3.0, 0.7})
        CHECK(events_of([](double t) { return (t - 3) * (t - 3); }, {}, 9.5, step).times.empty());
}

TEST_CASE("a root on the end of a step is found once") {
    const Seen seen = events_of([](double t) { return t - 1; }, {}, 3, 0.5);
    REQUIRE(seen.times.size() == 1);
    CHECK(std::abs(seen.times[0] - 1) < 1e-7);
}

TEST_CASE("a value beyond zero at the start is an event if that was asked for") {
    const auto fallen = [](double t) { return -0.1 - t; };
    CHECK(events_of(fallen, {.direction = Direction::falling}, 1, 0.3).times.empty());
    const Seen seen = events_of(fallen, {.direction = Direction::falling, .fires_at_start = true}, 1, 0.3);
    REQUIRE(seen.times.size() == 1);
    CHECK(seen.times[0] == 0);
}

TEST_CASE("witnesses without a value, flat ones and jumps are faults unless they were declared") {
    const auto undefined = [](double t) { return t < 1 ? t + 1 : std::nan(""); };
    const auto flat = [](double t) { return std::max(0.0, 1 - t); };
    const auto jump = [](double t) { return t < 1 ? -1.0 : 1.0; };
    CHECK(events_of(undefined, {}, 3, 0.3).end == Finding::undefined);
    CHECK(events_of(undefined, {.may_be_undefined = true}, 3, 0.3).end == Finding::nothing);
    CHECK(events_of(flat, {}, 3, 0.3).end == Finding::flat);
    CHECK(events_of([](double) { return 0.0; }, {}, 3, 0.3).end == Finding::flat);
    CHECK(events_of(flat, {.may_be_flat = true}, 3, 0.3).times.empty());
    CHECK(events_of(jump, {}, 3, 0.3).end == Finding::jump);
    const Seen seen = events_of(jump, {.may_jump = true}, 3, 0.3);
    REQUIRE(seen.times.size() == 1);
    CHECK(std::abs(seen.times[0] - 1) <= 1e-8);
}

TEST_CASE("a steep witness is no jump") {
    const Seen seen =
        events_of([](double t) { return std::tanh(1e7 * (t - 1.03)); }, {.window = 1e-5}, 3, 0.4);
    CHECK(seen.end == Finding::nothing);
    CHECK(seen.times.size() == 1);
}

TEST_CASE("what was turned back too weakly is found again; what goes on is not found twice") {
    // A ball that keeps half its speed at each bounce: exact flight between events, as a step has it.
    double z = 1, v = 0, since = 0;
    Functions w([&](double t, int) {
        const double x = t - since;
        return z + v * x - 5 * x * x;
    });
    EventFinder finder({{.direction = Direction::falling, .window = 1e-12}});
    finder.start(w, 0);
    int bounces = 0;
    for (; bounces < 30; ++bounces) {
        REQUIRE(finder.search(w, 10) == Finding::crossing);
        const double t = finder.t(), x = t - since;
        z += v * x - 5 * x * x, v = -0.5 * (v - 10 * x), since = t;
        REQUIRE(finder.resume(w) == Finding::nothing);
    }
    CHECK(std::abs(since - std::sqrt(0.2) * 3) < 1e-8);
    CHECK(std::abs(z) < 1e-9);

    double slope = 1;
    Functions line([&](double t, int) { return slope * (t - 1); });
    EventFinder once({WitnessOptions{}});
    once.start(line, 0);
    REQUIRE(once.search(line, 3) == Finding::crossing);
    slope = 2;  // changed, but not turned back
    REQUIRE(once.resume(line) == Finding::nothing);
    CHECK(once.search(line, 3) == Finding::nothing);
}

TEST_CASE("events in one window come together, and what a change brings over zero comes at once") {
    double shift = 0;
    Functions w([&](double t, int i) { return i == 0 ? t - 1 : i == 1 ? 1 - t : t - 2 + shift; });
    EventFinder finder({{}, {}, {}});
    finder.start(w, 0);
    REQUIRE(finder.search(w, 1.5) == Finding::crossing);
    REQUIRE(finder.found().crossings.size() == 2);
    CHECK(finder.found().crossings[0].rising);
    CHECK_FALSE(finder.found().crossings[1].rising);
    CHECK(finder.found().t_before < 1 + 1e-12);
    shift = 5;
    REQUIRE(finder.resume(w) == Finding::crossing);
    CHECK(finder.found().crossings[0].witness == 2);
    CHECK(finder.search(w, 3) == Finding::nothing);
}

TEST_CASE("roots of smooth functions take few values") {
    Functions w([](double t, int) { return std::exp(-t) - 0.001 * t; });
    EventFinder finder({WitnessOptions{.window = 1e-12}});
    finder.start(w, 4);
    REQUIRE(finder.search(w, 6) == Finding::crossing);
    CHECK(std::abs(finder.t() - 5.249602852401596) < 1e-11);
    CHECK(w.calls < 20);
}
