// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Motions that cannot be given.
#include <tests/bad_input/refusal.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("motions that make no sense are refused by name") {
    check_all({
        {"two on one joint",
         [](Model& m) {
             m.add(Motion{.name = "slow", .joint = m.joint("elbow"), .functions = {1.0}});
             m.add(Motion{.name = "fast", .joint = m.joint("elbow"), .functions = {2.0}});
         },
         {"motion \"fast\" and motion \"slow\" both drive joint \"elbow\". Only one can be enabled at a "
          "time."}},
        {"no joint",
         [](Model& m) { m.add(Motion{.name = "lost", .functions = {1.0}}); },
         {"motion \"lost\" drives no joint of the model. Give it the id that add() returned."}},
        {"wrong number",
         [](Model& m) {
             m.add(Motion{.name = "drive", .joint = m.joint("elbow"), .functions = {1.0, 2.0}});
         },
         {"motion \"drive\" has 2 functions, but joint \"elbow\" has 1 coordinates. Give one function for "
          "each."}},
        {"too many arguments",
         [](Model& m) {
             m.add(Motion{.name = "drive",
                          .joint = m.joint("elbow"),
                          .level = MotionLevel::velocity,
                          .functions = {function::Linear{{1, 2, 3}, 0}}});
         },
         {"motion \"drive\": a function takes 3 arguments, but there are 2: the time, then what is read of "
          "the "
          "joints."}},
        {"no level",
         [](Model& m) {
             m.add(Motion{
                 .name = "drive", .joint = m.joint("elbow"), .level = MotionLevel::none, .functions = {1.0}});
         },
         {"motion \"drive\" gives nothing. Set its level to position, velocity or acceleration."}},
    });
}

TEST_CASE("a quaternion that a motion does not keep at length one is refused, and so is a spin of a line") {
    Model model = arm();
    const BodyId hand = model.add(Body{.name = "hand", .mass = solid(1)});
    const auto wrist = model.add(Ball{}, {.name = "wrist", .from = model.body("lower"), .to = hand});
    model.add(Motion{.name = "wave", .joint = wrist, .functions = {1.0, 0.5, 0.0, 0.0}});
    const BodyId rod = model.add(Body{.name = "rod", .mass = solid(1)});
    const auto socket = model.add(LineOrientation{}, {.name = "socket", .from = hand, .to = rod});
    const Function half = function::Linear{{0.5}, 0};
    const auto sin = compose(function::Sinusoid{}, {half}),
               cos = compose(function::Sinusoid{1, 1, std::acos(0.0)}, {half});
    const MotionId spin = model.add(
        Motion{.name = "spin", .joint = socket, .functions = {cos, 0.0, 0.0, sin}, .enabled = false});
    const System system(model);
    State state = system.default_state();
    CHECK(refusal([&] { prescribe(system, state); }) ==
          "motion \"wave\" gives a quaternion of length 1.118033988749895 at time 0. Its four functions must "
          "keep it "
          "at length 1; or drive the joint at velocity level, or by angles.");
    set_enabled(system, state, model.motion("wave"), false);
    set_enabled(system, state, spin, true);
    CHECK(refusal([&] { prescribe(system, state); }) ==
          "motion \"spin\" asks for a rate of 0.5 of \"socket.e3\" at time 0, but no speeds of joint "
          "\"socket\" give "
          "more than 0. A quaternion keeps its length, and a line does not spin about itself; drive the "
          "joint at "
          "velocity level if that is what is meant.");
    CHECK(refusal([&] { set_enabled(system, state, MotionId{7}, true); }) ==
          "system \"arm\" has no motion number 7. The id belongs to another model, or was never set.");
}
