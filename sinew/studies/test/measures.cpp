// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Measures against closed forms: an oscillator whose every State is known, and a pendulum that loses energy.
#include <sinew/studies/observer.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

/// A unit mass on a unit spring: x = sin t.
struct Oscillator {
    Model model{};
    BodyId mass = model.add(Body{.name = "mass", .mass = {.mass = 1}});
    JointId<Slider> rail = model.add(Slider{}, {.name = "rail", .to = mass});
    ForceId spring = model.add(MobilitySpring{.name = "spring", .coordinate = {rail}, .stiffness = 1});
    System system{model};
    Measure x = measure::q(rail), v = measure::u(rail);

    State at(double t) const {
        State state = system.default_state();
        state.set_time(t);
        state.q(rail) = std::sin(t);
        state.u(rail) = std::cos(t);
        return state;
    }
    double operator()(const Measure& m, double t) const { return value(system, at(t), m); }
    /// Shows all States from 0 to the end, so many steps.
    void show(Observer& watch, double end, int steps) const {
        for (int i = 0; i <= steps; ++i) watch.observe(at(end * i / steps));
    }
};

/// One step of the classical Runge-Kutta method, of fourth order.
void runge_kutta(const System& system, State& state, double h) {
    const auto y_of = [](const State& s) {
        std::vector<double> y(s.q().begin(), s.q().end());
        y.insert(y.end(), s.u().begin(), s.u().end());
        y.insert(y.end(), s.z().begin(), s.z().end());
        return y;
    };
    const auto rate_of = [&](const State& s) {
        std::vector<double> y(q_dot(system, s).begin(), q_dot(system, s).end());
        for (const double x : forward_dynamics(system, s)) y.push_back(x);
        for (const double x : z_dot(system, s)) y.push_back(x);
        return y;
    };
    const auto put = [](State& s, std::span<const double> y) {
        s.set_q(y.subspan(0, s.q().size()));
        s.set_u(y.subspan(s.q().size(), s.u().size()));
        s.set_z(y.subspan(s.q().size() + s.u().size()));
    };
    const std::vector<double> y = y_of(state);
    std::vector<double> sum = y, k(y.size(), 0.0);
    const double t = state.time(), weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                 reach[] = {0, 0.5, 0.5, 1};
    State inner = state;
    for (int stage = 0; stage < 4; ++stage) {
        std::vector<double> here = y;
        for (std::size_t i = 0; i < y.size(); ++i) here[i] += h * reach[stage] * k[i];
        inner.set_time(t + h * reach[stage]);
        put(inner, here);
        k = rate_of(inner);
        for (std::size_t i = 0; i < y.size(); ++i) sum[i] += h * weight[stage] * k[i];
    }
    state.set_time(t + h);
    put(state, sum);
}

