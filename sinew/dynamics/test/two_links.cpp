// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("two links in a plane have the mass matrix and the bias that one finds by hand") {
    const double l = 0.7, m1 = 1.3, m2 = 0.9, a1 = 0.4, a2 = 0.25, I1 = 0.05, I2 = 0.02;
    Random random(1);
    SampleTree sample;
    sample.add(random, Pin{}, 0, false, false);
    sample.add(random, Pin{}, 1, false, false);
    const auto link = [](double m, double a, double I) {
        return shift_inward(RigidInertia{m, {}, {I, I, I, 0, 0, 0}}, Vec3{a, 0, 0});
    };
    sample.body[1] = {{}, link(m1, a1, I1)};
    sample.body[2] = {{Rotation::identity(), {l, 0, 0}}, link(m2, a2, I2)};
    Evaluated at(sample);

    const double s = std::sin(at.q[1]), k = std::cos(at.q[1]), u1 = at.u[0], u2 = at.u[1];
    Matrix M(2, 2), wanted(2, 2);
    const double both = I2 + m2 * (a2 * a2 + l * a2 * k);
    wanted << I1 + m1 * a1 * a1 + I2 + m2 * (l * l + a2 * a2 + 2 * l * a2 * k), both, both, I2 + m2 * a2 * a2;
    RigidInertia K_B_W[3];
    double columns[18];
    int end[3];
    mass_matrix<double>(sample.tree, at.x(), {K_B_W, columns, end}, M.data());
    Vector f_bias(2);
    bias_force(sample.tree, at.x(), at.v(), f_bias.data(), at.A_WB.data(), at.z_W.data());

    Law law;
    law.measure(M, wanted, sample);  // (7.60)
    law.measure(f_bias, m2 * l * a2 * s * Eigen::Vector2d(-2 * u1 * u2 - u2 * u2, u1 * u1),
                sample);  // (7.61)
}
