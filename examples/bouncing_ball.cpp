// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A ball thrown on the floor bounces, slides and rolls: a constraint that acts one way only.
#include <sinew/sinew.h>

#include <array>
#include <cstdio>

using namespace sinew;

int main() {
    constexpr double m = 0.2, r = 0.1, I = 0.4 * m * r * r;
    Model model;
    const BodyId ball = model.add(Body{.name = "ball", .mass = {.mass = m, .inertia = {I, I, I}}});
    const auto flight = model.add(Free{}, {.name = "flight", .to = ball});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const ConstraintId floor = model.add(SphereOnPlane{
        .name = "floor", .center = {ball, {}}, .radius = r});  // held and rolling, if it were all
    model.add(OneWay{.name = "floor",
                     .restitution = 0.6,
                     .capture_speed = 0.05,
                     .static_friction = 0.2,
                     .sliding_friction = 0.15});
    const System system(model);

    State start = system.default_state();
    start.set_q(flight, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6});
    start.set_u(flight, std::array{0.0, -20.0, 0.0, 2.0, 0.0, 0.0});  // with back spin

    SimulationOptions options{.until = 3, .accuracy = 1e-6};
    options.on_contact = [&](const State& now, const ContactEvent& event) {
        std::printf("t %.4f s, x %.3f m: %s", now.time(), now.q(flight)[4], name_of(event.kind));
        if (event.kind == ContactEventKind::impact) std::printf(" at %.3f m/s", event.speed);
        std::printf("\n");
    };
    const State end = last(simulate(system, start, std::move(options)));
    std::printf("it %s with N = %.3f N and v = %.4f m/s, r w = %.4f m/s\n",
                name_of(touch_of(system, end, floor)), normal_force(system, end, floor), end.u(flight)[3],
                r * end.u(flight)[1]);
}
