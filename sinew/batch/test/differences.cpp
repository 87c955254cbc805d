// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/differences.h>
#include <sinew/batch/sweep.h>

#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("the Jacobian of rates of a spring and a damper is what is written in books") {
    Model model{.name = "cart"};
    const BodyId cart = model.add(Body{.name = "cart", .mass = {2, {}, {1, 1, 1, 0, 0, 0}}});
    const auto rail = model.add(Slider{}, {.name = "rail", .to = cart});
    model.add(MobilitySpring{.name = "spring", .coordinate = {rail, 0}, .stiffness = 8});
    model.add(MobilityDamper{.name = "damper", .coordinate = {rail, 0}, .damping = 3});
    const System system(model);
    RateDifferences differences(system, system.default_state());
    double J[4];
    REQUIRE(differences.jacobian(system.default_state(), J));
    const double wanted[] = {0, 1, -4, -1.5};
    for (int i = 0; i < 4; ++i) CHECK(J[i] == doctest::Approx(wanted[i]).epsilon(1e-9));
}

TEST_CASE("the Jacobian of rates takes a small change of a State to that of its rates") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{.g = {0.3, -9, 1}});
        Random random(seed);
        model.add(random_force<CustomForce>(model, random));  // has a z
        const System system(model);
        const State state = random_state(system, seed);
        RateDifferences differences(system, state, {.threads = 2});
        const std::size_t n = at(differences.size()), nq = at(system.nq()), nu = at(system.nu());
        std::vector<double> J(n * n), direction(n), J_d(n);
        REQUIRE(differences.jacobian(state, J));
        for (double& d : direction) d = random.within(-1, 1);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) J_d[i] += J[i * n + j] * direction[j];
        constexpr double h = 1e-5;
        const auto rates_at = [&](double side) {
            State moved = state;
            std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end()),
                z(state.z().begin(), state.z().end()), f(n);
            for (std::size_t i = 0; i < nq; ++i) q[i] += side * h * direction[i];
            for (std::size_t i = 0; i < nu; ++i) u[i] += side * h * direction[nq + i];
            for (std::size_t i = 0; i < z.size(); ++i) z[i] += side * h * direction[nq + nu + i];
            moved.set_q(q), moved.set_u(u), moved.set_z(z);
            multiply_by_N(system, moved, moved.u(), std::span(f).first(nq));
            std::copy_n(forward_dynamics(system, moved).begin(), nu, f.begin() + system.nq());
            std::copy_n(z_dot(system, moved).begin(), z.size(), f.begin() + system.nq() + system.nu());
            return f;
        };
        const std::vector<double> above = rates_at(1), below = rates_at(-1);
        std::vector<double> wanted(n);
        for (std::size_t i = 0; i < n; ++i) wanted[i] = (above[i] - below[i]) / (2 * h);
        CHECK(difference(J_d, wanted) < 1e-7);  // h² times third derivatives, relative to the largest entry
    }
}

TEST_CASE("a sweep ends each run where it would end alone, whatever is swept with it") {
    Model model{.name = "pendulum"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    const auto pin = model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    std::vector<double> angle[2];
    int next = 0;
    for (const int at_a_time : {1000, 7}) {
        std::vector<double>& ends = angle[at_a_time == 7];
        next = 0;
        const BatchAccount account = sweep(
            system, system.default_state(), 40,
            {.until = 0.7, .accuracy = 1e-8, .threads = 2, .at_a_time = at_a_time},
            [&](int i, State& state) {
                state.q(pin) = 0.01 * i;
                state.set_parameter("bob.com", std::array{0.0, -1 - 0.1 * (i % 4), 0.0});
            },
            [&](int i, const State& state, const std::string& why) {
                CHECK((why.empty() && i == next++));
                ends.push_back(state.q(pin));
            });
        CHECK(account.stuck == 0);
    }
    CHECK(angle[0] == angle[1]);
    // Small swings: q = q0 cos(√(g/l) t), less q0³/16 at most.
    CHECK(angle[0][4] == doctest::Approx(0.04 * std::cos(std::sqrt(9.81) * 0.7)).epsilon(1e-3));
    CHECK(angle[0][5] == doctest::Approx(0.05 * std::cos(std::sqrt(9.81 / 1.1) * 0.7)).epsilon(1e-3));
}
