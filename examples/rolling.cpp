// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A ball rolls on a turntable: constraints beside joints, what they leave of the motion, and what they apply.

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

int main() {
    constexpr double rate = 3, radius = 0.05, mass = 0.2, I = 0.4 * mass * radius * radius;
    Model model;
    const BodyId table = model.add(Body{"table", {.mass = 5, .com = {}, .inertia = {0.5, 0.5, 1}}});
    const BodyId ball = model.add(Body{"ball", {.mass = mass, .com = {}, .inertia = {I, I, I}}});
    const auto spin = model.add(Pin{}, {.name = "spin", .from = world, .to = table});
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = ball});
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ConstantSpeed{.name = "motor", .coordinate = {spin, 0}, .value = rate});
    const ConstraintId rolls = model.add(SphereOnPlane{
        .name = "rolls", .plane = {table, {0, 0, 1}, 0}, .center = {ball, {}}, .radius = radius});
    const System system(model);

    // At p with velocity v, turning so that its lowest point goes with the table.
    const Vec3 p{0.5, 0, radius}, v{0.2, 0.1, 0}, slip = cross(Vec3{0, 0, rate}, p) - v;
    State state = system.default_state();
    state.u(spin) = rate;
    state.set_q(free, std::array{1.0, 0.0, 0.0, 0.0, p.x, p.y, p.z});
    state.set_u(free, std::array{slip.y / radius, -slip.x / radius, 0.0, v.x, v.y, v.z});

    double slips = 0;
    for (const double e : velocity_errors(system, state)) slips = std::fmax(slips, std::abs(e));
    const Vec3 a = acceleration(system, state, ball).v;
    const SpatialForce push = constraint_force_on(system, state, rolls, ball);
    std::printf("%d speeds less %d equations leave %d freedoms; the ball slips by %.0e m/s\n", system.nu(),
                equation_counts(system).all(), system.nu() - constraint_rank(system, state), slips);
    std::printf("it turns left at %.6f rad/s, 2/7 of the table's %g\n", norm(a) / norm(v), rate);
    std::printf("the table pushes it up with %.4f N and sideways with %.4f N\n", push.f.z,
                std::hypot(push.f.x, push.f.y));
    return std::abs(norm(a) / norm(v) - rate * 2 / 7) < 1e-12 ? 0 : 1;
}
