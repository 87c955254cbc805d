// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Modes against closed forms, and against one another.
#include <tests/derivatives/differences.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

Body point(const std::string& name, double mass, const Vec3& at_) {
    return {.name = name, .mass = {.mass = mass, .com = at_}};
}

/// n bobs on strings one below the other, hanging along −y.
Model pendulum(int n, double length, double g) {
    Model model;
    BodyId last = world;
    for (int i = 0; i < n; ++i) {
        const BodyId bob = model.add(point("bob" + std::to_string(i), 1, {0, -length, 0}));
        model.add(Pin{}, {.name = "pin" + std::to_string(i),
                          .from = last,
                          .to = bob,
                          .X_PF = {.p = {0, i == 0 ? 0 : -length, 0}}});
        last = bob;
    }
    model.add(Gravity{.g = {0, -g, 0}});
    return model;
}

/// Carts in a row between two walls, springs between all neighbours.
Model carts(int n, double mass, double stiffness, double damping = 0) {
    Model model;
    BodyId last = world;
    for (int i = 0; i < n; ++i) {
        const BodyId cart = model.add(point("cart" + std::to_string(i), mass, {}));
        const auto rail = model.add(
            Slider{},
            {.name = "rail" + std::to_string(i), .from = world, .to = cart, .X_PF = {.p = {i + 1.0, 0, 0}}});
        static_cast<void>(rail);
        model.add(TwoPointSpring{.name = "spring" + std::to_string(i),
                                 .from = {last, {}},
                                 .to = {cart, {}},
                                 .stiffness = stiffness,
                                 .rest_length = 1,
                                 .damping = damping});
        last = cart;
    }
    model.add(TwoPointSpring{.name = "wall",
                             .from = {last, {}},
                             .to = {world, {n + 1.0, 0, 0}},
                             .stiffness = stiffness,
                             .rest_length = 1,
                             .damping = damping});
    return model;
}

Modes modes_of(const Model& model, bool undamped) {
    const System system(model);
    return modes(system, system.default_state(), {.undamped = undamped});
}

/// The same carts with the rails the other way round or on one another: other coordinates, the same motion.
std::vector<double> frequencies(const Modes& found) {
    std::vector<double> all;
    for (const Mode& mode : found.modes) all.push_back(mode.angular_frequency);
    return all;
}

}  // namespace

TEST_CASE("a double pendulum swings with ω² = (2 ∓ √2) g/l, whichever way it is asked") {
    const double g = 9.81, l = 0.7;
    for (const bool undamped : {true, false}) {
        const Modes found = modes_of(pendulum(2, l, g), undamped);
        REQUIRE(found.modes.size() == 2);
        CHECK(found.stability == Stability::stable);
        CHECK(found.modes[0].angular_frequency ==
              doctest::Approx(std::sqrt((2 - std::sqrt(2.0)) * g / l)).epsilon(1e-12));
        CHECK(found.modes[1].angular_frequency ==
              doctest::Approx(std::sqrt((2 + std::sqrt(2.0)) * g / l)).epsilon(1e-12));
        CHECK(found.modes[0].damping == doctest::Approx(0));
        // Relative angles: the lower bob turns by √2 of the upper one in the world, so by √2 − 1 more.
        CHECK(found.modes[0].shape[1] / found.modes[0].shape[0] == doctest::Approx(std::sqrt(2.0) - 1));
    }
}

