// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The numbers of a large collection of files are compared with MuJoCo's own in tests/with_data/mjcf_oracle.cpp.
#include <sinew/formats/mjcf.h>
#include <sinew/formats/test/mjcf_sample.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/postures.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

std::string in_world(const std::string& text) {
    return "<mujoco>\n<worldbody>\n" + text + "\n</worldbody>\n</mujoco>";
}

/// What is said of a text: the faults, or the notes where there are none.
std::string said(const std::string& text) {
    try {
        const ModelFile file = read_mjcf_text(text, "a.xml");
        compile(file);
        std::string notes;
        for (const ReadNote& note : file.notes) notes += to_text(note.where) + ": " + note.text + "\n";
        return notes.empty() ? "nothing" : notes;
    } catch (const FileError& error) {
        return error.what();
    }
}

void contains(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

}  // namespace

TEST_CASE("a file becomes bodies, joints, forces and constraints by the names it gives") {
    const ModelFile file = read_mjcf_text(testing::mjcf_sample, "sample.xml");
    const Model& model = file.model;
    CHECK(model.name == "sample");
    CHECK(model.joint("twist").index > model.joint("shoulder").index);
    CHECK(model.body("upper_link1").index > 0);  // carries the shoulder's freedom to the twist
    CHECK(model.body("crate1").index > model.body("crate0").index);
    CHECK(model.marker("hand").on.body == model.body("lower"));
    CHECK(model.force("rope1").index > model.force("rope0").index);  // one for each crate
    CHECK(model.constraint("gear").index == 0);
    CHECK(model.limits.size() == 3);
    CHECK(model.joints[static_cast<std::size_t>(model.joint("elbow").index)].placement.armature == 0.01);
    const System system = compile(file);
    const State start = start_state(system);
    CHECK(start.q(model.joint("twist"))[0] == doctest::Approx(std::numbers::pi / 6));
    CHECK(start.q(model.joint("fly1"))[5] == 0.5);
    const State bent = posture(system, "bent");
    CHECK(bent.q(model.joint("rail"))[0] == 0.5);
    const Vec3 crate = pose(system, start, model.body("crate1")).p;
    CHECK(crate.x == doctest::Approx(2));
    CHECK(crate.y == doctest::Approx(0.5));
}

TEST_CASE(
    "degrees, body-fixed Euler angles, anchors, two joints in a body and a capsule's inertia are as MuJoCo "
    "has them") {
    // Case fmt-mjcf of tests/references/conformance.json, whose numbers have 42 digits.
    const ModelFile file = read_mjcf_text(R"(<mujoco model="conf">
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="b1" pos="0 0 1" euler="10 20 30">
      <joint name="h1" type="hinge" axis="0 1 0" pos="0.05 0 0.02"/>
      <inertial pos="0.1 0.02 -0.03" mass="1.2" fullinertia="0.02 0.03 0.025 0.001 -0.002 0.0015"/>
      <body name="b2" pos="0.3 0 0" quat="0.8 0.2 -0.4 0.4">
        <joint name="s1" type="slide" axis="1 0 1"/>
        <joint name="h2" type="hinge" axis="0 0 1" pos="0 0.03 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.05" density="800"/>
      </body>
    </body>
  </worldbody>
</mujoco>)",
                                          "conf.xml");
    const System system = compile(file);
    State state = system.default_state();
    state.set_q(std::vector<double>{0.4, 0.1, -0.7});
    state.set_u(std::vector<double>{0.8, -0.3, 1.5});
    std::vector<double> M(9), bias(3), zero(3);
    mass_matrix(system, state, M);
    inverse_dynamics(system, state, zero, bias);
    const std::vector<double> M_expected{0.22073241854991937,  -0.43146893381508333, 0.003333183262434644,
                                         -0.43146893381508333, 2.9321531433504737,   0.04757346025977971,
                                         0.003333183262434644, 0.04757346025977971,  0.006199409503083859};
    CHECK(largest_difference(M, M_expected) < 1e-12);
    CHECK(largest_difference(bias, std::vector<double>{-6.2052888515159905, 21.896404452631206,
                                                       -0.01954613286294579}) < 1e-11);
    CHECK(largest_difference(
              forward_dynamics(system, state),
              std::vector<double>{16.498177264903234, -5.650757791459114, 37.645647646992416}) < 1e-10);
    const Vec3 p = pose(system, state, file.model.body("b2")) * Vec3{0, 0, 0.4};
    CHECK(norm(p - Vec3{0.3900605529967278, -0.16077024979609594, 1.1356750373266202}) < 1e-14);
}

TEST_CASE("a servo with a damping ratio is damped for what it has to move") {
    // A cube of 1 kg on a rail, kp 10: kv = 2 sqrt(10).
    const ModelFile file = read_mjcf_text(
        "<mujoco><worldbody><body><joint name='x' type='slide'/><geom type='box' size='.1 .1 .1' "
        "mass='1'/></body>"
        "</worldbody><actuator><position joint='x' kp='10' dampratio='1'/></actuator></mujoco>",
        "a.xml");
    const auto& servo = file.model.forces.back().as<CoordinateActuator>();
    CHECK(servo.drive.bias[1] == -10);
    CHECK(servo.drive.bias[2] == doctest::Approx(-2 * std::sqrt(10.0)));
}

