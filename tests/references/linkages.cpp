// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Planar linkages against the formulas of textbooks (four-bar and slider-crank: R. L. Norton, Design of Machinery,
// chapters 4, 6, 7), and the chain of four-bars of the IFToMM library of benchmarks (A02), which on its regular branch
// is a pendulum.

#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double g = 9.81;

/// Angles of a four-bar and, for ω₂ and α₂ of the crank, its rates. Corners O (0, 0) and D (d, 0).
struct FourBar {
    double a = 1.5, b = 3.5, c = 3, d = 4;  // crank, coupler, rocker, ground
    double theta2, theta3 = 0, theta4 = 0, w2, w3 = 0, w4 = 0;

    FourBar(double angle, double rate) : theta2(angle), w2(rate) {
        const double x = d - a * std::cos(theta2), y = -a * std::sin(theta2);  // from A to D
        const double s2 = x * x + y * y, s = std::sqrt(s2);
        const double at_A = std::acos((b * b + s2 - c * c) / (2 * b * s));
        theta3 = std::atan2(y, x) + at_A;
        theta4 = std::atan2(a * std::sin(theta2) + b * std::sin(theta3),
                            a * std::cos(theta2) + b * std::cos(theta3) - d);
        w3 = a * w2 / b * std::sin(theta4 - theta2) / std::sin(theta3 - theta4);
        w4 = a * w2 / c * std::sin(theta2 - theta3) / std::sin(theta4 - theta3);
    }
    /// α₃ and α₄ for α₂.
    std::pair<double, double> accelerations(double alpha2) const {
        const double A = c * std::sin(theta4), B = b * std::sin(theta3), D = c * std::cos(theta4),
                     E = b * std::cos(theta3);
        const double C = a * alpha2 * std::sin(theta2) + a * w2 * w2 * std::cos(theta2) +
                         b * w3 * w3 * std::cos(theta3) - c * w4 * w4 * std::cos(theta4);
        const double F = a * alpha2 * std::cos(theta2) - a * w2 * w2 * std::sin(theta2) -
                         b * w3 * w3 * std::sin(theta3) + c * w4 * w4 * std::sin(theta4);
        return {(C * D - A * F) / (A * E - B * D), (C * E - B * F) / (A * E - B * D)};
    }
    Vec3 A() const { return a * Vec3{std::cos(theta2), std::sin(theta2), 0}; }
    Vec3 v_A() const { return a * w2 * Vec3{-std::sin(theta2), std::cos(theta2), 0}; }
    /// Twice the kinetic energy, and the potential energy, of uniform bars of 1, 2 and 3 kg.
    double energy2() const {
        const Vec3 v = v_A() + b / 2 * w3 * Vec3{-std::sin(theta3), std::cos(theta3), 0};
        return 1 * a * a / 3 * w2 * w2 + 2 * (dot(v, v) + b * b / 12 * w3 * w3) + 3 * c * c / 3 * w4 * w4;
    }
    double potential() const {
        return g * (1 * a / 2 * std::sin(theta2) + 2 * (a * std::sin(theta2) + b / 2 * std::sin(theta3)) +
                    3 * c / 2 * std::sin(theta4));
    }
};

}  // namespace

