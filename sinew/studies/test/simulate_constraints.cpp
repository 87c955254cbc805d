// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/system/constraints.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>
#include <tests/support/mechanisms.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

double largest(std::span<const double> errors) {
    double m = 0;
    for (const double e : errors) m = std::max(m, std::abs(e));
    return m;
}

/// Largest weighted error of positions and velocities, a tenth of a second being the characteristic time.
double error_of(const System& system, const State& s) {
    return std::max(largest(position_errors(system, s)), 0.1 * largest(velocity_errors(system, s)));
}

/// A four-bar under gravity, and a start that its constraints are not far from.
struct FourBarNearItsStart {
    FourBar four = [] {
        FourBar made;
        made.model.add(Gravity{.g = {0, -9.81, 0}});
        return made;
    }();
    System system{four.model};
    State start = [this] {
        State state = system.default_state();
        state.q(four.A) = 0.5;
        state.q(four.B) = 0.6;
        state.q(four.D) = 1.8;
        return state;
    }();
};

}  // namespace

TEST_CASE("constraints hold at every reported State, between steps as well, whatever the method") {
    const FourBarNearItsStart four;
    const System& system = four.system;
    const State& start = four.start;
    for (int m = 0; m < method_count; ++m) {
        const auto method = static_cast<Method>(m);
        const int order = make_integrator(method)->order();
        for (const double accuracy : {1e-2, 1e-4, 1e-7}) {
            CAPTURE(std::string(name(method)));
            CAPTURE(accuracy);
            SimulationOptions options{
                .until = 1, .report_every = 0.007, .accuracy = accuracy, .method = method};
            options.start_may_move = 10;
            if (order == 1 && accuracy < 1e-4) continue;
            if (method == Method::semi_explicit_euler) options.fixed_step = 1e-3;
            double worst = 0;
            for (const State& now : simulate(system, start, std::move(options)))
                worst = std::max(worst, error_of(system, now));
            CHECK(worst <= accuracy);
        }
    }
}

TEST_CASE("a closed linkage keeps its energy, the better the more we ask") {
    const FourBarNearItsStart four;
    const System& system = four.system;
    const State& start = four.start;
    for (const double accuracy : {1e-3, 1e-5, 1e-7, 1e-9}) {
        CAPTURE(accuracy);
        Simulation run = simulate(system, start, {.until = 5, .accuracy = accuracy, .start_may_move = 10});
        const double before = total_energy(system, run.state());
        run.advance_to(5);
        CHECK(std::abs(total_energy(system, run.state()) - before) < 100 * accuracy * std::abs(before));
    }
}

TEST_CASE("a platform on six legs cannot move, and does not") {
    Stewart stewart(Transform{Rotation::about_z(0.2), {0.05, 0, 1.1}});
    stewart.model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(stewart.model);
    State start = system.default_state();
    start.q(stewart.pose) = {std::cos(0.1), 0, 0, std::sin(0.1), 0.05, 0, 1.1};
    const State end = last(simulate(system, start, {.until = 10, .accuracy = 1e-5}));
    for (std::size_t i = 0; i < 7; ++i) CHECK(std::abs(end.q()[i] - start.q()[i]) < 1e-4);
}

TEST_CASE("Bricard's loop, redundant everywhere, moves on and stays closed") {
    const Bricard bricard;
    const System system(bricard.model);
    State start = system.default_state();
    for (std::size_t i = 0; i < 6; ++i) {
        const double q = (i % 2 ? -1 : 1) * std::numbers::pi / 2;
        start.set_q(bricard.joints[i], std::span(&q, 1));
    }
    std::vector<double> u(static_cast<std::size_t>(system.nu()));
    std::fill(u.begin(), u.end(), 1.0);  // the one way it can move from here
    start.set_u(u);
    Simulation run = simulate(system, start, {.until = 3, .report_every = 0.05, .accuracy = 1e-6});
    const double energy = kinetic_energy(system, run.state());
    CHECK(energy > 0.1);
    for (const State& now : run) {
        CHECK(error_of(system, now) <= 1e-6);
        CHECK(std::abs(kinetic_energy(system, now) - energy) < 1e-4 * (energy + 1e-3));
    }
}
