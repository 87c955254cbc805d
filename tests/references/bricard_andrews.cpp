// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Two closed mechanisms that programs are compared by: Bricard's overconstrained ring (IFToMM library of benchmarks,
// A04; numbers from SD/FAST's equations, integrated to 1e-12) and Andrews' squeezer (E. Hairer, G. Wanner, Solving ODEs
// II, VII.7; Bari test set for IVP solvers).

#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

double distance(const Vec3& a, const Vec3& b) { return norm(a - b); }

/// Five rods along edges of a cube and six pins; the System finds its tree.
struct Bricard {
    std::array<Vec3, 6> corner{{{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}}};
    Model model{.name = "Bricard"};
    JointId<Pin> first;

    Bricard() {
        const std::array axes{y_axis, z_axis, x_axis, y_axis, z_axis, x_axis};
        BodyId last = world;
        Vec3 p_last{};
        for (std::size_t i = 0; i < 6; ++i) {
            const BodyId next =
                i < 5 ? add_rod(model, "rod" + std::to_string(i), 1, corner[i], corner[i + 1], 0.1) : world;
            const auto pin = add_pin(model, "pin" + std::to_string(i), last, p_last, next,
                                     i < 5 ? corner[i] : Vec3{}, corner[i], axes[i]);
            if (i == 0) first = pin;
            last = next, p_last = corner[i];
        }
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
    Vec3 far_end(const System& system, const State& state, int rod) const {
        const auto i = static_cast<std::size_t>(rod);
        return position(system, state, Station{BodyId{rod + 1}, corner[i + 1] - corner[i]});
    }
};

}  // namespace

TEST_CASE(
    "Bricard's mechanism has one freedom, though counting equations says none, and falls as SD/FAST says") {
    for (const LoopClosure how : {LoopClosure::cut, LoopClosure::split}) {
        Bricard bricard;
        bricard.model.joints[3].placement.loop = how;
        const System system(bricard.model);
        REQUIRE(system.loops().size() == 1);
        REQUIRE(system.loops()[0].joint.index == 3);
        State state = system.default_state();
        CHECK(system.nu() - system.loops()[0].equations == 0);
        CHECK(system.nu() - constraint_rank(system, state) == 1);
        run(system, state, 0.5, 500);
        CHECK(system.nu() - constraint_rank(system, state) == 1);
        CHECK(std::abs(state.q(bricard.first) - 0.252528841) < 2e-9);
        CHECK(distance(bricard.far_end(system, state, 0), {.96828368, 0, -.24985339}) < 2e-8);
        CHECK(distance(bricard.far_end(system, state, 1), {.77471781, -.97981505, -.19990616}) < 2e-8);
        CHECK(distance(bricard.far_end(system, state, 2), {.96828368, -1.22462516, .75014661}) < 2e-8);
        CHECK(distance(bricard.far_end(system, state, 3), {0, -.97981505, .80009384}) < 2e-8);
        run(system, state, 0.5, 500);
        CHECK(std::abs(state.q(bricard.first) - 1.035028460) < 1e-8);
        for (const double e : position_errors(system, state)) CHECK(std::abs(e) < 1e-9);
    }
}

