// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Constraints of speeds that give way: dry friction in joints, drives of limited torque, clutches.
#include <sinew/formats/json_model.h>
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A block on a slider along x, with dry friction and, if wanted, a spring.
struct Block {
    Model model;
    JointId<Slider> slider;
    ConstraintId rubs;
    Block(double mass, double friction, double stiffness = 0) {
        const BodyId block = model.add(Body{.name = "block", .mass = {mass, {}, Sym3{0.1, 0.1, 0.1}}});
        slider = model.add(Slider{}, {.name = "slider", .to = block});
        rubs = model.add(ConstantSpeed{.name = "rubs", .coordinate = {slider}});
        model.add(Bounded{.name = "rubs", .limit = friction});
        if (stiffness > 0)
            model.add(MobilitySpring{.name = "spring", .coordinate = {slider}, .stiffness = stiffness});
    }
    State start(const System& system, double q, double u) const {
        State s = system.default_state();
        s.set_q(slider, std::array{q});
        s.set_u(slider, std::array{u});
        return s;
    }
};

}  // namespace

TEST_CASE("a block with dry friction stops after v/(μ g), and stays") {
    constexpr double mu = 0.3, m = 2, v = 1.5, stop = v / (mu * g);
    const Block block(m, mu * m * g);
    const System system(block.model);
    for (const double sign : {1.0, -1.0})
        for (const double accuracy : {1e-5, 1e-8}) {
            CAPTURE(sign);
            CAPTURE(accuracy);
            std::vector<Happened> events;
            const State end =
                last(simulate(system, block.start(system, 0, sign * v), noting(system, events, 2, accuracy)));
            const double slow = std::max(100 * accuracy, slowest_slip);  // slip that counts as none (17.6)
            REQUIRE(events.size() == 2);
            CHECK(events[0].kind == ContactEventKind::slips);
            CHECK(events[1].kind == ContactEventKind::sticks);
            CHECK(events[1].name == "rubs");
            CHECK(std::abs(events[1].time - stop) < 1.1 * slow / (mu * g) + accuracy);
            CHECK(std::abs(sign * end.q()[0] - v * stop / 2) < accuracy);
            CHECK(std::abs(end.u()[0]) < 1e-14);
            CHECK(touch_of(system, end, block.rubs) == Touch::sticks);
            CHECK(std::abs(friction_force(system, end, block.rubs)[0]) < 1e-9);
        }
}

TEST_CASE(
    "a spring with dry friction loses 4 F/k of its swing in each cycle, and ends where friction holds it") {
    constexpr double m = 2, k = 50, F = 3, start = 1.0, half = 2 * F / k;
    const Block block(m, F, k);
    const System system(block.model);
    std::vector<Happened> events;
    std::vector<double> turns;
    SimulationOptions options = noting(system, events, 10, 1e-9);
    options.handlers.push_back({.name = "turns",
                                .when = Crossing{.witness = [](const State& s) { return s.u()[0]; },
                                                 .stage = Stage::velocity,
                                                 .may_be_flat = true},
                                .act = [&](State& s) { turns.push_back(s.q()[0]); }});
    Simulation run(system, block.start(system, start, 0), std::move(options));
    double energy = total_energy(system, run.state());
    while (!run.is_over()) {
        run.step();
        const double now = total_energy(system, run.state());
        CHECK(now <= energy + 1e-8);
        energy = now;
        if (touch_of(system, run.state(), block.rubs) == Touch::slides)
            CHECK(power(system, run.state(), block.rubs) <= 1e-5);
    }
    CHECK(run.report().failure == "");
    // Half cycles about ±F/k, each from rest to rest: 1, −0.88, 0.76 .. until |q| ≤ F/k.
    double q = start;
    long swings = 0;
    for (; std::abs(q) > F / k; ++swings) {
        q = -std::copysign(std::abs(q) - half, q);
        if (swings < static_cast<long>(turns.size()))
            CHECK(std::abs(turns[static_cast<std::size_t>(swings)] - q) < 1e-7);
    }
    REQUIRE(swings == 8);
    CHECK(run.state().q()[0] == doctest::Approx(q).epsilon(1e-6));
    CHECK(std::abs(run.state().u()[0]) < 1e-14);
    CHECK(friction_force(system, run.state(), block.rubs)[0] == doctest::Approx(k * q).epsilon(1e-6));
    REQUIRE(events.back().kind == ContactEventKind::sticks);
    CHECK(events.back().time ==
          doctest::Approx(static_cast<double>(swings) * std::numbers::pi * std::sqrt(m / k)).epsilon(1e-6));
    CHECK(count(events, ContactEventKind::sticks) == 1);
    CHECK(count(events, ContactEventKind::slips) == 1);
}

