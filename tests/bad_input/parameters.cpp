// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Parameters that no body, joint or force has, set in a State: the rules of the Model, said of the path.
#include <sinew/spatial/solids.h>
#include <tests/bad_input/refusal.h>

#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Joints and forces with rules for their numbers.
Model rich_arm() {
    Model model = arm();
    const auto hang = [&](auto joint, const char* name) {
        const BodyId body = model.add(Body{.name = std::string(name) + "_body", .mass = solid(1)});
        model.add(joint, {.name = name, .from = world, .to = body});
    };
    hang(Ellipsoid{.radii = {1, 2, 3}}, "scapula");
    hang(CantileverBeam{.length = 0.3}, "spine");
    hang(Screw{.pitch = 0.1}, "jack");
    hang(SphericalCoords{}, "bond");
    const AnyJointId elbow = model.joint("elbow");
    model.add(MobilitySpring{.name = "tendon", .coordinate = {elbow, 0}, .stiffness = 5});
    model.add(MobilityDamper{.name = "brake", .coordinate = {elbow, 0}, .damping = 1});
    model.add(GlobalDamper{.name = "air", .damping = 1});
    model.add(
        TwoPointSpring{.name = "band", .from = {BodyId{1}, {}}, .to = {BodyId{2}, {}}, .rest_length = 1});
    model.add(TwoPointDamper{.name = "dashpot", .from = {BodyId{1}, {}}, .to = {BodyId{2}, {}}});
    model.add(LinearBushing{.name = "disc", .from = {BodyId{1}, {}}, .to = {BodyId{2}, {}}});
    return model;
}

struct Row {
    const char* path;
    std::vector<double> value;
    const char* said;
};

}  // namespace

TEST_CASE("1-5, 12-17, 19 in a State: each rule holds for the path, and nothing changes") {
    const System system(rich_arm());
    State state = system.default_state();
    const State before = state;
    const std::vector<Row> rows{
        {"upper.mass", {-1}, R"(parameter "upper.mass" = -1 must not be negative.)"},
        {"upper.mass", {not_a_number}, R"(parameter "upper.mass" = nan is not a finite number.)"},
        {"upper.com", {0, not_a_number, 0}, R"(parameter "upper.com" = 0, nan, 0 is not a finite number.)"},
        {"upper.com", {0, 0}, R"(parameter "upper.com" has 3 numbers here, but 2 were given.)"},
        {"scapula.radius_x", {0}, R"(parameter "scapula.radius_x" = 0 must be positive.)"},
        {"scapula.radius_z", {-2}, R"(parameter "scapula.radius_z" = -2 must be positive.)"},
        {"spine.length", {-0.1}, R"(parameter "spine.length" = -0.1 must be positive.)"},
        {"jack.pitch", {not_a_number}, R"(parameter "jack.pitch" = nan is not a finite number.)"},
        {"bond.zenith_sign", {0}, R"(parameter "bond.zenith_sign" = 0 must be 1 or -1.)"},
        {"elbow.X_PF.R",
         {1, 0, 0, 0, 1, 0, 0, 0, -1},
         R"(parameter "elbow.X_PF.R" = 1, 0, 0, 0, 1, 0, 0, 0, -1 is left-handed, so it is not a rotation.)"},
        {"brake.damping", {-1}, R"(parameter "brake.damping" = -1 must not be negative.)"},
        {"air.damping", {-1}, R"(parameter "air.damping" = -1 must not be negative.)"},
        {"band.damping", {-1}, R"(parameter "band.damping" = -1 must not be negative.)"},
        {"band.rest_length", {-1}, R"(parameter "band.rest_length" = -1 must not be negative.)"},
        {"dashpot.damping", {-1}, R"(parameter "dashpot.damping" = -1 must not be negative.)"},
        {"tendon.stiffness", {not_a_number}, R"(parameter "tendon.stiffness" = nan is not a finite number.)"},
        {"gravity.g", {0, 0, not_a_number}, R"(parameter "gravity.g" = 0, 0, nan is not a finite number.)"},
        {"tendon.stifness",
         {1},
         R"(system "arm" has no parameter "tendon.stifness". Did you mean "tendon.stiffness"?)"},
    };
    for (const Row& row : rows) CHECK(refusal([&] { state.set_parameter(row.path, row.value); }) == row.said);
    CHECK(state == before);
    CHECK(refusal([&] { state.set_parameter("tendon.stiffness", -5); }) == "");  // odd, but possible
}

TEST_CASE("4-7 in a State: numbers that only together are wrong are refused when they are first used") {
    const System system(rich_arm());
    State state = system.default_state();
    const auto said = [&] { return refusal([&] { pose(system, state, world); }); };
    state.set_parameter("bond.radial_axis_x", 1);
    CHECK(said() ==
          R"(joint "bond" with the parameters of this state: the radial axis has length 1.4142135623730951, )"
          "but must have length 1.");
    state.set_parameter("bond.radial_axis_z", 0);
    CHECK(said() == "");
    state.set_parameter("upper.mass", 0);
    CHECK(said() == R"(body "upper" with the parameters of this state: mass is 0, but the inertia )"
                    "(xx, yy, zz, xy, xz, yz) = (0.02, 0.01, 0.02, 0, 0, 0) is not. Set both to zero for a "
                    "massless body, "
                    "or give it a mass.");
    state.set_parameter("upper.inertia", std::vector<double>(6, 0));
    CHECK(said() == "");
    state.set_parameter("upper.mass", 1);
    state.set_parameter("upper.inertia", std::array{1., 1., 1.5, 1.2, 0., 0.});
    CHECK(
        said().find(
            R"(body "upper" with the parameters of this state: inertia is not positive: its principal moments )"
            "are (-0.2, 1.5, 2.2)") == 0);
}

