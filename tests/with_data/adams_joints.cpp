// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Pendulums on one joint each against MSC ADAMS: files adams-joints/, from Chrono's validation set
// (github.com/projectchrono/chrono, data/testing/joints, BSD-3-Clause). At every 0.01 s ADAMS tells position, velocity,
// acceleration and what its joint does to the ground; here position and velocity are taken over, and acceleration and
// reaction computed: with the joint in the tree, and with a free joint and the joint's equations. Then the motion
// itself is followed from its start for the five seconds of the files.

#include <sinew/sinew.h>
#include <sinew/studies/simulate.h>
#include <tests/support/data.h>
#include <tests/support/law.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

using namespace sinew;

namespace {

using Table = std::vector<std::vector<double>>;

Table table(const std::string& file) {
    std::istringstream text(testing::reference_data(file));
    std::string line;
    Table rows;
    while (std::getline(text, line)) {
        std::istringstream numbers(line);
        std::vector<double> row;
        for (double x; numbers >> x;) row.push_back(x);
        if (!row.empty()) rows.push_back(row);
    }
    return rows;
}

Vec3 vector_in(const std::vector<double>& row) { return {row[1], row[2], row[3]}; }

struct Pendulum {
    const char* files;  ///< "revolute_joint/Revolute_Case01"
    AnyJoint joint;
    Transform X_WF;  ///< the joint's frame on the ground
    Transform X_WB;  ///< the mass centre's frame at the start
    Sym3 inertia;
};

Rotation euler313(double psi, double theta, double phi) {
    constexpr double degree = std::numbers::pi / 180;
    return Rotation::about_z(psi * degree) * Rotation::about_x(theta * degree) *
           Rotation::about_z(phi * degree);
}

/// What ADAMS tells of one body, and the joint or force that holds it, at all times.
struct History {
    explicit History(const std::string& files) : name("adams-joints/" + files + "_ADAMS_") {
        pos = table(name + "Pos.txt"), vel = table(name + "Vel.txt"), quat = table(name + "Quat.txt");
        avel = table(name + "Avel.txt"), acc = table(name + "Acc.txt"), aacc = table(name + "Aacc.txt");
        force = table(name + "Rforce.txt"), torque = table(name + "Rtorque.txt");
        REQUIRE(pos.size() == 501);
    }
    double time(std::size_t i) const { return pos[i][0]; }
    Transform X_WB(std::size_t i) const {
        return {rotation_of(Quaternion{quat[i][1], quat[i][2], quat[i][3], quat[i][4]}), vector_in(pos[i])};
    }
    SpatialVelocity V_WB(std::size_t i) const { return {vector_in(avel[i]), vector_in(vel[i])}; }

    std::string name;
    Table pos, vel, quat, avel, acc, aacc, force, torque;
};

double far(const Vec3& a, const Vec3& b) { return norm(a - b) / (1 + norm(b)); }

/// How far accelerations and what the ground feels are off; with the size of these.
double accelerations_off(const History& h, std::size_t i, const SpatialAcceleration& A,
                         const SpatialForce& on_ground) {
    return std::max({far(A.v, vector_in(h.acc[i])), far(A.w, vector_in(h.aacc[i])),
                     far(on_ground.f, vector_in(h.force[i])), far(on_ground.m, vector_in(h.torque[i]))});
}

/// Largest errors of a motion, of each kind.
struct Laws {
    // Files have seven digits; moments have arms of 60 m where a pendulum slides off.
    testing::Law instants{5e-3};
    // As far as energies in the files are off: that of Universal_Case01 by 4e-4 of m g l at the end.
    testing::Law places{1e-3}, velocities{2e-3}, accelerations{5e-3};
};

void places_off(const History& h, std::size_t i, const Transform& X, const SpatialVelocity& V, Laws& laws) {
    const Transform there = h.X_WB(i);
    laws.places.measure(std::max({far(X.p, there.p), norm(X.R.x - there.R.x), norm(X.R.y - there.R.y)}),
                        h.name);
    laws.velocities.measure(std::max(far(V.v, h.V_WB(i).v), far(V.w, h.V_WB(i).w)), h.name);
}

void compare(const Pendulum& p, Laws& laws) {
    const History h(p.files);
    Model model{.name = "pendulum"};
    const BodyId body = model.add(Body{.name = "pendulum", .mass = {1, {}, p.inertia}});
    const AnyJointId joint = model.add_joint(
        {p.joint,
         {.name = "joint", .from = world, .to = body, .X_PF = p.X_WF, .X_BM = p.X_WB.inverse() * p.X_WF}});
    model.add(Gravity{.g = {0, 0, -9.80665}});
    for (const bool looped : {false, true}) {
        if (looped) {
            model.joints[0].placement.loop = LoopClosure::cut;
            model.add(Free{}, {.name = "free", .from = world, .to = body});
        }
        const System system(model);
        REQUIRE(system.loops().size() == (looped ? 1 : 0));
        State state = system.default_state();
        const AnyJointId moved{{looped ? 1 : 0}};
        const auto put = [&](const Transform& X_WB, const SpatialVelocity& V_WB) {
            const JointFrames frames = joint_frames(system, state, moved);
            const Transform F = frames.F.X_BF, M = frames.M.X_BF;
            fit_pose(system, state, moved, F.inverse() * X_WB * M);
            fit_velocity(system, state, moved, F.R.inverse() * shift_outward(V_WB, X_WB.R * M.p));
        };
        const auto off = [&](const State& s, std::size_t i) {
            return accelerations_off(h, i, acceleration(system, s, body),
                                     reaction(system, s, joint).on_from_at_F);
        };
        for (std::size_t i = 0; i < h.pos.size(); ++i) {
            put(h.X_WB(i), h.V_WB(i));
            laws.instants.measure(off(state, i), h.name);
        }
        put(p.X_WB, {});
        Simulation run(system, state, {.accuracy = 1e-8});
        for (std::size_t i = 0; i < h.pos.size(); ++i) {
            run.advance_to(h.time(i));
            const State& now = run.state();
            places_off(h, i, pose(system, now, body), velocity(system, now, body), laws);
            laws.accelerations.measure(off(now, i), h.name);
        }
    }
}

/// A free body on a spring with a damper. The files do not tell how stiff they are; their first rows do.
void compare_spring(const char* files, const Vec3& anchor, double stiffness, double damping, Laws& laws) {
    const History h(files);
    Model model{.name = "on a spring"};
    const BodyId body = model.add(Body{.name = "body", .mass = {1, {}, {0.04, 0.1, 0.1}}});
    const AnyJointId free = model.add(Free{}, {.name = "free", .from = world, .to = body});
    model.add(TwoPointSpring{.name = "spring",
                             .from = {world, anchor},
                             .to = {body, {}},
                             .stiffness = stiffness,
                             .rest_length = 2,
                             .damping = damping});
    model.add(Gravity{.g = {0, 0, -9.80665}});
    const System system(model);
    State state = system.default_state();
    fit_pose(system, state, free, h.X_WB(0));
    Simulation run(system, state, {.accuracy = 1e-8});
    for (std::size_t i = 0; i < h.pos.size(); ++i) {
        run.advance_to(h.time(i));
        const State& now = run.state();
        places_off(h, i, pose(system, now, body), velocity(system, now, body), laws);
        const SpatialAcceleration A = acceleration(system, now, body);
        laws.accelerations.measure(accelerations_off(h, i, A, {{}, Vec3{0, 0, -9.80665} - A.v}), h.name);
    }
}

}  // namespace