TEST_CASE(
    "a pendulum with dry friction at its pin stops where friction can hold it, within what it had to lose") {
    constexpr double m = 1.5, l = 0.7, T = 0.8;
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = point_mass(m, {0, -l, 0})});
    const auto pin = model.add(Pin{}, {.name = "pin", .to = bob});
    const ConstraintId rubs = model.add(ConstantSpeed{.name = "rubs", .coordinate = {pin}});
    model.add(Bounded{.name = "rubs", .limit = T});
    model.add(Gravity{.g = {0, -g, 0}});
    const System system(model);
    for (const double q0 : {0.3, 1.0, 2.5, 3.1}) {
        CAPTURE(q0);
        State start = system.default_state();
        start.set_q(pin, std::array{q0});
        Simulation run = simulate(system, start, {.until = 20, .accuracy = 1e-8});
        const double E0 = total_energy(system, run.state());
        double energy = E0, lost = 0, before = q0;
        while (!run.is_over()) {
            run.step();
            const double now = total_energy(system, run.state()), q = run.state().q()[0];
            CHECK(now <= energy + 1e-7);
            energy = now, lost += T * std::abs(q - before), before = q;
        }
        const double q = run.state().q()[0];
        CHECK(run.report().failure == "");
        CHECK(std::abs(run.state().u()[0]) < 1e-14);
        CHECK(touch_of(system, run.state(), rubs) == Touch::sticks);
        CHECK(std::abs(m * g * l * std::sin(q)) <= T);
        CHECK(friction_force(system, run.state(), rubs)[0] ==
              doctest::Approx(m * g * l * std::sin(q)).epsilon(1e-9));
        CHECK(E0 - energy == doctest::Approx(lost).epsilon(1e-5));
    }
}

TEST_CASE("a pendulum that friction can hold is not moved at all, and falls once the load is more") {
    constexpr double m = 1, l = 1, limit = m * g * l * 0.5;
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = point_mass(m, {0, -l, 0})});
    const auto pin = model.add(Pin{}, {.name = "pin", .to = bob});
    const ConstraintId rubs = model.add(ConstantSpeed{.name = "rubs", .coordinate = {pin}});
    model.add(Bounded{.name = "rubs", .limit = limit});
    model.add(Gravity{.g = {0, -g, 0}});
    const System system(model);
    const double edge = std::asin(0.5);
    for (const double q0 : {edge - 1e-6, edge + 1e-6}) {
        State start = system.default_state();
        start.set_q(pin, std::array{q0});
        const State end = last(simulate(system, start, {.until = 1, .accuracy = 1e-8}));
        CHECK((touch_of(system, end, rubs) == Touch::sticks) == (q0 < edge));
        CHECK((end.q()[0] == q0) == (q0 < edge));
    }
}

