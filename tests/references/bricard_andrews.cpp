// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Two closed mechanisms that programs are compared by: Bricard's overconstrained ring (IFToMM library of benchmarks,
// A04; numbers from SD/FAST's equations, integrated to 1e-12) and Andrews' squeezer (E. Hairer, G. Wanner, Solving ODEs
// II, VII.7; Bari test set for IVP solvers).

#include <sinew/studies/simulate.h>
#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

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
    struct Row {
        double t, angle;
        std::array<Vec3, 4> corners;
    };
    const Row rows[] = {{0.5,
                         0.252528841,
                         {{{.96828368, 0, -.24985339},
                           {.77471781, -.97981505, -.19990616},
                           {.96828368, -1.22462516, .75014661},
                           {0, -.97981505, .80009384}}}},
                        {1,
                         1.035028460,
                         {{{.51050146, 0, -.85987689},
                           {.27448132, -.88670794, -.46233000},
                           {.51050146, -1.64916760, .14012311},
                           {0, -.88670794, .53767000}}}},
                        {2,
                         2.893328206,
                         {{{-.96934034, 0, -.24572199},
                           {-.77813537, -.98035268, -.19725267},
                           {-.96934034, -1.22124689, .75427801},
                           {0, -.98035268, .80274733}}}},
                        {4,
                         1.018199182,
                         {{{.52489959, 0, -.85116415},
                           {.28355108, -.88802281, -.45979939},
                           {.52489959, -1.64387600, .14883585},
                           {0, -.88802281, .54020061}}}},
                        {6,
                         1.051955962,
                         {{{.49587345, 0, -.86839480},
                           {.26540079, -.88542556, -.46478121},
                           {.49587345, -1.65432451, .13160520},
                           {0, -.88542556, .53521879}}}},
                        {10,
                         0.000269049,
                         {{{.99999996, 0, -.00026905},
                           {.99973099, -.99999996, -.00026898},
                           {.99999996, -1.00026901, .99973095},
                           {0, -.99999996, .99973102}}}}};
    for (const LoopClosure how : {LoopClosure::cut, LoopClosure::split}) {
        Bricard bricard;
        bricard.model.joints[3].placement.loop = how;
        const System system(bricard.model);
        REQUIRE(system.loops().size() == 1);
        REQUIRE(system.loops()[0].joint.index == 3);
        const State start = system.default_state();
        CHECK(system.nu() - system.loops()[0].equations == 0);
        CHECK(system.nu() - constraint_rank(system, start) == 1);
        const double accuracy = 1e-11;
        InTime account(how == LoopClosure::cut ? "A04 Bricard, a joint cut" : "A04 Bricard, a body split",
                       accuracy, 1e-8);
        Simulation run(system, start, {.accuracy = accuracy});
        for (const Row& row : rows) {
            REQUIRE_MESSAGE(run.advance_to(row.t) == Outcome::running, run.report().failure);
            account.compare(run.state().q(bricard.first), row.angle);
            for (int rod = 0; rod < 4; ++rod)
                account.compare(bricard.far_end(system, run.state(), rod),
                                row.corners[static_cast<std::size_t>(rod)]);
            CHECK(system.nu() - constraint_rank(system, run.state()) == 1);
            for (const double e : position_errors(system, run.state())) CHECK(std::abs(e) < 1e-11);
        }
        account.took(run.report().statistics.steps);
        CHECK(std::abs(total_energy(system, run.state()) - total_energy(system, start)) < 1e-9);
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
    for (const BodyId fixed : {K3, K4, K5, K6, K7})
        CHECK(std::abs(acceleration(system, state, fixed).w.z) < 1e-6);
    // The multipliers published for E on K2 and K3 are the force that K3 feels there.
    const Vec3 on_K3 = reaction(system, state, {{2}}).on_to_at_M.f;
    CAPTURE(on_K3.x);
    CAPTURE(on_K3.y);
    CHECK(std::abs(std::abs(on_K3.x) - 98.5668703962410896) < 1e-8);
    CHECK(std::abs(std::abs(on_K3.y) - 6.12268834425566266) < 1e-8);

    struct Row {
        double t;
        std::array<double, 5> angles;  ///< β, Θ, γ, δ, ε
    };
    // 0.03 s is published (Bari test set, 14 digits); the others were computed, balancing energies to 3e-13.
    constexpr Row rows[] = {
        {0.01, {2.160113131532, -1.883364231107, 0.158516758001, 0.525154774798, 1.068427204632}},
        {0.02, {8.184905889662, -7.890505363730, 0.209536913385, 0.522536917156, 1.086275108600}},
        {0.03,
         {15.81077119629904, -15.75637105984298, 0.04082224013073101, 0.5244099658805304, 1.048080741042263}},
        {0.04, {24.375304972, -24.571161223, 0.410629176, 0.496702150, 1.197848311}},
        {0.05, {33.825867767, -33.583431517, 0.113395074, 0.526060445, 1.056902429}}};
    const double accuracy = 1e-12;
    InTime angles("A03 Andrews' squeezer, angles", accuracy, 1e-8),
        rates("A03 Andrews' squeezer, rates over 1000", accuracy, 1e-8),
        forces("A03 Andrews' squeezer, forces over 100", accuracy, 1e-6);
    Simulation run(system, state, {.accuracy = accuracy});
    // The angle of a body in its plane, on the side of an angle that is near.
    const auto angle = [&](BodyId which, double near) {
        const Rotation R = pose(system, run.state(), which).R;
        return near + std::remainder(std::atan2(R.x.y, R.x.x) - near, 2 * std::numbers::pi);
    };
    for (const Row& row : rows) {
        CAPTURE(row.t);
        REQUIRE_MESSAGE(run.advance_to(row.t) == Outcome::running, run.report().failure);
        std::vector<double> q(1);
        joint_q(system, run.state(), O, q);
        const auto& [b, T, g, D, E] = row.angles;
        angles.compare(q[0], b);
        angles.compare(angle(K2, b + T) - q[0], T);
        angles.compare(angle(K3, g), g);
        angles.compare(angle(K5, D), D);
        angles.compare(angle(K7, E), E);
        if (row.t != 0.03) continue;
        const auto w = [&](BodyId which) { return velocity(system, run.state(), which).w.z; };
        constexpr double published[] = {1139.920302151208, -1424.379294994111, 11.03291221937134,
                                        19.29337464421385, 0.5735699284790808, -19.29337464421385,
                                        0.3231791658026955};
        const double found[] = {w(K1), w(K2) - w(K1), w(K3), w(K4) - w(K5), w(K5), w(K6) - w(K7), w(K7)};
        for (std::size_t i = 0; i < 7; ++i) rates.compare(found[i] / 1000, published[i] / 1000);
        // The multipliers published are what K3, K4 and K6 feel at E.
        constexpr double lambda[] = {199.1753333731910, -29.75531228015052, 23.06654119098399,
                                     31.45271365475927, 22.64249232082739,  11.61740700019673};
        const int at_E[] = {2, 4, 7};
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 f = reaction(system, run.state(), {{at_E[k]}}).on_to_at_M.f;
            forces.compare(std::abs(f.x) / 100, std::abs(lambda[2 * k]) / 100);
            forces.compare(std::abs(f.y) / 100, std::abs(lambda[2 * k + 1]) / 100);
        }
    }
    angles.took(run.report().statistics.steps);
}
