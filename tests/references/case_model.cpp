// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <tests/references/case_model.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace sinew::testing {

namespace {

std::vector<std::size_t> order(std::size_t n, unsigned seed) {
    std::vector<std::size_t> i(n);
    std::iota(i.begin(), i.end(), std::size_t{0});
    std::mt19937 random(seed);
    if (seed) std::shuffle(i.begin(), i.end(), random);
    return i;
}

/// Our pins turn about z and our sliders go along x: both joint frames are turned alike, so that F and M still
/// coincide at q = 0 and the axis is where the case has it.
Rotation turn_of_frames(const CaseBody& b) {
    if (b.joint == "pin" || b.joint == "screw") return rotation_taking_z_to(b.axis);
    if (b.joint == "slider") return rotation_taking_z_to(b.axis) * Rotation::about_y(-std::numbers::pi / 2);
    return Rotation::identity();
}

AnyJoint joint_of(const CaseBody& b) {
    if (b.joint == "pin") return Pin{};
    if (b.joint == "slider") return Slider{};
    if (b.joint == "screw") return Screw{.pitch = b.pitch};
    if (b.joint == "ball") return Ball{};
    if (b.joint == "free") return Free{};
    if (b.joint == "weld") return Weld{};
    throw std::runtime_error("no joint \"" + b.joint + "\"");
}

void add_joint(Mechanism& m, const CaseBody& b, std::size_t index) {
    const Transform turn{turn_of_frames(b), {}};
    JointPlacement placement{"to_" + b.name, m.body(b.parent), m.body(b.name), b.X_PF * turn, b.X_BM * turn};
    if (m.reversed[index]) {
        std::swap(placement.from, placement.to);
        std::swap(placement.X_PF, placement.X_BM);
    }
    m.joints[index] = m.model.add_joint({joint_of(b), placement});
}

void add_joint_force(Mechanism& m, const CaseModel& model, const CaseJointForce& f) {
    const auto body = std::find_if(model.bodies.begin(), model.bodies.end(),
                                   [&](const CaseBody& b) { return b.name == f.body; });
    const auto index = static_cast<std::size_t>(body - model.bodies.begin());
    const CoordinateOf coordinate{m.joints[index], 0};
    const double sign = m.reversed[index] ? -1 : 1;
    m.model.add(MobilitySpring{
        .name = f.body + "_spring", .coordinate = coordinate, .stiffness = f.k, .rest = sign * f.q0});
    m.model.add(MobilityDamper{.name = f.body + "_damper", .coordinate = coordinate, .damping = f.c});
    m.model.add(
        MobilityConstant{.name = f.body + "_drive", .coordinate = coordinate, .force = sign * f.constant});
}

void add_spring(Mechanism& m, const CaseSpring& s, std::size_t index) {
    m.model.add(TwoPointSpring{.name = "spring" + std::to_string(index),
                               .from = {m.body(s.body1), s.station1},
                               .to = {m.body(s.body2), s.station2},
                               .stiffness = s.k,
                               .rest_length = s.x0,
                               .damping = s.c});
}

CoordinateOf coordinate_of(const Mechanism& m, const CaseModel& model, const std::string& body) {
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
        if (model.bodies[i].name == body) return {m.joints[i], 0};
    throw std::runtime_error("no body \"" + body + "\"");
}

void add_constraint(Mechanism& m, const CaseModel& model, const CaseConstraint& k, const std::string& name,
                    Closing closing) {
    if (!k.terms.empty()) {
        CoordinateCoupler coupler{.name = name, .couples = {}, .function = {}};
        std::vector<double> factors;
        for (const auto& [body, factor] : k.terms) {
            coupler.couples.push_back(coordinate_of(m, model, body));
            factors.push_back(factor);
        }
        coupler.function = function::Linear{factors, -k.constant};
        m.model.add(coupler);
    } else if (closing == Closing::independent) {
        // In a plane the directions of the second body do as well as those of the ground.
        for (const int axis : k.directions) {
            Vec3 normal;
            normal[axis] = 1;
            m.model.add(PointOnPlane{.name = name + "_" + std::to_string(axis),
                                     .plane = {m.body(k.body2), normal, dot(normal, k.station2)},
                                     .point = {m.body(k.body1), k.station1}});
        }
    } else {
        const BallConstraint ball{
            .name = name, .from = {m.body(k.body1), k.station1}, .to = {m.body(k.body2), k.station2}};
        m.model.add(ball);
        if (closing != Closing::twice) return;
        BallConstraint again = ball;
        again.name += "_again";
        m.model.add(again);
    }
}

}  // namespace

int speeds_of(const CaseBody& body) {
    return body.joint == "weld" ? 0 : body.joint == "ball" ? 3 : body.joint == "free" ? 6 : 1;
}

