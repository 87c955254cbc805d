// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A human figure stands on its right foot, swings the other leg forward, and lets go of all muscles. Joints are
// described from the pelvis outwards; that it stands on a foot is one more joint, and the System finds its own way up
// from there. Masses as fractions of the whole: D.A. Winter, Biomechanics and Motor Control of Human Movement.

#include <sinew/sinew.h>

#include <cstdio>
#include <numbers>
#include <string>

using namespace sinew;

/// Adds a segment like a cylinder along y (x forward, y up, z to the right), and the joint at its upper or lower end.
BodyId add_segment(Model& model, BodyId parent, const Vec3& at, AnyJoint joint, const std::string& name,
                   double fraction, double length, double radius) {
    const double m = 70 * fraction, lengthwise = m * radius * radius / 2,
                 across = lengthwise / 2 + m * length * length / 12;
    const BodyId body = model.add(Body{name, {m, {0, length / 2, 0}, {across, lengthwise, across}}});
    model.add_joint({std::move(joint), {"to_" + name, parent, body, {.p = at}, {}}});
    return body;
}

Model humanoid() {
    Model model{.name = "humanoid"};
    const BodyId pelvis = model.add(Body{"pelvis", {70 * 0.142, {0, 0.04, 0}, {0.09, 0.08, 0.06}}});
    const BodyId torso = add_segment(model, pelvis, {0, 0.1, 0}, Ball{}, "torso", 0.355, 0.45, 0.13);
    add_segment(model, torso, {0, 0.45, 0}, Ball{}, "head", 0.081, 0.30, 0.09);
    for (const double side : {1.0, -1.0}) {
        const std::string s = side > 0 ? "_r" : "_l";
        const BodyId arm =
            add_segment(model, torso, {0, 0.42, 0.18 * side}, Ball{}, "arm" + s, 0.028, -0.33, 0.045);
        const BodyId forearm =
            add_segment(model, arm, {0, -0.33, 0}, Pin{}, "forearm" + s, 0.016, -0.26, 0.035);
        add_segment(model, forearm, {0, -0.26, 0}, Universal{}, "hand" + s, 0.006, -0.19, 0.03);
        const BodyId thigh =
            add_segment(model, pelvis, {0, 0, 0.09 * side}, Ball{}, "thigh" + s, 0.100, -0.43, 0.075);
        const BodyId shank =
            add_segment(model, thigh, {0, -0.43, 0}, Pin{}, "shank" + s, 0.0465, -0.43, 0.05);
        add_segment(model, shank, {0, -0.43, 0}, Universal{}, "foot" + s, 0.0145, -0.07, 0.08);
    }
    model.add(Weld{},
              {.name = "stand", .from = world, .to = model.body("foot_r"), .X_BM = {.p = {0, -0.07, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

int main() {
    const Model model = humanoid();
    const System system(model);
    State state = system.default_state();
    const double degree = std::numbers::pi / 180;
    const auto set = [&](const char* joint, double degrees) {
        state.set_q(model.joint(joint), std::array{degrees * degree});
    };
    fit_pose(system, state, model.joint("to_thigh_l"), {.R = Rotation::about_z(35 * degree)});
    fit_velocity(system, state, model.joint("to_thigh_l"), {{0, 0, 3}, {}});
    set("to_shank_l", -50), set("to_forearm_r", 30), set("to_forearm_l", 30);

    std::printf("%zu segments, %d degrees of freedom, kinetic energy %.1f J, potential energy %.1f J\n",
                model.bodies.size() - 1, system.nu(), kinetic_energy(system, state),
                potential_energy(system, state));

    std::printf("\nsegment       mass       mass centre (m)          acceleration (m/s2)\n");
    std::printf("                kg       x       y       z         x       y       z\n");
    const auto row = [](const char* name, double mass, const Vec3& p, const Vec3& a) {
        std::printf("%-11s %6.2f %7.2f %7.2f %7.2f   %7.2f %7.2f %7.2f\n", name, mass, p.x, p.y, p.z, a.x,
                    a.y, a.z);
    };
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const auto& [name, mass] = model.bodies[i];
        const Station centre{model.body(name), mass.com};
        row(name.c_str(), mass.mass, position(system, state, centre), acceleration(system, state, centre));
    }
    const MassCentre whole = mass_centre(system, state);
    row("whole", whole.m, whole.p_WC, whole.a_WC);

    // The force each joint passes on, and the torques about its axes that would keep all speeds as they are.
    std::vector<double> torque(state.u().size());
    inverse_dynamics(system, state, std::vector<double>(torque.size()), torque);
    std::printf("\njoint          force on the outer segment (N)     torques to keep the pose (N m)\n");
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
        const std::string& name = model.joints[i].placement.name;
        const Vec3 f = reaction(system, state, model.joint(name)).on_to_at_M.f;
        std::printf("%-14s %9.1f %9.1f %9.1f   ", name.c_str(), f.x, f.y, f.z);
        const Range speeds = system.layout().u_of_joint[i];
        for (int k = 0; k < speeds.count; ++k)
            std::printf(" %8.1f", torque[static_cast<std::size_t>(speeds.first + k)]);
        std::printf("\n");
    }
}
