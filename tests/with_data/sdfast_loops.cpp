// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Loops closed by every kind of joint that SD/FAST has and Sinew has, against what SD/FAST computes: files
// sdfast/oracle/zoo/loop_*.json, made with SD/FAST 2.0 (github.com/sherm1/sdfast) from the models beside them. Only the
// states that SD/FAST had assembled are used. Its body frames are at mass centres; angular velocities and
// accelerations, and forces on bodies, are in the axes of the body.

#include <sinew/base/at.h>
#include <sinew/sinew.h>
#include <tests/support/data.h>
#include <tests/support/law.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

using namespace sinew;
using nlohmann::json;

namespace {

Vec3 vector_of(const json& j, int first = 0) { return {j[at(first)], j[at(first + 1)], j[at(first + 2)]}; }
Rotation rotation_of(const json& r) { return {{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}}}; }
double distance(const Vec3& a, const Vec3& b) { return norm(a - b); }

/// Two branches from the world, a and b on one, c on the other, and the joint between b and c.
Model model_with(const AnyJoint& joint, const Rotation& R) {
    Model model{.name = "zoo"};
    const auto body = [&](const char* name, double mass, const Sym3& I) {
        return model.add(Body{.name = name, .mass = {mass, {}, I}});
    };
    const BodyId a = body("a", 2, {1.2, 1.5, 1.9, .1, -.05, .07}),
                 b = body("b", 1.5, {.6, .8, .9, -.02, .03, .04}), c = body("c", 1.1, {.3, .4, .5});
    model.add(Gimbal{},
              {.name = "a", .from = world, .to = a, .X_PF = {.p = {0, 1, 0}}, .X_BM = {.p = {0, .5, 0}}});
    model.add(Ball{},
              {.name = "b", .from = a, .to = b, .X_PF = {.p = {.2, -.5, 0}}, .X_BM = {.p = {-.4, 0, 0}}});
    model.add(Free{},
              {.name = "c", .from = world, .to = c, .X_PF = {.p = {1, .2, 0}}, .X_BM = {.p = {0, 0, .2}}});
    model.add_joint(
        {joint, {.name = "loop", .from = b, .to = c, .X_PF = {R, {.4, .1, .05}}, .X_BM = {R, {-.3, .1, 0}}}});
    model.add(Gravity{.g = {0, -9.8, 0}});
    model.add(DiscreteForces{.name = "loads"});
    return model;
}

/// A joint's load: what SD/FAST's motors there do, on the outboard body about the joint, in the world's axes.
struct Motor {
    int joint;
    SpatialForce F_W;
};

struct Zoo {
    const System& system;
    State state;
    ForceId loads;
    std::vector<Motor> motors{};

    Zoo(const System& all, const json& j)
        : system(all), state(all.default_state()), loads(all.model().force("loads")) {
        std::vector<Transform> X{{}};
        std::vector<SpatialVelocity> V{{}};
        for (const json& b : j["bodies"]) {
            const Rotation R = rotation_of(b["orient"]);
            const Vec3 arm = R * vector_of(b["point"]), w = R * vector_of(b["angvel"]);
            X.push_back({R, vector_of(b["pos"]) - arm});
            V.push_back({w, vector_of(b["vel"]) - cross(w, arm)});
        }
        for (int i = 0; i < 4; ++i) {
            const AnyJointId joint{{i}};
            if (!system.loops().empty() && system.loops()[0].joint.index == i &&
                system.loops()[0].how == LoopClosure::cut)
                continue;
            const auto [F, M] = joint_frames(system, state, joint);
            const Transform X_WF = X[at(F.body.index)] * F.X_BF, X_WM = X[at(M.body.index)] * M.X_BF;
            const auto carried = [&](BodyId body) {
                return shift_outward(V[at(body.index)], X_WM.p - X[at(body.index)].p);
            };
            fit_pose(system, state, joint, X_WF.inverse() * X_WM);
            fit_velocity(system, state, joint, X_WF.R.inverse() * (carried(M.body) - carried(F.body)));
        }
        for (int i = 0; i < 3; ++i) {
            const json& p = j["point_force"][at(i)];
            const Rotation R = X[at(i + 1)].R;
            const Vec3 f = R * vector_of(p["force"]);
            add(BodyId{i + 1}, {R * vector_of(p["torque"]) + cross(R * vector_of(p["point"]), f), f});
        }
        for (int i = 0; i < 3; ++i)
            set_mobility_force(system, state, loads, {AnyJointId{{0}}, i}, j["hinge_loads"][at(i)]);
        motors.push_back({1, {X[2].R * vector_of(j["hinge_loads"], 3), {}}});
        motors.push_back({2, {X[3].R * vector_of(j["hinge_loads"], 9), vector_of(j["hinge_loads"], 6)}});
    }
    void add(BodyId body, const SpatialForce& F) {
        set_body_force(system, state, loads, body, body_force(system, state, loads, body) + F);
    }
    /// Puts the motors on the bodies.
    void drive() {
        for (const Motor& motor : motors) {
            const auto [F, M] = joint_frames(system, state, {{motor.joint}});
            const Vec3 p = position(system, state, Station{M.body, M.X_BF.p});
            add(M.body, shift_inward(motor.F_W, p - pose(system, state, M.body).p));
            if (F.body != world) add(F.body, -shift_inward(motor.F_W, p - pose(system, state, F.body).p));
        }
    }
    /// False where SD/FAST's assembly put a pin end for end, which its equations (and ours) allow but no joint does.
    bool stands_as_in(const json& j) const {
        double worst = 0;
        for (int i = 0; i < 3; ++i) {
            const json& b = j["bodies"][at(i)];
            worst = std::max(worst,
                             distance(position(system, state, Station{BodyId{i + 1}, vector_of(b["point"])}),
                                      vector_of(b["pos"])));
            worst =
                std::max(worst, distance(pose(system, state, BodyId{i + 1}).R.x, rotation_of(b["orient"]).x));
        }
        for (const double e : position_errors(system, state)) worst = std::max(worst, std::abs(e));
        return worst < 1e-9;
    }
    double compare(const json& j) const {
        double worst = 0;
        const auto measure = [&](double error) { worst = std::max(worst, error); };
        for (int i = 0; i < 3; ++i) {
            const json& b = j["bodies"][at(i)];
            const BodyId body{i + 1};
            const Rotation R = pose(system, state, body).R;
            measure(distance(acceleration(system, state, Station{body, vector_of(b["point"])}),
                             vector_of(b["acc"])));
            measure(distance(acceleration(system, state, body).w, R * vector_of(b["angacc"])));
        }
        for (int i = 0; i < 4; ++i) {
            const AnyJointId joint{{i}};
            SpatialForce F = reaction(system, state, joint).on_to_at_M;
            for (const Motor& motor : motors)
                if (motor.joint == i) F += motor.F_W;
            const Rotation R = pose(system, state, joint_frames(system, state, joint).M.body).R;
            measure(distance(F.m, R * vector_of(j["reac_torque"], 3 * i)));
            measure(distance(F.f, R * vector_of(j["reac_force"], 3 * i)));
        }
        return worst;
    }
};

