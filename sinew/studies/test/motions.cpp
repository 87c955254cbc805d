// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/motions.h>
#include <sinew/system/constraints.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>
#include <tests/support/mechanisms.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::testing {

namespace {

const Vec3 down{0, -9.81, 0};

/// The start is brought onto the constraints to the last digits, so that all runs have the same.
Moving moving(const char* name, const Model& model, const std::vector<double>& q,
              const std::vector<double>& u, double seconds) {
    const System system(model);
    State state = system.default_state();
    if (!q.empty()) state.set_q(q);
    if (!u.empty()) state.set_u(u);
    const Simulation run(system, state, {.accuracy = 1e-12, .start_may_move = 10});
    return {name, system, run.state(), seconds, !model.constraints.empty()};
}

Moving double_pendulum() {
    Model model;
    const BodyId upper = model.add(slender("upper")), lower = model.add(slender("lower"));
    model.add(Pin{}, {.name = "shoulder", .from = world, .to = upper});
    model.add(Pin{}, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0.5, 0, 0}}});
    model.add(Gravity{.g = down});
    return moving("double pendulum", model, {0.4, 0.5}, {}, 2);
}

Moving heavy_top() {
    Model model;
    const BodyId top = model.add(Body{"top", {.mass = 1, .com = {0, 0, 0.3}, .inertia = {0.02, 0.02, 0.03}}});
    model.add(Ball{}, {.name = "tip", .from = world, .to = top});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const double tilt = 0.5;
    return moving("heavy top", model, {std::cos(tilt / 2), std::sin(tilt / 2), 0, 0},
                  {0, -20 * std::sin(tilt), 20 * std::cos(tilt)}, 1.5);
}

/// Pins with skew axes below a base that is moved to and fro.
Moving chain_on_moving_base() {
    Model model;
    Dice dice(5);
    BodyId last = model.add(slender("base"));
    const auto track = model.add(Slider{}, {.name = "track", .from = world, .to = last});
    for (int i = 0; i < 5; ++i) {
        const BodyId next = model.add(slender("link_" + std::to_string(i)));
        const Rotation skew = Rotation::about_x(dice.within(-1, 1)) * Rotation::about_y(dice.within(-1, 1));
        model.add(Pin{}, {.name = "pin_" + std::to_string(i),
                          .from = last,
                          .to = next,
                          .X_PF = {skew, i == 0 ? Vec3{} : Vec3{0.3, 0, 0}}});
        last = next;
    }
    model.add(Gravity{.g = down});
    model.add(Motion{.name = "to and fro", .joint = track, .functions = {function::Sinusoid{0.2, 6}}});
    return moving("chain on a moving base", model, {}, {}, 1);
}

Moving four_bar() {
    FourBar four;
    four.model.add(Gravity{.g = down});
    return moving("four-bar", four.model, {0.5, 0.6, 1.8}, {}, 2);
}

Moving bricard() {
    Bricard loop;
    loop.model.add(Gravity{.g = down});
    const double right = std::numbers::pi / 2;
    return moving("Bricard's loop", loop.model, {right, -right, right, -right, right, -right},
                  {1, 1, 1, 1, 1, 1}, 2);
}

/// A crank that turns evenly, a rod, a slider; on the slider hangs a pendulum.
Moving slider_crank() {
    Model model;
    const BodyId crank = model.add(slender("crank")), rod = model.add(slender("rod")),
                 block = model.add(slender("block")), bob = model.add(slender("bob"));
    const auto turn = model.add(Pin{}, {.name = "turn", .from = world, .to = crank});
    model.add(Pin{}, {.name = "crank_pin", .from = crank, .to = rod, .X_PF = {.p = {0.2, 0, 0}}});
    model.add(Slider{}, {.name = "guide", .from = world, .to = block});
    model.add(Pin{}, {.name = "hinge", .from = block, .to = bob});
    model.add(BallConstraint{"wrist_pin", {rod, {0.7, 0, 0}}, {block, {}}});
    model.add(Gravity{.g = down});
    model.add(Motion{.name = "motor", .joint = turn, .functions = {function::Linear{{5}, 0.3}}});
    return moving("driven slider-crank", model, {0.3, -0.4, 0.88, -1}, {5, -6, -0.4, 0}, 2);
}

/// Two bodies that circle about and turn each other by a spring between points off their centres.
Moving pair_on_a_spring() {
    Model model;
    const BodyId a = model.add(slender("one")), b = model.add(slender("other", 2));
    model.add(Free{}, {.name = "pose_of_one", .from = world, .to = a});
    model.add(Free{}, {.name = "pose_of_other", .from = world, .to = b});
    model.add(TwoPointSpring{.name = "spring",
                             .from = {a, {0, 0.2, 0}},
                             .to = {b, {-0.1, 0, 0.1}},
                             .stiffness = 30,
                             .rest_length = 0.5});
    return moving("pair on a spring", model, {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, -0.5, 0, 0},
                  {0.3, 1, 0, 0, 3, 0.4, 0, 0.5, 1, 0, -1.5, -0.2}, 2);
}

/// A bob on a strut that gives by little: all that moves along it dies out within a millisecond.
Moving pendulum_on_a_stiff_strut() {
    Model model;
    const BodyId arm = model.add(slender("arm")), bob = model.add(slender("bob"));
    model.add(Pin{}, {.name = "swing", .from = world, .to = arm});
    const auto along =
        model.add(Slider{}, {.name = "strut", .from = arm, .to = bob, .X_PF = {.p = {0.5, 0, 0}}});
    model.add(MobilitySpring{.name = "spring", .coordinate = {along, 0}, .stiffness = 2e5});
    model.add(MobilityDamper{.name = "damper", .coordinate = {along, 0}, .damping = 1000});
    model.add(Gravity{.g = down});
    Moving m = moving("pendulum on a stiff strut", model, {0.3, 0}, {1, 0}, 1);
    m.stiff = true;
    return m;
}

}  // namespace

std::vector<Moving> eight_motions() {
    return {double_pendulum(), heavy_top(),    chain_on_moving_base(), four_bar(),
            bricard(),         slider_crank(), pair_on_a_spring(),     pendulum_on_a_stiff_strut()};
}

std::vector<double> places(const System& system, const State& state) {
    std::vector<double> all;
    for (int b = 1; b < static_cast<int>(system.model().bodies.size()); ++b)
        for (const Vec3& at : {Vec3{}, Vec3{0.1, 0.2, 0.3}}) {
            const Vec3 p = position(system, state, {BodyId{b}, at});
            all.insert(all.end(), {p.x, p.y, p.z});
        }
    return all;
}

double farthest(const std::vector<double>& a, const std::vector<double>& b) {
    double most = a.size() == b.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (!(std::abs(a[i] - b[i]) <= most)) most = std::abs(a[i] - b[i]);
    return most;
}

double constraint_error(const System& system, const State& state) {
    double most = 0;
    for (const double e : position_errors(system, state)) most = std::max(most, std::abs(e));
    for (const double e : velocity_errors(system, state)) most = std::max(most, 0.1 * std::abs(e));
    return most;
}

}  // namespace sinew::testing