TEST_CASE("a four-bar of four pins turns, and accelerates, as its formulas say") {
    for (const LoopClosure how : {LoopClosure::automatic, LoopClosure::split})
        for (const double theta : {0.3, 1.4, 2.9, -1.2}) {
            const FourBar bar(theta, 1.7);
            CAPTURE(theta);
            Model model{.name = "four-bar"};
            const BodyId crank = add_rod(model, "crank", 1, {}, {bar.a, 0, 0}),
                         coupler = add_rod(model, "coupler", 2, {}, {bar.b, 0, 0}),
                         rocker = add_rod(model, "rocker", 3, {}, {bar.c, 0, 0});
            model.add(Pin{}, {.name = "O", .from = world, .to = crank});
            model.add(Pin{}, {.name = "A", .from = crank, .to = coupler, .X_PF = {.p = {bar.a, 0, 0}}});
            const auto B = model.add(Pin{}, {.name = "B",
                                             .from = coupler,
                                             .to = rocker,
                                             .X_PF = {.p = {bar.b, 0, 0}},
                                             .X_BM = {.p = {bar.c, 0, 0}},
                                             .loop = how});
            model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {bar.d, 0, 0}}});
            model.add(Gravity{.g = {0, -g, 0}});
            const System system(model);
            REQUIRE(system.loops().size() == 1);
            CHECK(system.loops()[0].equations == (how == LoopClosure::split ? 6 : 5));
            State state = system.default_state();
            place(
                system, state,
                {{}, turned(bar.theta2, {}), turned(bar.theta3, bar.A()), turned(bar.theta4, {bar.d, 0, 0})});
            move(system, state, {{}, turning(bar.w2, {}), turning(bar.w3, bar.v_A()), turning(bar.w4, {})});
            for (const double e : position_errors(system, state)) CHECK(std::abs(e) < 1e-14);
            for (const double e : velocity_errors(system, state)) CHECK(std::abs(e) < 1e-13);
            CHECK(system.nu() - constraint_rank(system, state) ==
                  1);  // three equations of the loop say nothing new
            CHECK(joint_q(system, state, B) ==
                  doctest::Approx(std::remainder(bar.theta4 - bar.theta3, 6.283185307179586)));
            CHECK(joint_u(system, state, B) == doctest::Approx(bar.w4 - bar.w3));

            // J α + ½ J' ω² = −V', with J and V as functions of the crank's angle
            const auto J = [](double angle) { return FourBar(angle, 1).energy2(); };
            const double h = 1e-5, slope = (J(theta + h) - J(theta - h)) / (2 * h),
                         V = (FourBar(theta + h, 1).potential() - FourBar(theta - h, 1).potential()) /
                             (2 * h);
            const double alpha2 = acceleration(system, state, crank).w.z;
            CHECK(alpha2 == doctest::Approx((-V - 0.5 * slope * bar.w2 * bar.w2) / J(theta)).epsilon(1e-7));
            const auto [alpha3, alpha4] = bar.accelerations(alpha2);
            CHECK(acceleration(system, state, coupler).w.z == doctest::Approx(alpha3).epsilon(1e-12));
            CHECK(acceleration(system, state, rocker).w.z == doctest::Approx(alpha4).epsilon(1e-12));
            CHECK(std::abs(acceleration(system, state, coupler).w.x) < 1e-12);
            CHECK(joint_u_dot(system, state, B) == doctest::Approx(alpha4 - alpha3).epsilon(1e-11));
        }
}

TEST_CASE("an offset slider-crank moves its piston as the formulas say, whichever joint closes it") {
    const double r = 0.5, l = 1.3, offset = 0.2, w = 4;
    for (int cut = 0; cut < 4; ++cut)
        for (const double theta : {0.4, 2.2, 4.0}) {
            CAPTURE(cut);
            CAPTURE(theta);
            Model model{.name = "slider-crank"};
            const BodyId crank = add_rod(model, "crank", 1, {}, {r, 0, 0}),
                         rod = add_rod(model, "rod", 2, {}, {l, 0, 0}),
                         piston = model.add(Body{.name = "piston", .mass = {3, {}, {0.1, 0.1, 0.1}}});
            model.add(Pin{}, {.name = "main", .from = world, .to = crank});
            model.add(Pin{}, {.name = "crankpin", .from = crank, .to = rod, .X_PF = {.p = {r, 0, 0}}});
            model.add(Pin{}, {.name = "gudgeon", .from = rod, .to = piston, .X_PF = {.p = {l, 0, 0}}});
            model.add(Slider{}, {.name = "bore", .from = world, .to = piston, .X_PF = {.p = {0, offset, 0}}});
            model.add(Gravity{.g = {0, -g, 0}});
            for (int j = 0; j < 4; ++j)
                model.joints[static_cast<std::size_t>(j)].placement.loop =
                    j == cut ? LoopClosure::cut : LoopClosure::in_tree;
            const System system(model);
            REQUIRE(system.loops()[0].joint.index == cut);
            const double s = r * std::sin(theta) - offset, c = std::sqrt(l * l - s * s),
                         x = r * std::cos(theta) + c;
            const double s1 = r * std::cos(theta) * w, phi = std::atan2(-s, c), phi1 = -s1 / c;
            const double v = -r * std::sin(theta) * w - s * s1 / c;
            const Vec3 A{r * std::cos(theta), r * std::sin(theta), 0}, v_A{-w * A.y, w * A.x, 0};
            State state = system.default_state();
            place(system, state, {{}, turned(theta, {}), turned(phi, A), turned(0, {x, offset, 0})});
            move(system, state, {{}, turning(w, {}), turning(phi1, v_A), turning(0, {v, 0, 0})});
            for (const double e : velocity_errors(system, state)) CHECK(std::abs(e) < 1e-13);
            const double alpha = acceleration(system, state, crank).w.z;
            const double s2 = r * std::cos(theta) * alpha - r * std::sin(theta) * w * w;
            const double a = -r * (std::cos(theta) * w * w + std::sin(theta) * alpha) -
                             (s1 * s1 + s * s2) / c - s * s * s1 * s1 / (c * c * c);
            CHECK(acceleration(system, state, piston).v.x == doctest::Approx(a).epsilon(1e-11));
            CHECK(std::abs(acceleration(system, state, piston).v.y) < 1e-11);
            // the power of gravity is the rate of the kinetic energy: reactions do no work
            double rate = 0;
            for (const BodyId body : {crank, rod, piston}) {
                const MassProperties& m = model.bodies[static_cast<std::size_t>(body.index)].mass;
                const Station centre{body, m.com};
                rate +=
                    m.mass * dot(velocity(system, state, centre), acceleration(system, state, centre)) +
                    m.inertia.zz * velocity(system, state, body).w.z * acceleration(system, state, body).w.z;
            }
            CHECK(rate == doctest::Approx(power(system, state)).epsilon(1e-10));
        }
}

