// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// URDF files of robots against what DART computes from them: files urdf/oracle/*.json, made with DART 6.12.1 (Debian
// 12, python3-dartpy) with the root welded to the world and gravity 9.81 along -z. What DART was given is not quite
// what the files say: dampers and mimics were taken out, so they are taken out of our models, too; links without
// inertia got a mass of 1e-10 kg and 1e-12 kg m², so ours get it. And DART takes inertias that no body can have (HyQ's
// and Talos' dummies, the base of Bullet's iiwa), where Sinew takes the nearest that one can have: the difference is
// put back as torques on the bodies.

#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/formats/urdf.h>
#include <sinew/sinew.h>
#include <tests/support/data.h>
#include <tests/support/law.h>
#include <tests/with_data/urdf_file.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

using namespace sinew;
using nlohmann::json;

namespace {

struct Robot {
    const char *oracle, *file;
};

constexpr Robot robots[] = {
    {"Acrobot", "drake/examples/acrobot/Acrobot.urdf"},
    {"Pendulum", "drake/examples/pendulum/Pendulum.urdf"},
    {"acrobot", "drake/multibody/benchmarks/acrobot/acrobot.urdf"},
    {"anymal", "example-robot-data/robots/anymal_b_simple_description/robots/anymal.urdf"},
    {"atlas_with_fixed_joints", "drake/multibody/plant/test/atlas_with_fixed_joints.urdf"},
    {"double_pendulum", "example-robot-data/robots/double_pendulum_description/urdf/double_pendulum.urdf"},
    {"hyq_no_sensors", "example-robot-data/robots/hyq_description/robots/hyq_no_sensors.urdf"},
    {"kuka_iiwa_bullet", "bullet/data/kuka_iiwa/model.urdf"},
    {"kuka_iiwa_robot", "drake/multibody/benchmarks/kuka_iiwa_robot/kuka_iiwa_robot.urdf"},
    {"minitaur", "bullet/data/quadruped/minitaur.urdf"},
    {"panda", "example-robot-data/robots/panda_description/urdf/panda.urdf"},
    {"quadruped", "example-robot-data/robots/quadruped_description/urdf/quadruped.urdf"},
    {"simple_humanoid", "pinocchio/models/simple_humanoid.urdf"},
    {"simple_humanoid_erd",
     "example-robot-data/robots/simple_humanoid_description/urdf/simple_humanoid.urdf"},
    {"solo12", "example-robot-data/robots/solo_description/robots/solo12.urdf"},
    {"talos_reduced", "example-robot-data/robots/talos_data/robots/talos_reduced.urdf"},
    {"ur5_robot", "example-robot-data/robots/ur_description/urdf/ur5_robot.urdf"},
};

constexpr Sym3 tiny{1e-12, 1e-12, 1e-12, 0, 0, 0};

/// Only what moves and gravity; and the masses that DART has.
Model as_dart_has_it(Model model, const json& oracle) {
    std::erase_if(model.forces, [](const AnyForce& force) { return !force.is<Gravity>(); });
    model.constraints.clear();
    const json& names = oracle["body_names"];
    for (std::size_t b = 0; b < names.size(); ++b)
        if (oracle["body_mass"][b] == 1e-10 && names[b] != "world")
            model.bodies[at(model.body(names[b].get<std::string>()).index)].mass = {1e-10, {}, tiny};
    return model;
}

/// By how much the inertia of the file differs from that of the model, by body.
std::vector<Sym3> mended(const std::string& file, const Model& model) {
    std::vector<Sym3> all(model.bodies.size());
    Reading reading;
    const auto document = xml::Document::read(file, reading);
    for (const xml::Element& link : document.root().children("link")) {
        const xml::Element inertial = link.child("inertial"), I = inertial.child("inertia");
        if (!I || link.attribute("name").word() == "world") continue;
        const auto part = [&](const char* name) { return I.attribute(name).number(); };
        const Sym3 raw =
            re_express(robot::rotation_of_rpy(inertial.child("origin").attribute("rpy").vec3()),
                       Sym3{part("ixx"), part("iyy"), part("izz"), part("ixy"), part("ixz"), part("iyz")});
        const int body = model.body(link.attribute("name").word()).index;
        all[at(body)] = raw - model.bodies[at(body)].mass.inertia;
    }
    return all;
}

/// What the mended part of the inertias takes at these accelerations: Jᵀ(ΔI α + ω × ΔI ω).
std::vector<double> mended_forces(const System& system, const State& state, const std::vector<Sym3>& delta,
                                  const std::vector<double>& u_dot, bool moving) {
    std::vector<SpatialVelocity> a(delta.size()), V(delta.size());
    std::vector<SpatialAcceleration> bias(delta.size());
    multiply_by_J(system, state, u_dot, a);
    if (moving) {
        multiply_by_J(system, state, state.u(), V);
        J_bias(system, state, bias);
    }
    std::vector<SpatialForce> F(delta.size());
    for (std::size_t b = 0; b < delta.size(); ++b) {
        const Sym3 I_W = re_express(pose(system, state, BodyId{static_cast<int>(b)}).R, delta[b]);
        F[b].m = I_W * (a[b].w + bias[b].w) + cross(V[b].w, I_W * V[b].w);
    }
    std::vector<double> f(u_dot.size());
    multiply_by_J_transpose(system, state, F, f);
    return f;
}

/// Numbers of DART's degrees of freedom, by ours.
struct Order {
    std::vector<int> place;  ///< of DART's dof in state.u()
    Order(const System& system, const State& state, const json& names) {
        for (const json& name : names) {
            const AnyJointId joint = system.model().joint(name.get<std::string>());
            place.push_back(static_cast<int>(state.u(joint).data() - state.u().data()));
        }
    }
    std::vector<double> ours(const json& theirs) const {
        std::vector<double> all(place.size());
        for (std::size_t i = 0; i < place.size(); ++i) all[at(place[i])] = theirs[i];
        return all;
    }
};

/// The largest difference, of the size of the numbers.
double difference(const std::vector<double>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double worst = 0, size = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        worst = std::max(worst, std::abs(a[i] - b[i]));
        size = std::max(size, std::abs(b[i]));
    }
    return worst / size;
}

