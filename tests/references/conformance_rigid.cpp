// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Cases of conformance.json with rigid contact: collisions, friction, slip that begins and ends.
#include <sinew/system/one_way.h>
#include <tests/references/conformance.h>

#include <sinew/studies/simulate.h>

#include <array>
#include <numbers>

namespace sinew::testing {

namespace {

constexpr double gravity = 9.81;

/// Speeds after all collisions of balls on a line, 0.1 mm apart but for the first, which come one by one.
std::vector<double> after_meeting(const std::vector<double>& masses, const std::vector<double>& speeds,
                                  double e) {
    Model model;
    model.impacts.order = ImpactOrder::one_by_one;
    std::vector<double> places;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const std::string n = std::to_string(i);
        const BodyId ball = model.add(Body{.name = "ball" + n, .mass = {masses[i], {}, {1, 1, 1}}});
        model.add(Slider{}, {.name = "slide" + n, .to = ball});
        places.push_back(0.2001 * static_cast<double>(i));
        if (i == 0) continue;
        model.add(SphereOnSphere{.name = "touch" + n,
                                 .from = {BodyId{static_cast<int>(i)}, {}},
                                 .to = {ball, {}},
                                 .from_radius = 0.1,
                                 .to_radius = 0.1,
                                 .rolls = false});
        model.add(OneWay{.name = "touch" + n, .restitution = e});
    }
    const System system(model);
    State start = system.default_state();
    start.set_q(places);
    start.set_u(speeds);
    const State end = last(simulate(system, start, {.until = 1, .accuracy = 1e-10}));
    return {end.u().begin(), end.u().end()};
}

/// A ball (or, of radius 0, a point with inertia) on a slope through the origin; x points up the slope.
struct OnSlope {
    Model model;
    JointId<Free> joint;
    OnSlope(double slope, double radius, const Sym3& inertia, double mu_s, double mu_d, double m = 1) {
        const BodyId body = model.add(Body{.name = "body", .mass = {m, {}, inertia}});
        joint = model.add(Free{}, {.name = "free", .to = body});
        model.add(SphereOnPlane{.name = "slope", .center = {body, {}}, .radius = radius});
        model.add(OneWay{.name = "slope", .static_friction = mu_s, .sliding_friction = mu_d});
        model.add(Gravity{.g = {-gravity * std::sin(slope), 0, -gravity * std::cos(slope)}});
    }
    State start(const System& system, double radius, double v, double w) const {
        State state = system.default_state();
        state.set_q(joint, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, radius});
        state.set_u(joint, std::array{0.0, w, 0.0, v, 0.0, 0.0});
        return state;
    }
};

struct Stop {
    double time = 0, place = 0;
};

}  // namespace

void balls_that_meet(const Case& c, Account& account) {
    balls_in_a_row(c, account);  // by impulses that a program applies
    const std::vector<double> equal(5, 1.0);
    account.compare(c.check("velocities after, 1 ball in"), after_meeting(equal, {1, 0, 0, 0, 0}, 1));
    account.compare(c.check("velocities after, 2 balls in"), after_meeting(equal, {1, 1, 0, 0, 0}, 1));
    account.compare(c.check("two balls 3 kg"), after_meeting({3, 1}, {1, 0}, 1));
    account.compare(c.check("same, e=0.5"), after_meeting({3, 1}, {1, 0}, 0.5));
}

