// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces and materials that cannot be, rows 19 and 20 of the catalogue among them.
#include <tests/bad_input/refusal.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("surfaces that cannot be touched are refused by name") {
    check_all({
        {"19: sizes that are none",
         [](Model& m) {
             m.add(ContactSurface{.name = "zero", .shape = shape::Sphere{0}});
             m.add(ContactSurface{.name = "less", .shape = shape::Box{{1, -1, 1}}});
             m.add(ContactSurface{.name = "none", .shape = shape::Cylinder{1, NAN}});
         },
         {"surface \"zero\": radius is 0, but must be positive and finite.",
          "surface \"less\": side y is -1, but must be positive and finite.",
          "surface \"none\": length is nan, but must be positive and finite."}},
        {"20: meshes without faces, or of a file that was not read",
         [](Model& m) {
             m.add(ContactSurface{.name = "bare",
                                  .shape = shape::Mesh{.triangles = std::make_shared<TriangleMesh>()}});
             m.add(ContactSurface{.name = "lost", .shape = shape::Mesh{.file = "lost.obj"}});
         },
         {"surface \"bare\": its mesh has no faces, so there is nothing to touch.",
          "surface \"lost\": its mesh \"lost.obj\" was not read, so there is nothing to touch. Mend the "
          "file's "
          "name, or remove the surface."}},
        {"on nothing, nowhere",
         [](Model& m) {
             m.add(ContactSurface{.name = "ball", .body = BodyId{7}, .X_BG = {.p = {0, INFINITY, 0}}});
         },
         {"surface \"ball\" is on no body of the model. Give it the id that add() returned.",
          "surface \"ball\": X_BG.p = 0, inf, 0 is not a finite number."}},
        {"materials that there are not",
         [](Model& m) {
             m.add(ContactSurface{.name = "ball",
                                  .material = {.young = 0,
                                               .poisson = 0.6,
                                               .dissipation = -1,
                                               .static_friction = 0.2,
                                               .sliding_friction = 0.5,
                                               .restitution = 1.5,
                                               .thickness = 0}});
         },
         {"surface \"ball\": young = 0 must be positive.",
          "surface \"ball\": poisson = 0.6 must be above -1 and at most 0.5.",
          "surface \"ball\": dissipation = -1 must not be negative.",
          "surface \"ball\": restitution = 1.5 must be from 0 to 1.",
          "surface \"ball\": thickness = 0 must be positive.",
          "surface \"ball\": sliding_friction = 0.5 is above static_friction = 0.2. What slides is held no "
          "better "
          "than what sticks; make them equal or swap them."}},
        {"groups, names and pairs",
         [](Model& m) {
             m.add(ContactSurface{.name = "ball", .group = -2});
             m.add(ContactSurface{.name = "ball"});
             m.contact.excluded.push_back({world, BodyId{9}});
             m.contact.transition_speed = 0;
         },
         {"surfaces[0] and surfaces[1] are both named \"ball\". Rename one surface: parameters and messages "
          "tell "
          "them apart by name.",
          "surface \"ball\": group = -2 is negative. It is made of bits 0 to 30: from 0 to 2147483647.",
          "settings of \"contact\": transition_speed = 0 must be positive.",
          "settings of \"contact\" exclude a pair with a body that is not in the model. Give the ids that "
          "add() "
          "returned."}},
    });
}

