// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What stays on its weld, what goes the way back to the whole, and what else a merged Model says.
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/formats/json_model.h>
#include <tests/support/contact_scenes.h>
#include <tests/support/law.h>
#include <tests/support/welded_model.h>

namespace sinew::testing::weld_states {

namespace {
constexpr double rounding = 1e-11;
}  // namespace

TEST_CASE(
    "a weld that closes a loop stays, and so does one between bodies that something holds against one "
    "another") {
    Random random(3);
    Model model;
    const BodyId a = hang(model, random, Pin{}, world, false), b = hang(model, random, Weld{}, a, true),
                 c = hang(model, random, Weld{}, b, false);
    const System open(model);
    const Transform X_AC = relative_pose(open, open.default_state(), {a, {}}, {c, {}});
    Model ring = model;
    ring.add(Weld{}, {.name = "ring", .from = a, .to = c, .X_PF = X_AC});
    const MergedWelds merged = merge_welds(ring);
    CHECK(merged.model.bodies.size() == 3);  // one of them hangs on the pin, one stays on its weld
    CHECK(System(merged.model).loops().size() == 1);
    REQUIRE(merged.remarks.size() == 1);
    CHECK(merged.remarks[0].find("stays on weld") != std::string::npos);
    Model held = model;
    held.add(Rod{"rod", {a, {}}, {c, {}}, norm(X_AC.p)});
    CHECK(merge_welds(held).remarks ==
          std::vector<std::string>{
              "body \"body3\" stays on weld \"joint3\": rod \"rod\" holds it against body \"body1\"."});
    System(merge_welds(held).model);
}

TEST_CASE("a State goes the way back with all that it says") {
    Model model = welded_model(4);
    Random random(1);
    const ForceId spring = model.add(random_force<MobilitySpring>(model, random));
    model.forces.back().as<MobilitySpring>().name = "spring";
    const ForceId hands = model.add(DiscreteForces{"hands"});
    model.add(random_force<CoordinateActuator>(model, random));
    const auto text = model.add_variable<std::string>("text", "before", Stage::report);
    const auto number = model.add_variable<int>("number", 3, Stage::velocity);
    const MergedWelds merged = merge_welds(model);
    const System whole(model), part(merged.model);
    State here = random_state(part, 5);
    here.set_time(2.5);
    here.set(text, "after");
    here.set(number, 7);
    here.set_parameter("spring.stiffness", 9.0);
    set_enabled(part, here, spring, false);
    State direct = whole.default_state();
    direct.set_time(2.5);
    direct.set(text, "after");
    direct.set(number, 7);
    direct.set_parameter("spring.stiffness", 9.0);
    set_enabled(whole, direct, spring, false);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const AnyJointId to{{static_cast<int>(j)}}, from = merged.moved.joint[j];
        if (from.index < 0) continue;
        use_angles(whole, direct, to, uses_angles(part, here, from));
        direct.set_q(to, here.q(from));
        direct.set_u(to, here.u(from));
        if (j % 3 == 0 && !here.u(from).empty()) {
            lock(part, here, from, MotionLevel::velocity);
            lock(whole, direct, to, MotionLevel::velocity);
            set_mobility_force(part, here, hands, {from, 0}, 0.5);
            set_mobility_force(whole, direct, hands, {to, 0}, 0.5);
        }
    }
    CHECK(whole_state(merged, part, here, whole) == direct);

    // What means something else is refused.
    const BodyId host = [&] {
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b)
            if (merged.gone[at(b)] && merged.moved(BodyId{b}) != world) return merged.moved(BodyId{b});
        return world;
    }();
    const std::string path = merged.model.bodies[at(host.index)].name + ".mass";
    here.set_parameter(path, 5.0);
    CHECK_THROWS_AS(whole_state(merged, part, here, whole), StateError);
    CHECK_THROWS_AS(whole_state(merged, whole, direct, part), StateError);
}

TEST_CASE(
    "gravity that leaves out a part leaves it on its weld; programs that name bodies by number leave all") {
    Random random(2);
    Model model;
    const BodyId a = hang(model, random, Ball{}, world, false), b = hang(model, random, Weld{}, a, false),
                 c = hang(model, random, Weld{}, b, false), d = hang(model, random, Weld{}, world, false);
    model.add(Gravity{.name = "g", .except = {b, d}});
    Law law(rounding);
    {
        const WholeAndMerged p(model, 1);
        CHECK(p.merged.model.bodies.size() == 4);
        CHECK(p.merged.remarks.size() == 2);  // c is not what b is
        compare(p, law, "one");
    }
    model.forces[0].as<Gravity>().except = {a, b, c};
    {
        const WholeAndMerged p(model, 1);
        CHECK(p.merged.model.bodies.size() == 2);
        CHECK(p.merged.model.forces[0].as<Gravity>().except == std::vector<BodyId>{BodyId{1}});
        compare(p, law, "all");
    }
    auto spring = std::make_shared<StiffeningSpring>();
    spring->from = {a, {}}, spring->to = {world, {1, 0, 0}};
    model.add(CustomForce{"own", spring});
    const MergedWelds none = merge_welds(model);
    CHECK(none.model.bodies.size() == model.bodies.size());
    REQUIRE(none.remarks.size() == 1);
    CHECK(none.remarks[0].find("custom force \"own\"") != std::string::npos);
}

