// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Conditions within mechanisms: ladders, stops, ropes, wheels without rims, rods that jam.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("a ladder slides down a smooth wall and leaves it where the wall would have to pull") {
    constexpr double length = 2, m = 5, start = 0.3, I = m * length * length / 12;
    Model model;
    const BodyId rod = model.add(Body{.name = "ladder", .mass = {m, {}, {I, I, I}}});
    const auto in_plane = model.add(Planar{}, {.name = "plane", .to = rod});
    model.add(Gravity{.g = {0, -g, 0}});
    model.add(
        PointOnPlane{.name = "wall", .plane = {world, {1, 0, 0}, 0}, .point = {rod, {0, length / 2, 0}}});
    model.add(
        PointOnPlane{.name = "floor", .plane = {world, {0, 1, 0}, 0}, .point = {rod, {0, -length / 2, 0}}});
    model.add(OneWay{.name = "wall"});
    model.add(OneWay{.name = "floor"});
    const System system(model);
    State state = system.default_state();
    state.set_q(in_plane, std::array{start, length / 2 * std::sin(start), length / 2 * std::cos(start)});
    std::vector<Happened> events;
    double angle = 0, rate = 0, force = 0;
    SimulationOptions options = noting(system, events, 0.8, 1e-10);
    options.on_contact = [&](const State& s, const ContactEvent& e) {
        events.push_back({"", e.kind, s.time(), 0, 0});
        if (e.kind != ContactEventKind::lifts_off) return;
        angle = s.q(in_plane)[0], rate = s.u(in_plane)[0], force = normal_force(system, s, {1});
    };
    last(simulate(system, state, std::move(options)));
    REQUIRE(events.size() == 3);
    CHECK(events[2].kind == ContactEventKind::lifts_off);
    CHECK(events[2].time == doctest::Approx(0.6505624420988225).epsilon(1e-7));
    CHECK(angle == doctest::Approx(std::acos(2.0 / 3 * std::cos(start))).epsilon(1e-7));
    CHECK(rate == doctest::Approx(2.1646998589091044).epsilon(1e-7));
    CHECK(force == doctest::Approx(m * g / 4).epsilon(1e-6));
}

TEST_CASE(
    "a pendulum on a rope: slack where the rope would push, and taut again with a jerk that takes energy") {
    // Swung up past the level with too little speed to go round, it leaves the circle where g cos = v²/l.
    constexpr double l = 1, m = 2, v0 = 6;
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {m, {}, {0.01, 0.01, 0.01}}});
    const auto free = model.add(Cartesian{}, {.name = "free", .to = bob});
    model.add(Gravity{.g = {0, -g, 0}});
    model.add(Rod{.name = "rope", .from = {world, {}}, .to = {bob, {}}, .length = l});
    model.add(OneWay{.name = "rope", .free = FreeSide::below});
    const System system(model);
    State state = system.default_state();
    state.set_q(free, std::array{0.0, -l, 0.0});
    state.set_u(free, std::array{v0, 0.0, 0.0});
    std::vector<Happened> events;
    std::vector<double> height, energy;
    SimulationOptions options = noting(system, events, 1.5, 1e-9);
    options.on_contact = [&](const State& s, const ContactEvent& e) {
        events.push_back({"", e.kind, s.time(), e.speed, e.impulse});
        height.push_back(s.q(free)[1]);
    };
    const double before = total_energy(system, state);
    Simulation run = simulate(system, state, std::move(options));
    while (!run.is_over()) {
        run.step();
        CHECK(norm(Vec3{run.state().q()[0], run.state().q()[1], run.state().q()[2]}) < l + 1e-8);
        energy.push_back(total_energy(system, run.state()));
    }
    REQUIRE(events.size() >= 4);
    CHECK(events[0].kind == ContactEventKind::touches);
    CHECK(events[1].kind == ContactEventKind::lifts_off);
    CHECK(height[1] == doctest::Approx((v0 * v0 - 2 * g * l) / (3 * g)).epsilon(1e-7));
    CHECK(events[2].kind == ContactEventKind::impact);
    // What the rope takes is the energy of the speed along it.
    CHECK(energy.back() ==
          doctest::Approx(before - 0.5 * m * events[2].speed * events[2].speed).epsilon(1e-7));
}

TEST_CASE("a door between two stops bounces to and fro, each time slower by the restitution") {
    Model model;
    const BodyId door = model.add(Body{.name = "door", .mass = {5, {0.4, 0, 0}, {0.1, 0.3, 0.3}}});
    const auto hinge = model.add(Pin{}, {.name = "hinge", .to = door});
    model.add(ConstantCoordinate{.name = "low", .coordinate = {hinge, 0}, .value = 0});
    model.add(ConstantCoordinate{.name = "high", .coordinate = {hinge, 0}, .value = 1});
    model.add(OneWay{.name = "low", .restitution = 0.5});
    model.add(OneWay{.name = "high", .free = FreeSide::below, .restitution = 0.5});
    const System system(model);
    State state = system.default_state();
    state.q(hinge) = 0.5;
    state.u(hinge) = 2;
    std::vector<Happened> events;
    const State end = last(simulate(system, state, noting(system, events, 10)));
    // 0.25 s to the stop, then 1 s, 2 s, 4 s from one to the other.
    REQUIRE(events.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(events[i].name == (i % 2 == 0 ? "high" : "low"));
        CHECK(events[i].time ==
              doctest::Approx(0.25 + std::pow(2, static_cast<double>(i)) - 1).epsilon(1e-7));
    }
    CHECK(end.u(hinge) == doctest::Approx(2.0 / 16).epsilon(1e-8));
}

