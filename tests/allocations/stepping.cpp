// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Steps through contact take memory as the number of contacts grows, and then none.
#include <sinew/stepping/stepper.h>
#include <sinew/stepping/surface_touches.h>
#include <sinew/system/system.h>
#include <tests/allocations/count.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "steps through contact of boxes and of a mechanism with a loop allocate nothing once they have settled") {
    if (!can_count()) return;
    Model model;
    model.contact.kind = ContactKind::rigid;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    for (int i = 0; i < 5; ++i) {
        const std::string name = "box" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.2, 0.2, 0.2})});
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {.p = {0, 0, 0.1 + 0.2 * i}}});
        model.add(
            ContactSurface{.name = name + "_sides", .body = body, .shape = shape::Box{{0.2, 0.2, 0.2}}});
    }
    const BodyId arm = model.add(Body{.name = "arm", .mass = box(1, {0.5, 0.1, 0.1})});
    const BodyId hand = model.add(Body{.name = "hand", .mass = box(1, {0.1, 0.1, 0.1})});
    model.add(Free{}, {.name = "arm_free", .to = arm, .X_PF = {.p = {2, 0, 0.05}}});
    const auto wrist =
        model.add(Pin{}, {.name = "wrist", .from = arm, .to = hand, .X_PF = {.p = {0.4, 0, 0}}});
    model.add(MobilityDamper{"damper", {wrist}, 0.1});
    model.add(Rod{"rod", {arm, {0.2, 0.2, 0}}, {hand, {0, 0.1, 0}}, 0.22});
    model.add(ContactSurface{.name = "arm_sides", .body = arm, .shape = shape::Box{{0.5, 0.1, 0.1}}});
    const System system(model);
    State state = system.default_state();
    ContactStepper stepper(system, std::make_unique<SurfaceTouches>(system));
    for (int i = 0; i < 200; ++i) stepper.step(state, 0.005);
    const long before = allocations();
    int contacts = 0;
    for (int i = 0; i < 20; ++i) contacts += stepper.step(state, 0.005).contacts;
    CHECK(allocations() == before);
    CHECK(contacts > 20 * 20);
}

TEST_CASE("steps of legs whose drives are told where to go before each allocate nothing") {
    if (!can_count()) return;
    Model model;
    model.contact.kind = ContactKind::rigid;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    const BodyId trunk = model.add(Body{.name = "trunk", .mass = box(20, {0.3, 0.4, 0.5})});
    model.add(Free{}, {.name = "trunk_free", .to = trunk, .X_PF = {.p = {0, 0, 0.96}}});
    std::vector<std::string> targets;
    for (const double side : {-0.15, 0.15}) {
        BodyId above = trunk;
        for (int i = 0; i < 3; ++i) {  // thigh, shank, foot
            const std::string name = "part" + std::to_string(targets.size());
            const BodyId part = model.add(Body{.name = name, .mass = box(3, {0.1, 0.1, 0.3})});
            const Vec3 p{0, i == 0 ? side : 0, i == 0 ? -0.25 : -0.3};
            const auto joint = model.add(Pin{}, {.name = name + "_pin",
                                                 .from = above,
                                                 .to = part,
                                                 .X_PF = {Rotation::about_x(1.5707963267948966), p},
                                                 .X_BM = {Rotation::about_x(1.5707963267948966), {}}});
            model.add(MobilityPid{
                .name = name + "_drive", .coordinate = {joint, 0}, .proportional = 3000, .derivative = 100});
            targets.push_back(name + "_drive.target");
            above = part;
        }
        model.add(ContactSurface{.name = "sole" + std::to_string(targets.size()),
                                 .body = above,
                                 .X_BG = {.p = {0.05, 0, -0.08}},
                                 .shape = shape::Box{{0.3, 0.12, 0.05}}});
    }
    const System system(model);
    State state = system.default_state();
    ContactStepper stepper(system, std::make_unique<SurfaceTouches>(system));
    const auto go = [&](int steps) {
        int contacts = 0;
        for (int i = 0; i < steps; ++i) {
            const double bend = 0.1 * std::sin(6 * state.time());
            for (std::size_t k = 0; k < targets.size(); ++k)
                state.set_parameter(targets[k], k % 3 == 1 ? -2 * bend : bend);
            contacts += stepper.step(state, 0.005).contacts;
        }
        return contacts;
    };
    go(200);
    const long before = allocations();
    CHECK(go(100) > 200);
    CHECK(allocations() == before);
}

TEST_CASE(
    "events of pairs that bounce, slide and hold allocate nothing once every pair has had one of its kind") {
    if (!can_count()) return;
    Model model;
    model.contact.kind = ContactKind::rigid, model.contact.step = 0.002;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    std::vector<double> u;
    for (int i = 0; i < 4; ++i) {
        const std::string name = "box" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.4, 0.4, 0.1})});
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {.p = {1.0 * i, 0, 0.05}}});
        model.add(
            ContactSurface{.name = name + "_sides", .body = body, .shape = shape::Box{{0.4, 0.4, 0.1}}});
        for (const double x : {0.0, 0.0, 0.0, 0.0, 1.0, 1.0}) u.push_back(x);
    }
    const System system(model);
    State state = system.default_state();
    ContactStepper stepper(system, std::make_unique<SurfaceTouches>(system));
    long events = 0;
    const auto throw_and_catch = [&](int times) {
        for (int k = 0; k < times; ++k) {
            state.set_u(u);  // up and along: lifts off, falls, slides, sticks
            for (int i = 0; i < 400; ++i) stepper.step(state, 0.002), events += std::ssize(stepper.events());
        }
    };
    throw_and_catch(2);
    const long before = allocations(), told = events;
    throw_and_catch(3);
    CHECK(allocations() == before);
    CHECK(events - told >= 3 * 4 * 4);  // impact, touches, sticks, lifts off
}
