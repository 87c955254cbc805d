// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/pairs.h>
#include <sinew/rigid/surfaces.h>
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

namespace sinew::testing {

inline ContactSurface rigid_surface(const std::string& name, BodyId body, Shape shape, double friction,
                                    double restitution = 0, const Transform& X_BG = {}) {
    return {
        .name = name,
        .body = body,
        .X_BG = X_BG,
        .shape = std::move(shape),
        .material = {.static_friction = friction, .sliding_friction = friction, .restitution = restitution}};
}

/// Free bodies of one shape each, and what stands on the world.
struct Things {
    Model model;
    std::vector<JointId<Free>> joints;
    BodyId add(const Shape& shape, double friction, double restitution = 0, double density = 1000) {
        const std::string n = "thing" + std::to_string(joints.size());
        const BodyId body = model.add(Body{.name = n, .mass = solid(shape, Density{density})});
        joints.push_back(model.add(Free{}, {.name = n + " free", .to = body}));
        model.add(rigid_surface(n, body, shape, friction, restitution));
        return body;
    }
    void stands(const std::string& name, const Shape& shape, double friction, const Transform& X_WG = {},
                double restitution = 1) {
        model.add(rigid_surface(name, world, shape, friction, restitution, X_WG));
    }
    System compiled(const Vec3& gravity = {0, 0, -g}) {
        model.add(Gravity{.g = gravity});
        return System(with_rigid_contacts(model));
    }
};

inline void place(State& state, JointId<Free> joint, const Vec3& p, const Vec3& turn = {}, const Vec3& v = {},
                  const Vec3& w = {}) {
    const double angle = norm(turn), s = angle > 0 ? std::sin(angle / 2) / angle : 0;
    state.set_q(joint, std::array{std::cos(angle / 2), s * turn.x, s * turn.y, s * turn.z, p.x, p.y, p.z});
    state.set_u(joint, std::array{w.x, w.y, w.z, v.x, v.y, v.z});
}

/// Of all surfaces that may touch, how far the nearest two are apart; negative if they overlap.
inline double least_distance(const System& system, const State& state) {
    double least = std::numeric_limits<double>::infinity();
    const std::vector<ContactSurface>& all = system.model().surfaces;
    for (const ContactSurface& a : all)
        for (const ContactSurface& b : all) {
            if (&b >= &a || a.body == b.body) continue;
            const NearestPair pair = nearest_between(Surface(a.shape), pose(system, state, a.body) * a.X_BG,
                                                     Surface(b.shape), pose(system, state, b.body) * b.X_BG);
            least = std::min(least, pair.distance);
        }
    return least;
}

/// Runs, and sees that nothing overlaps and that energy does not grow; what it ends in.
inline State watched(const System& system, const State& start, double until, double accuracy = 1e-7,
                     double overlap = 2e-6) {
    Simulation run = simulate(system, start, {.until = until, .accuracy = accuracy});
    double energy = total_energy(system, start), grown = 0, nearest = 0;
    const double scale = 1 + std::abs(energy);
    while (!run.is_over()) {
        run.step();
        const double now = total_energy(system, run.state());
        grown = std::max(grown, now - energy);
        energy = std::min(energy, now);
        nearest = std::min(nearest, least_distance(system, run.state()));
    }
    CHECK(grown <= 1e-4 * scale);
    CHECK(nearest > -overlap);
    CHECK(run.outcome() == Outcome::reached);
    CHECK(run.report().failure == "");
    return run.state();
}

}  // namespace sinew::testing