TEST_CASE("what touched touches, and nothing else") {
    Law law(rounding);
    for (int scene = 0; scene < 8; ++scene) {
        Random random(at(scene) + 20);
        Model model{.name = "touching"};
        const auto skin = [&](BodyId body, const char* name) {
            model.add(ContactSurface{.name = name,
                                     .body = body,
                                     .X_BG = {.p = random.vector(0.1)},
                                     .shape = shape::Sphere{0.6},
                                     .material = lossy_material});
        };
        // a and b are one, c hangs on b: neighbours of c may touch it from a, but not from b.
        const BodyId a = hang(model, random, Free{}, world, false), b = hang(model, random, Weld{}, a, false),
                     c = hang(model, random, Pin{}, b, false), d = hang(model, random, Weld{}, world, false),
                     e = hang(model, random, Ball{}, d, false);
        skin(a, "a");
        if (scene & 1) skin(b, "b");
        skin(c, "c");
        if (scene & 2) skin(d, "d");
        skin(e, "e");
        if (scene & 4) model.contact.excluded.push_back({a, e});
        const WholeAndMerged p(model, at(scene) + 1);
        CHECK(p.merged.remarks.size() == ((scene & 1) || ((scene & 4) && (scene & 1)) ? 1u : 0u));
        for (const System* one : {&p.part, &p.whole}) CHECK(one->layout().nz == 1);
        compare(p, law, "scene " + std::to_string(scene));
    }
}

TEST_CASE("a merged model can be written and read, and what is drawn stands where it was") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Model kept;
        Random random(seed);
        for (int i = 0; i < 3; ++i) {
            const BodyId arm = hang(kept, random, Ball{}, BodyId{2 * i}, i == 1);
            hang(kept, random, Weld{}, arm, i == 0);
        }
        kept.add(Gravity{.except = {BodyId{1}, BodyId{2}}});
        kept.add(random_force<FrameSpring>(kept, random));
        kept.add(Marker{"marker", {BodyId{4}, random.pose(1)}});
        kept.add(
            Visual{.name = "visual", .body = BodyId{6}, .X_BG = random.pose(1), .shape = shape::Sphere{0.1}});
        kept.add(PointOnSurface{.name = "on",
                                .on = BodyId{2},
                                .surface = function::Linear{{1, 2, 3}, 0.5},
                                .point = {BodyId{6}, {}}});
        const WholeAndMerged p(kept, seed);
        const Model read = read_json_model_text(to_json_model(p.merged.model), "merged").model;
        const System again(read);
        State same = again.default_state();
        for (int j = 0; j < 3; ++j) {
            const AnyJointId joint{{j}};
            use_angles(again, same, joint, uses_angles(p.part, p.here, joint));
            same.set_q(joint, p.here.q(joint)), same.set_u(joint, p.here.u(joint));
        }
        same.set_time(p.here.time());
        CHECK(difference(forward_dynamics(again, same), forward_dynamics(p.part, p.here)) == 0);
        const Marker &whole = kept.markers[0], &part = p.merged.model.markers[0];
        CHECK(difference(pose(p.whole, p.there, whole.on.body) * whole.on.X_BF,
                         pose(p.part, p.here, part.on.body) * part.on.X_BF) < rounding);
        const Visual &drawn = kept.visuals[0], &now = p.merged.model.visuals[0];
        CHECK(difference(pose(p.whole, p.there, drawn.body) * drawn.X_BG,
                         pose(p.part, p.here, now.body) * now.X_BG) < rounding);
    }
}

TEST_CASE("motions and limits name their joints by the new numbers") {
    Random random(8);
    Model model;
    const BodyId a = hang(model, random, Weld{}, world, true), b = hang(model, random, Pin{}, a, false),
                 c = hang(model, random, Weld{}, b, false), d = hang(model, random, Universal{}, c, true);
    const AnyJointId pin = model.joint("joint2"), cross = model.joint("joint4");
    static_cast<void>(d);
    model.add(Gravity{});
    model.add(Motion{.name = "motor", .joint = pin, .functions = {function::Sinusoid{}}});
    model.add(CoordinateLimits{.coordinate = {cross, 1}, .low = -1, .high = 2});
    WholeAndMerged p(model, 3);
    CHECK(p.merged.model.motions[0].joint.index == 0);
    CHECK(p.merged.model.limits[0].coordinate.joint.index == 1);
    prescribe(p.part, p.here);
    p.there = whole_state(p.merged, p.part, p.here, p.whole);
    Law law(rounding);
    compare(p, law, "motor");
    std::vector<double> one(at(p.part.nu())), other(at(p.whole.nu()));
    motor_forces(p.part, p.here, one), motor_forces(p.whole, p.there, other);
    law.measure(difference(one, other), "motor's force");
    set_enabled(p.part, p.here, MotionId{0}, false);
    CHECK(!is_enabled(p.whole, whole_state(p.merged, p.part, p.here, p.whole), MotionId{0}));
}

}  // namespace sinew::testing::weld_states
