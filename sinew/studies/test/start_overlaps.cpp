// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Rigid surfaces that are in one another at the start are named, with depth and the way out.
#include <sinew/rigid/surfaces.h>
#include <sinew/stepping/overlaps.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/system.h>
#include <sinew/system/work.h>

#include <doctest/doctest.h>

using namespace sinew;

namespace {

/// Balls of radius 0.1 m at these places, over a floor.
Model balls(const std::vector<Vec3>& places, double step) {
    Model model;
    model.contact.kind = ContactKind::rigid, model.contact.step = step;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string name = "ball" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = {1, {}, {0.004, 0.004, 0.004}}});
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {.p = places[i]}});
        model.add(ContactSurface{.name = name, .body = body, .shape = shape::Sphere{0.1}});
    }
    return model;
}

}  // namespace

TEST_CASE(
    "surfaces in one another are found by pairs, the deepest first, and moving them as told takes them "
    "apart") {
    const System system(balls({{0, 0, 0.07}, {0.15, 0, 0.07}, {1, 0, 0.1}}, 0.002));
    const std::vector<Overlap> found = overlaps(system, system.default_state());
    REQUIRE(found.size() == 3);
    CHECK(found[0].depth() == doctest::Approx(0.05).epsilon(1e-9));
    CHECK(found[1].depth() == doctest::Approx(0.03).epsilon(1e-9));
    CHECK(found[2].depth() == doctest::Approx(0.03).epsilon(1e-9));
    const std::vector<std::string> texts = texts_of(system, found);
    REQUIRE(texts.size() == 3);
    CHECK(texts[0] ==
          "surface \"ball0\" and surface \"ball1\" overlap by 0.05 m. Moving surface \"ball1\" by as much "
          "along "
          "(1, 0, 0) takes them apart there; groups or excluded bodies let them be.");
    CHECK(texts[1].find(
              "surface \"floor\" and surface \"ball0\" overlap by 0.03 m. Moving surface \"ball0\"") == 0);
    CHECK(texts_of(system, found, 1)[1] == "2 other pairs of surfaces overlap, by 0.03 m at most.");
    State moved = system.default_state();
    for (const Overlap& overlap : found) {
        const int q = system.compiled().tree[overlap.deepest.B].q;
        std::vector<double> all(moved.q().begin(), moved.q().end());
        for (int k = 0; k < 3; ++k)
            all[static_cast<std::size_t>(q + 4 + k)] += (overlap.depth() + 1e-9) * overlap.deepest.n_W[k];
        moved.set_q(all);
    }
    CHECK(overlaps(system, moved).empty());
}

TEST_CASE("steps of one length go on from an overlap, say so, and take it apart without giving it speed") {
    const System system(balls({{0, 0, 0.05}}, 0.002));
    Simulation run = simulate(system, system.default_state(), {.until = 1});
    double fastest = 0;
    while (!run.is_over()) run.step(), fastest = std::max(fastest, kinetic_energy(system, run.state()));
    const SimulationReport report = run.report();
    REQUIRE(report.start_overlaps.size() == 1);
    CHECK(report.start_overlaps[0].find("\"ball0\" overlap by 0.05 m") != std::string::npos);
    CHECK(report.summary().find("At the start, surface \"floor\" and surface \"ball0\" overlap") !=
          std::string::npos);
    CHECK(std::abs(pose(system, run.state(), BodyId{1}).p.z - 0.1) < 2e-4);
    CHECK(fastest < 1e-9);
}

TEST_CASE(
    "steps that control their error do not begin with an overlap: names, depths and the way out are told") {
    const System system(with_rigid_contacts(balls({{0, 0, 0.05}, {1, 0, 0.08}, {2, 0, 0.1}}, 0)));
    CHECK_THROWS_WITH_AS(
        simulate(system, system.default_state(), {.until = 1}),
        doctest::Contains("\"ball0 on floor\" by 0.05, \"ball1 on floor\" by 0.02 (m or rad). Start "
                          "with the two sides apart or just touching: move them by as much."),
        SimulationError);
}
