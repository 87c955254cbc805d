// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// What changes the description, not the mechanism, changes nothing: at many instants, and along a motion.

#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>
#include <tests/references/random_states.h>

#include <algorithm>

namespace sinew::testing {

namespace {

constexpr int instants = 20;

/// Every case that is a tree of bodies, each at its own start and at random states: f(case, running, at_start).
template <class F>
void at_all_trees(F f) {
    for (const Case& c : conformance_cases()) {
        if (!c.model.is_tree) continue;
        CAPTURE(c.id);
        Running r(c);
        std::mt19937_64 random(11);
        for (int i = 0; i < instants; ++i) {
            f(c, r, i == 0);
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

/// The same mechanism some time later.
Running later(Running r, double t) {
    r.state = last(simulate(r.system, r.state, {.until = t, .accuracy = 1e-10}));
    return r;
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
    account.at_most(c.checks[0], largest_difference(later(r, 1), later(other, 1)));
}

void reversed_joints(const Case& c, Account& account) {
    std::mt19937_64 random(13);
    const auto hold = [&](const char* id, const Description& how) {
        CAPTURE(id);
        Running r(conformance_case(id));
        const CaseModel& model = conformance_case(id).model;
        account.at_most(c.checks[0], largest_difference(later(r, 1), later(same_motion(model, how, r), 1)));
        for (int i = 0; i < instants; ++i) {
            account.at_most(c.checks[0], largest_difference(r, same_motion(model, how, r)));
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
    at_all_trees([&](const Case& tree, const Running& r, bool at_start) {
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
        if (!at_start) return;
        const Running a = later(r, 1), b = later(other, 1);
        account.at_most(c.checks[0], largest_of(a.state.q(), {b.state.q().begin(), b.state.q().end()}));
    });
}

void other_units(const Case& c, Account& account) {
    const double L = 1000, M = 1e-3;  // metres to millimetres, kilograms to tonnes, seconds kept
    const auto difference = [=](const Running& r, const Running& other) {
        double worst = 0, size = 1;
        for (std::size_t i = 0; i < r.mechanism.bodies.size(); ++i) {
            const BodyId a = r.mechanism.bodies[i], b = other.mechanism.bodies[i];
            const Transform X = pose(r.system, r.state, a), Y = pose(other.system, other.state, b);
            const SpatialVelocity V = velocity(r.system, r.state, a),
                                  W = velocity(other.system, other.state, b);
            const SpatialAcceleration A = acceleration(r.system, r.state, a),
                                      B = acceleration(other.system, other.state, b);
            worst = std::max({worst, norm(A.w - B.w), norm(A.v - B.v / L), norm(V.w - W.w),
                              norm(V.v - W.v / L), norm(X.p - Y.p / L), norm(X.R.x - Y.R.x)});
            size = std::max({size, norm(X.p), norm(V.w), norm(V.v)});
        }
        return worst / std::max(size, size_of(r));
    };
    at_all_trees([&](const Case& tree, const Running& r, bool at_start) {
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
        account.at_most(c.checks[0], difference(r, other));
        if (at_start) account.at_most(c.checks[0], difference(later(r, 1), later(other, 1)));
    });
}

void faster_time(const Case& c, Account& account) {
    for (const char* id : {"pend-theta-t", "double-pendulum", "heavy-top-cusp"}) {
        CaseModel model = conformance_case(id).model;
        Running r(model);
        model.gravity = 4.0 * model.gravity;
        Running fast(model);
        const Case& start = conformance_case(id);
        if (start.q.empty()) r.set(start.quat, start.w_ground);
        else r.set(start.q, start.u);
        std::mt19937_64 random(14);
        for (int i = 0; i < instants; ++i) {
            std::vector<double> u(r.state.u().begin(), r.state.u().end());
            for (double& x : u) x *= 2;
            fast.state.set_q(r.state.q());
            fast.state.set_u(u);
            const auto slowly = forward_dynamics(r.system, r.state),
                       quickly = forward_dynamics(fast.system, fast.state);
            for (std::size_t k = 0; k < slowly.size(); ++k)
                account.at_most(c.checks[0], std::abs(quickly[k] - 4 * slowly[k]) / size_of(fast));
            if (i == 0)
                for (const double t : {0.5, 1.0}) {
                    const Running a = later(r, t), b = later(fast, t / 2);
                    account.at_most(c.checks[0],
                                    largest_of(a.state.q(), {b.state.q().begin(), b.state.q().end()}));
                }
            r.set_random(random);
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
            const double t = r.mechanism.bodies.size() == 1 ? 1 : 0.5;
            if (i == 0) account.at_most(c.checks[0], largest_difference(later(r, t), later(other, t)));
            const auto with = forward_dynamics(r.system, r.state),
                       without = forward_dynamics(other.system, other.state);
            for (std::size_t k = 0; k < with.size(); ++k)
                account.at_most(c.checks[0], std::abs(with[k] - without[k]) / size_of(r));
            r.set_random(random);
        }
    }
}

void other_order(const Case& c, Account& account) {
    at_all_trees([&](const Case& tree, const Running& r, bool at_start) {
        const Running r_later = at_start ? later(r, 1) : r;
        for (unsigned shuffle = 1; shuffle <= 20; ++shuffle) {
            const auto with = [&](const Description& how) {
                Running other(tree.model, how);
                for (std::size_t i = 0; i < r.mechanism.joints.size(); ++i) {
                    other.state.set_q(other.mechanism.joints[i], r.state.q(r.mechanism.joints[i]));
                    other.state.set_u(other.mechanism.joints[i], r.state.u(r.mechanism.joints[i]));
                }
                return at_start ? largest_difference(r_later, later(other, 1)) : largest_difference(r, other);
            };
            account.at_most(c.checks[0],
                            with({.bodies_order = shuffle, .joints_order = shuffle}) / size_of(r_later));
            account.at_most(with({.bodies_order = shuffle}),
                            0);  // the order of the tree comes from the joints
        }
    });
}

void weld_for_held_joint(const Case& c, Account& account) {
    const Case& tree = conformance_case("tree-pins-6");
    Running r(tree);
    const AnyJointId joint = r.mechanism.joints[2];
    std::mt19937_64 random(16);
    for (int i = 0; i < instants; ++i) {
        r.state.set_u(joint, std::array{0.0});
        CaseModel model = tree.model;
        CaseBody& held = model.bodies[2];
        held.X_PF = held.X_PF * Transform{Rotation::about(held.axis, r.state.q(joint)[0]), {}};
        held.joint = "weld";
        Running welded(model), locked = r, still = r;
        welded.set_as(r);
        lock(locked.system, locked.state, joint);
        still.mechanism.model.add(
            Motion{.name = "still", .joint = joint, .functions = {Function(r.state.q(joint)[0])}});
        still.system = System(still.mechanism.model);
        still.state = still.system.default_state();
        still.state.set_q(r.state.q()), still.state.set_u(r.state.u());
        prescribe(still.system, still.state);

        const auto compare = [&](std::vector<double> found, const std::vector<double>& there) {
            found.erase(found.begin() + 2);
            for (std::size_t k = 0; k < found.size(); ++k)
                account.at_most(c.checks[0], std::abs(found[k] - there[k]));
        };
        const std::vector<double> there = welded.by_bodies(forward_dynamics(welded.system, welded.state));
        std::vector<double> u_dot(r.state.u().size()), tau(u_dot.size());
        mixed_dynamics(r.system, r.state, std::span(&joint, 1), u_dot, tau);
        compare(r.by_bodies(u_dot), there);
        for (const Running* other : {&locked, &still}) {
            compare(other->by_bodies(forward_dynamics(other->system, other->state)), there);
            if (i > 0) continue;
            const Running a = later(*other, 0.5), b = later(welded, 0.5);
            compare(a.by_bodies(a.state.q()), b.by_bodies(b.state.q()));
        }
        r.set_random(random);
    }
}

namespace {

/// sin 3t on every joint.
class Sines : public ForceLaw {
public:
    explicit Sines(std::vector<AnyJointId> of) : joints(std::move(of)) {}
    void apply(const Situation& now, Effect& out) const override {
        for (const AnyJointId joint : joints) out.add_mobility_force({joint, 0}, std::sin(3 * now.time()));
    }
    std::vector<AnyJointId> joints;
};

}  // namespace

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
    const Running plain(tree);
    Model driven = plain.mechanism.model;
    driven.add(CustomForce{"drives", std::make_shared<Sines>(plain.mechanism.joints)});
    const System system(driven);
    State start = system.default_state(), seen = plain.state;
    start.set_q(plain.state.q()), start.set_u(plain.state.u());
    for (const State& now : simulate(system, start, {.until = 1, .report_every = 0.01, .accuracy = 1e-10})) {
        seen.set_q(now.q()), seen.set_u(now.u());
        inverse_dynamics(plain.system, seen, forward_dynamics(system, now), back);
        for (const double tau : back) account.at_most(c.checks[0], std::abs(tau - std::sin(3 * now.time())));
    }
}

}  // namespace sinew::testing
