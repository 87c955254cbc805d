// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/integrate.h>

#include <tests/support/mechanisms.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Model chain_with_ball() {
    Model model{.name = "chain"};
    const auto body = [&](const char* name) {
        return model.add(Body{.name = name, .mass = {1, {0.1, -0.4, 0}, {0.05, 0.06, 0.04, 0, 0, 0}}});
    };
    const BodyId a = body("a"), b = body("b"), c = body("c");
    model.add(Pin{}, {.name = "one", .to = a});
    model.add(Ball{}, {.name = "two", .from = a, .to = b, .X_PF = {.p = {0, -0.8, 0}}});
    model.add(Universal{}, {.name = "three", .from = b, .to = c, .X_PF = {.p = {0, -0.8, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

void spread(Batch& batch) {
    for (int s = 0; s < batch.size(); ++s) {
        batch.q()(s, 0) = 0.2 + 0.1 * s;
        for (int i = 0; i < batch.u().numbers(); ++i) batch.u()(s, i) = std::sin(s + i);
    }
}

double largest_drift(Batch& batch, const std::vector<double>& before) {
    double worst = 0;
    for (int s = 0; s < batch.size(); ++s)
        worst = std::max(worst, std::abs(total_energy(batch.system(), batch.get(s)) - before[at(s)]));
    return worst;
}

std::vector<double> energies(Batch& batch) {
    std::vector<double> out;
    for (int s = 0; s < batch.size(); ++s) out.push_back(total_energy(batch.system(), batch.get(s)));
    return out;
}

}  // namespace

TEST_CASE("common steps converge with the order of the method") {
    const System system(chain_with_ball());
    struct Case {
        Method method;
        int order;
    };
    for (const Case& c : {Case{Method::runge_kutta_3, 3}, {Method::merson, 4}, {Method::dormand_prince, 5}}) {
        double q[3][7];
        for (int halvings = 0; halvings < 3; ++halvings) {
            Batch batch(system, system.default_state(), 7);
            spread(batch);
            const int steps = 20 << halvings;
            BatchIntegrator(batch, c.method).take_steps(0.4 / steps, steps);
            for (int s = 0; s < 7; ++s) {
                q[halvings][s] = batch.q()(s, 0);
                CHECK(batch.time()(s, 0) == doctest::Approx(0.4));
            }
        }
        double first = 0, second = 0;
        for (int s = 0; s < 7; ++s)
            first += std::abs(q[0][s] - q[1][s]), second += std::abs(q[1][s] - q[2][s]);
        CAPTURE(name(c.method));
        CHECK(std::log2(first / second) > c.order - 0.5);
    }
}

TEST_CASE("steps of each state's own keep the energy, the better the more is asked") {
    const System system(chain_with_ball());
    for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
        Batch batch(system, system.default_state(), 9, {.threads = 2});
        spread(batch);
        const std::vector<double> before = energies(batch);
        BatchIntegrator integrator(batch, Method::merson, accuracy);
        const BatchAccount account = integrator.advance_to(1);
        CHECK(account.stuck == 0);
        CHECK(account.steps > 9 * 5);
        for (int s = 0; s < 9; ++s) CHECK(batch.time()(s, 0) == 1);
        CHECK(largest_drift(batch, before) < 100 * accuracy);  // as of one State (tests of integrators)
    }
}

TEST_CASE("states that are there stay, others go on from where they are") {
    const System system(chain_with_ball());
    Batch batch(system, system.default_state(), 6);
    spread(batch);
    batch.time()(4, 0) = 2;
    const double q = batch.q()(4, 0);
    BatchIntegrator integrator(batch);
    integrator.advance_to(0.3);
    CHECK((batch.time()(4, 0) == 2 && batch.q()(4, 0) == q));
    CHECK((batch.time()(0, 0) == 0.3 && batch.time()(5, 0) == 0.3));
}

TEST_CASE("constraints and Motions hold along the way") {
    Model model = chain_with_ball();
    const BodyId d = model.add(Body{.name = "d", .mass = {1, {0, -0.3, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
    const auto driven = model.add(Pin{}, {.name = "driven", .to = d, .X_PF = {.p = {2, 0, 0}}});
    model.add(Rod{.name = "rod", .from = {BodyId{2}, {}}, .to = {d, {0, -0.5, 0}}, .length = 2.0});
    const System system(model);
    State like = system.default_state();
    lock(system, like, driven, MotionLevel::velocity);
    project(system, like);
    Batch batch(system, like, 5, {.lanes = 4, .threads = 2});
    for (int s = 0; s < 5; ++s) {
        State state = like;
        state.q(driven) = 0.05 * s;
        project(system, state);
        batch.set(s, state);
    }
    BatchIntegrator integrator(batch, Method::merson, 1e-5);
    const BatchAccount account = integrator.advance_to(0.3);
    CHECK(account.stuck == 0);
    for (int s = 0; s < 5; ++s) {
        const State end = batch.get(s);
        for (const double e : position_errors(system, end)) CHECK(std::abs(e) < 1e-8);
        for (const double e : velocity_errors(system, end)) CHECK(std::abs(e) < 1e-8);
        CHECK(end.time() == 0.3);
    }
}

TEST_CASE(
    "states that arrive before their neighbours keep their multipliers, and one whose time is no number "
    "never arrives") {
    Model model = chain_with_ball();
    model.add(Rod{.name = "rod", .from = {world, {1, -1, 0}}, .to = {BodyId{3}, {0, -1, 0}}, .length = 2});
    const System system(model);
    State like = system.default_state();
    project(system, like);
    for (const int lanes : {4, 8}) {
        if (lanes == 8 && !has_wide_registers()) continue;
        Batch batch(system, like, 7, {.lanes = lanes});
        for (int s = 0; s < batch.size(); ++s) batch.u()(s, 0) = 3.0 * s;
        batch.time()(5, 0) = std::nan("");
        BatchIntegrator integrator(batch, Method::merson, 1e-6);
        CHECK(integrator.advance_to(0.3).stuck == 1);
        for (int s = 0; s < batch.size(); ++s) {
            CHECK(batch.has_answer(s) == (s != 5));
            if (s == 5) continue;
            const State alone = batch.get(s);
            CHECK(batch.multipliers()(s, 0) == doctest::Approx(multipliers(system, alone)[0]).epsilon(1e-9));
        }
    }
}