struct Differences {
    double M = 0, bias = 0, gravity = 0, inverse = 0, forward = 0, pose = 0, com = 0;
    double worst() const { return std::max({M, bias, gravity, inverse, forward, pose, com}); }
};

void compare(const System& system, const std::vector<Sym3>& delta, const json& oracle, const json& c,
             Differences& out) {
    State state = system.default_state();
    const Order order(system, state, oracle["dof_names"]);
    const std::size_t n = state.u().size();
    REQUIRE(n == order.place.size());
    state.set_q(order.ours(c["q"]));
    state.set_u(order.ours(c["dq"]));
    const auto worse = [](double& worst, double now) { worst = std::max(worst, now); };

    std::vector<double> M(n * n), theirs(n * n), f(n);
    mass_matrix(system, state, M);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            theirs[at(order.place[i]) * n + at(order.place[j])] = c["massmatrix"][i * n + j];
    for (std::size_t j = 0; j < n; ++j) {
        std::vector<double> unit(n);
        unit[j] = 1;
        const std::vector<double> column = mended_forces(system, state, delta, unit, false);
        for (std::size_t i = 0; i < n; ++i) M[i * n + j] += column[i];
    }
    worse(out.M, difference(M, theirs));

    const std::vector<double> u_dot = order.ours(c["ddq"]), rest(n);
    const std::vector<double> at_rest = mended_forces(system, state, delta, rest, true);
    const std::vector<double> at_u_dot = mended_forces(system, state, delta, u_dot, true);
    inverse_dynamics(system, state, rest, f);
    for (std::size_t i = 0; i < n; ++i) f[i] += at_rest[i];
    worse(out.bias, difference(f, order.ours(c["coriolis_and_gravity"])));
    inverse_dynamics(system, state, u_dot, f);
    for (std::size_t i = 0; i < n; ++i) f[i] += at_u_dot[i];
    worse(out.inverse, difference(f, order.ours(c["inverse_dynamics"])));

    // The forces that DART asks for, beside gravity, give back the accelerations.
    std::vector<double> tau = order.ours(c["inverse_dynamics"]), acting(n), found(n);
    applied_mobility_force(system, state, acting);
    for (std::size_t i = 0; i < n; ++i) tau[i] += acting[i] - at_u_dot[i];
    forward_dynamics(system, state, Loads{.f = tau, .F_B_W = {}}, found);
    worse(out.forward, difference(found, u_dot));

    worse(out.com,
          norm(mass_centre_at_velocity(system, state).p_WC - Vec3{c["com"][0], c["com"][1], c["com"][2]}));
    const json& names = oracle["body_names"];
    for (std::size_t b = 0; b < names.size(); ++b) {
        const json& X = c["body_transforms"][b];
        if (names[b] == "world") continue;
        const Transform X_WB = pose(system, state, system.model().body(names[b].get<std::string>()));
        worse(out.pose, norm(X_WB.p - Vec3{X[3], X[7], X[11]}));
        worse(out.pose, norm(X_WB.R.x - Vec3{X[0], X[4], X[8]}));
        worse(out.pose, norm(X_WB.R.y - Vec3{X[1], X[5], X[9]}));
    }
    state.set_u(std::vector<double>(n));
    inverse_dynamics(system, state, std::vector<double>(n), f);
    worse(out.gravity, difference(f, order.ours(c["gravity_forces"])));
}

}  // namespace

TEST_CASE("robots read from URDF files have DART's masses, biases, gravity, accelerations and poses") {
    testing::Law law(1e-9);
    for (const Robot& robot : robots) {
        CAPTURE(robot.oracle);
        const json oracle =
            json::parse(testing::reference_data(std::string("urdf/oracle/") + robot.oracle + ".json"));
        const ModelFile file = read_urdf(testing::urdf_file(robot.file));
        const System system(as_dart_has_it(file.model, oracle));
        const std::vector<Sym3> delta = mended(testing::urdf_file(robot.file), system.model());
        Differences worst;
        for (const json& c : oracle["cases"]) compare(system, delta, oracle, c, worst);
        if (std::getenv("SINEW_SHOW_ERRORS"))
            MESSAGE(std::string(robot.oracle), " M ", worst.M, " bias ", worst.bias, " gravity ",
                    worst.gravity, " inverse ", worst.inverse, " forward ", worst.forward, " pose ",
                    worst.pose, " com ", worst.com);
        law.measure(worst.worst(), robot.oracle);
    }
}