TEST_CASE("17: every force refuses negative damping and takes negative stiffness with a warning") {
    check_all({
        {"global damper",
         [](Model& m) { m.add(GlobalDamper{.name = "air", .damping = -1}); },
         {R"(global damper "air": damping = -1 must not be negative.)"}},
        {"two-point spring",
         [](Model& m) {
             m.add(TwoPointSpring{.name = "band", .to = {BodyId{2}, {}}, .rest_length = -1, .damping = -2});
         },
         {R"(two-point spring "band": rest_length = -1 must not be negative.)",
          R"(two-point spring "band": damping = -2 must not be negative.)"}},
        {"two-point damper",
         [](Model& m) {
             m.add(TwoPointDamper{.name = "dashpot", .to = {BodyId{2}, {}}, .damping = -1});
         },
         {R"(two-point damper "dashpot": damping = -1 must not be negative.)"}},
    });
    Model model = arm();
    model.add(TwoPointSpring{.name = "band", .to = {BodyId{2}, {}}, .stiffness = -1});
    CHECK(System(model).warnings() ==
          std::vector<std::string>{
              R"(two-point spring "band": stiffness -1 is negative, so it pushes away from rest.)"});
    const System system(model);
    State state = system.default_state();
    CHECK(warnings(system, state).size() == 1);
    state.set_parameter("band.stiffness", 2);
    CHECK(warnings(system, state).empty());
    state.set_parameter("band.stiffness", -3);
    CHECK(warnings(system, state) ==
          std::vector<std::string>{
              R"(two-point spring "band": stiffness -3 is negative, so it pushes away from rest.)"});
}

TEST_CASE("18: a spring between two points at one place is taken where its law is defined, else named") {
    const auto with = [](const TwoPointSpring& spring) {
        Model model = arm();
        model.add(spring);
        const System system(model);
        const State state = system.default_state();
        return refusal([&] { forward_dynamics(system, state); });
    };
    const Station at{BodyId{2}, {0, 0.1, 0}};
    CHECK(with({.name = "band", .from = at, .to = at, .stiffness = 5}) == "");
    CHECK(with({.name = "band", .from = at, .to = at, .damping = 5}) == "");
    CHECK(
        with({.name = "band", .from = at, .to = at, .stiffness = 5, .rest_length = 1}) ==
        R"(two-point spring "band": its force on body "lower" is not a finite number at time 0. Its two ends )"
        "coincide, so that its force has no direction.");
}

TEST_CASE("19, 20: solids and meshes of impossible size") {
    CHECK(refusal([] { sphere(1.0, 0); }) == "sphere: radius is 0, but must be positive and finite.");
    CHECK(refusal([] { sphere(1.0, -2); }) == "sphere: radius is -2, but must be positive and finite.");
    CHECK(refusal([] { box(1.0, {1, not_a_number, 1}); }).find("box: ") == 0);
    CHECK(refusal([] { cylinder(-1.0, 1, 1); }).find("cylinder: mass is -1") == 0);
    CHECK(refusal([] { mesh_solid(1.0, {}); }) == "mesh has no faces.");
    const TriangleMesh open{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .faces = {{0, 1, 2}}};
    CHECK(refusal([&] {
              mesh_solid(1.0, open);
          }).find("mesh is not closed: face 0 has no neighbour along the edge between vertices 0 and 1.") ==
          0);
    const TriangleMesh wild{.vertices = {{0, 0, 0}, {1, 0, not_a_number}, {0, 1, 0}},
                            .faces = {{0, 1, 2}, {0, 1, 7}}};
    CHECK(refusal([&] { mesh_solid(1.0, wild); }) ==
          "mesh: vertex 1 = (1, 0, nan) is not finite.\nmesh: face 1 names vertex 7, but there are 3, "
          "counted from 0.");
}

TEST_CASE("numbers that no function or axis has are refused when set or when first used, with the joint") {
    Model model = arm();
    FunctionBased cam;
    cam.turns[2] = {z_axis, function::NaturalCubicSpline{.x = {0, 1, 2}, .y = {0, 1, 0}}};
    model.joints[1].joint = cam;
    const System system(model);
    State state = system.default_state();
    CHECK(refusal([&] {
              state.set_parameter("elbow.turns[2].axis", std::array{0., 0., 0.});
          }) == R"(parameter "elbow.turns[2].axis" = 0, 0, 0 has no direction, since its length is zero.)");
    state.set_parameter("elbow.turns[2].function.x", std::array{0., 2., 1.});
    CHECK(
        refusal([&] { forward_dynamics(system, state); }) ==
        R"(joint "elbow" with the parameters of this state: function NaturalCubicSpline: x[2] = 1 follows x[1] = 2. )"
        "The values of x must increase strictly: sort the points by x.");
    state.set_parameter("elbow.turns[2].function.x", std::array{0., 1., 3.});
    CHECK(refusal([&] { forward_dynamics(system, state); }) == "");
    CHECK(refusal([&] {
              state.set_parameter("elbow.shifts[0].function.value", 1);
          }).find("has no parameter") != std::string::npos);  // a joint that only turns has no shifts
}
