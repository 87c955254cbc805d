// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Linkages of conformance.json, drawn from joints, their cranks driven at a given speed and the rest assembled.

#include <tests/references/conformance.h>
#include <tests/references/mechanisms.h>

#include <array>
#include <numbers>

namespace sinew::testing {

namespace {

/// A linkage whose first joint is driven, and its first angle.
struct Driven {
    System system;
    double rate;

    Driven(Model model, double speed) : system(with_motor(std::move(model), speed)), rate(speed) {}
    static Model with_motor(Model model, double speed) {
        model.add(Motion{
            .name = "motor", .joint = {{0}}, .level = MotionLevel::velocity, .functions = {Function(speed)}});
        return model;
    }
    /// Closed on the branch nearest to these coordinates, and moving.
    State at(std::span<const double> q) const {
        State start = system.default_state();
        start.set_q(q);
        prescribe(system, start);
        const Assembly found = assemble(system, start, {.kept = {AnyJointId{{0}}}, .tolerance = 1e-13});
        CHECK(found.assembled);
        CHECK(found.velocities_met);
        return found.state;
    }
};

double angle_of(const System& system, const State& state, BodyId body) {
    const Vec3 x = pose(system, state, body).R.x;
    return std::atan2(x.y, x.x);
}

/// Crank 0.1, coupler 0.35, rocker 0.3, ground 0.4 m.
Model four_bar() {
    Model model{.name = "four-bar"};
    const BodyId crank = add_rod(model, "crank", 1, {}, {0.1, 0, 0}),
                 coupler = add_rod(model, "coupler", 1, {}, {0.35, 0, 0}),
                 rocker = add_rod(model, "rocker", 1, {}, {0.3, 0, 0});
    model.add(Pin{}, {.name = "O", .from = world, .to = crank});
    model.add(Pin{}, {.name = "A", .from = crank, .to = coupler, .X_PF = {.p = {0.1, 0, 0}}});
    model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {0.4, 0, 0}}});
    model.add(Pin{}, {.name = "B",
                      .from = coupler,
                      .to = rocker,
                      .X_PF = {.p = {0.35, 0, 0}},
                      .X_BM = {.p = {0.3, 0, 0}}});
    return model;
}

const BodyId coupler{2}, rocker{3};

State four_bar_at(const Driven& driven, double angle) {
    return driven.at(std::array{angle, 0.8 - angle, 2.0});
}

}  // namespace

void driven_four_bar(const Case& c, Account& account) {
    const Driven driven(four_bar(), 10);
    const System& system = driven.system;
    for (const Check& check : c.checks) {
        const State state = four_bar_at(driven, check.crank_deg * std::numbers::pi / 180);
        account.compare(
            check,
            std::array{angle_of(system, state, coupler), angle_of(system, state, rocker),
                       velocity(system, state, coupler).w.z, velocity(system, state, rocker).w.z,
                       acceleration(system, state, coupler).w.z, acceleration(system, state, rocker).w.z});
    }
}

void limits_of_four_bar(const Case& c, Account& account) {
    const Driven driven(four_bar(), 10);
    const System& system = driven.system;
    // The rocker turns back where its rate changes sign, the transmission angle where that of the coupler is the same.
    const auto turning_point = [&](double from, double to, auto rate) {
        const bool rising = rate(four_bar_at(driven, from)) > 0;
        for (int i = 0; i < 50; ++i) {
            const double middle = 0.5 * (from + to);
            ((rate(four_bar_at(driven, middle)) > 0) == rising ? from : to) = middle;
        }
        return four_bar_at(driven, from);
    };
    const auto rocking = [&](const State& s) { return velocity(system, s, rocker).w.z; };
    const auto closing = [&](const State& s) {
        return velocity(system, s, rocker).w.z - velocity(system, s, coupler).w.z;
    };
    constexpr double pi = std::numbers::pi;
    const State out = turning_point(0.3, 1.2, rocking), back = turning_point(3.5, 4.5, rocking);
    const double one = pi - angle_of(system, out, rocker), other = pi - angle_of(system, back, rocker);
    account.compare(c.check("rocker angle limits"), std::array{std::min(one, other), std::max(one, other)});
    const State narrow = turning_point(-0.8, 0.8, closing), wide = turning_point(2.5, 3.9, closing);
    const auto transmission = [&](const State& s) {
        return angle_of(system, s, rocker) - angle_of(system, s, coupler);
    };
    account.compare(c.check("transmission angle"), std::array{transmission(narrow), transmission(wide)});
}

void driven_slider_crank(const Case& c, Account& account) {
    Model model{.name = "slider-crank"};
    const BodyId crank = add_rod(model, "crank", 1, {}, {0.2, 0, 0}),
                 rod = add_rod(model, "rod", 1, {}, {0.5, 0, 0}),
                 piston = model.add(Body{.name = "piston", .mass = {1, {}, {0.1, 0.1, 0.1}}});
    model.add(Pin{}, {.name = "main", .from = world, .to = crank});
    model.add(Pin{}, {.name = "crankpin", .from = crank, .to = rod, .X_PF = {.p = {0.2, 0, 0}}});
    model.add(Slider{}, {.name = "bore", .from = world, .to = piston, .X_PF = {.p = {0, 0.03, 0}}});
    model.add(Pin{}, {.name = "gudgeon", .from = rod, .to = piston, .X_PF = {.p = {0.5, 0, 0}}});
    const Driven driven(model, 30);
    const System& system = driven.system;
    for (const Check& check : c.checks) {
        const double angle = check.crank_deg * std::numbers::pi / 180;
        const State state = driven.at(std::array{angle, -angle, 0.5});
        account.compare(check,
                        std::array{pose(system, state, piston).p.x, velocity(system, state, piston).v.x,
                                   acceleration(system, state, piston).v.x});
    }
}

}  // namespace sinew::testing
