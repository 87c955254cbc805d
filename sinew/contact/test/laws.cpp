// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/laws.h>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace sinew;

namespace {

const Material steel{.young = 200e9, .poisson = 0.3}, lead{.young = 14e9, .poisson = 0.42},
    rubber{.young = 0.01e9, .poisson = 0.5};

/// Free impact with (15.9): what a body of unit mass comes back with, by steps of a fourth-order method.
double rebound(double K, double c, double v) {
    const auto acceleration = [&](double x, double rate) {
        return x > 0 ? with_dissipation(K * x * std::sqrt(x), 1.5, c, rate) : 0;
    };
    double x = 0, u = v;
    const double h = 2e-4 * std::pow(v / K / v, 0.4);
    do {
        const double a1 = acceleration(x, u), u2 = u - 0.5 * h * a1, x2 = x + 0.5 * h * u;
        const double a2 = acceleration(x2, u2), u3 = u - 0.5 * h * a2, x3 = x + 0.5 * h * u2;
        const double a3 = acceleration(x3, u3), u4 = u - h * a3, x4 = x + h * u3;
        const double a4 = acceleration(x4, u4);
        x += h / 6 * (u + 2 * u2 + 2 * u3 + u4);
        u -= h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    } while (x > 0);
    return -u / v;
}

}  // namespace

TEST_CASE("two materials become one: the published moduli, both rules") {
    const auto GPa = [](const Material& a, const Material& b, ModulusRule rule) {
        return combined_for_hertz(a, b, rule).modulus / 1e9;
    };
    CHECK(GPa(steel, steel, ModulusRule::power) == doctest::Approx(77.7).epsilon(1e-3));
    CHECK(GPa(steel, steel, ModulusRule::textbook) == doctest::Approx(109.9).epsilon(1e-3));
    CHECK(GPa(lead, steel, ModulusRule::power) == doctest::Approx(13.24).epsilon(1e-3));
    CHECK(GPa(lead, steel, ModulusRule::textbook) == doctest::Approx(15.78).epsilon(1e-3));
    CHECK(GPa(rubber, steel, ModulusRule::power) == doctest::Approx(0.01330).epsilon(1e-3));
    CHECK(GPa(rubber, steel, ModulusRule::textbook) == doctest::Approx(0.01333).epsilon(1e-3));
}

TEST_CASE("by the power rule both sides press alike, each with its own modulus") {
    const CombinedMaterial both = combined_for_hertz(lead, steel, ModulusRule::power);
    const double x = 1e-4, R = 0.02, f = HertzLaw(both.modulus, R, 1).force(x);
    CHECK(HertzLaw(plane_strain_modulus(lead), R, 1).force(both.share * x) ==
          doctest::Approx(f).epsilon(1e-13));
    CHECK(HertzLaw(plane_strain_modulus(steel), R, 1).force((1 - both.share) * x) ==
          doctest::Approx(f).epsilon(1e-13));
    const CombinedMaterial springs = combined_for_springs(lead, steel);
    CHECK(plane_strain_modulus(lead) * springs.share == doctest::Approx(springs.modulus).epsilon(1e-14));
    CHECK(plane_strain_modulus(steel) * (1 - springs.share) ==
          doctest::Approx(springs.modulus).epsilon(1e-13));
}

TEST_CASE("the order of surfaces does not matter") {
    for (const ModulusRule rule : {ModulusRule::power, ModulusRule::textbook}) {
        const CombinedMaterial ab = combined_for_hertz(lead, steel, rule),
                               ba = combined_for_hertz(steel, lead, rule);
        CHECK(ab.modulus == doctest::Approx(ba.modulus).epsilon(1e-14));
        CHECK(ab.share + ba.share == doctest::Approx(1).epsilon(1e-14));
        CHECK(ab.dissipation == doctest::Approx(ba.dissipation).epsilon(1e-14));
    }
}

