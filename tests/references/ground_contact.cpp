// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Contact with a plane as force elements: Wendlandt's box, the smooth sphere, the exponential spring.
#include <sinew/sinew.h>
#include <sinew/studies/point_contacts.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace sinew;

namespace {

/// A box thrown on a floor that its corners may touch [Wendlandt, UCB/ERL M97/48, §5.6]. He does not tell its inertia
/// and friction: a uniform box and 0.4 give his motion.
struct ThrownBox {
    static constexpr double m = 70;
    Model model{.name = "box"};
    BodyId box;
    JointId<Free> joint;
    std::vector<ForceId> corner;

    ThrownBox(double holds, double slides) {
        box = model.add(
            Body{.name = "box",
                 .mass = {.mass = m,
                          .com = {},
                          .inertia = {.xx = m / 12 * 0.2, .yy = m / 12 * 0.13, .zz = m / 12 * 0.25}}});
        joint = model.add(Free{}, {.name = "move", .from = world, .to = box});
        model.add(Gravity{.g = {0, 0, -9.81}});
        for (int i = 0; i < 8; ++i) {
            const double x[] = {0.15, 0.15, -0.15, -0.15}, y[] = {-0.2, 0.2, 0.2, -0.2};
            corner.push_back(model.add(PointContact{.name = "corner" + std::to_string(i + 1),
                                                    .at = {box, {x[i % 4], y[i % 4], i < 4 ? -0.1 : 0.1}},
                                                    .normal_stiffness = 75'000,
                                                    .tangential_stiffness = 75'000,
                                                    .normal_damping = 2'000,
                                                    .tangential_damping = 2'000,
                                                    .static_friction = holds,
                                                    .sliding_friction = slides}));
        }
    }
    State start(const System& system) const {
        State state = system.default_state();
        const double turn = std::sqrt(0.9239 * 0.9239 + 2 * 0.2706 * 0.2706);
        state.set_q(joint, std::array{0.9239 / turn, 0.2706 / turn, 0.2706 / turn, 0.0, 0.0, 0.0, 0.3});
        state.set_u(joint, std::array{0.0, 0.0, 0.0, 5.0, 0.0, -0.04});
        return state;
    }
};

}  // namespace