TEST_CASE("a drive of limited torque runs up, keeps its speed, gives way to a load and catches up again") {
    constexpr double I = 0.2, T = 3, w = 5, load = 4.5, on = 1, off = 1.4;
    Model model;
    const BodyId rotor = model.add(Body{.name = "rotor", .mass = {1, {}, Sym3{I, I, I}}});
    const auto pin = model.add(Pin{}, {.name = "pin", .to = rotor});
    const ConstraintId drive = model.add(ConstantSpeed{.name = "drive", .coordinate = {pin}, .value = w});
    model.add(Bounded{.name = "drive", .limit = T});
    const ForceId weight = model.add(MobilityDiscrete{.name = "load", .coordinate = {pin}});
    const System system(model);
    std::vector<Happened> events;
    SimulationOptions options = noting(system, events, 3, 1e-8);
    for (const double t : {on, off})
        options.handlers.push_back({.name = "load", .when = AtTimes{{t}}, .act = [&, t](State& s) {
                                        set_mobility_force(system, s, weight, t == on ? -load : 0);
                                    }});
    Simulation run(system, system.default_state(), std::move(options));
    run.advance_to(0.9);
    CHECK(run.state().u()[0] == doctest::Approx(w).epsilon(1e-14));
    CHECK(std::abs(friction_force(system, run.state(), drive)[0]) < 1e-9);
    run.advance_to(1.2);  // slower by (load − T)/I since then, with all the torque there is
    CHECK(run.state().u()[0] == doctest::Approx(w - (load - T) / I * 0.2).epsilon(1e-7));
    CHECK(friction_force(system, run.state(), drive)[0] == doctest::Approx(T).epsilon(1e-12));
    CHECK(power(system, run.state(), drive) == doctest::Approx(T * run.state().u()[0]).epsilon(1e-12));
    run.advance_to(3);
    CHECK(run.report().failure == "");
    CHECK(run.state().u()[0] == doctest::Approx(w).epsilon(1e-14));
    const double up = I * w / T, caught = off + (load - T) * (off - on) / T;
    const std::pair<ContactEventKind, double> expected[] = {{ContactEventKind::slips, 0.0},
                                                            {ContactEventKind::sticks, up},
                                                            {ContactEventKind::slips, on},
                                                            {ContactEventKind::sticks, caught}};
    REQUIRE(events.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(events[i].kind == expected[i].first);
        CHECK(std::abs(events[i].time - expected[i].second) < 1e-6);
    }
    // A load that the drive can bear is borne.
    State held = run.state();
    set_mobility_force(system, held, weight, -0.9 * T);
    const State end = last(simulate(system, held, {.until = 4, .accuracy = 1e-8}));
    CHECK(end.u()[0] == doctest::Approx(w).epsilon(1e-14));
    CHECK(friction_force(system, end, drive)[0] == doctest::Approx(0.9 * T).epsilon(1e-9));
}

TEST_CASE("a clutch brings two rotors to one speed, with the momentum there was") {
    constexpr double I1 = 0.2, I2 = 0.3, w1 = 10, w2 = -4, T = 1.5;
    Model model;
    const BodyId one = model.add(Body{.name = "one", .mass = {1, {}, Sym3{I1, I1, I1}}}),
                 two = model.add(Body{.name = "two", .mass = {1, {}, Sym3{I2, I2, I2}}});
    const auto first = model.add(Pin{}, {.name = "first", .to = one}),
               second = model.add(Pin{}, {.name = "second", .to = two});
    model.add(SpeedCoupler{
        .name = "clutch", .speeds = {{first}, {second}}, .function = function::Linear{{1, -1}, 0}});
    model.add(Bounded{.name = "clutch", .limit = T});
    const System system(model);
    State start = system.default_state();
    start.set_u(first, std::array{w1});
    start.set_u(second, std::array{w2});
    std::vector<Happened> events;
    const State end = last(simulate(system, start, noting(system, events, 3, 1e-8)));
    const double common = (I1 * w1 + I2 * w2) / (I1 + I2);
    CHECK(end.u()[0] == doctest::Approx(common).epsilon(1e-7));
    CHECK(end.u()[1] == doctest::Approx(common).epsilon(1e-7));
    REQUIRE(events.size() == 2);
    CHECK(events[1].time == doctest::Approx((w1 - w2) / (T / I1 + T / I2)).epsilon(1e-6));
}