namespace {

/// N + 1 cranks of 1 m and 1 kg on pivots 1 m apart, their tops joined by N couplers; all at one angle from upright.
struct FourBarChain {
    System system;
    State state;

    FourBarChain(int n, double angle, double rate) : system(model(n)), state(system.default_state()) {
        const Vec3 top{std::sin(angle), std::cos(angle), 0}, v{rate * top.y, -rate * top.x, 0};
        std::vector<Transform> X{{}};
        std::vector<SpatialVelocity> V{{}};
        for (int i = 0; i <= n; ++i)
            X.push_back(turned(-angle, {double(i), 0, 0})), V.push_back(turning(-rate, {}));
        for (int i = 0; i < n; ++i)
            X.push_back(turned(0, Vec3{double(i), 0, 0} + top)), V.push_back(turning(0, v));
        place(system, state, X);
        move(system, state, V);
    }
    static Model model(int n) {
        Model model{.name = "chain of four-bars"};
        std::vector<BodyId> crank;
        for (int i = 0; i <= n; ++i) {
            crank.push_back(add_rod(model, "crank" + std::to_string(i), 1, {}, {0, 1, 0}));
            model.add(Pin{}, {.name = "foot" + std::to_string(i),
                              .from = world,
                              .to = crank.back(),
                              .X_PF = {.p = {double(i), 0, 0}}});
        }
        for (int i = 0; i < n; ++i) {
            const std::string number = std::to_string(i);
            const BodyId coupler = add_rod(model, "coupler" + number, 1, {}, {1, 0, 0});
            model.add(Pin{}, {.name = "left" + number,
                              .from = crank[static_cast<std::size_t>(i)],
                              .to = coupler,
                              .X_PF = {.p = {0, 1, 0}}});
            model.add(Pin{}, {.name = "right" + number,
                              .from = coupler,
                              .to = crank[static_cast<std::size_t>(i) + 1],
                              .X_PF = {.p = {1, 0, 0}},
                              .X_BM = {.p = {0, 1, 0}}});
        }
        model.add(Gravity{.g = {0, -g, 0}});
        return model;
    }
    /// Angle's acceleration on the regular branch: (n + 1)/3 + n times m l², (n + 1)/2 + n times m g l sin θ.
    static double regular(int n, double angle) {
        return g * ((n + 1) / 2.0 + n) / ((n + 1) / 3.0 + n) * std::sin(angle);
    }
};

}  // namespace

TEST_CASE("a chain of N four-bars is a pendulum, and has one freedom but where it lies flat") {
    for (const int n : {1, 2, 10, 40})
        for (const double angle : {0.0, 0.5, 1.2, 2.5, -2.0}) {
            const FourBarChain chain(n, angle, 1);
            CAPTURE(n);
            CAPTURE(angle);
            CHECK(chain.system.loops().size() == static_cast<std::size_t>(n));
            CHECK(chain.system.nu() - constraint_rank(chain.system, chain.state) == 1);
            for (const BodyId body : {BodyId{1}, BodyId{n + 1}})
                CHECK(acceleration(chain.system, chain.state, body).w.z ==
                      doctest::Approx(-FourBarChain::regular(n, angle)).epsilon(1e-9));
        }
    const FourBarChain flat(2, std::acos(0.0), 1);
    CHECK(flat.system.nu() - constraint_rank(flat.system, flat.state) == 3);
}

TEST_CASE("a double four-bar swings as in the IFToMM library's A02, through the flat position") {
    // B0 at 1 s, computed to the digits shown from the pendulum that it is on its regular branch.
    FourBarChain chain(2, 0, 1);
    run(chain.system, chain.state, 1, 1000);
    const Station B0{BodyId{1}, {0, 1, 0}};
    const Vec3 p = position(chain.system, chain.state, B0), v = velocity(chain.system, chain.state, B0);
    CHECK(std::abs(p.x + 0.1950203019) < 1e-7);
    CHECK(std::abs(p.y + 0.9807992057) < 1e-7);
    CHECK(std::abs(v.x + 6.6766780369) < 1e-6);
    CHECK(std::abs(v.y - 1.3275783252) < 1e-6);
}
