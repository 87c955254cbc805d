// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Steps through contact take memory as the number of contacts grows, and then none.
#include <sinew/stepping/stepper.h>
#include <sinew/stepping/surface_touches.h>
#include <sinew/system/system.h>
#include <tests/allocations/count.h>

#include <doctest/doctest.h>

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