TEST_CASE("pendulums on every joint move, accelerate and load it as ADAMS says") {
    Laws law;
    const Rotation I = Rotation::identity();
    compare({"revolute_joint/Revolute_Case01",
             Pin{},
             {euler313(180, 90, 180), {}},
             {euler313(180, 90, 180), {2, 0, 0}},
             {0.04, 0.1, 0.1}},
            law);
    compare({"revolute_joint/Revolute_Case02",
             Pin{},
             {euler313(180, 45, 180), {1, 2, 3}},
             {euler313(180, 45, 180), {3, 2, 3}},
             {0.04, 0.1, 0.1}},
            law);
    compare({"spherical_joint/Spherical_Case01", Ball{}, {}, {I, {2, 0, 0}}, {0.04, 0.1, 0.1}}, law);
    compare({"spherical_joint/Spherical_Case02",
             Ball{},
             {euler313(180, 45, 180), {1, 2, 3}},
             {euler313(180, 45, 180), {3, 2, 3}},
             {0.04, 0.1, 0.1}},
            law);
    compare({"cylindrical_joint/Cylindrical_Case01", Cylinder{}, {}, {I, {2, 0, 0}}, {0.04, 0.1, 0.1}}, law);
    compare({"cylindrical_joint/Cylindrical_Case02",
             Cylinder{},
             {euler313(180, 90, 180), {}},
             {euler313(180, 90, 180), {2, 0, 0}},
             {0.04, 0.1, 0.1}},
            law);
    compare({"cylindrical_joint/Cylindrical_Case03",
             Cylinder{},
             {euler313(180, 45, 180), {1, 2, 3}},
             {euler313(180, 45, 180), {3, 2, 3}},
             {0.04, 0.1, 0.1}},
            law);
    compare({"universal_joint/Universal_Case01",
             Universal{},
             {euler313(0, 90, 0), {}},
             {euler313(0, 90, 0), {0, 2, 0}},
             {0.1, 0.1, 0.04}},
            law);
    compare({"universal_joint/Universal_Case02",
             Universal{},
             {euler313(90, 90, -90), {}},
             {euler313(90, 90, -90), {-2, 0, 0}},
             {0.1, 0.1, 0.04}},
            law);
    compare({"universal_joint/Universal_Case03",
             Universal{},
             {euler313(-45, 90, 45), {}},
             {euler313(-45, 90, 45), {std::sqrt(2.0), std::sqrt(2.0), 0}},
             {0.1, 0.1, 0.04}},
            law);
}

TEST_CASE("bodies on springs with dampers move as ADAMS says") {
    Laws law;
    compare_spring("transpring_force/TranSpring_Case01", {0, 0, 2}, 10, 0.5, law);
    compare_spring("transpring_force/TranSpring_Case02", {0, 0, 0}, 100, 5, law);
}
