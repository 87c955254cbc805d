// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// What changes the description, not the mechanism, changes nothing: at many instants of one motion each.

#include <tests/references/conformance.h>
#include <tests/references/random_states.h>

#include <algorithm>

namespace sinew::testing {

namespace {

constexpr int instants = 20;

/// Every case that is a tree of bodies, each at its own start and at random states: f(case, running).
template <class F>
void at_all_trees(F f) {
    for (const Case& c : conformance_cases()) {
        if (!c.model.is_tree) continue;
        CAPTURE(c.id);
        Running r(c);
        std::mt19937_64 random(11);
        for (int i = 0; i < instants; ++i) {
            f(c, r);
            r.set_random(random);
        }
    }
}

/// Size of what is compared, so that rounding is judged by it.
double size_of(const Running& r) {
    double size = 1;
    for (const BodyId body : r.mechanism.bodies) {
        const SpatialAcceleration A = acceleration(r.system, r.state, body);
        size = std::max({size, norm(A.w), norm(A.v)});
    }
    return size;
}

Running same_motion(const CaseModel& model, const Description& how, const Running& r) {
    Running other(model, how);
    other.set_as(r);
    return other;
}

}  // namespace

void other_root(const Case& c, Account& account) {
    CaseModel model = conformance_case("tree-pins-6").model;
    model.gravity = {};
    model.bodies[0].joint = "free";
    Running r(model);
    // The same joints, but the free one leads to the last body, so that the chain to it is walked backwards.
    Running other(model);
    JointPlacement& root = other.mechanism.model.joints[0].placement;
    root.to = other.mechanism.bodies.back();
    root.X_PF = {};
    root.X_BM = {};
    other.system = System(other.mechanism.model);
    other.state = other.system.default_state();

    std::mt19937_64 random(12);
    for (int i = 0; i < instants; ++i) {
        r.set_random(random);
        other.set_as(r);
        fit_pose(other.system, other.state, other.mechanism.joints[0],
                 pose(r.system, r.state, r.mechanism.bodies.back()));
        fit_velocity(other.system, other.state, other.mechanism.joints[0],
                     velocity(r.system, r.state, r.mechanism.bodies.back()));
        account.at_most(c.checks[0], largest_difference(r, other));
    }
}

void reversed_joints(const Case& c, Account& account) {
    std::mt19937_64 random(13);
    const auto hold = [&](const char* id, const Description& how) {
        CAPTURE(id);
        Running r(conformance_case(id));
        for (int i = 0; i < instants; ++i) {
            account.at_most(c.checks[0],
                            largest_difference(r, same_motion(conformance_case(id).model, how, r)));
            r.set_random(random);
        }
    };
    hold("double-pendulum", {.reversed = {"b"}});
    hold("furuta", {.reversed = {"rod"}});
    hold("tree-pins-6", {.all_reversed = true});
    hold("tree-mixed-7", {.all_reversed = true});  // free, slider and ball joints, too
    for (const CaseBody& b : conformance_case("tree-mixed-7").model.bodies)
        hold("tree-mixed-7", {.reversed = {b.name}});
}

void turned_world(const Case& c, Account& account) {
    const Vec3 axis{1, 2, 3};
    const Rotation turn = Rotation::about(axis / norm(axis), 1.1);
    at_all_trees([&](const Case& tree, const Running& r) {
        CaseModel turned = tree.model;
        turned.gravity = turn * turned.gravity;
        for (CaseBody& b : turned.bodies)
            if (b.parent == "ground") b.X_PF = Transform{turn, {}} * b.X_PF;
        for (CaseSpring& s : turned.springs) {
            if (s.body1 == "ground") s.station1 = turn * s.station1;
            if (s.body2 == "ground") s.station2 = turn * s.station2;
        }
        Running other(turned);
        other.state.set_q(r.state.q());
        other.state.set_u(r.state.u());
        account.at_most(c.checks[0], largest_difference(r, other, turn.inverse()) / size_of(r));
    });
}

void other_units(const Case& c, Account& account) {
    const double L = 1000, M = 1e-3;  // metres to millimetres, kilograms to tonnes, seconds kept
    at_all_trees([&](const Case& tree, const Running& r) {
        CaseModel scaled = tree.model;
        scaled.gravity = L * scaled.gravity;
        for (CaseBody& b : scaled.bodies) {
            b.mass = {M * b.mass.mass, L * b.mass.com, M * L * L * b.mass.inertia};
            b.X_PF.p = L * b.X_PF.p;
            b.X_BM.p = L * b.X_BM.p;
            b.pitch *= L;
        }
        for (CaseSpring& s : scaled.springs)
            s.station1 = L * s.station1, s.station2 = L * s.station2, s.x0 *= L, s.k *= M, s.c *= M;
        for (CaseJointForce& f : scaled.joint_forces) {
            const auto body = std::find_if(scaled.bodies.begin(), scaled.bodies.end(),
                                           [&](const CaseBody& b) { return b.name == f.body; });
            const bool slides = body->joint == "slider";
            f.k *= slides ? M : M * L * L;
            f.c *= slides ? M : M * L * L;
            f.q0 *= slides ? L : 1;
            f.constant *= slides ? M * L : M * L * L;
        }
        Running other(scaled);
        for (std::size_t i = 0; i < r.mechanism.joints.size(); ++i) {
            Transform X_FM = joint_pose(r.system, r.state, r.mechanism.joints[i]);
            SpatialVelocity V_FM = joint_velocity(r.system, r.state, r.mechanism.joints[i]);
            X_FM.p = L * X_FM.p;
            V_FM.v = L * V_FM.v;
            fit_pose(other.system, other.state, other.mechanism.joints[i], X_FM);
            fit_velocity(other.system, other.state, other.mechanism.joints[i], V_FM);
        }
        double worst = 0;
        for (std::size_t i = 0; i < r.mechanism.bodies.size(); ++i) {
            const SpatialAcceleration A = acceleration(r.system, r.state, r.mechanism.bodies[i]);
            const SpatialAcceleration B = acceleration(other.system, other.state, other.mechanism.bodies[i]);
            worst = std::max({worst, norm(A.w - B.w), norm(A.v - B.v / L)});
        }
        account.at_most(c.checks[0], worst / size_of(r));
    });
}

void faster_time(const Case& c, Account& account) {
    for (const char* id : {"pend-theta-t", "double-pendulum", "heavy-top-cusp"}) {
        CaseModel model = conformance_case(id).model;
        Running r(model);
        model.gravity = 4.0 * model.gravity;
        Running fast(model);
        std::mt19937_64 random(14);
        for (int i = 0; i < instants; ++i) {
            r.set_random(random);
            std::vector<double> u(r.state.u().begin(), r.state.u().end());
            for (double& x : u) x *= 2;
            fast.state.set_q(r.state.q());
            fast.state.set_u(u);
            const auto slowly = forward_dynamics(r.system, r.state),
                       quickly = forward_dynamics(fast.system, fast.state);
            for (std::size_t k = 0; k < slowly.size(); ++k)
                account.at_most(c.checks[0], std::abs(quickly[k] - 4 * slowly[k]) / size_of(fast));
        }
    }
}

void angles_for_quaternions(const Case& c, Account& account) {
    for (const char* id : {"euler-top", "tree-mixed-7"}) {
        Running r(conformance_case(id));
        std::mt19937_64 random(15);
        for (int i = 0; i < instants; ++i) {
            Running other = r;
            for (const AnyJointId joint : other.mechanism.joints)
                use_angles(other.system, other.state, joint);
            account.at_most(c.checks[0], largest_difference(r, other));
            const auto with = forward_dynamics(r.system, r.state),
                       without = forward_dynamics(other.system, other.state);
            for (std::size_t k = 0; k < with.size(); ++k)
                account.at_most(c.checks[0], std::abs(with[k] - without[k]) / size_of(r));
            r.set_random(random);
        }
    }
}

void other_order(const Case& c, Account& account) {
    at_all_trees([&](const Case& tree, const Running& r) {
        for (unsigned shuffle = 1; shuffle <= 20; ++shuffle) {
            const auto with = [&](const Description& how) {
                Running other(tree.model, how);
                for (std::size_t i = 0; i < r.mechanism.joints.size(); ++i) {
                    other.state.set_q(other.mechanism.joints[i], r.state.q(r.mechanism.joints[i]));
                    other.state.set_u(other.mechanism.joints[i], r.state.u(r.mechanism.joints[i]));
                }
                return largest_difference(r, other);
            };
            account.at_most(c.checks[0],
                            with({.bodies_order = shuffle, .joints_order = shuffle}) / size_of(r));
            account.at_most(with({.bodies_order = shuffle}),
                            0);  // the order of the tree comes from the joints
        }
    });
}

void weld_for_held_joint(const Case& c, Account& account) {
    const Case& tree = conformance_case("tree-pins-6");
    Running r(tree);
    std::mt19937_64 random(16);
    for (int i = 0; i < instants; ++i) {
        r.set_random(random);
        r.state.set_u(r.mechanism.joints[2], std::array{0.0});
        std::vector<double> u_dot(r.state.u().size()), tau(u_dot.size());
        mixed_dynamics(r.system, r.state, std::span(&r.mechanism.joints[2], 1), u_dot, tau);

        CaseModel model = tree.model;
        CaseBody& held = model.bodies[2];
        held.X_PF =
            held.X_PF * Transform{Rotation::about(held.axis, r.state.q(r.mechanism.joints[2])[0]), {}};
        held.joint = "weld";
        Running welded(model);
        welded.set_as(r);
        const std::vector<double> there = welded.by_bodies(forward_dynamics(welded.system, welded.state));
        const auto compare = [&](std::vector<double> found) {
            found.erase(found.begin() + 2);
            for (std::size_t k = 0; k < found.size(); ++k)
                account.at_most(c.checks[0], std::abs(found[k] - there[k]));
        };
        compare(r.by_bodies(u_dot));
        State locked = r.state;
        lock(r.system, locked, r.mechanism.joints[2]);
        compare(r.by_bodies(forward_dynamics(r.system, locked)));
        Model driven = r.mechanism.model;
        driven.add(Motion{.name = "still",
                          .joint = r.mechanism.joints[2],
                          .functions = {Function(r.state.q(r.mechanism.joints[2])[0])}});
        const System still(driven);
        State there_too = still.default_state();
        there_too.set_q(r.state.q()), there_too.set_u(r.state.u());
        prescribe(still, there_too);
        compare(r.by_bodies(forward_dynamics(still, there_too)));
    }
}

void forces_back_from_motion(const Case& c, Account& account) {
    const Case& tree = conformance_case("tree-pins-6");
    Running r(tree);
    std::mt19937_64 random(17);
    const std::size_t n = r.state.u().size();
    std::vector<double> f(n), u_dot(n), back(n);
    for (int i = 0; i < 100; ++i) {
        r.set_random(random);
        const std::vector<double> tau = random_numbers(n, random);
        applied_mobility_force(r.system, r.state, f);
        for (std::size_t k = 0; k < n; ++k) f[k] += tau[k];
        forward_dynamics(r.system, r.state, {f, {}}, u_dot);
        inverse_dynamics(r.system, r.state, u_dot, back);
        for (std::size_t k = 0; k < n; ++k) account.at_most(c.checks[0], std::abs(back[k] - tau[k]));
    }
}

}  // namespace sinew::testing
