// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/ellipse.h>

#include <cmath>

namespace sinew {

namespace {

/// At x = ln k: the ratio of curvatures, the ellipse, and how both change with x (15.6).
struct AtAxisRatio {
    double ln_ratio, ln_ratio_slope;
    double ln_sigma, ln_sigma_slope;
    double b_squared, b_squared_slope;  ///< E/K

    explicit AtAxisRatio(double x) {
        const double kappa = std::exp(-2 * x), m = -std::expm1(-2 * x);
        const auto [K, E, K_minus_E, E_minus_kK] = elliptic_integrals(kappa);
        b_squared = E / K;
        ln_sigma = std::log(1.5707963267948966) + x + 0.5 * std::log(E) - 1.5 * std::log(K);
        if (m < 1e-5) {  // both integrals are π/2 to first order in m, and slopes their limits
            ln_ratio = 1.5 * x;
            ln_ratio_slope = 1.5;
            ln_sigma_slope = 0;
            b_squared_slope = -1;
            return;
        }
        ln_ratio = 2 * x + std::log(E_minus_kK / K_minus_E);
        ln_ratio_slope = kappa * K / E_minus_kK + 2 - E / K_minus_E;
        const double ln_K_slope = E_minus_kK / (m * K), ln_E_slope = -kappa * K_minus_E / (m * E);
        ln_sigma_slope = 1 + 0.5 * ln_E_slope - 1.5 * ln_K_slope;
        b_squared_slope = b_squared * (ln_E_slope - ln_K_slope);
    }
};

ContactEllipse ellipse_of(double x, double ln_sigma, double b_squared) {
    return {std::exp(x), std::exp(ln_sigma), std::sqrt(b_squared)};
}

/// ln k over y = ln(B/A), within 3e-6 up to y = 15: a rational fit that begins as 2/3 y does.
double guess(double y) {
    return y * (2.0 / 3 + y * (0.10816652516744915 + y * (0.03536978314180178 + y * 0.0019221382352504178))) /
           (1 + y * (0.1623255709963196 + y * (0.05750464229150914 + y * 0.0037992663417141877)));
}

}  // namespace

EllipticIntegrals elliptic_integrals(double kappa) {
    // K = π/(2 M),  K − E = K Σ 2ⁿ⁻¹ c²,  c₀² = m; the first term of the sum is taken apart (15.5).
    const double m = 1 - kappa;
    double a = 1, g = std::sqrt(kappa), power = 1, sum = 0;
    while (true) {
        const double c = 0.5 * (a - g);
        sum += power * c * c;
        if (std::abs(c) < 1e-8 * a) {
            a = 0.5 * (a + g);
            break;
        }
        const double mean = 0.5 * (a + g);
        g = std::sqrt(a * g);
        a = mean;
        power *= 2;
    }
    const double K = 1.5707963267948966 / a;
    const double difference = K * (0.5 * m + sum);
    return {K, K - difference, difference, K * (0.5 * m - sum)};
}

ContactEllipse contact_ellipse(double B_over_A) {
    const double y = std::log(B_over_A);
    if (!(y > 0)) return {};
    double x = guess(y);
    for (int i = 0; i < 20; ++i) {
        const AtAxisRatio at(x);
        const double step = (y - at.ln_ratio) / at.ln_ratio_slope;
        x += step;
        if (std::abs(step) <= 1e-15 * x) break;
    }
    const AtAxisRatio at(x);
    return ellipse_of(x, at.ln_sigma, at.b_squared);
}

ContactEllipse contact_ellipse_fast(double B_over_A) {
    const double y = std::log(B_over_A);
    if (!(y > 1e-12)) return {};
    const double x = guess(y);
    const AtAxisRatio at(x);
    const double step = (y - at.ln_ratio) / at.ln_ratio_slope;
    return ellipse_of(x + step, at.ln_sigma + at.ln_sigma_slope * step,
                      at.b_squared + at.b_squared_slope * step);
}

}  // namespace sinew