TEST_CASE("springs in a row have ω = 2 √(k/m) sin(j π/2(n + 1)), and dampers beside them the ratio c ω/2k") {
    const int n = 6;
    const double m = 2, k = 50, c = 0.4;
    for (const double damping : {0.0, c}) {
        const Modes found = modes_of(carts(n, m, k, damping), false);
        REQUIRE(found.modes.size() == n);
        for (int j = 1; j <= n; ++j) {
            const double omega = 2 * std::sqrt(k / m) * std::sin(j * std::numbers::pi / (2 * (n + 1)));
            const double ratio = damping * omega / (2 * k);
            const Mode& mode = found.modes[at(j - 1)];
            CHECK(mode.angular_frequency ==
                  doctest::Approx(omega * std::sqrt(1 - ratio * ratio)).epsilon(1e-11));
            CHECK(mode.damping == doctest::Approx(ratio).epsilon(1e-9));
            for (int i = 0; i < n; ++i) {
                const double x = std::sin((i + 1) * j * std::numbers::pi / (n + 1));
                const double first = std::sin(j * std::numbers::pi / (n + 1));
                CHECK(mode.shape[at(i)] * first == doctest::Approx(mode.shape[0] * x).epsilon(1e-8));
            }
        }
    }
}

TEST_CASE("a beam of many links swings like Euler's: ω = (1.8751)² √(EI/ρA l⁴), error as 1/n²") {
    const double length = 1, density = 1, EI = 2;
    double before = 0;
    for (const int n : {20, 40}) {
        Model model;
        const double piece = length / n, mass = density * piece;
        BodyId last = world;
        for (int i = 0; i < n; ++i) {
            const double I = mass * piece * piece / 12;
            const BodyId link = model.add(
                Body{.name = "link" + std::to_string(i),
                     .mass = {.mass = mass, .com = {piece / 2, 0, 0}, .inertia = {1e-3 * I, I, I}}});
            const auto pin = model.add(Pin{}, {.name = "pin" + std::to_string(i),
                                               .from = last,
                                               .to = link,
                                               .X_PF = {.p = {i == 0 ? 0 : piece, 0, 0}}});
            // A joint bends for the half pieces beside it; the clamped one for one half.
            model.add(MobilitySpring{"bend" + std::to_string(i), {pin, 0}, (i == 0 ? 2 : 1) * EI / piece, 0});
            last = link;
        }
        const Modes found = modes_of(model, true);
        const double exact =
            1.87510406871196 * 1.87510406871196 * std::sqrt(EI / (density * std::pow(length, 4)));
        const double error = std::abs(found.modes[0].angular_frequency / exact - 1);
        CHECK(error < 2.0 / (n * n));
        if (before > 0) CHECK(error < before / 3);
        before = error;
    }
}

TEST_CASE("a sleeping top is stable while it spins fast enough: C² s² > 4 A m g l") {
    const double m = 2, l = 0.3, g = 9.81, A = 0.25, C = 0.05;  // about the tip: A across, C along
    const double least = std::sqrt(4 * A * m * g * l) / C;
    for (const double share : {0.9, 1.1}) {
        Model model;
        const BodyId top = model.add(
            Body{.name = "top",
                 .mass = {.mass = m, .com = {0, 0, l}, .inertia = {A - m * l * l, A - m * l * l, C}}});
        const auto tip = model.add(Ball{}, {.name = "tip", .from = world, .to = top});
        model.add(Gravity{.g = {0, 0, -g}});
        const System system(model);
        State state = system.default_state();
        state.set_u(tip, std::vector<double>{0, 0, share * least});
        const Modes found = modes(system, state);
        CHECK((found.stability == Stability::unstable) == (share < 1));
        // About the world's axes a small lean z = x + i y goes as e^{iωt}: A ω² − C s ω + m g l = 0.
        const double s = share * least, b = C * s / (2 * A), discriminant = b * b - m * g * l / A;
        bool seen = false;
        for (const Mode& mode : found.modes)
            if (share > 1)
                seen = seen || std::abs(mode.angular_frequency - (b - std::sqrt(discriminant))) < 1e-7 * b;
            else
                seen = seen || (std::abs(mode.angular_frequency - b) < 1e-7 * b &&
                                std::abs(mode.growth - std::sqrt(-discriminant)) < 1e-7 * b);
        CHECK(seen);
    }
}

