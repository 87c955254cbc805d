// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Bodies and joints that do not hang together, and names that do not tell things apart.
#include <tests/bad_input/refusal.h>
#include <tests/support/stopwatch.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

BodyId add_body(Model& m, const char* name) { return m.add(Body{.name = name, .mass = solid(1)}); }

/// A chain of pins.
Model chain(int links) {
    Model model{.name = "chain"};
    BodyId last = world;
    for (int i = 0; i < links; ++i) {
        const BodyId next = model.add(Body{.name = "link" + std::to_string(i), .mass = solid(1)});
        model.add(Pin{},
                  {.name = "pin" + std::to_string(i), .from = last, .to = next, .X_PF = {.p = {0, -0.1, 0}}});
        last = next;
    }
    return model;
}

}  // namespace

TEST_CASE("joints that lead nowhere, and loops that may not be opened, are refused by name") {
    check_all({
        {"21",
         [](Model& m) {
             const BodyId a = add_body(m, "a"), b = add_body(m, "b");
             m.add(Pin{}, {.name = "ab", .from = a, .to = b});
             m.add(Pin{}, {.name = "ba", .from = b, .to = a});
         },
         {R"(no joint ties "a", "b" to the world, and they hang from one another in a ring, "a", "b", "a". Add one to the )"
          "body that the others hang from; Free lets it move anywhere."}},
        {"21, reached from the world",
         [](Model& m) { m.add(Pin{}, {.name = "back", .from = m.body("lower"), .to = m.body("upper")}); },
         {}},
        {"22", [](Model& m) { m.add(Pin{}, {.name = "second", .from = world, .to = m.body("lower")}); }, {}},
        {"22, none may be cut",
         [](Model& m) {
             m.add(Pin{}, {.name = "second", .from = world, .to = m.body("lower")});
             for (JointElement& joint : m.joints) joint.placement.loop = LoopClosure::in_tree;
         },
         {R"(joint "elbow" closes a loop: "upper" and "lower" are already connected through "shoulder", "second". One joint )"
          "of a loop must be left out of the tree: let one of these be automatic, cut or split in place of "
          "in_tree."}},
        {"22, cut where coordinates are used",
         [](Model& m) {
             const auto second = m.add(
                 Pin{}, {.name = "second", .from = world, .to = m.body("lower"), .loop = LoopClosure::cut});
             m.add(MobilitySpring{.name = "spring", .coordinate = {second, 0}, .stiffness = 1});
         },
         {R"(joint "second" closes a loop: "world" and "lower" are already connected through "shoulder", "elbow". It cannot )"
          "be cut, for a force, motion or coupler of the model uses its coordinates. Let it be split, or "
          "stay in the tree."}},
        {"22, cut without equations",
         [](Model& m) {
             m.add(Screw{.pitch = 1},
                   {.name = "second", .from = world, .to = m.body("lower"), .loop = LoopClosure::cut});
         },
         {R"(joint "second" closes a loop: "world" and "lower" are already connected through "shoulder", "elbow". It cannot )"
          "be cut: its kind is not written as equations. Let it be split."}},
        {"22, nothing to split",
         [](Model& m) {
             for (const char* name : {"a", "b"}) m.add(Body{.name = name});
             const BodyId a = m.body("a"), b = m.body("b");
             m.add(Weld{}, {.name = "wa", .from = m.body("upper"), .to = a});
             m.add(Weld{}, {.name = "wb", .from = m.body("lower"), .to = b});
             m.add(Screw{.pitch = 1}, {.name = "ab", .from = a, .to = b, .loop = LoopClosure::split});
         },
         {R"(joint "ab" closes a loop: "a" and "b" are already connected through "wa", "elbow", "wb". It is closed by )"
          "splitting a body in two, but neither of its bodies has mass. Give one of them mass, or use "
          "another joint here."}},
        {"joint to itself",
         [](Model& m) { m.add(Pin{}, {.name = "self", .from = m.body("lower"), .to = m.body("lower")}); },
         {R"(joint "self" connects body "lower" with itself. A joint needs two bodies.)"}},
        {"23, an id of a larger model",
         [](Model& m) { m.joints[1].placement.from = BodyId{77}; },
         {R"(joint "elbow": `from` is body number 77, which model "arm" does not have. Add the body first and use the id )"
          "that add() returns."}},
        {"23, forgotten",
         [](Model& m) { m.joints[1].placement.to = {}; },
         {R"(joint "elbow": `to` is body number -1, which model "arm" does not have. Add the body first and use the id )"
          "that add() returns."}},
        {"26",
         [](Model& m) { add_body(m, "lonely"); },
         {R"(body "lonely" has no joint. Add one that leads to it; Free from the world lets it move anywhere.)"}},
        {"26, a group",
         [](Model& m) { m.add(Ball{}, {.name = "ab", .from = add_body(m, "a"), .to = add_body(m, "b")}); },
         {R"(no joint ties "a", "b" to the world. Add one to the body that the others hang from; Free lets it move anywhere.)"}},
        {"no world",
         [](Model& m) { m = Model{.name = "void", .bodies = {}}; },
         {R"(model "void" has no bodies, not even the world. The first body is the world; do not remove it.)"}},
    });
}

