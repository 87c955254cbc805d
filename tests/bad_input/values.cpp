// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Numbers that no body, frame or force has.
#include <tests/bad_input/refusal.h>

#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();

std::vector<std::string> warnings_of(void (*change)(Model&)) {
    Model model = arm();
    change(model);
    return System(model).warnings();
}

}  // namespace

TEST_CASE("mass properties that no body has are refused, with the body's name, the numbers and the way out") {
    check_all({
        {"nothing wrong", [](Model&) {}, {}},
        {"1",
         [](Model& m) { m.bodies[1].mass.mass = not_a_number; },
         {R"(body "upper": mass is not a number.)"}},
        {"1, centre",
         [](Model& m) { m.bodies[1].mass.com.z = not_a_number; },
         {R"(body "upper": com.z is not a number.)"}},
        {"1, inertia",
         [](Model& m) { m.bodies[1].mass.inertia.xz = not_a_number; },
         {R"(body "upper": inertia.xz is not a number.)"}},
        {"2",
         [](Model& m) { m.bodies[1].mass.mass = inf; },
         {R"(body "upper": mass is inf, which is out of the range of a double.)"}},
        {"2, centre",
         [](Model& m) { m.bodies[1].mass.com.y = -inf; },
         {R"(body "upper": com.y is -inf, which is out of the range of a double.)"}},
        {"2, only together",
         [](Model& m) {
             m.bodies[1].mass.mass = 1e308, m.bodies[1].mass.com = {0, 100, 0};
         },
         {R"(body "upper": mass 1e+308 at (0, 100, 0) has moments out of the range of a double.)"}},
        {"3", [](Model& m) { m.bodies[2].mass.mass = -1.5; }, {R"(body "lower": mass -1.5 is negative.)"}},
        {"4",
         [](Model& m) { m.bodies[2].mass.mass = 0; },
         {R"(body "lower": mass is 0, but the inertia (xx, yy, zz, xy, xz, yz) = (0.02, 0.01, 0.02, 0, 0, 0) is not. )"
          "Set both to zero for a massless body, or give it a mass."}},
        {"5",
         [](Model& m) { m.bodies[2].mass.inertia = {.xx = 1, .yy = 2, .zz = 4}; },
         {R"(body "lower": inertia breaks the triangle rule: its principal moments are (1, 2, 4), and the largest exceeds )"
          "the sum of the others by 1. No body has such an inertia; repaired() gives the nearest that one "
          "can have: "
          "(xx, yy, zz, xy, xz, yz) = (1.5, 2.5, 4, 0, 0, 0)."}},
        {"6",
         [](Model& m) { m.bodies[2].mass.inertia = {.xx = 1, .yy = 1, .zz = 1.5, .xy = 1.2}; },
         {R"(body "lower": inertia is not positive: its principal moments are (-0.2, 1.5, 2.2), and the lowest, -0.2, is )"
          "negative. No body has such an inertia; repaired() gives the nearest that one can have: "
          "(xx, yy, zz, xy, xz, yz) = (1.225, 1.225, 1.95, 0.975, 0, 0)."}},
        {"7",
         [](Model& m) {
             m.bodies[2].mass = central(RigidInertia{1, {0, -0.5, 0}, {.xx = 0.02, .yy = 0.01, .zz = 0.02}});
         },
         {R"(body "lower": inertia is not positive: its principal moments are (-0.23, -0.23, 0.01), and the lowest, -0.23, )"
          "is negative. Shifting it by the parallel-axis rule from the origin to the mass centre may have "
          "made it so: it "
          "would be possible if it had not been shifted by com = (0, -0.5, 0)."}},
    });
}

