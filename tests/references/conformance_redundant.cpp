// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases of conformance.json on projection, and on constraints that say things twice.

#include <sinew/base/at.h>
#include <sinew/math/least_squares.h>
#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>

#include <array>
#include <numbers>

namespace sinew::testing {

namespace {

/// The planar mechanisms of the file, at a configuration in which they are closed and a motion they can make.
std::vector<Case> closed_mechanisms() {
    std::vector<Case> all;
    Case four_bar = conformance_case("four-bar-kinematics");
    const Check& given = four_bar.checks[1];  // coupler, rocker, and their rates, from the x axis
    const double crank = given.crank_deg * std::numbers::pi / 180;
    four_bar.q = {crank, given.value[0] - crank, given.value[1]};
    four_bar.u = {10, given.value[2] - 10, given.value[3]};
    all.push_back(four_bar);
    for (const char* id : {"slider-crank-dynamics", "andrews-squeezer", "catenary-10"})
        all.push_back(conformance_case(id));
    return all;
}

double largest(std::span<const double> x) {
    double most = 0;
    for (const double v : x) most = std::max(most, std::abs(v));
    return most;
}

double length(std::span<const double> x) {
    double sum = 0;
    for (const double v : x) sum += v * v;
    return std::sqrt(sum);
}

/// How far the nearest closed configuration is, where q̇ = u: steps of Gauss and Newton to where the whole way stands
/// upright on it.
double distance_to_closed(const System& system, const State& from) {
    const int n = system.nu(), m = static_cast<int>(position_errors(system, from).size());
    std::vector<double> G(at(m * n)), b(at(m)), way(at(n)), q(at(n));
    LeastSquares squares(m, n);
    State there = from;
    for (int k = 0; k < 20; ++k) {
        constraint_matrix(system, there, G);
        const std::span<const double> e = position_errors(system, there);
        for (int i = 0; i < m; ++i) {
            b[at(i)] = -e[at(i)];
            for (int j = 0; j < n; ++j) b[at(i)] += G[at(i * n + j)] * way[at(j)];
        }
        squares.factor(G.data(), m, n, 1e-9);
        squares.solve(b.data(), way.data());
        for (int j = 0; j < n; ++j) q[at(j)] = from.q()[at(j)] + way[at(j)];
        there.set_q(q);
    }
    return largest(position_errors(system, there)) < 1e-9 ? length(way) : -1;
}

}  // namespace

void back_by_projection(const Case& c, Account& account) {
    std::mt19937_64 random(c.seed);
    std::uniform_real_distribution<double> within(-1, 1);
    int measured = 0;
    for (const Case& mechanism : closed_mechanisms())
        for (const Closing closing : {Closing::independent, Closing::spatial}) {
            Running r(mechanism, {.closing = closing});
            Projector projector(r.system);
            const std::vector<double> closed(r.state.q().begin(), r.state.q().end());
            for (int k = 0; k < c.random_states / 8; ++k) {
                std::vector<double> q = closed;
                for (double& x : q) x += 1e-2 / std::sqrt(static_cast<double>(q.size())) * within(random);
                r.state.set_q(q);
                const double distance = distance_to_closed(r.system, r.state);
                const Projection account_of_it = projector.positions(r.state);
                CHECK(account_of_it.converged);
                account.at_most(c.check("residual"), largest(position_errors(r.system, r.state)));
                std::vector<double> way(q.size());
                for (std::size_t i = 0; i < q.size(); ++i) way[i] = r.state.q()[i] - q[i];
                if (distance >= 0) account.at_most(length(way), 2 * distance + 1e-12), ++measured;
                const State once = r.state;
                projector.positions(r.state);
                account.at_most(r.state == once ? 0 : 1, 0);
            }
        }
    CHECK(measured > c.random_states / 2);
    // Trees have quaternions to bring back to their length.
    Running tree(conformance_case("tree-mixed-7"));
    for (int k = 0; k < c.random_states; ++k) {
        tree.set_random(random);
        normalise_quaternions(tree.system, tree.state);
        for (const QuaternionSlot& slot : tree.system.layout().quaternions)
            account.at_most(c.check("residual"), std::abs(length(tree.state.q().subspan(at(slot.q), 4)) - 1));
    }
}

namespace {

/// The mechanism closed in three ways: accelerations, and the sums of what is said twice, are the same.
void compare_closings(const Case& c, const Case& mechanism, const Running& once, const Running& spatial,
                      const Running& twice, Account& account) {
    const std::span<const double> u_dot = forward_dynamics(once.system, once.state);
    const double size = 1 + largest(u_dot);
    for (const Running* other : {&spatial, &twice}) {
        const std::span<const double> there = forward_dynamics(other->system, other->state);
        for (std::size_t i = 0; i < u_dot.size(); ++i)
            account.at_most(c.checks[0], std::abs(there[i] - u_dot[i]) / size);
    }
    const int loops = static_cast<int>(mechanism.model.constraints.size());
    for (int k = 0; k < loops; ++k) {
        const std::span<const double> one = multipliers(spatial.system, spatial.state, ConstraintId{k}),
                                      first = multipliers(twice.system, twice.state, ConstraintId{2 * k}),
                                      second =
                                          multipliers(twice.system, twice.state, ConstraintId{2 * k + 1});
        for (std::size_t i = 0; i < one.size(); ++i) {
            account.at_most(std::abs(first[i] + second[i] - one[i]), 1e-6 * (1 + largest(one)));
            account.at_most(std::abs(first[i] - second[i]), 1e-6 * (1 + largest(one)));  // shared alike
        }
    }
}

}  // namespace

void said_twice(const Case& c, Account& account) {
    for (const Case& mechanism : closed_mechanisms()) {
        if (mechanism.id == "catenary-10") continue;
        CAPTURE(mechanism.id);
        Running once(mechanism), spatial(mechanism, {.closing = Closing::spatial}),
            twice(mechanism, {.closing = Closing::twice});
        compare_closings(c, mechanism, once, spatial, twice, account);
        const double end = mechanism.id == "andrews-squeezer" ? 0.03 : 0.3;
        for (Running* r : {&once, &spatial, &twice})
            r->state = last(simulate(r->system, r->state, {.until = end, .accuracy = 1e-10}));
        for (const Running* other : {&spatial, &twice})
            account.at_most(c.checks[0],
                            largest_of(other->state.q(), {once.state.q().begin(), once.state.q().end()}));
        compare_closings(c, mechanism, once, spatial, twice, account);
    }
}

}  // namespace sinew::testing