TEST_CASE("Andrews' squeezer, ten pins and three loops, starts and runs as published") {
    const double d = .028, da = .0115, e = .02, ea = .01421, rr = .007, ra = .00092, ss = .035, sa = .01874,
                 sb = .01043, sc = .018, sd = .02, ta = .02308, tb = .00916, u = .04, ua = .01228,
                 ub = .00449, zf = .02, zt = .04, fa = .01421;
    const Vec3 A{-.06934, -.00227, 0}, B{-.03635, .03273, 0}, C{.014, .072, 0};
    Model model{.name = "squeezer"};
    const auto body = [&](const char* name, double mass, double inertia, const Vec3& com) {
        return model.add(Body{.name = name, .mass = {mass, com, {inertia, inertia, inertia}}});
    };
    const BodyId K1 = body("K1", .04325, 2.194e-6, {ra, 0, 0}),
                 K2 = body("K2", .00365, 4.410e-7, {-da, 0, 0}),
                 K3 = body("K3", .02373, 5.255e-6, {sb, -sa, 0}),
                 K4 = body("K4", .00706, 5.667e-7, {0, -(e - ea), 0}),
                 K5 = body("K5", .07050, 1.169e-5, {ta, tb, 0}),
                 K6 = body("K6", .00706, 5.667e-7, {zf - fa, 0, 0}),
                 K7 = body("K7", .05498, 1.912e-5, {-ub, -ua, 0});
    const auto pin = [&](const char* name, BodyId from, const Vec3& p_from, BodyId to, const Vec3& p_to) {
        return model.add(Pin{},
                         {.name = name, .from = from, .to = to, .X_PF = {.p = p_from}, .X_BM = {.p = p_to}});
    };
    const Vec3 E2{-d, 0, 0}, E3{0, -ss, 0}, E4{0, -e, 0}, E6{zf, 0, 0};
    const auto O = pin("O", world, {}, K1, {});
    pin("F", K1, {rr, 0, 0}, K2, {});
    pin("E3", K2, E2, K3, E3);
    pin("B", world, B, K3, {});
    pin("E4", K2, E2, K4, E4);
    pin("G", K5, {zt, 0, 0}, K4, {});
    pin("A5", world, A, K5, {});
    pin("E6", K2, E2, K6, E6);
    pin("H", K7, {0, -u, 0}, K6, {});
    pin("A7", world, A, K7, {});
    model.add(TwoPointSpring{.name = "spring",
                             .from = {world, C},
                             .to = {K3, {sd, -sc, 0}},
                             .stiffness = 4530,
                             .rest_length = .07785});
    model.add(MobilityConstant{.name = "motor", .coordinate = {O, 0}, .force = 0.033});
    const System system(model);
    REQUIRE(system.loops().size() == 3);

    const double beta = -0.0617138900142764496, Theta = 0, gamma = 0.455279819163070380,
                 Phi = 0.222668390165885885, delta = 0.487364979543842550, Omega = -0.222668390165885885,
                 epsilon = 1.23054744454982119;
    const auto at = [](double angle, const Vec3& p, const Vec3& r) {
        return p + Rotation::about_z(angle) * r;
    };
    State state = system.default_state();
    place(system, state,
          {{},
           turned(beta, {}),
           turned(beta + Theta, at(beta, {}, {rr, 0, 0})),
           turned(gamma, B),
           turned(Phi + delta, at(delta, A, {zt, 0, 0})),
           turned(delta, A),
           turned(Omega + epsilon, at(epsilon, A, {0, -u, 0})),
           turned(epsilon, A)});
    for (const double error : position_errors(system, state)) CHECK(std::abs(error) < 1e-15);
    CHECK(system.nu() - constraint_rank(system, state) == 1);
    const double beta2 = acceleration(system, state, K1).w.z;
    CHECK(beta2 == doctest::Approx(14222.4439199541139).epsilon(1e-11));
    CHECK(acceleration(system, state, K2).w.z - beta2 ==
          doctest::Approx(-10666.8329399655854).epsilon(1e-11));
    for (const BodyId still : {K3, K4, K5, K6, K7})
        CHECK(std::abs(acceleration(system, state, still).w.z) < 1e-6);
    // The multipliers published for E on K2 and K3 are the force that K3 feels there.
    const Vec3 on_K3 = reaction(system, state, {{2}}).on_to_at_M.f;
    CAPTURE(on_K3.x);
    CAPTURE(on_K3.y);
    CHECK(std::abs(std::abs(on_K3.x) - 98.5668703962410896) < 1e-8);
    CHECK(std::abs(std::abs(on_K3.y) - 6.12268834425566266) < 1e-8);

    run(system, state, 0.01, 4000);
    std::vector<double> q(1);
    joint_q(system, state, O, q);
    CHECK(std::abs(q[0] - 2.160113131532) < 1e-7);
    CHECK(velocity(system, state, K1).w.z == doctest::Approx(711.923152831104).epsilon(1e-7));
    CHECK(velocity(system, state, K3).w.z == doctest::Approx(-136.4381913781197).epsilon(1e-6));
}