TEST_CASE("restitution by dissipation, whatever the stiffness: the closed form") {
    // v - ln(1 + a v)/a = -e v - ln(1 - a e v)/a with a = 1.5 c
    const double table[][2] = {{0.01, 0.99010}, {0.05, 0.95237}, {0.1, 0.90902}, {0.2, 0.83287}};
    for (const auto& row : table)
        for (const double K : {1e4, 1e9}) {
            const double cv = row[0], e = row[1];
            CAPTURE(cv);
            CAPTURE(K);
            CHECK(std::abs(rebound(K, cv, 1) - e) < 1e-5);
            CHECK(std::abs(rebound(K, cv / 3, 3) - e) < 1e-5);
        }
}

TEST_CASE("surfaces never pull, and press alike whether they move or not at the turning point") {
    CHECK(with_dissipation(10, 1.5, 0.5, 0) == 10);
    CHECK(with_dissipation(10, 1.5, 0.5, -2) == 0);
    CHECK(with_dissipation(10, 1.5, 0.5, 2) == 25);
}

TEST_CASE("friction over slip: its marks, no jump, both curves") {
    const CombinedFriction mu =
        combined_friction({.static_friction = 1, .sliding_friction = 0.5, .viscous_friction = 0.1},
                          {.static_friction = 0.7, .sliding_friction = 0.2, .viscous_friction = 0.05});
    CHECK(mu.at_rest == doctest::Approx(2 * 1 * 0.7 / 1.7).epsilon(1e-15));
    CHECK(mu.sliding == doctest::Approx(2 * 0.5 * 0.2 / 0.7).epsilon(1e-15));
    CHECK(mu.viscous == doctest::Approx(2 * 0.1 * 0.05 / 0.15).epsilon(1e-15));
    const SlipLaw smooth{FrictionLaw::smooth, 1e-3, 5e-3}, continuous{FrictionLaw::continuous, 1e-3, 5e-3};
    const auto at = [&](const SlipLaw& law, double v) { return v * law.per_speed(mu, v); };
    CHECK(at(smooth, 1e-3) == doctest::Approx(mu.at_rest + mu.viscous * 1e-3).epsilon(1e-12));
    CHECK(at(smooth, 0.02) == doctest::Approx(mu.sliding + mu.viscous * 0.02).epsilon(1e-12));
    CHECK(at(continuous, 1e-3) == doctest::Approx(mu.at_rest + mu.viscous * 1e-3).epsilon(1e-12));
    for (const SlipLaw& law : {smooth, continuous}) {
        CHECK(std::isfinite(law.per_speed(mu, 0)));
        for (double v = 1e-6; v < 0.02; v *= 1.01) {
            const double r = v / 1e-3;
            if (law.law == FrictionLaw::continuous)
                CHECK(at(law, v) ==
                      doctest::Approx(std::fmin(r, 1) *
                                          (mu.sliding + 2 * (mu.at_rest - mu.sliding) / (1 + r * r)) +
                                      mu.viscous * v)
                          .epsilon(1e-13));
            CHECK(std::abs(at(law, v * (1 + 1e-9)) - at(law, v)) < 1e-7);
            CHECK(at(law, v) <=
                  mu.at_rest * 1.21 + mu.viscous * v);  // the continuous one goes a little beyond
        }
    }
}

TEST_CASE("the gap between surfaces: the sum of their curvatures, whatever the axes") {
    const double turn = 0.7;
    const Vec3 e1{std::cos(turn), std::sin(turn), 0}, e2{-std::sin(turn), std::cos(turn), 0};
    const Gap gap = gap_between({3, 1, x_axis, y_axis}, {5, 2, e1, e2});
    const auto along = [&](const Vec3& d) {
        return 0.5 * (3 * d.x * d.x + d.y * d.y + 5 * dot(d, e1) * dot(d, e1) + 2 * dot(d, e2) * dot(d, e2));
    };
    CHECK(along(gap.x_W) == doctest::Approx(gap.A).epsilon(1e-13));
    CHECK(along(gap.y_W) == doctest::Approx(gap.B).epsilon(1e-13));
    CHECK(gap.A < gap.B);
    CHECK(std::abs(dot(gap.x_W, gap.y_W)) < 1e-15);
    for (double angle = 0; angle < 3.2; angle += 0.1) {
        const Vec3 d{std::cos(angle), std::sin(angle), 0};
        CHECK(along(d) >= gap.A * (1 - 1e-14));
        CHECK(along(d) <= gap.B * (1 + 1e-14));
    }
}