namespace {

/// A rod with one end on the floor, at an angle to it, moving along.
struct SlidingRod {
    static constexpr double length = 2, m = 1, I = m * length * length / 12;
    Model model;
    JointId<Planar> joint;
    explicit SlidingRod(double mu) {
        const BodyId rod = model.add(Body{.name = "rod", .mass = {m, {}, {I, I, I}}});
        joint = model.add(Planar{}, {.name = "plane", .to = rod});
        model.add(Gravity{.g = {0, -g, 0}});
        model.add(SphereOnPlane{.name = "tip",
                                .plane = {world, {0, 1, 0}, 0},
                                .center = {rod, {-length / 2, 0, 0}},
                                .radius = 0});
        model.add(OneWay{.name = "tip", .static_friction = mu, .sliding_friction = mu});
    }
    /// The rod stands at an angle to the floor, its tip moves with a velocity along x.
    State at(const System& system, double angle, double v, double w) const {
        State state = system.default_state();
        const double c = length / 2 * std::cos(angle), s = length / 2 * std::sin(angle);
        state.set_q(joint, std::array{angle, c, s});
        state.set_u(joint, std::array{w, v - w * s, w * c});
        return state;
    }
};

}  // namespace

TEST_CASE("Painlevé's rod: where friction would push it into the floor for ever, it stops at once") {
    // A = (1/m)(1 + 3 cos² − 3 μ sin cos) is negative for μ > 4/3 at some angles: no force keeps it sliding.
    const double mu = 3, angle = 1.1;
    const double compliance =
        1 + 3 * std::cos(angle) * std::cos(angle) - 3 * mu * std::sin(angle) * std::cos(angle);
    REQUIRE(compliance < 0);
    const SlidingRod scene(mu);
    const System system(scene.model);
    // Its tip is its left end: pushed to the left, friction turns it into the floor; to the right, off it.
    for (const double v : {-1.0, 1.0}) {
        CAPTURE(v);
        std::vector<Happened> events;
        const State start = scene.at(system, angle, v, 0);
        const double before = total_energy(system, start);
        Simulation run = simulate(system, start, noting(system, events, 0.2));
        CHECK(run.advance_to(0.2) == Outcome::reached);
        CHECK(total_energy(system, run.state()) <= before + 1e-9);
        CHECK(count(events, ContactEventKind::jams) == (v < 0 ? 1 : 0));
        CHECK(gap(system, run.state(), {0}) > -1e-8);
    }
}

TEST_CASE("a rimless wheel loses the same share of its speed at every step") {
    // Spokes of length l, angle 2α between them: w⁺ = w⁻ (cos 2α + k)/(1 + k), k = I/(m l²); and on level ground the
    // speed between impacts follows energy.
    constexpr int spokes = 8;
    constexpr double l = 1, m = 1, k = 0.3, alpha = std::numbers::pi / spokes;
    Model model;
    const BodyId wheel = model.add(Body{.name = "wheel", .mass = {m, {}, {k, k, k}}});
    const auto joint = model.add(Planar{}, {.name = "plane", .to = wheel});
    model.add(Gravity{.g = {0, -g, 0}});
    for (int i = 0; i < spokes; ++i) {
        const double a = 2 * alpha * i;
        const std::string name = "spoke" + std::to_string(i);
        model.add(SphereOnPlane{.name = name,
                                .plane = {world, {0, 1, 0}, 0},
                                .center = {wheel, {l * std::sin(a), -l * std::cos(a), 0}},
                                .radius = 0});
        model.add(OneWay{.name = name, .static_friction = 5, .sliding_friction = 5});
    }
    const System system(model);
    // Standing on spoke 0, turned by `angle` towards the right (negative turning about z), with the speed w.
    State state = system.default_state();
    const double w0 = 2;
    state.set_q(joint, std::array{0.0, 0.0, l});
    state.set_u(joint, std::array{-w0, w0 * l, 0.0});
    std::vector<double> speeds;
    SimulationOptions options{.until = 1.2, .accuracy = 1e-9};
    options.on_contact = [&](const State& s, const ContactEvent& e) {
        if (e.kind == ContactEventKind::impact && e.speed > 0) speeds.push_back(-s.u(joint)[0]);
    };
    last(simulate(system, state, std::move(options)));
    REQUIRE(speeds.size() >= 2);
    const double drop = 2 * g / l * (1 - std::cos(alpha)) / (1 + k),
                 loss = (std::cos(2 * alpha) + k) / (1 + k);
    double w = loss * std::sqrt(w0 * w0 + drop);
    CHECK(speeds[0] == doctest::Approx(w).epsilon(1e-7));
    w *= loss;  // up and down again between two steps
    CHECK(speeds[1] == doctest::Approx(w).epsilon(1e-7));
}
