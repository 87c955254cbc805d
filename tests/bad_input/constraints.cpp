// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Constraints that hold nothing, hold a body against itself, or have no meaning where the State stands.
#include <tests/bad_input/refusal.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Rod rod(Model& m, const char* name = "rod") {
    return {.name = name, .from = {world, {1, 0, 0}}, .to = {m.body("lower"), {0, -0.4, 0}}, .length = 1};
}

void drive(Model& m, double limit) {
    m.add(ConstantSpeed{.name = "drive", .coordinate = {m.joint("elbow")}});
    m.add(Bounded{.name = "drive", .limit = limit});
}

}  // namespace

TEST_CASE("conditions that act one way are refused by name where that has no meaning") {
    check_all({
        {"no such constraint",
         [](Model& m) {
             m.add(rod(m));
             m.add(OneWay{.name = "rad"});
         },
         {R"(one-way condition "rad": there is no constraint of that name. Did you mean "rod"?)"}},
        {"restitution above one",
         [](Model& m) {
             m.add(rod(m));
             m.add(OneWay{.name = "rod", .restitution = 1.5});
         },
         {R"(one-way condition "rod": restitution 1.5 is more than 1, so every bounce would be higher than the last.)"}},
        {"negative restitution",
         [](Model& m) {
             m.add(rod(m));
             m.add(OneWay{.name = "rod", .restitution = -1});
         },
         {R"(one-way condition "rod": restitution = -1 must not be negative.)"}},
        {"friction of a rope",
         [](Model& m) {
             m.add(rod(m));
             m.add(OneWay{.name = "rod", .static_friction = 1});
         },
         {R"(one-way condition "rod" has friction, but its constraint has no equations against slip for it to act along. Use one that rolls: a sphere (of radius 0 for a point) or disk on a plane, or two spheres.)"}},
        {"a constraint of three equations",
         [](Model& m) {
             m.add(BallConstraint{.name = "ball", .to = {m.body("lower"), {}}});
             m.add(OneWay{.name = "ball"});
         },
         {R"(one-way condition "ball": its constraint has 3 equations of positions, 0 of speeds and 0 of accelerations. What acts one way has one of positions and none or two against slip, or one of speeds.)"}},
        {"twice",
         [](Model& m) {
             m.add(rod(m));
             m.add(OneWay{.name = "rod"});
             m.add(OneWay{.name = "rod"});
         },
         {R"(one-way condition "rod": two of the model's conditions are about this constraint. Keep one.)"}},
        {"more friction sliding than sticking",
         [](Model& m) {
             m.add(SphereOnPlane{.name = "floor", .center = {m.body("lower"), {}}});
             m.add(OneWay{.name = "floor", .static_friction = 0.1, .sliding_friction = 0.2});
         },
         {R"(one-way condition "floor": sliding_friction 0.2 is more than static_friction 0.1. What slides has no more friction than what sticks.)"}},
    });
}

TEST_CASE("conditions that give way are refused by name where that has no meaning") {
    check_all({
        {"no such constraint",
         [](Model& m) {
             drive(m, 1);
             m.add(Bounded{.name = "dryve", .limit = 1});
         },
         {R"(bounded condition "dryve": there is no constraint of that name. Did you mean "drive"?)"}},
        {"a negative limit",
         [](Model& m) { drive(m, -1); },
         {R"(bounded condition "drive": limit = -1 must not be negative.)"}},
        {"a limit that is no number",
         [](Model& m) { drive(m, std::nan("")); },
         {R"(bounded condition "drive": limit = nan is not a finite number.)"}},
        {"a limit without end",
         [](Model& m) { drive(m, std::numeric_limits<double>::infinity()); },
         {R"(bounded condition "drive": limit = inf is not a finite number.)"}},
        {"a mobility that the joint does not have",
         [](Model& m) {
             drive(m, 1);
             m.add(ConstantSpeed{.name = "other", .coordinate = {m.joint("elbow"), 3}});
             m.add(Bounded{.name = "other", .limit = 1});
         },
         {R"(constant-speed constraint "other" acts on speed 3 of joint "elbow" (pin), which has 1. They are counted from 0.)"}},
        {"a constraint of positions",
         [](Model& m) {
             m.add(rod(m));
             m.add(Bounded{.name = "rod", .limit = 1});
         },
         {R"(bounded condition "rod": its constraint has 1 equations of positions, 0 of speeds and 0 of accelerations. What gives way has one of speeds: a ConstantSpeed, a SpeedCoupler, a NoSlip.)"}},
        {"one way as well",
         [](Model& m) {
             drive(m, 1);
             m.add(OneWay{.name = "drive"});
         },
         {R"(bounded condition "drive": two of the model's conditions are about this constraint. Keep one.)"}},
    });
}