TEST_CASE(
    "an impact knows nothing of dry friction: a block that it holds takes the whole impulse, then rubs") {
    constexpr double m = 1, M = 3, F = 20, v = 4, r = 0.1;
    Model model;
    const BodyId hammer = model.add(Body{.name = "hammer", .mass = {m, {}, Sym3{0.1, 0.1, 0.1}}}),
                 block = model.add(Body{.name = "block", .mass = {M, {}, Sym3{0.1, 0.1, 0.1}}});
    const auto first = model.add(Slider{}, {.name = "first", .to = hammer}),
               second = model.add(Slider{}, {.name = "second", .to = block});
    model.add(SphereOnSphere{
        .name = "hit", .from = {hammer, {}}, .to = {block, {}}, .from_radius = r, .to_radius = r});
    model.add(OneWay{.name = "hit", .restitution = 0.5});
    const ConstraintId rubs = model.add(ConstantSpeed{.name = "rubs", .coordinate = {second}});
    model.add(Bounded{.name = "rubs", .limit = F});
    const System system(model);
    State start = system.default_state();
    start.set_q(first, std::array{-1.0 - 2 * r});
    start.set_u(first, std::array{v});
    std::vector<Happened> events;
    const State end = last(simulate(system, start, noting(system, events, 2, 1e-8)));
    const double after = m * v * 1.5 / (m + M), hammer_after = v - M / m * after;
    CHECK(end.u()[0] == doctest::Approx(hammer_after).epsilon(1e-9));
    CHECK(std::abs(end.u()[1]) < 1e-14);
    CHECK(end.q()[1] == doctest::Approx(after * after * M / (2 * F)).epsilon(1e-6));
    CHECK(touch_of(system, end, rubs) == Touch::sticks);
    REQUIRE(count(events, ContactEventKind::impact) == 1);
    CHECK(count(events, ContactEventKind::slips) == 1);
    CHECK(count(events, ContactEventKind::sticks) == 2);  // at the start, and in the end
}

TEST_CASE("without a limit to its force, a condition that gives way takes no part") {
    const Block block(2, 0);
    const System system(block.model);
    const State end = last(simulate(system, block.start(system, 0, 1), {.until = 1, .accuracy = 1e-8}));
    CHECK(end.u()[0] == 1);
    CHECK(touch_of(system, end, block.rubs) == Touch::apart);
}

TEST_CASE("every method takes a spring with dry friction to where it stops") {
    const Block block(2, 3, 50);
    const System system(block.model);
    const State start = block.start(system, 1, 0);
    for (int i = 0; i < method_count; ++i) {
        const auto method = static_cast<Method>(i);
        CAPTURE(std::string(name(method)));
        const bool crude = method == Method::explicit_euler || method == Method::semi_explicit_euler ||
                           method == Method::semi_explicit_euler_doubled;
        SimulationOptions options{.until = 6, .accuracy = crude ? 1e-5 : 1e-7, .method = method};
        if (method == Method::semi_explicit_euler) options.fixed_step = 1e-4;
        Simulation run = simulate(system, start, std::move(options));
        CHECK(run.advance_to(6) == Outcome::reached);
        CHECK(run.report().failure == "");
        CHECK(touch_of(system, run.state(), block.rubs) == Touch::sticks);
        CHECK(std::abs(run.state().q()[0] - 0.04) < (crude ? 2e-2 : 2e-5));
        CHECK(std::abs(run.state().u()[0]) < 1e-12);
    }
}

TEST_CASE("a model file keeps what gives way, and a run of it ends where the Model's does") {
    const Block block(2, 3, 50);
    const std::string text = to_json_model(block.model);
    const Model read = read_json_model_text(text, "block.json").model;
    REQUIRE(read.bounded.size() == 1);
    CHECK(read.bounded[0].name == "rubs");
    CHECK(read.bounded[0].limit == 3);
    CHECK(to_json_model(read) == text);
    const System one(block.model), other(read);
    const State a = last(simulate(one, block.start(one, 1, 0), {.until = 3, .accuracy = 1e-6})),
                b = last(simulate(other, block.start(other, 1, 0), {.until = 3, .accuracy = 1e-6}));
    CHECK(a.q()[0] == b.q()[0]);
}
