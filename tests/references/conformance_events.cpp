// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases that ask when something happens.

#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>

#include <numbers>

namespace sinew::testing {

namespace {

/// The times at which a function of the State crosses zero.
std::vector<double> crossings(const Running& r, double until, double accuracy, Crossing crossing) {
    std::vector<double> times;
    SimulationOptions options{.until = until, .accuracy = accuracy};
    options.reporters = {{"crossing", std::move(crossing),
                          [&](const State&, const Event& e) { times.push_back(0.5 * (e.before + e.time)); }}};
    last(simulate(r.system, r.state, std::move(options)));
    return times;
}

}  // namespace

void pendulum_periods(const Case& c, Account& account) {
    for (const Check& check : c.checks) {
        Running r(c.model);
        r.set({check.amplitude}, {0});
        const AnyJointId swing = r.mechanism.joints[0];
        const std::vector<double> stops =
            crossings(r, 3 * check.value[0], c.accuracy,
                      {.witness = [=](const State& s) { return s.u(swing)[0]; }, .stage = Stage::velocity});
        account.compare(check, 2 * (stops.at(1) - stops.at(0)));
    }
}

void whirling_pendulum(const Case& c, Account& account) {
    const Running r(c);
    const AnyJointId swing = r.mechanism.joints[0];
    account.compare(
        c.checks[0],
        crossings(r, 1, c.accuracy,
                  {.witness = [=](const State& s) { return s.q(swing)[0] - 2 * std::numbers::pi; }})
            .at(0));
}

void flipping_nut(const Case& c, Account& account) {
    const Running r(c);
    const BodyId nut = r.mechanism.bodies[0];
    const auto middle = [&](const State& s) {
        return (pose(r.system, s, nut).R.inverse() * velocity(r.system, s, nut).w).y;
    };
    const std::vector<double> flips =
        crossings(r, 40, c.accuracy, {.witness = middle, .stage = Stage::velocity});
    const Check& times = c.check("times when");
    account.compare(times, std::span(flips).first(times.value.size()));
    account.compare(c.check("flip period"), flips.at(2) - flips.at(0));
    const State end = last(simulate(r.system, r.state, {.until = 40, .accuracy = c.accuracy}));
    const double before = kinetic_energy(r.system, r.state), p = norm(momentum(r.system, r.state).m);
    account.compare(c.check("kinetic energy drift"), kinetic_energy(r.system, end) / before - 1);
    account.compare(c.check("|angular momentum| drift"), norm(momentum(r.system, end).m) / p - 1);
}

void bounces(const Case& c, Account& account) {
    const Running r(c);
    const AnyJointId height = r.mechanism.joints[0];
    std::vector<double> times, tops;
    SimulationOptions options{.until = 4.5, .accuracy = c.accuracy};
    options.handlers = {
        {"bounce",
         Crossing{.witness = [=](const State& s) { return s.q(height)[0]; }, .direction = Direction::falling},
         [&](State& s, Event& e) {
             times.push_back(e.time);
             const double u = -0.8 * s.u(height)[0];
             s.set_u(height, std::span(&u, 1));
         }}};
    options.reporters = {{"top",
                          Crossing{.witness = [=](const State& s) { return s.u(height)[0]; },
                                   .direction = Direction::falling,
                                   .stage = Stage::velocity},
                          [&](const State& s) { tops.push_back(s.q(height)[0]); }}};
    Simulation run = simulate(r.system, r.state, std::move(options));
    const Outcome outcome = run.advance_to(4.5);
    account.compare(c.check("times of the first"), std::span(times).first(10));
    account.compare(c.check("accumulation time"), times.back());
    account.compare(c.check("height reached"), tops.at(4));
    CHECK(outcome == Outcome::chatter);  // the diagnostic, by name
    CHECK(run.report().failure.find("events of handler \"bounce\" pile up") != std::string::npos);
}

void roots_of_witnesses(const Case& c, Account& account) {
    const Running r(c);
    const AnyJointId slide = r.mechanism.joints[0];
    const auto roots = [&](auto f, Direction direction, double spacing) {
        return crossings(r, 9.5, c.accuracy,
                         {.witness = [=](const State& s) { return f(s.q(slide)[0]); },
                          .direction = direction,
                          .window = 1e-8,
                          .spacing = spacing});
    };
    const double any = std::numeric_limits<double>::infinity();
    account.compare(c.check("rising and falling zeros"),
                    roots([](double q) { return std::sin(std::numbers::pi * q); }, Direction::both, any));
    for (const double spacing : {any, 9e-4})
        account.compare(c.check("zeros of (q-2)"),
                        roots([](double q) { return (q - 2) * (q - 2.001); }, Direction::both, spacing));
    account.compare(c.check("zero of q^3"),
                    roots([](double q) { return q * q * q - q - 1; }, Direction::rising, any));
    account.compare(c.check("zeros of exp"),
                    roots([](double q) { return std::exp(-q) - 0.001 * q; }, Direction::falling, any));
    CHECK(roots([](double q) { return (q - 3) * (q - 3); }, Direction::both, any).empty());
}

}  // namespace sinew::testing