std::string said_by(auto&& f) {
    try {
        f();
    } catch (const StudyError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace

TEST_CASE("measures are combined as numbers are") {
    const Oscillator o;
    const double t = 0.7, x = std::sin(t), v = std::cos(t);
    CHECK(o(o.x + 2 * o.v - o.x * o.v / 3, t) == x + 2 * v - x * v / 3);
    CHECK(o(-o.x, t) == -x);
    CHECK(o(sin(o.x) + cos(o.x) + exp(o.x) + log(o.v) + sqrt(o.v), t) ==
          std::sin(x) + std::cos(x) + std::exp(x) + std::log(v) + std::sqrt(v));
    CHECK(o(abs(-o.x) + min(o.x, o.v) + max(o.x, 0.2) + atan2(o.x, o.v), t) ==
          x + std::min(x, v) + std::max(x, 0.2) + std::atan2(x, v));
    CHECK(o(apply(function::Polynomial{.coefficients = {2, 0, 1}}, o.x), t) ==
          doctest::Approx(2 * x * x + 1));
    const Station tip{o.mass, {0, 3, 4}};
    CHECK(o(norm(measure::position(tip) - measure::position(Station{})), t) ==
          doctest::Approx(std::sqrt(25 + x * x)));
    CHECK(o(dot(measure::velocity(tip), measure::velocity(tip)), t) == doctest::Approx(v * v));
    CHECK(o(measure::kinetic_energy() + measure::potential_energy(o.spring), t) == doctest::Approx(0.5));
    CHECK(o(measure::total_energy(), t) == doctest::Approx(0.5));
    CHECK(o(measure::power(o.spring), t) == doctest::Approx(-x * v));
    CHECK(o(measure::custom([&](const System&, const State& s) { return s.time() * s.q(o.rail); }), t) ==
          t * x);
}

TEST_CASE("rates follow the rules where there are rules, else differences along the flow, to ten digits") {
    const Oscillator o;
    const Measure t = measure::time();
    const Measure custom =
        measure::custom([&](const System&, const State& s) { return s.time() * s.q(o.rail); });
    const Station tip{o.mass, {0, 3, 4}};
    for (const double s : {0.3, 1.1, 2.5}) {
        CAPTURE(s);
        const double x = std::sin(s), v = std::cos(s);
        const auto close = [](double expected) { return doctest::Approx(expected).epsilon(1e-13); };
        const auto nearly = [](double expected) { return doctest::Approx(expected).epsilon(1e-10); };
        CHECK(o(rate(o.x), s) == close(v));
        CHECK(o(rate(rate(o.x)), s) == close(-x));
        CHECK(o(rate(o.v), s) == close(-x));
        CHECK(o(rate(t * o.x), s) == close(x + s * v));
        CHECK(o(rate(o.x / t), s) == close(v / s - x / (s * s)));
        CHECK(o(rate(sin(o.x) * cos(o.v)), s) ==
              close(std::cos(x) * v * std::cos(v) + std::sin(x) * std::sin(v) * x));
        CHECK(o(rate(sqrt(exp(o.x))), s) == close(0.5 * v * std::exp(0.5 * x)));
        CHECK(o(rate(log(t) + abs(-o.x) + atan2(o.x, o.v)), s) == close(1 / s + v + 1));
        CHECK(o(rate(min(o.x, t)), s) == close(v));
        CHECK(o(rate(max(o.x, t)), s) == 1);
        CHECK(o(rate(apply(function::Sinusoid{}, o.x)), s) == close(std::cos(x) * v));
        CHECK(o(rate(measure::position(tip).x), s) == close(o(measure::velocity(tip).x, s)));
        CHECK(o(rate(measure::mass_centre().x), s) == close(o(measure::velocity(Station{o.mass}).x, s)));
        CHECK(o(rate(custom), s) == nearly(x + s * v));
        CHECK(o(rate(measure::kinetic_energy()), s) == nearly(-x * v));
        CHECK(o(rate(rate(rate(o.x))), s) == nearly(-v));
        CHECK(o(rate(rate(custom)), s) == doctest::Approx(2 * v - s * x).epsilon(1e-7));
    }
}

TEST_CASE("the integral of what forces do is the change of energy") {
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {.mass = 2, .com = {0, -1, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const ForceId damper = model.add(MobilityDamper{.name = "damper", .coordinate = {swing}, .damping = 0.3});
    const Measure loss = add_integral(model, "loss", -0.3 * measure::u(swing) * measure::u(swing));
    const System system(model);
    State state = system.default_state();
    state.q(swing) = 2.0;
    const Measure work = integral(measure::power(damper)), all = integral(measure::power());
    Observer watch(system, {work, all, loss});
    const double E0 = total_energy(system, state), K0 = kinetic_energy(system, state);
    watch.observe(state);
    for (int i = 0; i < 1000; ++i) {
        runge_kutta(system, state, 0.005);
        watch.observe(state);
    }
    const double lost = total_energy(system, state) - E0;
    CHECK(lost < -5);
    CHECK(watch.value(work) == doctest::Approx(lost).epsilon(1e-8));
    CHECK(watch.value(all) == doctest::Approx(kinetic_energy(system, state) - K0).epsilon(1e-7));
    CHECK(watch.value(loss) == doctest::Approx(lost).epsilon(1e-8));
}

TEST_CASE("integrals are of fourth order in the steps") {
    const Oscillator o;
    double error[3];
    for (int level = 0; level < 3; ++level) {
        Observer watch(o.system, {integral(o.x * o.x)});
        o.show(watch, 2, 10 << level);
        error[level] = std::abs(watch[0] - (1 - std::sin(4) / 4));
    }
    CHECK(error[0] / error[1] == doctest::Approx(16).epsilon(0.1));
    CHECK(error[1] / error[2] == doctest::Approx(16).epsilon(0.1));
    CHECK(error[2] < 1e-6);
}

TEST_CASE("a delayed sine is the sine a while ago") {
    const Oscillator o;
    for (const double by : {0.0, 0.013, 0.5, 2.0}) {
        CAPTURE(by);
        const Measure late = delayed(o.x, by);
        Observer watch(o.system, {late, rate(late), late - o.x});
        for (int i = 0; i <= 300; ++i) {
            const double t = 0.03 * i;
            watch.observe(o.at(t));
            const double expected = t < by ? 0 : std::sin(t - by);
            CHECK(watch[0] == doctest::Approx(expected).epsilon(1e-7));
            if (t > by) CHECK(watch[1] == doctest::Approx(std::cos(t - by)).epsilon(1e-6));
            CHECK(watch[2] == watch[0] - std::sin(t));
        }
    }
    Observer none(o.system, {delayed(o.v, 1)});  // before the first State: as it was there
    none.observe(o.at(0));
    none.observe(o.at(0.5));
    CHECK(none[0] == 1);
}

TEST_CASE("extremes are found between the ends of steps, with the first time they were taken") {
    const Oscillator o;
    const double pi = std::numbers::pi;
    Observer watch(o.system, {maximum(o.x), time_of_maximum(o.x), minimum(o.x), time_of_minimum(o.x),
                              rate(maximum(o.x)), maximum(abs(o.v))});
    watch.observe(o.at(0));
    CHECK(watch[4] == 1);  // rising
    for (int i = 1; i <= 60; ++i) watch.observe(o.at(0.37 * i));
    CHECK(watch[0] == doctest::Approx(1).epsilon(1e-4));
    CHECK(watch[2] == doctest::Approx(-1).epsilon(1e-4));
    CHECK(std::abs(std::remainder(watch[1] - pi / 2, 2 * pi)) < 1e-2);
    CHECK(watch[4] == 0);
    CHECK(watch[5] == doctest::Approx(1).epsilon(1e-12));
    Observer constant(o.system, {time_of_maximum(Measure(3.0) + 0 * o.x)});
    o.show(constant, 1, 5);
    CHECK(constant[0] == 0);  // the first time
}

TEST_CASE("a sampled measure holds what it was at the last sample") {
    const Oscillator o;
    Observer watch(o.system, {sampled(o.x, 0.25), sampled(o.x, 0.25, 0.1)});
    for (int i = 0; i <= 200; ++i) {
        const double t = 0.013 * i;
        watch.observe(o.at(t));
        CHECK(watch[0] == doctest::Approx(std::sin(0.25 * std::floor(t / 0.25))).epsilon(1e-8));
        if (t >= 0.1)
            CHECK(watch[1] ==
                  doctest::Approx(std::sin(0.1 + 0.25 * std::floor((t - 0.1) / 0.25))).epsilon(1e-8));
        else CHECK(watch[1] == 0);
    }
}

TEST_CASE("an event at one time is seen on both sides") {
    const Oscillator o;
    Observer watch(o.system, {integral(o.x), maximum(o.x), delayed(o.x, 0.5)});
    const auto show = [&](double t, double x) {
        State state = o.system.default_state();
        state.set_time(t);
        state.q(o.rail) = x;  // at rest: u = 0, so its rate is zero
        watch.observe(state);
    };
    show(0, 1), show(1, 1), show(1, 3), show(2, 3);
    CHECK(watch[0] == 4);
    CHECK(watch[1] == 3);
    CHECK(watch[2] == 3);
    show(2, -1), show(2.25, -1);
    CHECK(watch[2] == 3);
    show(2.75, -1);
    CHECK(watch[2] == -1);
}

TEST_CASE("copies of an observer branch a history and agree with one that saw it all") {
    const Oscillator o;
    const std::vector<Measure> all{integral(o.x), delayed(o.v, 0.4), maximum(o.x * o.v), sampled(o.x, 0.3),
                                   integral(delayed(o.x, 0.2) * maximum(o.v))};
    Observer watch(o.system, all);
    o.show(watch, 1, 20);
    Observer branch = watch, other(o.system, {});
    for (int i = 1; i <= 20; ++i) branch.observe(o.at(1 + 0.1 * i));
    CHECK(watch.time() == 1);
    for (int i = 1; i <= 20; ++i) watch.observe(o.at(1 + 0.1 * i));
    other = watch;
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(watch[i] == branch[i]);
        CHECK(watch[i] == other[i]);
    }
    Observer resumed(o.system, all);
    resumed.restore(watch.memory());
    watch.observe(o.at(3.3)), resumed.observe(o.at(3.3));
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(watch[i] == resumed[i]);
    CHECK(said_by([&] { Observer(o.system, {o.x}).restore(watch.memory()); }) ==
          "this is not the memory of an observer of the same measures.");
    const std::string bytes = watch.memory();
    for (std::size_t cut = 0; cut < bytes.size(); ++cut)
        CHECK_THROWS_AS(resumed.restore(bytes.substr(0, cut)), StudyError);
    watch.restart();
    o.show(watch, 1, 20);
    Observer fresh(o.system, all);
    o.show(fresh, 1, 20);
    for (std::size_t i = 0; i < all.size(); ++i) CHECK(watch[i] == fresh[i]);
}

TEST_CASE("what a measure can not do is said") {
    Oscillator o;
    CHECK(said_by([&] { o(maximum(o.x).named("top"), 0); }) ==
          "measure \"top\" looks back over a run, so one State does not tell its value. Show the run to an "
          "Observer.");
    CHECK(said_by([&] { o(measure::q(o.rail, 1), 0); }) ==
          "measure q: joint number 0 has no number 1; it has 1 of its own.");
    CHECK(said_by([&] { o(measure::z(o.spring), 0); }) ==
          "measure z: force number 0 has no number 0; it has 0 of its own.");
    CHECK(said_by([&] { delayed(o.x, -1); }) ==
          "a measure can not be delayed by -1: a delay is not negative and finite.");
    CHECK(said_by([&] { sampled(o.x, 0); }).find("a period is positive") != std::string::npos);
    Observer watch(o.system, {o.x});
    CHECK(said_by([&] { watch[0]; }).find("has not been shown a state yet") != std::string::npos);
    watch.observe(o.at(1));
    CHECK(said_by([&] { watch.observe(o.at(0.5)); }) ==
          "an observer that has come to time 1 was shown a state at time 0.5: time does not go back in a "
          "run. Copy the "
          "observer with the state to branch.");
    CHECK(said_by([&] { watch.value(o.v.named("speed")); }) ==
          "measure \"speed\" is not watched by this observer: give it to the observer when it is made.");
    CHECK(said_by([&] { add_integral(o.model, "work", o.v * measure::power()); }) ==
          "the integral \"work\" can not be part of the motion: \"power\" is not told by time, coordinates, "
          "speeds, "
          "auxiliary variables and the motion of stations. integral() in an Observer takes any measure.");
}
