// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Pendulums on one joint each against MSC ADAMS: files adams-joints/, from Chrono's validation set
// (github.com/projectchrono/chrono, data/testing/joints, BSD-3-Clause). At every 0.01 s ADAMS tells position, velocity,
// acceleration and what its joint does to the ground; here position and velocity are taken over, and acceleration and
// reaction computed: with the joint in the tree, and with a free joint and the joint's equations.

#include <sinew/sinew.h>
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

void compare(const Pendulum& p, testing::Law& law) {
    const std::string name = std::string("adams-joints/") + p.files + "_ADAMS_";
    const Table pos = table(name + "Pos.txt"), vel = table(name + "Vel.txt"), quat = table(name + "Quat.txt"),
                avel = table(name + "Avel.txt"), acc = table(name + "Acc.txt"),
                aacc = table(name + "Aacc.txt"), force = table(name + "Rforce.txt"),
                torque = table(name + "Rtorque.txt");
    REQUIRE(pos.size() == 501);
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
        double worst = 0;
        for (std::size_t i = 0; i < pos.size(); ++i) {
            const Quaternion e{quat[i][1], quat[i][2], quat[i][3], quat[i][4]};
            const Transform X_WB{rotation_of(e), vector_in(pos[i])};
            const SpatialVelocity V_WB{vector_in(avel[i]), vector_in(vel[i])};
            const JointFrames frames = joint_frames(system, state, moved);
            const Transform F = frames.F.X_BF, M = frames.M.X_BF;
            fit_pose(system, state, moved, F.inverse() * X_WB * M);
            fit_velocity(system, state, moved, F.R.inverse() * shift_outward(V_WB, X_WB.R * M.p));
            const SpatialAcceleration A = acceleration(system, state, body);
            const Reaction both = reaction(system, state, joint);
            const auto far = [](const Vec3& a, const Vec3& b) { return norm(a - b) / (1 + norm(b)); };
            worst = std::max({worst, far(A.v, vector_in(acc[i])), far(A.w, vector_in(aacc[i])),
                              far(both.on_from_at_F.f, vector_in(force[i])),
                              far(both.on_from_at_F.m, vector_in(torque[i]))});
        }
        law.measure(worst, name);
    }
}

}  // namespace

TEST_CASE("pendulums on every joint accelerate and load it as ADAMS says") {
    testing::Law law(5e-3);  // files have seven digits; moments have arms of 60 m where a pendulum slides off
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