/// What the loop joint's motors do, from its loads, b's axes and c's.
using LoopMotor = SpatialForce (*)(const json& load, const Rotation& R_b, const Rotation& R_c);

void check(testing::Law& law, const char* file, const AnyJoint& joint, const Rotation& R, LoopMotor motor) {
    const std::string name = file;
    CAPTURE(name);
    const json cases =
        json::parse(testing::reference_data(std::string("sdfast/oracle/zoo/") + file))["cases"];
    const Model model = model_with(joint, R);
    int compared = 0;
    for (const json& j : cases) {
        double error = 0;
        for (const json& e : j["perr"]) error = std::max(error, std::abs(e.get<double>()));
        for (const json& e : j["verr"]) error = std::max(error, std::abs(e.get<double>()));
        if (error > 1e-9) continue;
        for (int cut = 2; cut < 4; ++cut)
            for (const LoopClosure how : {LoopClosure::cut, LoopClosure::split}) {
                Model closed = model;
                for (JointElement& each : closed.joints) each.placement.loop = LoopClosure::in_tree;
                closed.joints[at(cut)].placement.loop = how;
                const System system(closed);
                Zoo zoo(system, j);
                if (!zoo.stands_as_in(j)) continue;
                json load = json::array();
                for (std::size_t i = 12; i < j["hinge_loads"].size(); ++i)
                    load.push_back(j["hinge_loads"][i]);
                zoo.motors.push_back(
                    {3, motor(load, pose(system, zoo.state, {2}).R, pose(system, zoo.state, {3}).R)});
                zoo.drive();
                CAPTURE(cut);
                law.measure(zoo.compare(j), name);
                ++compared;
            }
    }
    CHECK(compared >= 4);
}

const Rotation z_to_x = Rotation::about_y(std::numbers::pi / 2);

}  // namespace

TEST_CASE("loops closed by SD/FAST's joints accelerate, and load their joints, as SD/FAST says") {
    testing::Law law(1e-8);
    const auto none = [](const json&, const Rotation&, const Rotation&) -> SpatialForce { return {}; };
    check(law, "loop_weld.json", Weld{}, Rotation::identity(), none);
    check(law, "loop_pin.json", Pin{}, z_to_x,
          [](const json& load, const Rotation& R_b, const Rotation&) -> SpatialForce {
              return {load[0].get<double>() * R_b.x, {}};
          });
    check(law, "loop_cylinder.json", Cylinder{}, z_to_x,
          [](const json& load, const Rotation& R_b, const Rotation&) -> SpatialForce {
              return {load[1].get<double>() * R_b.x, load[0].get<double>() * R_b.x};
          });
    check(law, "loop_ujoint.json", Universal{}, Rotation::identity(),
          [](const json& load, const Rotation& R_b, const Rotation& R_c) -> SpatialForce {
              return {load[0].get<double>() * R_b.x + load[1].get<double>() * R_c.y, {}};
          });
    check(law, "loop_ball.json", Ball{}, Rotation::identity(),
          [](const json& load, const Rotation&, const Rotation& R_c) -> SpatialForce {
              return {R_c * vector_of(load), {}};
          });
}
