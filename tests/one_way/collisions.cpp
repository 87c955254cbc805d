// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Bodies that collide: momentum, restitution, energy.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Balls of radius 0.1 on a line, a one-way condition between each and the next.
struct Row {
    Model model;
    std::vector<AnyJointId> joints;
    Row(std::vector<double> masses, double e, Impacts impacts) {
        model.impacts = impacts;
        BodyId before{};
        for (std::size_t i = 0; i < masses.size(); ++i) {
            const std::string n = std::to_string(i);
            const BodyId ball = model.add(Body{.name = "ball" + n, .mass = {masses[i], {}, Sym3{1, 1, 1}}});
            joints.push_back(model.add(Slider{}, {.name = "slide" + n, .to = ball}));
            if (i > 0) {
                model.add(SphereOnSphere{.name = "c" + n,
                                         .from = {before, {}},
                                         .to = {ball, {}},
                                         .from_radius = 0.1,
                                         .to_radius = 0.1,
                                         .rolls = false});
                model.add(OneWay{.name = "c" + n, .restitution = e});
            }
            before = ball;
        }
    }
    /// Speeds one second later.
    std::vector<double> after(const std::vector<double>& places, const std::vector<double>& speeds,
                              std::vector<Happened>& events) const {
        const System system(model);
        State start = system.default_state();
        start.set_q(places);
        start.set_u(speeds);
        const State end = last(simulate(system, start, noting(system, events, 1)));
        return {end.u().begin(), end.u().end()};
    }
};

constexpr Impacts one_by_one{ImpactLaw::poisson, ImpactOrder::one_by_one};

}  // namespace

TEST_CASE("Newton's cradle: as many balls leave as came, one by one") {
    const Row row({1, 1, 1, 1, 1}, 1, one_by_one);
    std::vector<Happened> events;
    const std::vector<double> one = row.after({-0.3, 0, 0.2, 0.4, 0.6}, {1, 0, 0, 0, 0}, events),
                              two = row.after({-0.5, -0.3 + 1e-7, 0, 0.2, 0.4}, {1, 1, 0, 0, 0}, events);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(one[i] == doctest::Approx(i == 4 ? 1 : 0).epsilon(1e-9));
        CHECK(two[i] == doctest::Approx(i >= 3 ? 1 : 0).epsilon(1e-9));
    }
}

TEST_CASE(
    "two balls of 3 kg and 1 kg part as momentum and restitution say, by both laws and in both orders") {
    for (const ImpactLaw law : {ImpactLaw::poisson, ImpactLaw::newton})
        for (const ImpactOrder order : {ImpactOrder::together, ImpactOrder::one_by_one})
            for (const double e : {0.0, 0.5, 1.0}) {
                std::vector<Happened> events;
                const std::vector<double> v = Row({3, 1}, e, {law, order}).after({0, 0.3}, {1, 0}, events);
                CHECK(v[0] == doctest::Approx(0.75 - 0.25 * e).epsilon(1e-12));
                CHECK(v[1] == doctest::Approx(0.75 + 0.75 * e).epsilon(1e-12));
                CHECK(events[0].speed == doctest::Approx(1));
                CHECK(events[0].impulse == doctest::Approx(0.75 * (1 + e)));
            }
}

TEST_CASE("five balls that touch, hit together: momentum stays, and energy too if nothing is lost") {
    for (const double e : {0.0, 0.6, 1.0}) {
        std::vector<Happened> events;
        const std::vector<double> v =
            Row({1, 2, 1, 3, 1}, e, {}).after({-0.3, 0, 0.2, 0.4, 0.6}, {1, 0, 0, 0, 0}, events);
        const double m[] = {1, 2, 1, 3, 1};
        double p = 0, E = 0;
        for (std::size_t i = 0; i < 5; ++i) p += m[i] * v[i], E += 0.5 * m[i] * v[i] * v[i];
        CHECK(p == doctest::Approx(1).epsilon(1e-10));
        CHECK(E <= 0.5 + 1e-10);
        if (e == 1) CHECK(E == doctest::Approx(0.5).epsilon(1e-10));
    }
}

