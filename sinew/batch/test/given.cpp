// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield, Motions and locks of every level in a batch, against the same State by itself.
#include <sinew/batch/test/alone.h>
#include <sinew/system/driven.h>
#include <sinew/system/motions.h>

#include <tests/support/contact_scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("surfaces that yield act in a batch as they do alone") {
    Law law(rounding);
    for (const ContactScene& scene : contact_scenes()) {
        Model model = scene_model(scene, lossy_material);
        model.add(Gravity{.g = {0, 0, -9.81}});
        const System system(model);
        std::vector<State> states(6, scene_state(system, scene));
        for (std::size_t i = 0; i < states.size(); ++i) {
            std::vector<double> q(states[i].q().begin(), states[i].q().end()), u(at(system.nu()));
            q[6] += 0.002 * static_cast<double>(i);
            for (std::size_t j = 0; j < u.size(); ++j) u[j] = 0.3 * std::sin(static_cast<double>(i + 2 * j));
            states[i].set_q(q), states[i].set_u(u);
        }
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes, .threads = 2});
            compare_motion(law, batch, states, scene.name);
        }
    }
}

TEST_CASE("Motions and locks of every level move joints in a batch as they do alone") {
    Law law(rounding);
    Random random(5);
    Model model{.name = "driven"};
    BodyId last = world;
    std::vector<AnyJointId> joints;
    for (int i = 0; i < 7; ++i) {
        last = i % 3 == 2 ? hang(model, random, Ball{}, last, false)
                          : hang(model, random, Pin{}, last, i % 2 == 0);
        joints.push_back(AnyJointId{{i}});
    }
    const Function sway = function::Sinusoid{.amplitude = 0.3, .frequency = 2, .phase = 0.5};
    model.motions.push_back({.name = "by position", .joint = joints[0], .functions = {sway}});
    model.motions.push_back(
        {.name = "by velocity", .joint = joints[1], .level = MotionLevel::velocity, .functions = {sway}});
    model.motions.push_back({.name = "by acceleration",
                             .joint = joints[3],
                             .level = MotionLevel::acceleration,
                             .functions = {sway}});
    model.motions.push_back({.name = "by others",
                             .joint = joints[6],
                             .level = MotionLevel::acceleration,
                             .functions = {function::Linear{{0.3, 0.2, -0.4, 0.1, 0.5}, 0.1}},
                             .reads = {joints[1], joints[6]}});
    model.add(Gravity{.g = {0.3, -9, 1}});
    const System system(model);
    for (const MotionLevel level :
         {MotionLevel::none, MotionLevel::acceleration, MotionLevel::velocity, MotionLevel::position}) {
        State like = random_state(system, 5, false);
        if (level != MotionLevel::none)
            for (const int j : {2, 4}) lock(system, like, joints[at(j)], level);
        std::vector<State> states(9, like);
        for (std::size_t i = 0; i < states.size(); ++i) {
            states[i].set_time(0.37 * static_cast<double>(i / 2));  // neighbours have the same
            std::vector<double> u(like.u().begin(), like.u().end());
            for (double& x : u) x += 0.1 * static_cast<double>(i);
            if (level < MotionLevel::velocity) states[i].set_u(u);
            prescribe(system, states[i]);
        }
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes, .threads = 2});
            compare_motion(law, batch, states, "level " + std::to_string(static_cast<int>(level)));
        }
    }
}