TEST_CASE("names must tell elements of a kind apart; what cannot be printed is escaped") {
    check_all({
        {"24",
         [](Model& m) {
             m.bodies[2].name = "upper", m.joints[1].placement.name = "shoulder", m.add(Gravity{});
         },
         {R"(bodies[1] and bodies[2] are both named "upper". Rename one body: parameters and messages tell them apart by name.)",
          R"(joints[0] and joints[1] are both named "shoulder". Rename one joint: parameters and messages tell them apart by )"
          "name.",
          R"(forces[0] and forces[1] are both named "gravity". Rename one force: parameters and messages tell them apart by )"
          "name."}},
        {"24, the world's name",
         [](Model& m) { m.bodies[2].name = "world"; },
         {R"(bodies[0] and bodies[2] are both named "world". Rename one body: parameters and messages tell them apart by name.)"}},
        {"24, of different kinds", [](Model& m) { m.joints[1].placement.name = "upper"; }, {}},
        {"24, paths",
         [](Model& m) {
             m.joints[1].joint = Screw{.pitch = 1}, m.add(Gravity{.name = "elbow.X_PF"}),
             m.bodies[1].name = "a.b";
         },
         {}},
        {"25, empty",
         [](Model& m) { m.bodies[1].name = "", m.joints[0].placement.name = ""; },
         {"bodies[1]: a body without a name. Give it one: messages and parameters use it.",
          "joints[0]: a joint without a name. Give it one: messages and parameters use it."}},
        {"25, long",
         [](Model& m) { m.bodies[1].name = std::string(1 << 20, 'x'); },
         {"bodies[1]: body \"" + std::string(120, 'x') +
          "...\" has a name of 1048576 bytes. At most 4096 are allowed."}},
        {"25, as long as may be", [](Model& m) { m.bodies[1].name = std::string(4096, 'x'); }, {}},
        {"25, control characters, quotes, slashes", [](Model& m) { m.bodies[1].name = "a\n\"b/\\\x01"; }, {}},
        {"25, in a message",
         [](Model& m) { m.bodies[1].name = "a\n\"b/\\\x01é", m.bodies[1].mass.mass = -1; },
         {R"(body "a\n\"b/\\\x01é": mass -1 is negative.)"}},
        {"25, not UTF-8",
         [](Model& m) { m.joints[0].placement.name = "a\xff\xc0\x80z"; },
         {R"(joints[0]: joint "a\xff\xc0\x80z" has a name that is not UTF-8.)"}},
    });
    Model model = arm();
    model.bodies[1].name = "a\nb\x1b[2J";
    CHECK(System(model).explain().find("  a\\nb\\x1b[2J  by shoulder (pin)\n") != std::string::npos);
}

TEST_CASE("a model with five faults reports five, one with a thousand reports fifty and counts the rest") {
    Model model = arm();
    model.bodies[1].mass.mass = -1;
    model.bodies[2].mass.inertia.xx = 1;
    model.bodies[2].name = "upper";
    model.joints[1].placement.to = BodyId{9};
    model.joints[1].placement.X_BM.R.x.x = 3;
    CHECK(faults_of(model).size() == 5);
    model = chain(1000);
    for (Body& body : model.bodies) body.mass.mass = -1;
    const std::vector<std::string> faults = faults_of(model);
    REQUIRE(faults.size() == 51);
    CHECK(faults[49] == R"(body "link49": mass -1 is negative.)");
    CHECK(faults[50] == "... and 950 more faults");
}

TEST_CASE("an unknown name is answered with the nearest one") {
    const Model model = arm();
    CHECK(refusal([&] { model.body("uper"); }) == R"(there is no body "uper". Did you mean "upper"?)");
    CHECK(refusal([&] { model.joint("x"); }) == R"(there is no joint "x".)");
    State state = System(model).default_state();
    CHECK(refusal([&] { state.set_parameter("uper.mas", 1); }) ==
          R"(system "arm" has no parameter "uper.mas". Did you mean "upper.mass"?)");
}

TEST_CASE("ten thousand links are compiled without recursion and in well under two seconds, right or wrong") {
    const Stopwatch watch;
    Model model = chain(10'000);
    const System system(model);
    const State state = system.default_state();
    CHECK(forward_dynamics(system, state).size() == 10'000);
    for (Body& body : model.bodies) body.name = "same";  // every pair of names equal
    CHECK(faults_of(model).size() == 51);
    model = chain(10'000);
    for (int i = 0; i < 10'000; ++i)  // every link in a loop of its own
        model.add(Ball{}, {.name = "loop" + std::to_string(i), .from = BodyId{i}, .to = BodyId{i + 1}});
    CHECK(faults_of(model).empty());
    model = chain(10'000);
    for (int i = 1; i <= 5'000; ++i)  // all loops go through the middle of the chain
        model.add(Ball{}, {.name = "loop" + std::to_string(i), .from = BodyId{i}, .to = BodyId{i + 5'000}});
    CHECK(faults_of(model) ==
          std::vector<std::string>{
              R"(model "chain": its 15000 equations of constraints and loops act on one another through )"
              "so many bodies that a State would need 4.8 GB for them; at most 1 GB is allowed. Close fewer "
              "loops, or hold bodies nearer to one another."});
    model = chain(10'000);
    for (JointElement& joint : model.joints) std::swap(joint.placement.from, joint.placement.to);
    CHECK(faults_of(model).empty());
    model.joints.erase(model.joints.begin());  // none is tied to the world
    CHECK(faults_of(model).size() == 1);
    model.joints.clear();
    CHECK(faults_of(model).size() == 51);
    CHECK(watch.seconds() < 10);
}

TEST_CASE("27: a model of more bodies than the budget is refused before anything is built") {
    Model model{.name = "dust"};
    model.bodies.resize(max_bodies + 2, Body{.name = "grain", .mass = solid(1)});
    const Stopwatch watch;
    CHECK(faults_of(model) ==
          std::vector<std::string>{R"(model "dust" has 1000001 bodies. At most 1000000 are allowed.)"});
    CHECK(watch.seconds() < 2);
}
