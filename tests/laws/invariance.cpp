// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What a description may change without changing the physics: the root, the direction of joints, the order of the list,
// where the world's axes point, the coordinates of orientation and the length of quaternions. Every kind of joint takes
// part. Numbers are of order one and a chain is some twenty bodies long with a condition number of its mass matrix
// below 1e4: 1e4 roundings, times ten for the length of sums, bound the relative error.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e5 * 2.2e-16;
constexpr int seeds = 12;

std::vector<double> u_dot_of(const System& system, const State& state, AnyJointId joint) {
    const std::span<const double> all = forward_dynamics(system, state);
    const Range range = state.layout().u_of_joint[static_cast<std::size_t>(joint.index)];
    const auto first = all.begin() + range.first;
    return {first, first + range.count};
}

/// Copies coordinates, speeds and options from the joints of one system to those of the same name of another.
void copy_joints(const System& from, const State& source, const System& to, State& target) {
    for (std::size_t j = 0; j < to.model().joints.size(); ++j) {
        const std::string& name = to.model().joints[j].placement.name;
        for (std::size_t i = 0; i < from.model().joints.size(); ++i) {
            if (from.model().joints[i].placement.name != name) continue;
            const AnyJointId a{{static_cast<int>(i)}}, b{{static_cast<int>(j)}};
            use_angles(to, target, b, uses_angles(from, source, a));
            target.set_q(b, source.q(a));
            target.set_u(b, source.u(a));
        }
    }
}

}  // namespace

TEST_CASE("rooting the tree at another body changes no pose, velocity, acceleration or energy") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed, true);
        model.add(Gravity{.g = {0.3, -9.7, 0.8}});
        const System system(model);
        const State state = random_state(system, seed);

        // The same mechanism with its Free joint at another body: half of the joints are now used the other way round.
        Model other = model;
        const BodyId root{1 + static_cast<int>(seed) % (static_cast<int>(model.bodies.size()) - 1)};
        other.joints[0].placement = {.name = "new root", .from = world, .to = root};
        const System rerooted(other);
        State same = rerooted.default_state();
        copy_joints(system, state, rerooted, same);
        const AnyJointId free{{0}};
        fit_pose(rerooted, same, free, pose(system, state, root));
        fit_velocity(rerooted, same, free, velocity(system, state, root));

        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b) {
            const BodyId body{b};
            CAPTURE(b);
            CHECK(difference(pose(system, state, body), pose(rerooted, same, body)) < rounding);
            CHECK(difference(velocity(system, state, body), velocity(rerooted, same, body)) < rounding);
            CHECK(difference(acceleration(system, state, body), acceleration(rerooted, same, body)) <
                  rounding);
        }
        for (std::size_t j = 1; j < model.joints.size(); ++j) {
            const AnyJointId joint{{static_cast<int>(j)}};
            CHECK(difference(u_dot_of(system, state, joint), u_dot_of(rerooted, same, joint)) < rounding);
            CHECK(difference(reaction(system, state, joint).on_to_at_M,
                             reaction(rerooted, same, joint).on_to_at_M) < rounding);
        }
        CHECK(difference(momentum(system, state), momentum(rerooted, same)) < rounding);
    }
}

TEST_CASE("turning and shifting the world, gravity with it, changes no speed's acceleration") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        const Model model = random_model(seed);
        const Vec3 g{0.3, -9.7, 0.8};
        const Transform X_VW{Rotation::about(Vec3{1, 2, 3} / std::sqrt(14.0), 1.1), {30, -20, 50}};
        const auto moved = [&](const Transform& X_WA) { return X_VW * X_WA; };
        Model here = model, there = model;
        here.add(Gravity{.g = g});
        there.add(Gravity{.g = X_VW.R * g});
        for (JointElement& joint : there.joints) {
            if (joint.placement.from == world) joint.placement.X_PF = moved(joint.placement.X_PF);
            if (joint.placement.to == world) joint.placement.X_BM = moved(joint.placement.X_BM);
        }
        const System a(here), b(there);
        const State state = random_state(a, seed);
        State same = b.default_state();
        copy_joints(a, state, b, same);
        CHECK(difference(forward_dynamics(a, state), forward_dynamics(b, same)) < rounding);
        for (int body = 1; body < static_cast<int>(model.bodies.size()); ++body)
            CHECK(difference(X_VW * pose(a, state, BodyId{body}), pose(b, same, BodyId{body})) < rounding);
    }
}

TEST_CASE("the order in which bodies and joints were added changes nothing") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed);
        model.add(Gravity{});
        Model shuffled = model;
        Random random(seed);
        std::vector<int> place(model.bodies.size());  // where each body goes; the world stays first
        for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<int>(i);
        for (std::size_t i = place.size() - 1; i > 1; --i)
            std::swap(place[i], place[1 + static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        for (std::size_t i = 0; i < place.size(); ++i)
            shuffled.bodies[static_cast<std::size_t>(place[i])] = model.bodies[i];
        for (JointElement& joint : shuffled.joints) {
            joint.placement.from.index = place[static_cast<std::size_t>(joint.placement.from.index)];
            joint.placement.to.index = place[static_cast<std::size_t>(joint.placement.to.index)];
        }
        for (std::size_t i = shuffled.joints.size() - 1; i > 0; --i)
            std::swap(shuffled.joints[i],
                      shuffled.joints[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
        const System a(model), b(shuffled);
        const State state = random_state(a, seed);
        State same = b.default_state();
        copy_joints(a, state, b, same);
        for (const JointElement& joint : model.joints) {
            const std::string& name = joint.placement.name;
            CHECK(difference(u_dot_of(a, state, model.joint(name)), u_dot_of(b, same, shuffled.joint(name))) <
                  rounding);
        }
    }
}

TEST_CASE("the length of a quaternion has no effect, and angles in its place have none") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed);
        model.add(Gravity{});
        const System system(model);
        const State state = random_state(system, seed, false);
        State longer = state, by_angles = state;
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
            const AnyJointId joint{{j}};
            if (!model.joints[static_cast<std::size_t>(j)].joint.is<CustomJoint>())
                use_angles(system, by_angles, joint);
            if (!uses_angles(system, by_angles, joint)) continue;
            std::vector<double> q(state.q(joint).begin(), state.q(joint).end());
            for (std::size_t i = 0; i < 4; ++i) q[i] *= 3.7;
            longer.set_q(joint, q);
        }
        CHECK_FALSE(longer == state);
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(system, longer)) < rounding);
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(system, by_angles)) < rounding);
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b) {
            CHECK(difference(pose(system, state, BodyId{b}), pose(system, longer, BodyId{b})) < rounding);
            CHECK(difference(pose(system, state, BodyId{b}), pose(system, by_angles, BodyId{b})) < rounding);
        }
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
            use_angles(system, by_angles, AnyJointId{{j}}, false);
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b)
            CHECK(difference(pose(system, state, BodyId{b}), pose(system, by_angles, BodyId{b})) < rounding);
    }
}
