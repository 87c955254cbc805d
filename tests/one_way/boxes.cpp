// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Boxes on their corners: loads that several conditions share.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "a box on a slope stays as long as one point would, each corner within its cone; else it slides or "
    "tips") {
    const double angle = 25 * std::acos(-1.0) / 180, limit = std::tan(angle);
    struct Row {
        double mu, height;
        bool stays;
    };
    for (const Row& row :
         {Row{1.005 * limit, 0.1, true}, Row{0.8, 0.1, true}, Row{0.3, 0.1, false}, Row{0.8, 0.3, false}}) {
        CAPTURE(row.mu);
        Model model;
        const Vec3 half{0.1, 0.15, row.height};
        const double m = 2, x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
        const BodyId box = model.add(
            Body{.name = "box", .mass = {m, {}, Sym3{m / 3 * (y + z), m / 3 * (x + z), m / 3 * (x + y)}}});
        const auto joint = model.add(Free{}, {.name = "free", .to = box});
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
            const std::string name = "corner" + std::to_string(i);
            model.add(SphereOnPlane{.name = name, .center = {box, corner}, .radius = 0});
            model.add(OneWay{.name = name, .static_friction = row.mu, .sliding_friction = row.mu});
        }
        model.add(Gravity{.g = {-g * std::sin(angle), 0, -g * std::cos(angle)}});
        const System system(model);
        State start = system.default_state();
        start.set_q(joint, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, row.height});
        Simulation run = simulate(system, start, {.until = 0.5, .accuracy = 1e-6});
        while (!run.is_over()) {
            run.step();
            for (int i = 0; i < 8; ++i) {
                const std::array<double, 2> f = friction_force(system, run.state(), {i});
                CHECK(std::hypot(f[0], f[1]) <= row.mu * normal_force(system, run.state(), {i}) + 1e-6);
            }
        }
        CHECK(run.outcome() == Outcome::reached);
        const double moved = std::abs(run.state().q()[4]) + std::abs(run.state().q()[2]);
        if (row.stays) CHECK(moved < 1e-8);
        else CHECK(moved > 1e-3);
    }
}
