// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>
#include <tests/support/random.h>

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
/// hangs on the world by a Free joint if asked for. In every third model two of three joints have a drive.
Model random_model(std::uint64_t seed, bool free_base = false);
/// The same Model without drives.
Model without_drives(Model model);

/// q within ±1, quaternions of any length, u within ±1. Half of the joints with orientation go by angles.
State random_state(const System& system, std::uint64_t seed, bool some_by_angles = true);

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