TEST_CASE("joints that move no mass in any configuration are refused when the System is made") {
    check_all({
        {"8",
         [](Model& m) { m.bodies[2].mass = {}; },
         {R"(body "lower" has no mass and carries none, but joint "elbow" lets it move: there is no inertia along this )"
          "axis. Give it mass, weld it, or remove it."}},
        {"8, both",
         [](Model& m) { m.bodies[1].mass = m.bodies[2].mass = {}; },
         {R"(body "lower" has no mass and carries none, but joint "elbow" lets it move: there is no inertia along this )"
          "axis. Give it mass, weld it, or remove it.",
          R"(body "upper" has no mass and carries none, but joint "shoulder" lets it move: there is no inertia along )"
          "this axis. Give it mass, weld it, or remove it."}},
        {"8, a point on the axis",
         [](Model& m) { m.bodies[2].mass = {.mass = 1}; },
         {R"(joint "elbow" can move without moving any mass, in every configuration: there is no inertia along this axis. )"
          R"(Give inertia to body "lower", or take a freedom away.)"}},
        {"8, two pins on one axis",
         [](Model& m) { m.bodies[1].mass = {}, m.joints[1].placement.X_PF.p = {}; },
         {R"(joints "shoulder", "elbow" can move without moving any mass, in every configuration: there is no inertia )"
          R"(along this axis. Give inertia to body "lower", or take a freedom away.)"}},
        {"8, but welded", [](Model& m) { m.bodies[2].mass = {}, m.joints[1].joint = Weld{}; }, {}},
        {"9", [](Model& m) { m.bodies[1].mass = {}; }, {}},
        {"10, only where they are aligned",
         [](Model& m) {
             m.bodies[1].mass = {}, m.bodies[2].mass = {.mass = 1, .com = {0, -0.4, 0}};
         },
         {}},
    });
}

TEST_CASE("frames, axes and joints' own numbers") {
    check_all({
        {"12",
         [](Model& m) { m.joints[1].placement.X_PF.R = rotation_taking_z_to({}); },
         {R"(joint "elbow": X_PF.R is not finite. An axis or a quaternion of zero length makes such a rotation.)"}},
        {"armature",
         [](Model& m) { m.joints[1].placement.armature = -0.5; },
         {R"(joint "elbow": armature = -0.5 must not be negative.)"}},
        {"13",
         [](Model& m) {
             m.joints[1].placement.X_PF.R = rotation_taking_z_to({1, 2, 3});
         },
         {}},
        {"14",
         [](Model& m) {
             m.joints[1].placement.X_BM.R = rotation_of(Quaternion{0, 0, 0, 0});
         },
         {R"(joint "elbow": X_BM.R is not finite. An axis or a quaternion of zero length makes such a rotation.)"}},
        {"14, any length",
         [](Model& m) {
             m.joints[1].placement.X_BM.R = rotation_of(Quaternion{1, 2, 3, 4});
         },
         {}},
        {"15",
         [](Model& m) { m.joints[1].placement.X_BM.R.x.x = 1.1; },
         {R"(joint "elbow": X_BM.R is not a rotation matrix: RᵀR differs from 1 by 0.21.)"}},
        {"15, left-handed",
         [](Model& m) { m.joints[1].placement.X_BM.R.x.x = -1; },
         {R"(joint "elbow": X_BM.R is left-handed, so it is not a rotation.)"}},
        {"15, origin",
         [](Model& m) { m.joints[1].placement.X_BM.p.x = not_a_number; },
         {R"(joint "elbow": X_BM.p = (nan, 0, 0) is not finite.)"}},
        {"12, of a function-based joint",
         [](Model& m) {
             FunctionBased knee;
             knee.turns[2].function = function::Linear{{1}};
             knee.turns[1].axis = {};
             m.joints[1].joint = knee;
         },
         {R"(joint "elbow", second turn: the axis (0, 0, 0) has no direction.)"}},
        {"pitch",
         [](Model& m) { m.joints[1].joint = Screw{.pitch = not_a_number}; },
         {R"(joint "elbow": pitch is nan, not a finite number.)"}},
        {"radii",
         [](Model& m) {
             m.joints[1].joint = Ellipsoid{.radii = {1, -1, 0}};
         },
         {R"(joint "elbow": radius_y is -1, but must be positive.)",
          R"(joint "elbow": radius_z is 0, but must be positive.)"}},
        {"no object",
         [](Model& m) { m.joints[1].joint = CustomJoint{}; },
         {R"(joint "elbow" is custom but has no object behind it.)"}},
    });
}