TEST_CASE("what is written is read again as the same model, and written again as the same text") {
    const Model first = read_mjcf_text(testing::mjcf_sample, "sample.xml").model;
    std::vector<std::string> losses, again;
    const std::string text = to_mjcf(first, losses);
    const ModelFile file = read_mjcf_text(text, "again.xml");
    CHECK(to_mjcf(file.model, again) == text);
    CHECK(again == losses);
    const System one(first), other(file.model);
    REQUIRE(one.nu() == other.nu());
    const std::size_t n = static_cast<std::size_t>(one.nu());
    State a = start_state(one), b = start_state(other);
    std::vector<double> q(a.q().begin(), a.q().end()), u(n), M(n * n), M_again(n * n), f(n), f_again(n);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += 0.1 * std::sin(static_cast<double>(i + 1));
    for (std::size_t i = 0; i < n; ++i) u[i] = std::cos(static_cast<double>(i + 1));
    a.set_q(q), a.set_u(u), b.set_q(q), b.set_u(u);
    mass_matrix(one, a, M);
    mass_matrix(other, b, M_again);
    CHECK(largest_difference(M, M_again) < 1e-12);
    applied_mobility_force(one, a, f);
    applied_mobility_force(other, b, f_again);
    CHECK(largest_difference(f, f_again) < 1e-10);
}

TEST_CASE("faults of a file name its line, the element, the value and the way out") {
    contains(said("<robot/>"), "MJCF begins with <mujoco>");
    contains(said(in_world("<body><geom size='1' class='nowhere'/></body>")),
             "class \"nowhere\" is not defined");
    contains(said(in_world("<body><joint axis='0 0 0'/><geom size='1'/></body>")), "a.xml:3");
    contains(said(in_world("<body><joint axis='0 0 0'/><geom size='1'/></body>")), "has no length");
    contains(said(in_world("<body quat='0 0 0 0'/>")), "no orientation");
    contains(said(in_world("<body quat='1 0 0 0' euler='1 2 3'/>")), "second orientation");
    contains(said(in_world("<body><joint/><geom size='-1'/></body>")), "must be positive");
    contains(said(in_world("<body><joint/><geom type='box' size='1 2'/></body>")), "needs 3 numbers");
    contains(said(in_world("<body><joint/><geom size='1 nan'/></body>")), "nan");
    contains(said(in_world("<body><joint type='screw'/></body>")), "hinge");
    contains(said(in_world("<body><joint range='2 1'/><geom size='1'/></body>")), "Exchange them");
    contains(said(in_world("<body name='a'/><body name='a'/>")), "there is a body \"a\" already");
    contains(said(in_world("<body><joint name='j'/><geom size='1'/></body><body><joint name='j'/></body>")),
             "there is a joint \"j\" already");
    contains(said(in_world("<body name='tip'><joint name='j'/></body>")), "no inertia along this axis");
    contains(said(in_world("<body><inertial pos='0 0 0' mass='-1'/></body>")), "must not be negative");
    contains(said(in_world("<replicate count='1000000000'><geom size='1'/></replicate>")),
             "must be from 0 to 200000");
    contains(
        said(in_world("<replicate count='9999'><replicate count='9999'><site/></replicate></replicate>")),
        "one element too many");
    contains(said("<mujoco><actuator><motor joint='knee'/></actuator></mujoco>"), "joint that is not there");
    contains(said("<mujoco><equality><connect body1='a' anchor='0 0 0'/></equality></mujoco>"),
             "body that is not there");
    contains(said("<mujoco><keyframe><key qpos='1 2'/></keyframe></mujoco>"), "the model has 0 coordinates");
    contains(said("<mujoco><include file='a.xml'/></mujoco>"), "which is not there");
    contains(said("<mujoco><include file='../../etc/passwd'/></mujoco>"), "outside the model's folder");
    contains(said("<mujoco><compiler coordinate='global'/></mujoco>"), "not MJCF any more");
    contains(said("<mujoco><compiler eulerseq='xyw'/></mujoco>"), "three letters");
}

TEST_CASE("what is not read is in the notes, with its line") {
    contains(said(in_world("<body><joint frictionloss='1'/><geom size='1'/></body>")), "a.xml:3: ");
    contains(said(in_world("<body><joint frictionloss='1'/><geom size='1'/></body>")), "frictionloss");
    contains(said(in_world("<body><joint whatever='1'/><geom size='1'/></body>")),
             "\"whatever\" of <joint> is not understood");
    contains(said(in_world("<body><flexcomp/><geom size='1'/></body>")), "<flexcomp>");
    contains(said("<mujoco><option density='1'/></mujoco>"), "air and water");
    contains(said("<mujoco><sensor><gyro site='s'/><gyro site='t'/></sensor></mujoco>"), "2 gyro");
    contains(said("<mujoco><contact><exclude body1='a' body2='b'/></contact></mujoco>"), "nothing collides");
}