TEST_CASE(
    "Wendlandt's box tumbles as his did: first contact, which corners touch, where and when it rests "
    "(long)") {
    // The pattern is that of a whole range of coefficients in slip, and of whatever more holds.
    constexpr double coefficients[][2] = {{0.4, 0.4}, {0.37, 0.37}, {0.44, 0.44}, {0.6, 0.4}};
    for (const auto& mu : coefficients) {
        CAPTURE(mu[0]);
        CAPTURE(mu[1]);
        const ThrownBox thrown(mu[0], mu[1]);
        const System system(thrown.model);
        double first = 0, rests_since = 0;
        std::string first_corner;
        std::array<bool, 8> touched{};
        SimulationOptions options{.until = 1.6, .method = Method::merson, .fixed_step = 1e-3};
        options.handlers.push_back(commit_point_contacts(system));
        options.on_contact = [&](const State& s, const ContactEvent& event) {
            if (first_corner.empty()) first = s.time(), first_corner = name_of(system.model(), event);
            for (std::size_t i = 0; i < 8; ++i)
                if (event.point == thrown.corner[i] && event.kind == ContactEventKind::touches)
                    touched[i] = true;
        };
        options.reporters.push_back({"watch", EveryStep{}, [&](const State& s, const Event&) {
                                         const SpatialVelocity V = velocity(system, s, thrown.box);
                                         if (norm(V.v) > 1e-2 || norm(V.w) > 5e-2) rests_since = s.time();
                                     }});
        Simulation run = simulate(system, thrown.start(system), std::move(options));
        run.advance_to(1.6);
        const State& end = run.state();
        CHECK(first == doctest::Approx(0.102).epsilon(0.011));
        CHECK(first_corner == "corner1");
        CHECK(touched == std::array<bool, 8>{true, true, false, false, true, true, true, true});
        for (std::size_t i = 0; i < 8; ++i)
            CHECK(mode_of(system, end, thrown.corner[i]) ==
                  (i < 4 ? PointContactMode::free : PointContactMode::stick));
        const Vec3 p = pose(system, end, thrown.box).p;
        MESSAGE("rests after " << rests_since << " s at " << p.x << " " << p.y << " " << p.z);
        CHECK(p.z == doctest::Approx(0.1 - ThrownBox::m * 9.81 / (4 * 75'000)).epsilon(1e-4));
        CHECK(p.z == doctest::Approx(0.09771).epsilon(1e-3));
        long sticks = 0, slips = 0;
        for (const EventCount& count : run.report().contacts) {
            if (count.name.ends_with(" sticks")) sticks += count.count;
            if (count.name.ends_with(" slips")) slips += count.count;
        }
        CHECK(sticks >= 4 + slips);  // the four that end sticking
        if (mu[0] != 0.4) continue;  // what he tells
        CHECK(rests_since == doctest::Approx(1.3).epsilon(0.06));
        CHECK(p.x == doctest::Approx(3.27).epsilon(0.01));
    }
}

TEST_CASE("a smooth sphere pushes as its formula says, and as Hertz does where it is deep") {
    const double r = 0.03, E = 1e6, c = 2;
    Model model{.name = "smooth"};
    const BodyId ball = model.add(
        Body{.name = "ball", .mass = {.mass = 1, .com = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
    model.add(Cartesian{}, {.name = "move", .from = world, .to = ball});
    const ForceId id = model.add(
        SmoothContact{.name = "foot", .at = {ball, {}}, .radius = r, .stiffness = E, .dissipation = c});
    const System system(model);
    State state = system.default_state();
    const double k = 0.5 * std::pow(E, 2.0 / 3);
    for (const double x : {-0.02, -0.001, 0.0, 0.001, 0.01, 0.02})
        for (const double rate : {-0.5, 0.0, 0.2})
            for (const double slip : {0.0, 0.004, 0.3}) {
                state.set_q(std::array{0.0, 0.0, r - x});
                state.set_u(std::array{slip, 0.0, -rate});
                const Vec3 f = applied_on(system, state, id, ball).f;
                const double hertz = 4.0 / 3 * k * std::sqrt(r * k) * std::pow(std::sqrt(x * x + 1e-5), 1.5) *
                                     (0.5 + 0.5 * std::tanh(300 * x));
                const double normal =
                    hertz * (1 + 1.5 * c * rate) * (0.5 + 0.5 * std::tanh(50 * (rate + 2 / (3 * c))));
                CHECK(f.z == doctest::Approx(normal).epsilon(1e-12));
                const double v = std::sqrt(slip * slip + 1e-5), s = v / 0.01;
                const double mu = std::fmin(s, 1.0) * (0.6 + 2 * 0.2 / (1 + s * s));
                CHECK(f.x == doctest::Approx(-mu * normal * slip / v).epsilon(1e-12));
                if (x == 0.02 && rate == 0)
                    CHECK(f.z ==
                          doctest::Approx(4.0 / 3 * k * std::sqrt(r * k) * x * std::sqrt(x)).epsilon(0.03));
            }
}

TEST_CASE(
    "an exponential spring carries a block at the height its formula gives, and holds it within friction") {
    const double m = 10, mu = 0.7;
    Model model{.name = "block"};
    const BodyId block = model.add(
        Body{.name = "block", .mass = {.mass = m, .com = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
    model.add(Cartesian{}, {.name = "move", .from = world, .to = block});
    const ForceId contact = model.add(
        ExponentialContact{.name = "foot", .at = {block, {}}, .static_friction = mu, .sliding_friction = mu});
    model.add(Gravity{.g = {3, 0, -9.81}});  // a slope, less steep than friction holds
    const System system(model);
    State start = system.default_state();
    const double rest = 0.0065905 - std::log(m * 9.81 / 0.5336) / 1150;
    start.set_q(std::array{0.0, 0.0, 0.05});
    const double t[] = {3, 10};
    double x[2];
    State now = start;
    for (int i = 0; i < 2; ++i) {
        now = last(simulate(system, now, {.until = t[i], .accuracy = 1e-6, .method = Method::rosenbrock}));
        x[i] = now.q()[0];
        const Vec3 f = applied_on(system, now, contact, block).f;
        CHECK(std::hypot(f.x, f.y) <= mu * f.z * (1 + 1e-12));
    }
    CHECK(now.q()[2] == doctest::Approx(rest).epsilon(1e-3));
    CHECK(std::abs(x[1] - x[0]) < 1e-4);  // it does not creep
    // Steeper, it slides with what friction leaves over.
    model.forces[1] = Gravity{.g = {9, 0, -9.81}};
    const System steep(model);
    State sliding = steep.default_state();
    sliding.set_q(std::array{0.0, 0.0, rest});
    const State half =
        last(simulate(steep, sliding, {.until = 0.5, .accuracy = 1e-6, .method = Method::rosenbrock}));
    const State end =
        last(simulate(steep, half, {.until = 1, .accuracy = 1e-6, .method = Method::rosenbrock}));
    CHECK((end.u()[0] - half.u()[0]) / 0.5 == doctest::Approx(9 - mu * 9.81).epsilon(1e-3));
}

TEST_CASE(
    "a load between sliding and static friction is held by an exponential spring that rests, not by one that "
    "slides") {
    const double m = 10, mu_s = 0.7, mu_d = 0.4, g = 9.81, load = 5.5;  // μ_d g < load < μ_s g
    Model model{.name = "block"};
    const BodyId block = model.add(
        Body{.name = "block", .mass = {.mass = m, .com = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
    model.add(Cartesian{}, {.name = "move", .from = world, .to = block});
    const ForceId contact = model.add(ExponentialContact{
        .name = "foot", .at = {block, {}}, .static_friction = mu_s, .sliding_friction = mu_d});
    model.add(Gravity{.g = {load, 0, -g}});
    const System system(model);
    const double rest = 0.0065905 - std::log(m * g / 0.5336) / 1150;
    for (const double speed : {0.0, 0.1}) {
        CAPTURE(speed);
        State start = system.default_state();
        start.set_q(std::array{0.0, 0.0, rest});
        start.set_u(std::array{speed, 0.0, 0.0});
        // At rest the bristles bear the load from the start on: let go at once, they would swing twice as far.
        if (speed == 0) start.set_z(std::array{m * load / 20000, 0.0});
        const auto run = [&](const State& from, double until) {
            return last(
                simulate(system, from, {.until = until, .accuracy = 1e-8, .method = Method::rosenbrock}));
        };
        const State half = run(start, 0.5), end = run(half, 1);  // by half, bristles bend no further
        const Vec3 f = applied_on(system, end, contact, block).f;
        if (speed == 0) {
            CHECK(std::abs(end.q()[0]) < 1e-3 * m * load / 20000);
            CHECK(-f.x == doctest::Approx(m * load).epsilon(1e-3));
        } else {
            CHECK(end.u()[0] - half.u()[0] == doctest::Approx(0.5 * (load - mu_d * g)).epsilon(1e-6));
            CHECK(-f.x == doctest::Approx(mu_d * m * g).epsilon(1e-6));
        }
    }
}

TEST_CASE("without friction and damping an exponential spring gives back what it takes") {
    Model model{.name = "block"};
    const BodyId block = model.add(
        Body{.name = "block", .mass = {.mass = 10, .com = {}, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
    model.add(Cartesian{}, {.name = "move", .from = world, .to = block});
    model.add(ExponentialContact{
        .name = "foot", .at = {block, {}}, .normal_damping = 0, .static_friction = 0, .sliding_friction = 0});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = system.default_state();
    start.set_q(std::array{0.0, 0.0, 0.3});
    start.set_u(std::array{1.0, 0.0, 0.0});
    double top = 0;
    SimulationOptions options{.until = 2.2, .accuracy = 1e-9};
    int tops = 0;
    options.reporters = {{"top",
                          Crossing{.witness = [](const State& s) { return s.u()[2]; },
                                   .direction = Direction::falling,
                                   .stage = Stage::velocity},
                          [&](const State& s, const Event&) { top = s.q()[2], ++tops; }}};
    const State end = last(simulate(system, start, std::move(options)));
    CHECK(tops >= 2);
    CHECK(top == doctest::Approx(0.3).epsilon(1e-6));
    CHECK(end.u()[0] == doctest::Approx(1).epsilon(1e-9));
}
