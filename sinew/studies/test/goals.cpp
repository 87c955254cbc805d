// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/studies/search.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/kinematics.h>

#include <doctest/doctest.h>
#include <tests/support/mechanisms.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Goals random_goals(const System& system, Dice& dice) {
    Goals goals;
    for (int i = 1; i < static_cast<int>(system.model().bodies.size()); ++i) {
        goals.stations.push_back({"", {BodyId{i}, dice.vector(0.3)}, dice.vector(1), dice.within(0.5, 2)});
        goals.orientations.push_back({"",
                                      {BodyId{i}, {Rotation::about_x(dice.within(-1, 1)), {}}},
                                      Rotation::about_y(dice.within(-1, 1)),
                                      dice.within(0.5, 2)});
    }
    goals.coordinates.push_back({{system.model().joint("to_forearm_l"), 0}, 0.7, 3});
    return goals;
}

}  // namespace

TEST_CASE(
    "the slope of the goals is the difference of their value, for stations, orientations, coordinates and "
    "staying") {
    const Holder holder;
    const System system(holder.model);
    Dice dice(3);
    State state = random_pose(system, dice);
    const State elsewhere = random_pose(system, dice);
    GoalSet goals(system, state, random_goals(system, dice));
    Search search(system, state, goals, {}, {}, {});
    goals.stay(elsewhere.q(), search.q_unit(), 0.4);
    const int n = system.nu();
    std::vector<double> slope(at(n)), u(at(n));
    goals.slope(system, state, slope.data(), nullptr);
    for (int i = 0; i < n; ++i) {
        double value[2];
        const double h = 1e-6;
        for (const int side : {0, 1}) {
            State moved = state;
            std::fill(u.begin(), u.end(), 0.0);
            u[at(i)] = side ? h : -h;
            moved.set_u(u);
            std::vector<double> q(moved.q().begin(), moved.q().end());
            const auto rate = q_dot(system, moved);
            for (std::size_t k = 0; k < q.size(); ++k) q[k] += rate[k];
            for (const QuaternionSlot& slot : system.layout().quaternions) {
                double length = 0;
                for (int k = 0; k < 4; ++k) length += q[at(slot.q + k)] * q[at(slot.q + k)];
                for (int k = 0; k < 4; ++k) q[at(slot.q + k)] /= std::sqrt(length);
            }
            moved.set_q(q);
            value[side] = goals.value(system, moved);
        }
        CAPTURE(system.layout().u_names[at(i)]);
        CHECK(slope[at(i)] == doctest::Approx((value[1] - value[0]) / (2 * h)).epsilon(1e-6));
    }
}

TEST_CASE("the curvature of station goals is the product of their Jacobians, though none is written out") {
    const Holder holder;
    const System system(holder.model);
    Dice dice(4);
    const State state = random_pose(system, dice);
    Goals wanted = random_goals(system, dice);
    wanted.orientations.clear();
    wanted.coordinates.clear();
    GoalSet goals(system, state, wanted);
    const int n = system.nu();
    std::vector<double> slope(at(n)), H(at(n * n)), expected(at(n * n)), J(at(3 * n));
    goals.slope(system, state, slope.data(), H.data());
    for (const StationGoal& goal : wanted.stations) {
        station_jacobian(system, state, goal.station, J);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                for (int k = 0; k < 3; ++k)
                    expected[at(i * n + j)] += goal.weight * J[at(k * n + i)] * J[at(k * n + j)];
    }
    double worst = 0;
    for (std::size_t i = 0; i < H.size(); ++i) worst = std::max(worst, std::abs(H[i] - expected[i]));
    CHECK(worst < 1e-12);
}

TEST_CASE("with the bending of paths, curvature is the difference of slopes") {
    Model model;  // pins, sliders and universals, whose speeds are rates
    BodyId last = world;
    Dice dice(11);
    for (int i = 0; i < 6; ++i) {
        const BodyId next = model.add(slender("b" + std::to_string(i)));
        const JointPlacement at_end{
            .name = "j" + std::to_string(i),
            .from = i == 4 ? BodyId{2} : last,
            .to = next,
            .X_PF = {Rotation::about_x(dice.within(-1, 1)) * Rotation::about_y(dice.within(-1, 1)),
                     dice.vector(0.5)}};
        if (i % 3 == 0) model.add(Pin{}, at_end);
        else if (i % 3 == 1) model.add(Universal{}, at_end);
        else model.add(Slider{}, at_end);
        last = next;
    }
    const System system(model);
    State state = random_pose(system, dice);
    Goals wanted;
    for (int i = 1; i <= 6; ++i)
        wanted.stations.push_back({"", {BodyId{i}, dice.vector(0.3)}, dice.vector(1), dice.within(0.5, 2)});
    GoalSet goals(system, state, wanted);
    const std::size_t n = at(system.nu());
    std::vector<double> slope(n), other(n), H(n * n), bending(n * n), q(state.q().begin(), state.q().end());
    goals.slope(system, state, slope.data(), H.data(), bending.data());
    const double h = 1e-6;
    for (std::size_t i = 0; i < n; ++i) {
        State up = state, down = state;
        std::vector<double> moved = q;
        moved[i] += h;
        up.set_q(moved);
        moved[i] -= 2 * h;
        down.set_q(moved);
        goals.slope(system, up, slope.data(), nullptr);
        goals.slope(system, down, other.data(), nullptr);
        for (std::size_t j = 0; j < n; ++j)
            CHECK(H[i * n + j] + bending[i * n + j] ==
                  doctest::Approx((slope[j] - other[j]) / (2 * h)).epsilon(1e-6).scale(1));
    }
}

TEST_CASE("at the answer the goals have no slope along the constraints") {
    const Holder holder;
    const System system(holder.model);
    Dice dice(6);
    for (int i = 0; i < 10; ++i) {
        State state = system.default_state();
        Goals wanted;
        for (const Station& hand : holder.hands)
            wanted.stations.push_back({"", hand, dice.vector(0.4) + Vec3{0.3, 0, 1}});
        for (const int body : {1, 2, 3, 8})
            wanted.orientations.push_back({"", {BodyId{body}, {}}, Rotation::identity(), 0.1});
        Search search(system, state, GoalSet(system, state, wanted), {}, {}, {.max_iterations = 300});
        search.goals.stay(state.q(), search.q_unit(), 1e-3);
        search.approach(state);
        REQUIRE(search.restore(state) == SearchEnd::done);
        CHECK(search.settle(state) == SearchEnd::done);
        CHECK(search.largest_error(state) < 1e-10);
        CHECK(search.stationarity(state) < 1e-5);
    }
}
