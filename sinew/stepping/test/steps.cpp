// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/test/grounds.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

const Vec3 half{0.2, 0.1, 0.05};

/// A box that stands on a plane which leans by an angle; gravity is along −z.
struct Leaning {
    Model model;
    BodyId box;
    std::unique_ptr<BallsOnPlane> ground = std::make_unique<BallsOnPlane>();
    Rotation R_WP;

    explicit Leaning(double angle) : R_WP(Rotation::about_y(angle)) {
        box = add_box(model, "box", half, 3);
        model.add(Gravity{.g = {0, 0, -9.81}});
        ground->balls = corners_of(box, half);
        ground->up = R_WP.z;
    }
    State start(const System& system, double height = 0) const {
        State state = system.default_state();
        const Quaternion e = quaternion_of(R_WP);
        const Vec3 p = (half.z + height) * R_WP.z;
        state.set_q(std::vector<double>{e.w, e.x, e.y, e.z, p.x, p.y, p.z});
        return state;
    }
};

}  // namespace

TEST_CASE("a box on an incline stays below the angle of friction") {
    const double mu = 0.5;
    for (const double share : {0.0, 0.5, 0.9, 0.99}) {
        CAPTURE(share);
        Leaning on(share * std::atan(mu));
        on.ground->mu = mu;
        const System system(on.model);
        ContactStepper stepper(system, std::move(on.ground));
        State state = on.start(system);
        const Vec3 p = pose(system, state, on.box).p;
        for (int i = 0; i < 2000; ++i) stepper.step(state, 0.005);
        CHECK(norm(pose(system, state, on.box).p - p) <
              10 * stepper.options().tolerance);  // times ten seconds
        CHECK(kinetic_energy(system, state) < 1e-12);
    }
}

TEST_CASE("above it, the box slides with g (sin a - mu cos a)") {
    const double mu = 0.3, angle = 0.5, h = 0.002, a = 9.81 * (std::sin(angle) - mu * std::cos(angle));
    Leaning on(angle);
    on.ground->mu = mu;
    const System system(on.model);
    ContactStepper stepper(system, std::move(on.ground));
    State state = on.start(system);
    const Vec3 p = pose(system, state, on.box).p;
    const double t = 1;
    double dissipated = 0;
    const double before = total_energy(system, state);
    for (int i = 0; i < 500; ++i) dissipated += stepper.step(state, h).dissipated;
    const Vec3 way = pose(system, state, on.box).p - p;
    CHECK(norm(way) == doctest::Approx(0.5 * a * t * t).epsilon(1e-4));
    CHECK(std::abs(dot(way, on.R_WP.z)) < 1e-6);
    CHECK(total_energy(system, state) + dissipated == doctest::Approx(before).epsilon(1e-6));
}

TEST_CASE("a ball bounces as it should, the nearer the shorter the steps") {
    // Dropped from 1 m with e = 0.8: at 2 s it is in its second flight after bounces at t1 and t1 + 2 e v / g.
    const double g = 9.81, e = 0.8, height = 1, r = 0.1;
    const double v = std::sqrt(2 * g * height), t1 = v / g, t2 = t1 + 2 * e * v / g, t_end = 1.5;
    REQUIRE(t2 < t_end);
    const double since = t_end - t2, exact = e * e * v * since - 0.5 * g * since * since;
    double last = 0;
    for (const double h : {0.01, 0.001, 0.0001}) {
        Model model;
        const BodyId ball = model.add(Body{.name = "ball", .mass = sphere(1, r)});
        model.add(Free{}, {.name = "free", .from = world, .to = ball});
        model.add(Gravity{.g = {0, 0, -g}});
        auto ground = std::make_unique<BallsOnPlane>();
        ground->balls = {{ball, {}, r}}, ground->restitution = e;
        const System system(model);
        ContactStepper stepper(system, std::move(ground));
        State state = system.default_state();
        state.set_q(std::vector<double>{1, 0, 0, 0, 0, 0, r + height});
        const int steps = static_cast<int>(std::lround(t_end / h));
        for (int i = 0; i < steps; ++i) stepper.step(state, h);
        last = std::abs(pose(system, state, ball).p.z - r - exact);
        CAPTURE(h);
        CHECK(last < 20 * h);  // an impact is found to a step, at 4 m/s and less
    }
    CHECK(last < 2e-3);
}

TEST_CASE("a body on which nothing acts keeps energy and momentum over a hundred thousand steps") {
    Model model;
    const BodyId body =
        model.add(Body{.name = "body", .mass = {.mass = 2, .com = {0.1, -0.2, 0.3}, .inertia = {1, 2, 2.5}}});
    model.add(Free{}, {.name = "free", .from = world, .to = body});
    const System system(model);
    ContactStepper stepper(system, nullptr);
    State state = system.default_state();
    state.set_u(std::vector<double>{0.1, 3, 0.2, 0.5, 0.3, -0.2});
    const double energy = kinetic_energy(system, state);
    const SpatialMomentum L = momentum(system, state);
    for (int i = 0; i < 100'000; ++i) stepper.step(state, 0.02);
    CHECK(kinetic_energy(system, state) == doctest::Approx(energy).epsilon(1e-10));
    CHECK(norm(momentum(system, state).f - L.f) < 1e-9);
    CHECK(norm(momentum(system, state).m - L.m) < 1e-7);  // it has gone 1200 m
}

TEST_CASE("balls that hit one another keep their momentum, and never gain energy") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    for (const double e : {0.0, 0.5, 1.0}) {
        CAPTURE(e);
        Model model;
        auto ground = std::make_unique<BallsOnPlane>();
        std::vector<double> q, u;
        for (int i = 0; i < 12; ++i) {
            const BodyId ball =
                model.add(Body{.name = "ball" + std::to_string(i), .mass = sphere(1 + i, 0.1)});
            model.add(Free{}, {.name = "free" + std::to_string(i), .from = world, .to = ball});
            ground->balls.push_back({ball, {}, 0.1});
            for (const double x : {1.0, 0.0, 0.0, 0.0}) q.push_back(x);
            // A lattice, moving towards its middle high above the plane.
            const Vec3 p{0.4 * (i % 3 - 1), 0.4 * (i / 3 - 1.5), 100};
            for (const double x : {p.x, p.y, p.z}) q.push_back(x);
            for (const double x : {number(random), number(random), number(random)}) u.push_back(5 * x);
            for (const double x : {-p.x, -p.y, 0.0}) u.push_back(3 * x + 0.3 * number(random));
        }
        ground->with_one_another = true, ground->restitution = e;
        const System system(model);
        ContactStepper stepper(system, std::move(ground));
        State state = system.default_state();
        state.set_q(q), state.set_u(u);
        const SpatialMomentum L = momentum(system, state);
        double energy = kinetic_energy(system, state);
        int contacts = 0;
        for (int i = 0; i < 400; ++i) {
            const ContactStep account = stepper.step(state, 0.002);
            contacts += account.contacts;
            const double now = kinetic_energy(system, state);
            CHECK(now <= energy * (1 + 1e-12));
            CHECK(energy - now == doctest::Approx(account.dissipated).epsilon(1e-6).scale(1e-9 * energy));
            energy = now;
        }
        CHECK(contacts > 10);
        CHECK(norm(momentum(system, state).f - L.f) < 1e-10);
        CHECK(norm(momentum(system, state).m - L.m) < 1e-7);
    }
}
