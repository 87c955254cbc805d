// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// One body and one condition: closed forms.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("a ball bounces when and as high as it must, and comes to rest where its bounces pile up") {
    Model model;
    const BodyId ball = model.add(Body{.name = "ball", .mass = {0.3, {}, Sym3{1e-3, 1e-3, 1e-3}}});
    const auto height = model.add(
        Slider{}, {.name = "height", .to = ball, .X_PF = {.R = Rotation::about_y(-std::acos(0.0))}});
    model.add(PointOnPlane{.name = "floor", .point = {ball, {}}});
    model.add(OneWay{.name = "floor", .restitution = 0.8, .capture_speed = 1e-6});
    model.add(Gravity{.g = {0, 0, -g}});
    const System system(model);
    State start = system.default_state();
    start.q(height) = 1;
    std::vector<Happened> events;
    Simulation run = simulate(system, start, noting(system, events, 4.5, 1e-9));
    CHECK(run.advance_to(4.5) == Outcome::reached);
    const double first = std::sqrt(2 / g);
    double t = first, flight = 2 * 0.8 * first;
    for (std::size_t i = 0; i < 20; ++i, t += flight, flight *= 0.8)
        CHECK(events.at(i).time == doctest::Approx(t).epsilon(1e-8));
    CHECK(events.back().kind == ContactEventKind::touches);
    CHECK(std::abs(events.back().time - first * 1.8 / 0.2) < 2e-6);
    CHECK(run.report().captured == 1);
    CHECK(std::abs(run.state().q(height)) < 1e-9);
    CHECK(normal_force(system, run.state(), {0}) == doctest::Approx(0.3 * g));
}

TEST_CASE("a block on a slope stays, slides, and stops for good where it was thrown up") {
    const double angle = std::asin(0.5);
    const auto on_slope = [&](double mu_s, double mu_d, double speed, double until) {
        BallOnFloor scene(1, 0, {.static_friction = mu_s, .sliding_friction = mu_d},
                          {-g * std::sin(angle), 0, -g * std::cos(angle)});
        scene.model.bodies[1].mass.inertia = Sym3{1, 1, 1};
        const System system(scene.model);
        std::vector<Happened> events;
        State end =
            last(simulate(system, scene.state(system, {}, {speed, 0, 0}), noting(system, events, until)));
        return std::pair{end, events};
    };
    SUBCASE("it stays") {
        const auto [end, events] = on_slope(0.6, 0.5, 0, 10);
        CHECK(std::abs(end.q()[4]) < 1e-9);
        CHECK(events.size() == 1);
    }
    SUBCASE("it slides") {
        const auto [end, events] = on_slope(0.3, 0.3, 0, 1);
        const double a = g * (std::sin(angle) - 0.3 * std::cos(angle));
        CHECK(end.q()[4] == doctest::Approx(-a / 2).epsilon(1e-7));
    }
    SUBCASE("thrown up, it stops and stays") {
        const auto [end, events] = on_slope(0.7, 0.7, 2, 3);
        const double a = g * (std::sin(angle) + 0.7 * std::cos(angle));
        CHECK(end.q()[4] == doctest::Approx(2 / a).epsilon(1e-6));
        REQUIRE(events.size() == 2);
        CHECK(events[1].kind == ContactEventKind::sticks);
        CHECK(events[1].time == doctest::Approx(2 / a).epsilon(1e-6));
    }
    SUBCASE("thrown up with little friction, it comes back") {
        const auto [end, events] = on_slope(0.3, 0.3, 2, 3);
        const double up = g * (std::sin(angle) + 0.3 * std::cos(angle)),
                     down = g * (std::sin(angle) - 0.3 * std::cos(angle)), t = 3 - 2 / up;
        CHECK(end.q()[4] == doctest::Approx(2 / up - down / 2 * t * t).epsilon(1e-6));
    }
}

TEST_CASE("a billiard ball slides until it rolls, at 5/7 of its speed, or comes back") {
    const double r = 0.0286, mu = 0.25;
    BallOnFloor scene(0.17, r, {.static_friction = mu, .sliding_friction = mu});
    const System system(scene.model);
    for (const double spin : {0.0, -1.5, -3.0}) {
        CAPTURE(spin);
        std::vector<Happened> events;
        const double v0 = 3, w0 = spin * v0 / r;
        State end = last(simulate(system, scene.state(system, {0, 0, r}, {v0, 0, 0}, {0, w0, 0}),
                                  noting(system, events, 1.5)));
        const double rolling = (5 * v0 + 2 * r * w0) / 7, t = (v0 - rolling) / (mu * g);
        CHECK(end.u()[3] == doctest::Approx(rolling).epsilon(1e-6));
        CHECK(end.u()[4] == doctest::Approx(0));
        REQUIRE(count(events, ContactEventKind::sticks) == 1);
        CHECK(events.back().time == doctest::Approx(t).epsilon(1e-6));
        CHECK(end.q()[4] == doctest::Approx((v0 + rolling) / 2 * t + rolling * (1.5 - t)).epsilon(1e-6));
    }
}
