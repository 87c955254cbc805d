// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/laws.h>
#include <sinew/forces/friction_curve.h>

#include <cmath>

namespace sinew {

namespace {

double harmonic_mean(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

}  // namespace

CombinedMaterial combined_for_springs(const Material& first, const Material& second) {
    const double E1 = plane_strain_modulus(first), E2 = plane_strain_modulus(second);
    const double share = E2 / (E1 + E2);
    return {E1 * share, share, first.dissipation * share + second.dissipation * (1 - share)};
}

CombinedMaterial combined_for_hertz(const Material& first, const Material& second, ModulusRule rule) {
    if (rule == ModulusRule::textbook) return combined_for_springs(first, second);
    const double c1 = std::cbrt(plane_strain_modulus(first)), c2 = std::cbrt(plane_strain_modulus(second));
    const double E1 = c1 * c1, E2 = c2 * c2;  // to the power 2/3
    const double share = E2 / (E1 + E2), both = E1 * share;
    return {both * std::sqrt(both), share, first.dissipation * share + second.dissipation * (1 - share)};
}

CombinedFriction combined_friction(const Material& first, const Material& second) {
    return {harmonic_mean(first.static_friction, second.static_friction),
            harmonic_mean(first.sliding_friction, second.sliding_friction),
            harmonic_mean(first.viscous_friction, second.viscous_friction)};
}

double SlipLaw::per_speed(const CombinedFriction& mu, double v) const {
    const double x = v / transition_speed, inside = x < 1 ? x : 1;
    if (law == FrictionLaw::continuous) {  // min(x, 1)/v is 1/v_t below the transition
        const double scale = x < 1 ? 1 / transition_speed : 1 / v;
        return scale * (mu.sliding + 2 * (mu.at_rest - mu.sliding) / (1 + x * x)) + mu.viscous;
    }
    const double xx = inside * inside;
    if (x < 1) return mu.at_rest * (15 + xx * (3 * xx - 10)) * 0.125 / transition_speed + mu.viscous;
    const FrictionCurve<double> curve{mu.at_rest, mu.sliding, mu.viscous, transition_speed, stribeck_range};
    return curve(v) / v;
}

HertzLaw::HertzLaw(double modulus, double relative_radius, double sigma)
    : K(4.0 / 3 * sigma * std::sqrt(relative_radius) * modulus) {}

double HertzLaw::force(double x) const { return K * x * std::sqrt(x); }

Gap gap_between(const PrincipalCurvatures& first, const PrincipalCurvatures& second) {
    // Sum of the two curvature tensors in the axes of the first: [[p, r], [r, q]], halved.
    const double c = dot(first.e1_W, second.e1_W), s = dot(first.e2_W, second.e1_W);
    const double p = 0.5 * (first.k1 + second.k1 * c * c + second.k2 * s * s);
    const double q = 0.5 * (first.k2 + second.k1 * s * s + second.k2 * c * c);
    const double r = 0.5 * (second.k1 - second.k2) * c * s;
    const double mean = 0.5 * (p + q), half = 0.5 * (p - q), away = std::sqrt(half * half + r * r);
    // The direction of the smaller one: at right angles to that of the larger.
    double cx = r, sx = -(half + away);
    if (half < 0) cx = away - half, sx = -r;
    const double length = std::sqrt(cx * cx + sx * sx);
    if (!(length > 0)) return {mean, mean, first.e1_W, first.e2_W};
    cx /= length, sx /= length;
    return {mean - away, mean + away, cx * first.e1_W + sx * first.e2_W, cx * first.e2_W - sx * first.e1_W};
}

}  // namespace sinew