TEST_CASE("constraints that can hold nothing are refused by name") {
    check_all({
        {"rod of zero length",
         [](Model& m) {
             Rod r = rod(m);
             r.length = 0;
             m.add(r);
         },
         {R"(rod "rod": length = 0 must be positive. Use a BallConstraint to keep two points together.)"}},
        {"rod of negative length",
         [](Model& m) {
             Rod r = rod(m);
             r.length = -2;
             m.add(r);
         },
         {R"(rod "rod": length = -2 must be positive.)"}},
        {"43, the same body twice",
         [](Model& m) {
             m.add(BallConstraint{
                 .name = "closed", .from = {m.body("lower"), {}}, .to = {m.body("lower"), {}}});
         },
         {R"(ball constraint "closed" holds body "lower" against itself. It needs two bodies; one may be the world.)"}},
        {"a body of another model",
         [](Model& m) {
             Rod r = rod(m);
             r.to.body = BodyId{12};
             m.add(r);
         },
         {R"(rod "rod" holds no body of the model. Give it the id that add() returned.)"}},
        {"names",
         [](Model& m) { m.add(rod(m)), m.add(rod(m)), m.add(rod(m, "")); },
         {"constraints[2]: a constraint without a name. Give it one: messages and parameters use it.",
          R"(constraints[0] and constraints[1] are both named "rod". Rename one constraint: parameters and messages tell them apart )"
          "by name."}},
        {"no direction",
         [](Model& m) {
             m.add(PointOnPlane{
                 .name = "floor", .plane = {world, {0, 0, 0}, 0}, .point = {m.body("lower"), {}}});
         },
         {R"(point-on-plane constraint "floor": normal = 0, 0, 0 has no direction, since its length is zero.)"}},
        {"no frame",
         [](Model& m) {
             m.add(WeldConstraint{
                 .name = "glue",
                 .from = {world, {}},
                 .to = {m.body("lower"), {.R = {{{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .p = {}}}});
         },
         {R"(weld constraint "glue": to.R = 2, 0, 0, 0, 1, 0, 0, 0, 1 is not a rotation matrix: RᵀR differs from 1 by 3.)"}},
        {"a function of more than is given",
         [](Model& m) {
             m.add(CoordinateCoupler{
                 .name = "tie", .couples = {{m.joint("elbow"), 0}}, .function = function::Linear{{1, 2}, 0}});
         },
         {R"(coordinate coupler "tie": its function takes 2 arguments, but 1 coordinates are given.)"}},
        {"a speed that is no coordinate's rate",
         [](Model& m) {
             const BodyId hand = m.add(Body{.name = "hand", .mass = solid(1)});
             const auto wrist = m.add(Ball{}, {.name = "wrist", .from = m.body("lower"), .to = hand});
             m.add(ConstantCoordinate{.name = "hold", .coordinate = {wrist, 1}, .value = 0});
         },
         {R"(constant-coordinate constraint "hold" needs a coordinate, but speed 1 of joint "wrist" (ball) is no coordinate's )"
          "rate. Use a linear bushing, or a joint by angles such as a gimbal."}},
        {"a joint without that speed",
         [](Model& m) {
             m.add(Gear{.name = "gear", .one = {m.joint("elbow"), 0}, .other = {m.joint("shoulder"), 3}});
         },
         {R"(gear "gear" acts on speed 3 of joint "shoulder" (pin), which has 1. They are counted from 0.)"}},
        {"a belt of one point",
         [](Model& m) {
             m.add(Belt{.name = "belt", .through = {{m.body("lower"), {}}}, .length = 1});
         },
         {R"(belt "belt" runs through 1 points. It needs at least two.)"}},
        {"a surface without a place",
         [](Model& m) {
             m.add(
                 PointOnSurface{.name = "ball", .on = world, .surface = 1.0, .point = {m.body("lower"), {}}});
         },
         {R"(point-on-surface constraint "ball": its function depends on no coordinate, so it describes no surface.)"}},
        {"no law",
         [](Model& m) { m.add(CustomConstraint{.name = "own"}); },
         {R"(custom constraint "own" has no law. Set its member `law` to the object that has its equations.)"}},
        {"five at once",
         [](Model& m) {
             Rod r = rod(m);
             r.length = 0, r.from.p.x = NAN;
             m.add(r);
         },
         {R"(rod "rod": from = nan, 0, 0 is not a finite number.)",
          R"(rod "rod": length = 0 must be positive. Use a BallConstraint to keep two points together.)"}},
    });
}

TEST_CASE("a State is told which constraint has no meaning where it stands, and which does not exist") {
    Model model = arm();
    const ConstraintId id =
        model.add(Rod{.name = "stay", .from = {world, {0, -0.4, 0}}, .to = {model.body("lower"), {}}});
    const System system(model);
    State state = system.default_state();
    CHECK(
        refusal([&] { forward_dynamics(system, state); }) ==
        R"(rod "stay": its equations have no finite numbers at time 0. Its two ends coincide, so that it has no direction.)");
    set_enabled(system, state, id, false);
    CHECK(refusal([&] { forward_dynamics(system, state); }) == "");
    CHECK(refusal([&] { set_enabled(system, state, ConstraintId{3}, true); }) ==
          R"(system "arm" has no constraint number 3. The id belongs to another model, or was never set.)");
    CHECK(refusal([&] { state.set_parameter("stay.length", -1); }) ==
          R"(parameter "stay.length" = -1 must be positive.)");
    CHECK(refusal([&] { static_cast<void>(model.constraint("stai")); }) ==
          R"(there is no constraint "stai". Did you mean "stay"?)");
}

TEST_CASE("what a constraint of your own throws reaches whoever asked, with its name") {
    struct Failing : ConstraintLaw {
        EquationCounts counts() const override { return {.holonomic = 1}; }
        void equations(const ConstraintInput<double>&, Equations&) const override {
            throw std::runtime_error("no light");
        }
    };
    Model model = arm();
    model.add(CustomConstraint{.name = "own", .law = std::make_shared<Failing>()});
    const System system(model);
    const State state = system.default_state();
    CHECK(refusal([&] { forward_dynamics(system, state); }) ==
          R"(constraint "own" failed at time 0: no light)");
}