TEST_CASE("restitution may fall with the speed of an impact") {
    for (const double speed : {0.5, 1.0, 4.0}) {
        BallOnFloor scene(1, 0.1, {.restitution = 0.9, .restitution_slope = 0.2}, {});
        const System system(scene.model);
        const State end = last(simulate(system, scene.state(system, {0, 0, 0.2}, {0, 0, -speed}),
                                        {.until = 1, .accuracy = 1e-8}));
        CHECK(end.u()[5] == doctest::Approx(std::max(0.0, 0.9 - 0.2 * speed) * speed).epsilon(1e-9));
    }
}

TEST_CASE("a ball that hits a floor at an angle: slides through the impact, or is turned to roll") {
    // Sliding: tangential impulse μ (1 + e) m v_n. Rolling: slip is gone at the end of compression.
    const double m = 2, r = 0.1, e = 0.5, down = 1, k = 0.4;
    for (const double mu : {0.05, 0.9}) {
        BallOnFloor scene(m, r, {.restitution = e, .static_friction = mu, .sliding_friction = mu}, {});
        const System system(scene.model);
        const State end = last(simulate(system, scene.state(system, {0, 0, 0.2}, {1, 0, -down}),
                                        {.until = 1, .accuracy = 1e-9}));
        const double slid = mu * (1 + e) * down, rolled = k / (1 + k);
        CHECK(end.u()[3] == doctest::Approx(1 - std::min(slid, rolled)).epsilon(1e-8));
        CHECK(end.u()[1] == doctest::Approx(std::min(slid, rolled) / (k * r)).epsilon(1e-8));
        CHECK(end.u()[5] == doctest::Approx(e * down).epsilon(1e-9));
    }
}

namespace {

/// A box whose eight corners may touch the floor, thrown at it.
struct Box {
    Model model;
    JointId<Free> joint;
    explicit Box(const OneWay& law, const Vec3& half = {0.1, 0.15, 0.2}) {
        const double m = 2, x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
        const BodyId box = model.add(
            Body{.name = "box", .mass = {m, {}, Sym3{m / 3 * (y + z), m / 3 * (x + z), m / 3 * (x + y)}}});
        joint = model.add(Free{}, {.name = "free", .to = box});
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
            OneWay own = law;
            own.name = "corner" + std::to_string(i);
            model.add(SphereOnPlane{.name = own.name, .center = {box, corner}, .radius = 0});
            model.add(own);
        }
        model.add(Gravity{.g = {0, 0, -g}});
    }
};

}  // namespace

TEST_CASE(
    "a box tumbles and comes to rest: no energy from nothing, no corner below the floor, friction in its "
    "cone") {
    std::vector<std::uint64_t> seeds{144, 152, 159, 183};  // these, 17, 40 and 60 were hard
    for (std::uint64_t seed = 1; seed <= 60; ++seed) seeds.push_back(seed);
    for (const std::uint64_t seed : seeds) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        std::normal_distribution<double> normal;
        const double mu = 0.4;
        Box box({.restitution = 0.3, .static_friction = mu, .sliding_friction = mu});
        const System system(box.model);
        State start = system.default_state();
        double q[7] = {normal(random), normal(random), normal(random), normal(random), 0, 0, 0.5}, u[6];
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (int i = 0; i < 4; ++i) q[i] /= length;
        for (double& x : u) x = normal(random);
        start.set_q(box.joint, q);
        start.set_u(box.joint, u);
        double energy = total_energy(system, start);
        Simulation run = simulate(system, start, {.until = 3, .report_every = 0.01, .accuracy = 1e-6});
        for (const State& now : run) {
            const double E = total_energy(system, now);
            CHECK(E <= energy + 1e-5);
            energy = E;
            for (int i = 0; i < 8; ++i) {
                const ConstraintId c{i};
                CHECK(gap(system, now, c) > -1e-6);
                const std::array<double, 2> f = friction_force(system, now, c);
                CHECK(std::hypot(f[0], f[1]) <= mu * normal_force(system, now, c) + 1e-6);
            }
        }
        CHECK(run.outcome() == Outcome::reached);
        CHECK(kinetic_energy(system, run.state()) < 1e-8);
    }
}
