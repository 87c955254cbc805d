// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces of a Model that are rigid, and ratchets.
#include <sinew/formats/report_frames.h>
#include <sinew/rigid/surfaces.h>
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

ContactSurface surface(const char* name, BodyId body, Shape shape, const Transform& X_BG = {}) {
    return {.name = name,
            .body = body,
            .X_BG = X_BG,
            .shape = std::move(shape),
            .material = {.static_friction = 0.5, .sliding_friction = 0.5, .restitution = 0.5}};
}

}  // namespace

TEST_CASE("surfaces of a model become one-way conditions: they fall, touch and rest") {
    Model model;
    const BodyId ball = model.add(Body{.name = "ball", .mass = {1, {}, {0.004, 0.004, 0.004}}}),
                 box = model.add(Body{.name = "box", .mass = {1, {}, {0.01, 0.01, 0.01}}});
    const auto first = model.add(Free{}, {.name = "first", .to = ball});
    const auto second = model.add(Free{}, {.name = "second", .to = box});
    model.add(Gravity{.g = {0, 0, -g}});
    model.contact.kind = ContactKind::rigid;
    model.add(surface("floor", world, shape::HalfSpace{}, {.p = {0, 0, 0.25}}));
    model.add(surface("ball", ball, shape::Sphere{0.1}));
    model.add(surface("box", box, shape::Box{{0.2, 0.4, 0.2}}));
    model.add(surface("can", world, shape::Cylinder{0.1, 0.3}));
    CHECK_THROWS_WITH_AS(
        with_rigid_contacts(model),
        doctest::Contains(
            "surfaces \"box\" (box) and \"can\" (cylinder) may touch, but there are no equations"),
        ModelError);
    model.surfaces.pop_back();
    model.contact.excluded.push_back({ball, box});
    const Model rigid = with_rigid_contacts(model);
    CHECK(rigid.constraints.size() == 9);
    CHECK(rigid.contact.kind == ContactKind::none);
    const System system(rigid);
    State start = system.default_state();
    start.set_q(first, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5});
    start.set_q(second, std::array{1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5});
    const State end = last(simulate(system, start, {.until = 2, .accuracy = 1e-6}));
    CHECK(end.q(first)[6] == doctest::Approx(0.35).epsilon(1e-6));
    CHECK(end.q(second)[6] == doctest::Approx(0.35).epsilon(1e-6));
    CHECK(kinetic_energy(system, end) < 1e-10);
}

TEST_CASE("reports draw the forces of one-way conditions where they touch") {
    const double m = 2, r = 0.1, mu = 0.2;
    const BallOnFloor scene(m, r, {.static_friction = mu, .sliding_friction = mu});
    const System system(scene.model);
    ReportFrames frames(system, {});
    REQUIRE(frames.touches() == 1);
    const auto touch_after = [&](double time) {
        const State end =
            last(simulate(system, scene.state(system, {0.5, 0, r}, {3, 0, 0}), {.until = time}));
        std::vector<double> row(frames.width());
        frames.sample(end, {}, row);
        CHECK(row[frames.first_touch()] == doctest::Approx(end.q()[4]).epsilon(1e-12));
        CHECK(row[frames.first_touch() + 2] == doctest::Approx(0));
        return std::array{row[frames.first_touch() + 3], row[frames.first_touch() + 5]};
    };
    const std::array slides = touch_after(0.1), rolls = touch_after(1);
    CHECK(slides[0] == doctest::Approx(-mu * m * g).epsilon(1e-9));
    CHECK(slides[1] == doctest::Approx(m * g).epsilon(1e-9));
    CHECK(std::abs(rolls[0]) < 1e-6);
    CHECK(rolls[1] == doctest::Approx(m * g).epsilon(1e-9));
    std::vector<double> row(frames.width());
    frames.sample(scene.state(system, {0, 0, 1}), {}, row);
    for (std::size_t i = 0; i < 6; ++i) CHECK(row[frames.first_touch() + i] == 0);
}

TEST_CASE("a ratchet lets a pendulum swing one way and holds it where it would come back") {
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {2, {0, -0.5, 0}, {0.01, 0.01, 0.01}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -g, 0}});
    model.add(ConstantSpeed{.name = "pawl", .coordinate = {swing, 0}, .value = 0});
    model.add(OneWay{.name = "pawl"});
    const System system(model);
    State start = system.default_state();
    start.q(swing) = -1;
    std::vector<Happened> events;
    State end = last(simulate(system, start, noting(system, events, 3)));
    CHECK(end.q(swing) == doctest::Approx(1).epsilon(1e-6));
    CHECK(end.u(swing) == doctest::Approx(0));
    REQUIRE(events.size() == 1);
    CHECK(events[0].kind == ContactEventKind::touches);
    CHECK(normal_force(system, end, {0}) == doctest::Approx(2 * g * 0.5 * std::sin(1.0)).epsilon(1e-6));
    // Turned the wrong way at the start, it is stopped by a jerk; there, it hangs.
    start.q(swing) = 0.5;
    start.u(swing) = -1;
    events.clear();
    end = last(simulate(system, start, noting(system, events, 1)));
    CHECK(events[0].kind == ContactEventKind::impact);
    CHECK(end.q(swing) == doctest::Approx(0.5));
}
