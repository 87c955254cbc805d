// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/discrete_momentum.h>
#include <sinew/joints/increments.h>

namespace sinew {

namespace {

/// γ of dexp⁻¹ = 1 − ½ φ× + γ φ×φ× and its derivative by φ²: (1 − ½|φ| cot ½|φ|)/φ². The series has the numbers of
/// Bernoulli over factorials.
struct Gamma {
    double value, slope;
};
Gamma gamma_of(double square) {
    if (square < 0.25) {
        constexpr double b[]{1.0 / 12,      1.0 / 720,      1.0 / 30240,
                             1.0 / 1209600, 1.0 / 47900160, 691.0 / 1307674368000.0};
        Gamma g{b[5], 0};
        for (int i = 4; i >= 0; --i) {
            g.slope = g.slope * square + g.value;
            g.value = g.value * square + b[i];
        }
        return g;
    }
    const double angle = std::sqrt(square);
    const auto [s, c] = sin_cos(0.5 * angle);
    const double value = (1 - 0.5 * angle * c / s) / square;
    const double slope_of_cot = 0.25 * (c / (s * angle) - 0.5 / (s * s));
    return {value, (-slope_of_cot - value) / square};
}

/// Π in W, from the inertia at the step's beginning (7.96), (7.97).
Vec3 turning_momentum(const Sym3& I, const Quaternion& Q, double h, RotationKernel kernel) {
    if (kernel == RotationKernel::quaternion) {
        const Vec3 v = vector_of(Q), a = I * v;
        return (2 / h) * (Q.w * a + cross(v, a));
    }
    const Vec3 phi = rotation_vector_of(Q), a = I * phi, b = cross(phi, a);
    return (1 / h) * (a + 0.5 * b + gamma_of(dot(phi, phi)).value * cross(phi, b));
}

Mat3 outer(const Vec3& a, const Vec3& b) { return {b.x * a, b.y * a, b.z * a}; }
Mat3 scaled(double s, const Mat3& A) { return {s * A.x, s * A.y, s * A.z}; }

}  // namespace

SINEW_KERNEL int discrete_momenta(const Tree& tree, const PositionT<double>& x,
                                  const BodyIncrement* increments, double h, RotationKernel kernel,
                                  DiscreteMomentum* out) {
    int too_far = 0;
    out[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const BodyIncrement& step = increments[B];
        if (!(step.Q.w > 0)) too_far = B;
        out[B].turning = turning_momentum(central_inertia(inertia_of(x, B)), step.Q, h, kernel);
        out[B].linear = (x.body[B].M_B.m / h) * step.c;
    }
    return too_far;
}

SINEW_KERNEL void about_origins(const Tree& tree, const PositionT<double>& x, const DiscreteMomentum* momenta,
                                SpatialForce* F_B_W) {
    F_B_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const RigidInertia M = inertia_of(x, B);
        F_B_W[B].f = momenta[B].linear;
        F_B_W[B].m = momenta[B].turning;
        if (M.m > 0) F_B_W[B].m += (1 / M.m) * cross(M.h, momenta[B].linear);
    }
}

double discrete_kinetic_energy(const Tree& tree, const PositionT<double>& x, const BodyIncrement* increments,
                               double h, RotationKernel kernel) {
    double sum = 0;
    for (int B = 1; B < tree.size(); ++B) {
        const BodyIncrement& step = increments[B];
        const Vec3 turn =
            kernel == RotationKernel::quaternion ? 2.0 * vector_of(step.Q) : rotation_vector_of(step.Q);
        sum += x.body[B].M_B.m * dot(step.c, step.c) + dot(turn, central_inertia(inertia_of(x, B)) * turn);
    }
    return 0.5 * sum / (h * h);
}

Mat3 turning_derivative(const Sym3& I, const Quaternion& Q, double h, RotationKernel kernel) {
    const Mat3 full_I = full(I);
    if (kernel == RotationKernel::quaternion) {
        const Vec3 v = vector_of(Q), a = I * v;
        const double s = Q.w;
        const Mat3 by_v = scaled(s, full_I) - cross_matrix(a) + cross_matrix(v) * full_I;
        const Mat3 v_by_turn{{s, -v.z, v.y}, {v.z, s, -v.x}, {-v.y, v.x, s}};  // s 1 − v×
        return scaled(1 / h, by_v * v_by_turn - outer(a, v));
    }
    const Vec3 phi = rotation_vector_of(Q), a = I * phi, b = cross(phi, a), c = cross(phi, b);
    const Gamma gamma = gamma_of(dot(phi, phi));
    const Mat3 P = cross_matrix(phi), PI_a = P * full_I - cross_matrix(a);  // b changes by this
    const Mat3 by_phi = full_I + scaled(0.5, PI_a) + scaled(gamma.value, P * PI_a - cross_matrix(b)) +
                        scaled(2 * gamma.slope, outer(c, phi));
    const Mat3 one{x_axis, y_axis, z_axis};
    const Mat3 phi_by_turn = one - scaled(0.5, P) + scaled(gamma.value, P * P);
    return scaled(1 / h, by_phi * phi_by_turn);
}

}  // namespace sinew
