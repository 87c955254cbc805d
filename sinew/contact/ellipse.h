// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// The complete elliptic integrals of parameter m = 1 − κ, and how far they are apart, without cancellation (15.5).
struct EllipticIntegrals {
    double K, E;        ///< of the first and the second kind
    double K_minus_E;   ///< K(m) − E(m)
    double E_minus_kK;  ///< E(m) − κ K(m)
};
/// By the arithmetic-geometric mean, to a few units of rounding; 0 < kappa <= 1.
EllipticIntegrals elliptic_integrals(double kappa);

/// The patch of Hertz between two paraboloids whose gap is A x² + B y², A ≤ B, for one ratio B/A (15.4).
struct ContactEllipse {
    double k = 1;       ///< a/b ≥ 1, the longer semi-axis along x
    double sigma = 1;   ///< by how much it is stiffer than a circle of the same A + B
    double b_unit = 1;  ///< b = b_unit √(R x) with the relative radius R = 1/(A + B) and the approach x
};
/// To rounding: Newton's method until it stands still.
ContactEllipse contact_ellipse(double B_over_A);
/// The same by a fit with one correction, to nine digits for ratios up to a million. For evaluations in time.
ContactEllipse contact_ellipse_fast(double B_over_A);

}  // namespace sinew