TEST_CASE("numbers of forces") {
    check_all({
        {"17",
         [](Model& m) {
             m.add(MobilityDamper{.name = "brake", .coordinate = {m.joint("elbow"), 0}, .damping = -1});
         },
         {R"(mobility damper "brake": damping = -1 must not be negative.)"}},
        {"1 of forces",
         [](Model& m) {
             m.add(MobilitySpring{
                 .name = "spring", .coordinate = {m.joint("elbow"), 0}, .stiffness = not_a_number});
         },
         {R"(mobility spring "spring": stiffness = nan is not a finite number.)"}},
        {"no such speed",
         [](Model& m) {
             m.add(MobilitySpring{.name = "spring", .coordinate = {m.joint("elbow"), 1}});
         },
         {R"(mobility spring "spring" acts on speed 1 of joint "elbow" (pin), which has 1. They are counted from 0.)"}},
        {"no joint",
         [](Model& m) { m.add(MobilitySpring{.name = "spring"}); },
         {R"(mobility spring "spring" acts on no joint of the model. Give it the id that add() returned.)"}},
    });
}

TEST_CASE("what is odd but possible is accepted with a warning") {
    using Lines = std::vector<std::string>;
    CHECK(warnings_of([](Model&) {}) == Lines{});
    CHECK(
        warnings_of([](Model& m) { m.bodies[2].mass.inertia = {.xx = 1, .yy = 2, .zz = 3.000002}; }) ==
        Lines{
            R"(body "lower": inertia breaks the triangle rule: its principal moments are (1, 2, 3.000002), and the largest )"
            "exceeds the sum of the others by 2e-06, 6.67e-07 of it. Accepted as rounded data."});
    const auto thin_rod = [](Model& m) {  // on the edge of the rule, turned, so that only rounding is off
        m.bodies[2].mass.inertia =
            re_express(Rotation::about({0.6, 0.8, 0}, 0.3), Sym3{.xx = 1, .yy = 0, .zz = 1});
    };
    CHECK(warnings_of(thin_rod) == Lines{});
    CHECK(
        warnings_of([](Model& m) { m.bodies[1].mass = {.mass = 1e-300}; }) ==
        Lines{
            R"(masses range from 1e-300 (body "upper") to 1 (body "lower"), a ratio of 1e+300: where the heavy hangs on )"
            "the light, accelerations may lose all their digits."});
    CHECK(warnings_of([](Model& m) { m.joints[1].placement.X_BM.R.x.x = 1 + 1e-7; }) ==
          Lines{R"(joint "elbow": X_BM.R is off by 2e-07. The nearest rotation is used.)"});
    const auto negative = [](Model& m) {
        m.add(MobilitySpring{.name = "spring", .coordinate = {m.joint("elbow"), 0}, .stiffness = -2});
    };
    CHECK(warnings_of(negative) ==
          Lines{R"(mobility spring "spring": stiffness -2 is negative, so it pushes away from rest.)"});
}

TEST_CASE("masses out of all proportion give finite accelerations or an error that says so") {
    for (const double mass : {1e-300, 1e-100, 1e100, 1e300}) {
        CAPTURE(mass);
        Model model = arm();
        model.bodies[1].mass.mass = mass;
        const System system(model);
        const State state = system.default_state();
        const std::string said = refusal([&] {
            for (const double a : forward_dynamics(system, state)) CHECK(std::abs(a) < 1e300);
        });
        CHECK((said.empty() || said.find("masses") != std::string::npos));
    }
}

TEST_CASE(
    "a body without mass before joints that slide along all axes moves nothing, however they are turned") {
    for (int turn = 0; turn < 20; ++turn) {
        const double half = 0.1 + 0.13 * turn, s = std::sin(half) / std::sqrt(0.98);
        const Rotation R = rotation_of(Quaternion{std::cos(half), 0.3 * s, 0.5 * s, 0.8 * s});
        Model model;
        const MassProperties solid{1, {0.1, 0.1, 0.2}, {0.4, 0.5, 0.6, 0, 0, 0}};
        const BodyId base = model.add(Body{.name = "base", .mass = solid});
        const BodyId empty = model.add(Body{.name = "empty"});
        const BodyId last = model.add(Body{.name = "last", .mass = solid});
        model.add(Free{}, {.name = "f", .to = base});
        model.add(Slider{}, {.name = "p", .from = base, .to = empty, .X_PF = {R, {0.1, 0.2, 0.3}}});
        model.add(Cartesian{}, {.name = "q", .from = empty, .to = last, .X_PF = {R, {0.2, 0.3, 0.1}}});
        try {
            const System system(model);
            FAIL_CHECK("turned by " << 2 * half << " it compiles");
        } catch (const ModelError& error) {
            CHECK(std::string(error.what()).find("\"p\"") != std::string::npos);
        }
    }
}
