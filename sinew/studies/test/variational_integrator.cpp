// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/studies/variational.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/momentum.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <cstdlib>

using namespace sinew;
using namespace sinew::testing;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
constexpr long few = 100;  // as many times fewer steps where each costs as many times more
#else
constexpr long few = 1;
#endif

/// Two links on pins, hanging in a plane.
Model two_links() {
    Model model;
    BodyId last = world;
    for (int i = 0; i < 2; ++i) {
        const std::string number = std::to_string(i);
        const BodyId link = model.add(
            Body{.name = "link" + number,
                 .mass = {.mass = 1, .com = {0, -0.25, 0}, .inertia = {0.02, 0.002, 0.02, 0, 0, 0}}});
        model.add(Pin{}, {.name = "pin" + number,
                          .from = last,
                          .to = link,
                          .X_PF = {Rotation::identity(), {0, i ? -0.5 : 0.0, 0}}});
        last = link;
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

State swinging(const System& system) {
    State state = system.default_state();
    const double q[]{0.9, -0.4};
    state.set_q(q);
    return state;
}

/// y' = f(y) by the classical method of fourth order, and by Euler's with the new speeds for the coordinates.
void runge_kutta_4(const System& system, State& state, double h) {
    const std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
    const std::size_t n = q.size();
    std::vector<double> dq(n), du(n), q_now(n), u_now(n);
    const double weight[]{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}, to[]{0.5, 0.5, 1, 0};
    for (int stage = 0; stage < 4; ++stage) {
        const std::span<const double> a = forward_dynamics(system, state);
        for (std::size_t i = 0; i < n; ++i) {
            dq[i] += weight[stage] * h * state.u()[i];
            du[i] += weight[stage] * h * a[i];
            q_now[i] = q[i] + (stage < 3 ? to[stage] * h * state.u()[i] : dq[i]);
            u_now[i] = u[i] + (stage < 3 ? to[stage] * h * a[i] : du[i]);
        }
        state.set_q(q_now);
        state.set_u(u_now);
    }
}

void semi_implicit_euler(const System& system, State& state, double h) {
    const std::span<const double> a = forward_dynamics(system, state);
    std::vector<double> u(state.u().begin(), state.u().end()), q(state.q().begin(), state.q().end());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * a[i];
    for (std::size_t i = 0; i < u.size(); ++i) q[i] += h * u[i];
    state.set_q(q);
    state.set_u(u);
}

/// Energy over a run: how far it strays, and where it drifts to, by the line through the means of a hundred parts.
struct Energies {
    double strays = 0, drifts = 0;
    template <class Step>
    Energies(const System& system, State state, long steps, Step&& step) {
        const double E0 = total_energy(system, state);
        const long part = steps / 100;
        double sum_xx = 0, sum_xy = 0;
        for (int i = 0; i < 100; ++i) {
            double mean = 0;
            for (long k = 0; k < part; ++k) {
                step(state);
                const double error = total_energy(system, state) - E0;
                strays = std::max(strays, std::abs(error));
                mean += error / static_cast<double>(part);
            }
            const double x = i - 49.5;
            sum_xx += x * x, sum_xy += x * mean;
        }
        drifts = 100 * sum_xy / sum_xx;
    }
};

}  // namespace

TEST_CASE("over a million steps energy stays near and does not drift, where other methods lose it") {
    const System system(two_links());
    const State start = swinging(system);
    const double h = 0.02;
    const long steps = 1'000'000 / few;
    VariationalStepper stepper(system);
    bool all_taken = true;
    const Energies ours(system, start, steps,
                        [&](State& state) { all_taken = stepper.step(state, h).taken && all_taken; });
    CHECK(all_taken);
    const Energies fourth(system, start, steps / 10, [&](State& state) { runge_kutta_4(system, state, h); });
    const Energies euler(system, start, 2000,  // it does not last much longer
                         [&](State& state) { semi_implicit_euler(system, state, h); });
    if (std::getenv("SINEW_SHOW_ERRORS"))
        MESSAGE("variational " << ours.strays << ", " << ours.drifts << "; Runge-Kutta " << fourth.strays
                               << ", " << fourth.drifts << "; Euler " << euler.strays << ", "
                               << euler.drifts);
    CHECK(ours.strays < 0.05);
    CHECK(std::abs(ours.drifts) < 0.01 * ours.strays);
    if (few == 1) CHECK(std::abs(fourth.drifts) > 10 * std::abs(ours.drifts));
    CHECK(euler.strays > 3 * ours.strays);
}

TEST_CASE("a tree that floats keeps its momentum to rounding over a hundred thousand steps") {
    Random random(4);
    Model model;
    BodyId last = hang(model, random, Free{}, world, false);
    const BodyId hub = last;
    for (int i = 0; i < 3; ++i) last = hang(model, random, Pin{}, last, i == 1);
    last = hang(model, random, Ball{}, hub, false);
    hang(model, random, Universal{}, last, true);
    const System system(model);
    for (const RotationKernel kernel : {RotationKernel::exponential, RotationKernel::quaternion}) {
        State state = random_state(system, 4, false);
        const SpatialMomentum before = central_momentum(system, state);
        VariationalStepper stepper(system, {.kernel = kernel});
        const long steps = kernel == RotationKernel::exponential ? 100'000 : 20'000;
        bool all_taken = true;
        for (long i = 0; i < steps / few; ++i) all_taken = stepper.step(state, 0.01).taken && all_taken;
        CHECK(all_taken);
        const SpatialMomentum after = central_momentum(system, state);
        const double linear = norm(after.f - before.f) / norm(before.f),
                     angular = norm(after.m - before.m) / norm(before.m);
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("linear " << linear << ", angular " << angular);
        CHECK(linear < 1e-10);
        CHECK(angular < 1e-10);
    }
}

TEST_CASE("simulate takes variational steps like those of any method, and interpolates between them") {
    const System system(two_links());
    const auto at = [&](double h, double every) {
        std::vector<double> seen;
        SimulationOptions options{.until = 1.0, .report_every = every, .fixed_step = h};
        options.integrator = std::make_unique<VariationalIntegrator>();
        for (const State& now : simulate(system, swinging(system), std::move(options)))
            for (const double q : now.q()) seen.push_back(q);
        return seen;
    };
    const auto coarse = at(0.02, 0.003), fine = at(0.01, 0.003), finest = at(0.005, 0.003);
    REQUIRE(coarse.size() == fine.size());
    double one = 0, two = 0;
    for (std::size_t i = 0; i < fine.size(); ++i) {
        one = std::max(one, std::abs(coarse[i] - fine[i]));
        two = std::max(two, std::abs(fine[i] - finest[i]));
    }
    CHECK(std::log2(one / two) == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("a run that was saved in between goes on to the same bits") {
    for (const int order : {2, 4}) {
        Model model = without_drives(random_model(6));
        model.add(Gravity{});
        const System system(model);
        const State start = random_state(system, 6);
        const auto run = [&](State from, double until) {
            SimulationOptions options{.until = until, .fixed_step = 0.003};
            options.integrator = std::make_unique<VariationalIntegrator>(VariationalOptions{.order = order});
            Simulation simulation(system, from, std::move(options));
            simulation.advance_to(until);
            REQUIRE(simulation.outcome() == Outcome::reached);
            return simulation.state();
        };
        const State whole = run(run(start, 0.03), 0.06);
        const State middle = run(start, 0.03);
        State again = system.default_state();
        again = middle;  // as if read from a file: variables, no cache
        CHECK(run(again, 0.06) == whole);
        VariationalStepper stepper(system, {.order = order});
        State one = start;
        for (int i = 0; i < 10; ++i) stepper.step(one, 0.003);
        VariationalStepper other(system, {.order = order});
        State two = State(one);
        for (int i = 0; i < 10; ++i) stepper.step(one, 0.003), other.step(two, 0.003);
        CHECK(one == two);
    }
}

TEST_CASE("a variational integrator asks for what it needs") {
    const System system(two_links());
    SimulationOptions options{.until = 1.0};
    options.integrator = std::make_unique<VariationalIntegrator>();
    CHECK_THROWS_AS(Simulation(system, swinging(system), std::move(options)), Error);
}