void block_on_a_slope(const Case& c, Account& account) {
    constexpr double slope = std::numbers::pi / 6;
    const auto run = [&](double mu_s, double mu_d, double v, double until, std::vector<Stop>& stops) {
        const OnSlope scene(slope, 0, {1, 1, 1}, mu_s, mu_d);
        const System system(scene.model);
        SimulationOptions options{.until = until, .accuracy = 1e-6};
        options.on_contact = [&](const State& s, const ContactEvent& e) {
            if (e.kind == ContactEventKind::sticks) stops.push_back({s.time(), s.q()[4]});
        };
        return last(simulate(system, scene.start(system, 0, v, 0), std::move(options)));
    };
    // The least coefficient that holds it, between one that does not and one that does.
    double slips = 0.5, sticks = 0.6;
    while (sticks - slips > 1e-13) {
        const double mu = 0.5 * (slips + sticks);
        const OnSlope scene(slope, 0, {1, 1, 1}, mu, mu);
        const System system(scene.model);
        const Simulation at_start(system, scene.start(system, 0, 0, 0));
        (touch_of(system, at_start.state(), {0}) == Touch::sticks ? sticks : slips) = mu;
    }
    const OnSlope held(slope, 0, {1, 1, 1}, 0.6, 0.6);
    const System holds(held.model);
    const Simulation at_rest(holds, held.start(holds, 0, 0, 0));
    const std::array<double, 2> f = friction_force(holds, at_rest.state(), {0});
    const double needed = std::hypot(f[0], f[1]) / normal_force(holds, at_rest.state(), {0});
    account.compare(c.check("minimum static coefficient"), needed);
    CHECK(std::abs(sticks - needed) < 1e-11);  // what is slower than 1e-12 of gravity does not slip
    std::vector<Stop> stops;
    const auto place = [](const State& state) { return state.q()[4]; };
    account.compare(c.check("displacement after 10 s"), place(run(0.6, 0.5, 0, 10, stops)));
    account.compare(c.check("acceleration down the plane"), -2 * place(run(0.3, 0.3, 0, 1, stops)));
    CHECK(stops.empty());
    const double stays = place(run(0.7, 0.7, 2, 3, stops));
    REQUIRE(stops.size() == 1);
    account.compare(c.check("thrown up at 2 m/s with mu=0.7: time to stop"), stops[0].time);
    account.compare(c.check("thrown up at 2 m/s with mu=0.7: distance"), stays);
    // On its return to the start it has the speed that it has gained since it stopped.
    const OnSlope scene(slope, 0, {1, 1, 1}, 0.3, 0.3);
    const System system(scene.model);
    double speed = 0;
    SimulationOptions options{.until = 3, .accuracy = 1e-6};
    options.handlers = {
        {"back",
         Crossing{.witness = [](const State& s) { return s.q()[4]; }, .direction = Direction::falling},
         [&](State& s, Event& e) {
             speed = -s.u()[3];
             e.end_run();
         }}};
    last(simulate(system, scene.start(system, 0, 2, 0), std::move(options)));
    account.compare(c.check("thrown up at 2 m/s with mu=0.3: speed on return"), speed);
}

void ball_that_slides(const Case& c, Account& account) {
    constexpr double r = 0.0286, m = 0.17, v = 3, I = 0.4 * m * r * r;
    const OnSlope scene(0, r, {I, I, I}, 0.25, 0.25, m);
    const System system(scene.model);
    const auto run = [&](double w, std::vector<Stop>& stops) {
        SimulationOptions options{.until = 1.5, .accuracy = 1e-6};
        options.on_contact = [&](const State& s, const ContactEvent& e) {
            if (e.kind == ContactEventKind::sticks) stops.push_back({s.time(), s.q()[4]});
        };
        const State end = last(simulate(system, scene.start(system, r, v, w), std::move(options)));
        return end.u()[3];
    };
    std::vector<Stop> stops;
    const double rolling = run(0, stops);
    REQUIRE(stops.size() == 1);
    account.compare(c.check("time when slipping ends"), stops[0].time);
    account.compare(c.check("distance then"), stops[0].place);
    account.compare(c.check("rolling speed"), rolling);
    account.compare(c.check("final speed with backspin w=-1.5"), run(-1.5 * v / r, stops));
    account.compare(c.check("final speed with backspin w=-3"), run(-3 * v / r, stops));
}

void slips_down(const Case& c, Account& account) {
    rolling_down(c, account);
    constexpr double r = 0.1, mu = 0.2;
    for (const auto& [name, k] : {std::pair{"solid sphere", 0.4}, {"hollow sphere", 2.0 / 3}}) {
        double rolls = 0.2, slips = 1;
        while (slips - rolls > 1e-11) {
            const double tangent = 0.5 * (rolls + slips), I = k * r * r;
            const OnSlope scene(std::atan(tangent), r, {I, I, I}, mu, mu);
            const System system(scene.model);
            const Simulation at_start(system, scene.start(system, r, 0, 0));
            (touch_of(system, at_start.state(), {0}) == Touch::sticks ? rolls : slips) = tangent;
        }
        account.compare(c.check(std::string("tan(angle) above which it slips for mu=0.2, ") + name), slips);
    }
}

}  // namespace sinew::testing