TEST_CASE(
    "pairs that compliant contact cannot tell anything of are refused by name; others, and rigid ones, are "
    "not") {
    const char* way_out =
        " Or keep them apart by group and mask, by contact.excluded, or set contact.kind to rigid.";
    const auto refused = [&](const Shape& one, const Shape& other,
                             Compliance compliance = Compliance::hertz) {
        Model model = arm();
        model.add(ContactSurface{.name = "floor", .shape = one});
        model.add(ContactSurface{
            .name = "hand", .body = model.body("lower"), .shape = other, .compliance = compliance});
        Model rigid = model, apart = model;
        rigid.contact.kind = ContactKind::rigid;
        apart.contact.excluded = {{world, model.body("lower")}};
        CHECK(faults_of(rigid).empty());
        CHECK(faults_of(apart).empty());
        const std::vector<std::string> faults = faults_of(model);
        return faults.empty() ? std::string() : faults[0];
    };
    const std::string begins = "surfaces \"floor\" (half_space) and \"hand\" ";
    CHECK(refused(shape::Box{}, shape::Cylinder{}) ==
          std::string(
              "surfaces \"floor\" (box) and \"hand\" (cylinder) may touch, but compliant contact cannot "
              "tell how: a box and a cylinder may touch along lines and faces, for which Hertz has no "
              "law. Give one of them as a mesh, which yields by springs.") +
              way_out);
    CHECK(refused(shape::HalfSpace{}, shape::HalfSpace{}) ==
          begins +
              "(half_space) may touch, but compliant contact cannot tell how: a half_space and a half_space "
              "have no contact: both are ground without end, and can only be told apart by hand. Put one of "
              "them on no body that moves, and exclude the pair." +
              way_out);
    CHECK(refused(shape::HalfSpace{}, shape::Sphere{}, Compliance::springs) ==
          begins +
              "(sphere) may touch, but compliant contact cannot tell how: springs stand on triangles, and a "
              "sphere has none. Give it as a mesh, which yields by springs." +
              way_out);
    for (const Shape& shape :
         {Shape(shape::Sphere{}), Shape(shape::Ellipsoid{}), Shape(shape::Capsule{}), Shape(shape::Box{}),
          Shape(shape::Cylinder{}), Shape(shape::Cone{}), Shape(shape::Torus{})})
        CHECK(refused(shape::HalfSpace{}, shape).empty());
    CHECK(refused(shape::Capsule{}, shape::Capsule{}).empty());
    CHECK(refused(shape::Torus{}, shape::Capsule{}).find("may touch along lines") != std::string::npos);
}

TEST_CASE("17: feet on a plane whose friction is greater in slip than at rest are refused by name") {
    check_all(
        {{"three kinds",
          [](Model& m) {
              m.add(SmoothContact{.name = "heel",
                                  .at = {m.body("lower"), {}},
                                  .static_friction = 0.3,
                                  .sliding_friction = 0.4});
              m.add(ExponentialContact{.name = "ball",
                                       .at = {m.body("lower"), {}},
                                       .static_friction = 0.3,
                                       .sliding_friction = 0.4});
              m.add(PointContact{.name = "toe",
                                 .at = {m.body("lower"), {}},
                                 .static_friction = 0.3,
                                 .sliding_friction = 0.4});
          },
          {"smooth contact \"heel\": its sliding friction is above its static friction; make them equal or "
           "swap them.",
           "exponential contact \"ball\": its sliding friction is above its static friction; make them equal "
           "or swap them.",
           "point contact \"toe\": its sliding friction is above its static friction; make them equal or "
           "swap "
           "them."}}});
}

TEST_CASE("a State takes a material's numbers by their paths, and refuses those that break a rule") {
    Model model = arm();
    model.add(ContactSurface{.name = "pad", .body = model.body("lower"), .shape = shape::Sphere{0.1}});
    const System system(model);
    State state = system.default_state();
    state.set_parameter("pad.young", 3e6);
    CHECK(state.parameter("pad.young")[0] == 3e6);
    CHECK(state.parameter("contact.transition_speed")[0] == 0.01);
    CHECK(refusal([&] {
              state.set_parameter("pad.poisson", 0.7);
          }).find("must be above -1 and at most 0.5") != std::string::npos);
    CHECK(refusal([&] { state.set_parameter("pad.restitution", 2); }).find("must be from 0 to 1") !=
          std::string::npos);
}

TEST_CASE("a State takes the sizes of surfaces by their paths, and refuses those that make no shape") {
    Model model = arm();
    model.add(ContactSurface{.name = "pad", .body = model.body("lower"), .shape = shape::Sphere{0.1}});
    model.add(ContactSurface{.name = "ring", .shape = shape::Torus{0.4, 0.1}});
    const System system(model);
    State state = system.default_state();
    state.set_parameter("pad.radius", 0.2);
    CHECK(state.parameter("pad.radius")[0] == 0.2);
    CHECK(refusal([&] { state.set_parameter("pad.radius", 0); }).find("must be positive") !=
          std::string::npos);
    State wide = state;
    wide.set_parameter("ring.tube_radius", 0.5);
    CHECK(refusal([&] {
              static_cast<void>(forward_dynamics(system, wide));
          }).find("surface \"ring\" with the sizes of this state: ") != std::string::npos);
    static_cast<void>(forward_dynamics(system, state));
    // Where nothing touches there is nothing to change.
    model.contact.kind = ContactKind::none;
    State untouched = System(model).default_state();
    CHECK(refusal([&] { untouched.set_parameter("pad.radius", 0.2); }).find("pad.radius") !=
          std::string::npos);
}
