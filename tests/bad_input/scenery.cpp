// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Visuals, markers, limits and postures that belong to nothing or break a rule.
#include <tests/bad_input/refusal.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("visuals and markers that cannot be are refused by name") {
    check_all({
        {"size of zero",
         [](Model& m) { m.add(Visual{.name = "ball", .shape = shape::Sphere{0}}); },
         {"visual \"ball\": radius is 0, but must be positive and finite."}},
        {"no body",
         [](Model& m) {
             m.add(Visual{.name = "ball", .body = BodyId{7}});
             m.add(Marker{.name = "toe", .on = {.body = BodyId{-1}}});
         },
         {"visual \"ball\" is on no body of the model. Give it the id that add() returned.",
          "marker \"toe\" is on no body of the model. Give it the id that add() returned."}},
        {"no place",
         [](Model& m) {
             m.add(Marker{.name = "toe", .on = {.X_BF = {.p = {0, NAN, 0}}}});
         },
         {"marker \"toe\": X_BF.p = (0, nan, 0) is not a finite number."}},
        {"no colour",
         [](Model& m) {
             m.add(Visual{.name = "ball", .colour = {255, 0, 0, 1}});
         },
         {"visual \"ball\": colour (255, 0, 0, 1) is none. Red, green, blue and opacity go from 0 to 1."}},
        {"one name twice",
         [](Model& m) {
             m.add(Marker{.name = "toe"});
             m.add(Marker{.name = "toe"});
         },
         {"markers[0] and markers[1] are both named \"toe\". Rename one marker: parameters and messages tell "
          "them apart by name."}},
        {"up",
         [](Model& m) {
             m.up = {0, INFINITY, 0};
         },
         {"model \"arm\": up = (0, inf, 0) is not finite."}},
    });
}

TEST_CASE("limits and postures that cannot be are refused by name") {
    check_all({
        {"limits the wrong way round",
         [](Model& m) {
             m.add(CoordinateLimits{.coordinate = {m.joint("elbow"), 0}, .low = 2, .high = 1});
         },
         {"joint \"elbow\": coordinate 0 has the limits 2 and 1. The lower must not be above the upper, and "
          "both "
          "must be numbers."}},
        {"limits of nothing",
         [](Model& m) { m.add(CoordinateLimits{.low = 0, .high = 1}); },
         {"a pair of limits acts on no joint of the model. Give it the id that add() returned."}},
        {"coordinate that is none",
         [](Model& m) {
             m.add(Posture{.name = "bent", .q = {{"elbo.angle", 1}, {"shoulder.angle", NAN}}});
         },
         {"posture \"bent\" names the coordinate \"elbo.angle\", but there is none. Did you mean "
          "\"elbow.angle\"?",
          "posture \"bent\": \"shoulder.angle\" is nan, not a finite number."}},
        {"coordinate twice",
         [](Model& m) {
             m.add(Posture{.name = "bent", .u = {{"elbow.angle", 1}, {"elbow.angle", 2}}});
         },
         {"posture \"bent\" names the speed \"elbow.angle\" twice."}},
    });
}

TEST_CASE("a run starts in the default posture; others are found by name") {
    Model model = arm();
    CHECK(up_of(model) == Vec3{0, 0, 1});
    model.up = {0, 2, 0};
    CHECK(up_of(model) == Vec3{0, 1, 0});
    model.add(Posture{.name = "default", .q = {{"elbow.angle", 0.5}}, .u = {{"shoulder.angle", 2}}});
    model.add(Posture{.name = "bent", .q = {{"elbow.angle", 1.5}}});
    const System system(model);
    const State start = start_state(system), bent = posture(system, "bent");
    CHECK(start.q(model.joint("elbow"))[0] == 0.5);
    CHECK(start.u(model.joint("shoulder"))[0] == 2);
    CHECK(bent.q(model.joint("elbow"))[0] == 1.5);
    CHECK(bent.u(model.joint("shoulder"))[0] == 0);
    CHECK(refusal([&] { posture(system, "bend"); }) ==
          "there is no posture \"bend\". Did you mean \"bent\"?");
}
