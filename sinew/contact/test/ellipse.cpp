// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/ellipse.h>

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace sinew;

namespace {

constexpr double pi = 3.14159265358979323846;

/// Carlson's symmetric integrals by duplication (DLMF 19.36): another way to the same numbers.
double carlson_F(double x, double y, double z) {
    for (int i = 0; i < 60; ++i) {
        const double l = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
        x = 0.25 * (x + l), y = 0.25 * (y + l), z = 0.25 * (z + l);
    }
    return 1 / std::sqrt((x + y + z) / 3);
}
double carlson_D(double x, double y, double z) {
    double sum = 0, power = 1;
    for (int i = 0; i < 60; ++i) {
        const double l = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
        sum += power / (std::sqrt(z) * (z + l));
        power *= 0.25;
        x = 0.25 * (x + l), y = 0.25 * (y + l), z = 0.25 * (z + l);
    }
    const double mean = (x + y + 3 * z) / 5;
    return 3 * sum + power / (mean * std::sqrt(mean));
}

}  // namespace

TEST_CASE("complete elliptic integrals by the arithmetic-geometric mean are Carlson's") {
    for (const double kappa : {1.0, 1 - 1e-9, 0.999, 0.9, 0.5, 0.1, 1e-2, 1e-4, 1e-8, 1e-12}) {
        CAPTURE(kappa);
        const EllipticIntegrals of = elliptic_integrals(kappa);
        const double m = 1 - kappa, D = carlson_D(0, kappa, 1), F = carlson_F(0, kappa, 1);
        CHECK(of.K == doctest::Approx(F).epsilon(1e-13));
        CHECK(of.E == doctest::Approx(F - m / 3 * D).epsilon(1e-13));
        CHECK(of.K_minus_E == doctest::Approx(m / 3 * D).epsilon(1e-13));
        CHECK(of.E_minus_kK == doctest::Approx(m * kappa / 3 * carlson_D(0, 1, kappa)).epsilon(1e-12));
    }
    CHECK(elliptic_integrals(0.5).K == doctest::Approx(1.854074677301371918).epsilon(1e-15));  // DLMF 19.7.8
    CHECK(elliptic_integrals(0.5).E == doctest::Approx(1.350643881047675502).epsilon(1e-15));
}

TEST_CASE("the ellipse of Hertz: exact to 1e-10, fast to 1e-5, against Carlson's integrals") {
    double worst_fast = 0;
    for (double k = 1; k < 3000; k *= 1.07) {
        CAPTURE(k);
        const double kappa = 1 / (k * k), m = 1 - kappa;
        const double F = carlson_F(0, kappa, 1), D = carlson_D(0, kappa, 1), E = F - m / 3 * D;
        const double ratio = carlson_D(0, 1, kappa) / D;  // (k² E − K)/(K − E) without differences
        const double sigma = pi * k * std::sqrt(E) / (2 * F * std::sqrt(F));
        const ContactEllipse exact = contact_ellipse(ratio), fast = contact_ellipse_fast(ratio);
        CHECK(exact.k == doctest::Approx(k).epsilon(1e-10));
        CHECK(exact.sigma == doctest::Approx(sigma).epsilon(1e-10));
        CHECK(exact.b_unit == doctest::Approx(std::sqrt(E / F)).epsilon(1e-10));
        worst_fast = std::fmax(worst_fast, std::abs(fast.k / k - 1));
        worst_fast = std::fmax(worst_fast, std::abs(fast.sigma / sigma - 1));
        worst_fast = std::fmax(worst_fast, std::abs(fast.b_unit / std::sqrt(E / F) - 1));
    }
    MESSAGE("fast path off by at most " << worst_fast);
    CHECK(worst_fast < 1e-5);
}

TEST_CASE("a circle is the limit of ellipses") {
    for (const double off : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
        CAPTURE(off);
        for (const ContactEllipse& e : {contact_ellipse(1 + off), contact_ellipse_fast(1 + off)}) {
            CHECK(e.k == doctest::Approx(1 + off * 2 / 3).epsilon(1e-6 * off + 1e-9 + off * off));
            CHECK(e.sigma == doctest::Approx(1).epsilon(1e-12 + off));
            CHECK(e.b_unit == doctest::Approx(1).epsilon(1e-12 + off));
        }
    }
}

TEST_CASE("the pressure of the ellipse carries the force") {
    // p = 3f/(2πab), f = (4/3)σ√R E* x^{3/2} and x = p b K/E* are one [Johnson 1985, (4.26)].
    for (const double ratio : {1.0, 1.5, 10.0, 300.0}) {
        const ContactEllipse e = contact_ellipse(ratio);
        const double x = 1e-3, R = 0.4, b = e.b_unit * std::sqrt(R * x), a = e.k * b;
        const double f = 4.0 / 3 * e.sigma * std::sqrt(R) * x * std::sqrt(x), p = 1.5 * f / (pi * a * b);
        CHECK(p * b * elliptic_integrals(1 / (e.k * e.k)).K == doctest::Approx(x).epsilon(1e-10));
    }
}
