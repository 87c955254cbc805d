// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <cmath>
#include <string>
#include <vector>

namespace sinew::testing {

constexpr double g = 9.81;

/// What happened to whom, and when.
struct Happened {
    std::string name;
    ContactEventKind kind;
    double time, speed, impulse;
};

/// Options that note all contact events.
inline SimulationOptions noting(const System& system, std::vector<Happened>& events, double until,
                                double accuracy = 1e-8) {
    SimulationOptions options{.until = until, .accuracy = accuracy};
    options.on_contact = [&events, system](const State& state, const ContactEvent& event) {
        events.push_back(
            {name_of(system.model().constraints[static_cast<std::size_t>(event.condition.index)]), event.kind,
             state.time(), event.speed, event.impulse});
    };
    return options;
}

inline long count(const std::vector<Happened>& events, ContactEventKind kind) {
    long n = 0;
    for (const Happened& e : events) n += e.kind == kind;
    return n;
}

/// A ball that moves freely above the plane z = 0.
struct BallOnFloor {
    Model model;
    JointId<Free> joint;
    ConstraintId floor;
    BallOnFloor(double mass, double radius, OneWay law, const Vec3& gravity = {0, 0, -g},
                double share = 0.4) {
        const double I = share * mass * radius * radius;
        const BodyId ball = model.add(Body{.name = "ball", .mass = {mass, {}, Sym3{I, I, I}}});
        joint = model.add(Free{}, {.name = "free", .to = ball});
        floor = model.add(SphereOnPlane{.name = "floor", .center = {ball, {}}, .radius = radius});
        law.name = "floor";
        model.add(law);
        model.add(Gravity{.g = gravity});
    }
    State state(const System& system, const Vec3& p, const Vec3& v = {}, const Vec3& w = {}) const {
        State s = system.default_state();
        const double q[7] = {1, 0, 0, 0, p.x, p.y, p.z}, u[6] = {w.x, w.y, w.z, v.x, v.y, v.z};
        s.set_q(joint, q);
        s.set_u(joint, u);
        return s;
    }
};

}  // namespace sinew::testing
