// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/ellipse.h>
#include <sinew/contact/surfaces.h>

namespace sinew {

/// Two materials as one. Side 1 yields by `share` of the approach, side 2 by the rest (15.3).
struct CombinedMaterial {
    double modulus = 0;      ///< E*, Pa
    double share = 0.5;      ///< s₁
    double dissipation = 0;  ///< c*, s/m
};

/// E/(1 − ν²): what resists being pressed in where the surface cannot move sideways.
inline double plane_strain_modulus(const Material& m) { return m.young / (1 - m.poisson * m.poisson); }

/// For forces that grow with the 3/2 power of the approach (15.3).
CombinedMaterial combined_for_hertz(const Material& first, const Material& second, ModulusRule rule);
/// For springs, whose force grows with it (15.13).
CombinedMaterial combined_for_springs(const Material& first, const Material& second);

/// Coefficients of friction of two surfaces: harmonic means (15.11).
struct CombinedFriction {
    double at_rest = 0, sliding = 0, viscous = 0;
};
CombinedFriction combined_friction(const Material& first, const Material& second);

/// μ(v)/v of the speed v ≥ 0 of slip: finite at rest, so that friction is this times the velocity (15.10).
struct SlipLaw {
    FrictionLaw law = FrictionLaw::smooth;
    double transition_speed = 0.01, stribeck_range = 0.1;
    double per_speed(const CombinedFriction& mu, double v) const;
};

/// Force and stored energy of an approach x ≥ 0 by Hertz (15.2).
///     f = K x^{3/2},  V = ⅖ K x^{5/2},  K = (4/3) σ √R E*
struct HertzLaw {
    double K = 0;
    HertzLaw(double modulus, double relative_radius, double sigma);
    double force(double x) const;
    double energy(double x) const { return 0.4 * force(x) * x; }
};

/// What is left of an elastic force when it is dissipative, never below zero: f (1 + p c ẋ), where f grows with the
/// p-th power of x (15.9).
inline double with_dissipation(double force, double power, double dissipation, double rate) {
    const double total = force * (1 + power * dissipation * rate);
    return total > 0 ? total : 0;
}

/// The two curvatures of the gap between two surfaces at their nearest points: gap = A x² + B y², A ≤ B (15.1).
struct Gap {
    double A = 0, B = 0;
    Vec3 x_W{}, y_W{};  ///< directions, of length 1, across the normal
};
/// From principal curvatures k1, k2 along e1, e2 of either surface, about one normal.
struct PrincipalCurvatures {
    double k1 = 0, k2 = 0;
    Vec3 e1_W{}, e2_W{};
};
Gap gap_between(const PrincipalCurvatures& first, const PrincipalCurvatures& second);

}  // namespace sinew