Mechanism describe(const CaseModel& model, const Description& how) {
    const std::size_t n = model.bodies.size();
    Mechanism m{
        {}, std::vector<BodyId>(n), std::vector<AnyJointId>(n), std::vector<bool>(n, how.all_reversed)};
    for (const std::size_t i : order(n, how.bodies_order))
        m.bodies[i] = m.model.add(Body{model.bodies[i].name, model.bodies[i].mass});
    for (std::size_t i = 0; i < n; ++i)
        if (std::count(how.reversed.begin(), how.reversed.end(), model.bodies[i].name)) m.reversed[i] = true;
    for (const std::size_t i : order(n, how.joints_order)) add_joint(m, model.bodies[i], i);

    m.model.add(Gravity{.g = model.gravity});
    for (const std::size_t i : order(model.joint_forces.size(), how.joints_order))
        add_joint_force(m, model, model.joint_forces[i]);
    for (const std::size_t i : order(model.springs.size(), how.joints_order))
        add_spring(m, model.springs[i], i);
    for (std::size_t i = 0; i < model.constraints.size(); ++i)
        add_constraint(m, model, model.constraints[i], "hold" + std::to_string(i), how.closing);
    std::size_t k = 0;
    for (std::size_t i = 0; i < n && !how.tau.empty(); ++i)
        for (int s = 0; s < speeds_of(model.bodies[i]); ++s, ++k)
            m.model.add(MobilityConstant{
                .name = "tau" + std::to_string(k), .coordinate = {m.joints[i], s}, .force = how.tau[k]});
    return m;
}

Running::Running(const CaseModel& model, const Description& how)
    : mechanism(describe(model, how)), system(mechanism.model), state(system.default_state()) {}

Running::Running(const Case& c, const Description& how) : Running(c.model, how) {
    if (!c.quat.empty() && !c.w_body.empty()) {
        const Rotation R = rotation_of(Quaternion{c.quat[0], c.quat[1], c.quat[2], c.quat[3]});
        const Vec3 w = R * Vec3{c.w_body[0], c.w_body[1], c.w_body[2]};
        std::vector<double> q = c.quat, u{w.x, w.y, w.z};
        q.resize(static_cast<std::size_t>(system.nq()));
        u.resize(static_cast<std::size_t>(system.nu()));
        set(q, u);
    } else if (static_cast<int>(c.q.size()) == system.nq() && static_cast<int>(c.u.size()) == system.nu()) {
        set(c.q, c.u);
    }
}

void Running::set(const std::vector<double>& q, const std::vector<double>& u) {
    std::size_t iq = 0, iu = 0;
    for (const AnyJointId joint : mechanism.joints) {
        const std::size_t nq = state.q(joint).size(), nu = state.u(joint).size();
        state.set_q(joint, std::span(q).subspan(iq, nq));
        state.set_u(joint, std::span(u).subspan(iu, nu));
        iq += nq, iu += nu;
    }
}

void Running::set_random(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::vector<double> q(state.q().size()), u(state.u().size());
    for (double& x : q) x = normal(random);
    for (double& x : u) x = normal(random);
    set(q, u);
}

void Running::set_as(const Running& other) {
    for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
        Transform X = joint_pose(other.system, other.state, other.mechanism.joints[i]);
        SpatialVelocity V = joint_velocity(other.system, other.state, other.mechanism.joints[i]);
        if (mechanism.reversed[i] != other.mechanism.reversed[i]) {
            const Rotation back = X.R.inverse();
            V = {-(back * V.w), -(back * (V.v - cross(V.w, X.p)))};
            X = X.inverse();
        }
        fit_pose(system, state, mechanism.joints[i], X);
        fit_velocity(system, state, mechanism.joints[i], V);
    }
}

std::vector<std::size_t> Running::speeds_by_bodies() const {
    std::vector<std::size_t> speeds;
    for (const AnyJointId joint : mechanism.joints) {
        const Range range = system.layout().u_of_joint[static_cast<std::size_t>(joint.index)];
        for (int i = 0; i < range.count; ++i) speeds.push_back(static_cast<std::size_t>(range.first + i));
    }
    return speeds;
}

std::vector<double> Running::by_bodies(std::span<const double> per_speed) const {
    std::vector<double> out;
    for (const std::size_t i : speeds_by_bodies()) out.push_back(per_speed[i]);
    return out;
}

std::vector<double> Running::matrix_by_bodies(std::span<const double> M) const {
    const std::vector<std::size_t> speeds = speeds_by_bodies();
    std::vector<double> out;
    for (const std::size_t i : speeds)
        for (const std::size_t j : speeds) out.push_back(M[i * speeds.size() + j]);
    return out;
}

double largest_difference(const Running& a, const Running& b, const Rotation& turned) {
    double worst = 0;
    const auto see = [&](const Vec3& one, const Vec3& other) {
        worst = std::max(worst, norm(one - turned * other));
    };
    for (std::size_t i = 0; i < a.mechanism.bodies.size(); ++i) {
        const BodyId A = a.mechanism.bodies[i], B = b.mechanism.bodies[i];
        const Transform X = pose(a.system, a.state, A), Y = pose(b.system, b.state, B);
        see(X.p, Y.p), see(X.R.x, Y.R.x), see(X.R.y, Y.R.y), see(X.R.z, Y.R.z);
        const SpatialVelocity V = velocity(a.system, a.state, A), W = velocity(b.system, b.state, B);
        see(V.w, W.w), see(V.v, W.v);
        const SpatialAcceleration C = acceleration(a.system, a.state, A),
                                  D = acceleration(b.system, b.state, B);
        see(C.w, D.w), see(C.v, D.v);
    }
    return worst;
}

}  // namespace sinew::testing
