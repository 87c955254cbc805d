// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases of surfaces that yield.

#include <sinew/contact/laws.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/contacts.h>
#include <tests/references/conformance.h>

namespace sinew::testing {

namespace {

/// A ball over a floor on a slider along z; its coordinate is its height over touching.
struct BallOverFloor {
    Model model{.name = "ball over floor"};
    JointId<Slider> slide;

    BallOverFloor(const CaseBody& ball, double radius, const Material& material, ModulusRule rule) {
        const BodyId body = model.add(Body{.name = ball.name, .mass = ball.mass});
        const Rotation z_along_x{{z_axis, y_axis, -x_axis}};  // a slider moves along x
        slide = model.add(Slider{}, {.name = "slide",
                                     .from = world,
                                     .to = body,
                                     .X_PF = {z_along_x, {0, 0, radius}},
                                     .X_BM = {z_along_x, {}}});
        model.contact.modulus = rule;
        model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
        model.add(ContactSurface{
            .name = "ball", .body = body, .shape = shape::Sphere{radius}, .material = material});
    }
};

/// What happens between touchdown at a speed and lift-off.
struct Impact {
    double depth = 0, force = 0, duration = 0, rebound = 0, heat = 0;

    Impact(const BallOverFloor& scene, double speed, double until) {
        const System system(scene.model);
        State start = system.default_state();
        start.u(scene.slide) = -speed;
        const JointId<Slider> slide = scene.slide;
        SimulationOptions options{.until = until, .accuracy = 1e-13};
        options.reporters = {
            {"deepest",
             Crossing{.witness = [=](const State& s) { return s.u(slide); }, .stage = Stage::velocity},
             [&](const State& s, const Event&) {
                 depth = -s.q(slide), force = contacts(system, s).at(0).normal_force;
             }},
            {"lift-off",
             Crossing{.witness = [=](const State& s) { return s.q(slide); }, .direction = Direction::rising},
             [&](const State&, const Event& e) { duration = 0.5 * (e.before + e.time); }}};
        const State end = last(simulate(system, start, std::move(options)));
        rebound = end.u(slide);
        heat = contact_heat(system, end);
    }
};

}  // namespace

void steel_ball_on_steel(const Case& c, Account& account) {
    const double radius = 0.01;
    const Material steel{.young = 210e9, .poisson = 0.3, .dissipation = 0};
    const CombinedMaterial both = combined_for_hertz(steel, steel, ModulusRule::textbook);
    account.compare(c.check("K = "), HertzLaw(both.modulus, radius, 1).K);
    const CaseBody& ball = c.model.bodies.at(0);
    account.compare(c.check("mass"), ball.mass.mass);
    const Impact impact(BallOverFloor(ball, radius, steel, ModulusRule::textbook), 1, 1e-4);
    account.compare(c.check("max indentation"), impact.depth);
    account.compare(c.check("max force"), impact.force);
    account.compare(c.check("contact duration"), impact.duration);
    account.compare(c.check("rebound speed"), impact.rebound);
}

void ball_with_dissipation(const Case& c, Account& account) {
    // K = 4/3 E* √R = 1e6 for R = 1 and, by the textbook rule, two moduli of 2 E*.
    const Material material{.young = 1.5e6, .poisson = 0, .dissipation = 0.2};
    const Impact impact(BallOverFloor(c.model.bodies.at(0), 1, material, ModulusRule::textbook), 1, 0.02);
    account.compare(c.check("max indentation"), impact.depth);
    account.compare(c.check("rebound speed"), impact.rebound);
    const double lost = 0.5 * c.model.bodies.at(0).mass.mass * (1 - impact.rebound * impact.rebound);
    account.at_most(std::abs(impact.heat - lost), 1e-9);
}

}  // namespace sinew::testing
