// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>
#include <tests/support/random_tree.h>

#include <algorithm>
#include <cmath>

/// Models with random numbers for everything, the same on every machine for the same seed.
namespace sinew::testing {

inline MassProperties random_mass(Random& random) { return central(random.inertia()); }

/// Adds a body that hangs on another by a joint, described in either direction.
template <class J>
BodyId hang(Model& model, Random& random, const J& joint, BodyId parent, bool described_inward) {
    const std::string number = std::to_string(model.bodies.size());
    const BodyId body = model.add(Body{.name = "body" + number, .mass = random_mass(random)});
    const Transform on_parent = random.pose(0.5), on_body = random.pose(0.3);
    if (described_inward)
        model.add(joint,
                  {.name = "joint" + number, .from = body, .to = parent, .X_PF = on_body, .X_BM = on_parent});
    else
        model.add(joint,
                  {.name = "joint" + number, .from = parent, .to = body, .X_PF = on_parent, .X_BM = on_body});
    return body;
}

/// Every kind of joint once, in random order and any topology, half of them described inward. The first body
/// hangs on the world by a Free joint if asked for.
inline Model random_model(std::uint64_t seed, bool free_base = false) {
    Random random(seed);
    Model model{.name = "random " + std::to_string(seed)};
    std::vector<void (*)(Model&, Random&, BodyId)> adders;
#define SINEW_ONE(J)                                                                            \
    adders.push_back([](Model& m, Random& r, BodyId parent) {                                   \
        const auto examples = examples_of<J>();                                                 \
        const auto pick = static_cast<std::size_t>(r.below(static_cast<int>(examples.size()))); \
        hang(m, r, examples[pick], parent, r.below(2) == 1);                                    \
    });
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (std::size_t i = adders.size() - 1; i > 0; --i)
        std::swap(adders[i], adders[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
    if (free_base) hang(model, random, Free{}, world, false);
    for (const auto& add : adders) {
        const int bodies = static_cast<int>(model.bodies.size());
        const int first = free_base ? 1 : 0;
        add(model, random, BodyId{std::max(first, bodies - 1 - random.below(3))});
    }
    return model;
}

/// q within ±1, quaternions of any length, u within ±1. Half of the joints with orientation go by angles.
inline State random_state(const System& system, std::uint64_t seed, bool some_by_angles = true) {
    Random random(seed);
    State state = system.default_state();
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        const AnyJointId joint{{j}};
        if (some_by_angles && random.below(2)) use_angles(system, state, joint);
        std::vector<double> q(state.q(joint).begin(), state.q(joint).end()), u(state.u(joint).size());
        const bool quaternion = !q.empty() && q[0] == 1;  // the reference configuration has only this one
        const std::size_t unused = uses_angles(system, state, joint) ? 1 : 0;
        for (std::size_t i = 0; i < q.size() - std::min(unused, q.size()); ++i) q[i] = random.within(-1, 1);
        if (quaternion) {
            const Quaternion e = random.quaternion();
            q[0] = e.w, q[1] = e.x, q[2] = e.y, q[3] = e.z;
        }
        for (double& speed : u) speed = random.within(-1, 1);
        state.set_q(joint, q);
        state.set_u(joint, u);
    }
    return state;
}

/// The largest difference of two arrays, as a share of the largest number in them (or of one).
inline double difference(std::span<const double> a, std::span<const double> b) {
    double most = 1, worst = a.size() == b.size() ? 0 : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        most = std::max({most, std::abs(a[i]), std::abs(b[i])});
        if (!(std::abs(a[i] - b[i]) <= worst)) worst = std::abs(a[i] - b[i]);
    }
    return worst / most;
}

inline double difference(const Vec3& a, const Vec3& b) {
    return difference(std::span(&a.x, 3), std::span(&b.x, 3));
}

inline double difference(const Transform& a, const Transform& b) {
    return std::max(
        {difference(a.p, b.p), difference(a.R.x, b.R.x), difference(a.R.y, b.R.y), difference(a.R.z, b.R.z)});
}

template <class Kind>
double difference(const MotionT<double, Kind>& a, const MotionT<double, Kind>& b) {
    return std::max(difference(a.w, b.w), difference(a.v, b.v));
}

template <class Kind>
double difference(const ActionT<double, Kind>& a, const ActionT<double, Kind>& b) {
    return std::max(difference(a.m, b.m), difference(a.f, b.f));
}

}  // namespace sinew::testing