TEST_CASE("modes do not depend on which joints make the tree, and a loop has as many as freedoms") {
    // Two bobs on pins, joined by a third body: a four-bar, hanging.
    const auto four_bar = [](int left_out) {
        Model model;
        const BodyId a = model.add(
            Body{.name = "a", .mass = {.mass = 1, .com = {0, -0.5, 0}, .inertia = {0.1, 0.1, 0.1}}});
        const BodyId b =
            model.add(Body{.name = "b", .mass = {.mass = 2, .com = {0.4, 0, 0}, .inertia = {0.2, 0.2, 0.2}}});
        const BodyId c = model.add(
            Body{.name = "c", .mass = {.mass = 1.5, .com = {0, -0.4, 0}, .inertia = {0.1, 0.1, 0.1}}});
        const Transform below{.p = {0, -1, 0}}, right{.p = {1, 0, 0}};
        const auto keep = [&](int i) { return i == left_out ? LoopClosure::cut : LoopClosure::automatic; };
        model.add(Pin{}, {.name = "p0", .from = world, .to = a, .loop = keep(0)});
        model.add(Pin{}, {.name = "p1", .from = a, .to = b, .X_PF = below, .loop = keep(1)});
        model.add(Pin{}, {.name = "p2", .from = c, .to = b, .X_PF = below, .X_BM = right, .loop = keep(2)});
        model.add(Pin{}, {.name = "p3", .from = world, .to = c, .X_PF = right, .loop = keep(3)});
        model.add(Gravity{.g = {0, -9.81, 0}});
        return model;
    };
    // All turn by one angle: (1·0.25 + 0.1 + 1.5·0.16 + 0.1 + 2·1) φ'' = −g (0.5 + 0.6 + 2) φ.
    const double omega = std::sqrt(9.81 * 3.1 / 2.69);
    for (int left_out = 0; left_out < 4; ++left_out)
        for (const bool undamped : {true, false}) {
            const Modes found = modes_of(four_bar(left_out), undamped);
            REQUIRE(found.modes.size() == 1);
            CHECK(found.modes[0].angular_frequency == doctest::Approx(omega).epsilon(1e-9));
        }
}

TEST_CASE("quaternions swing like angles, and a free body drifts along six directions") {
    Model model;
    const BodyId bob = model.add(
        Body{.name = "bob", .mass = {.mass = 1, .com = {0, -0.5, 0}, .inertia = {0.02, 0.01, 0.03}}});
    model.add(Ball{}, {.name = "ball", .from = world, .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State state = system.default_state();
    const Modes by_quaternion = modes(system, state);
    use_angles(system, state, AnyJointId{{0}}, true);
    const Modes by_angles = modes(system, state);
    CHECK(difference(frequencies(by_quaternion), frequencies(by_angles)) < 1e-10);
    CHECK(by_quaternion.modes.back().angular_frequency ==
          doctest::Approx(std::sqrt(9.81 * 0.5 / 0.27)).epsilon(1e-10));
    Model loose;
    const BodyId body = loose.add(Body{.name = "body", .mass = {.mass = 1, .inertia = {1, 2, 2.5}}});
    loose.add(Free{}, {.name = "free", .from = world, .to = body});
    const Modes drift = modes_of(loose, true);
    CHECK(drift.modes.size() == 6);
    CHECK(drift.stability == Stability::neutral);
    for (const Mode& mode : drift.modes) CHECK(mode.angular_frequency == 0);
}

TEST_CASE("a State moved along a mode by a little has that mode's accelerations, and meets the constraints") {
    const System system(pendulum(3, 0.5, 9.81));
    const State rest = system.default_state();
    const Modes found = modes(system, rest, {.undamped = true});
    for (const Mode& mode : found.modes) {
        const double amplitude = 1e-5;
        const State there = along_mode(system, rest, mode, amplitude, 0);
        const double square = mode.angular_frequency * mode.angular_frequency;
        Vector wanted;
        for (const double x : mode.shape) wanted.push_back(-square * amplitude * x);
        CHECK(difference(forward_dynamics(system, there), wanted) < 1e-8);
    }
}
