// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("bodies move as their poses change") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Moving moving(sample);
        for (std::size_t B = 1; B < at.X_WB.size(); ++B) {
            const TransformT<Dual>& X_WB = moving.X_WB[B];
            const Mat3 turned = cross_matrix(at.V_WB[B].w) * at.X_WB[B].R;
            const Mat3 R_dot{derivative(X_WB.R.x), derivative(X_WB.R.y), derivative(X_WB.R.z)};
            law.measure_derivative(dense(R_dot), dense(turned), sample);
            law.measure_derivative(dense(derivative(X_WB.p)), dense(at.V_WB[B].v), sample);
            const auto P = static_cast<std::size_t>(sample.tree[static_cast<int>(B)].parent);
            law.measure(dense(at.X_WB[B].p), dense(at.X_WB[P].p + at.p_PB_W[B]), sample);
            law.measure(rotation_defect(at.X_WB[B].R), 1, sample);
        }
    }
}

TEST_CASE("bodies accelerate as their velocities change") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Moving moving(sample);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), sample.u_dot.data(), at.A_WB.data());
        for (std::size_t B = 0; B < at.X_WB.size(); ++B) {
            law.measure_derivative(dense(at.A_WB[B].w), dense(derivative(moving.V_WB[B].w)), sample);
            law.measure_derivative(dense(at.A_WB[B].v), dense(derivative(moving.V_WB[B].v)), sample);
        }
    }
}

TEST_CASE("accelerations are linear in u̇, and what is left at u̇ = 0 is quadratic in u") {
    Law law;
    for (SampleTree sample : sample_trees()) {
        Evaluated at(sample);
        std::vector<SpatialAcceleration> all(at.A_WB), bias(at.A_WB), linear(at.A_WB), four_times(at.A_WB);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), sample.u_dot.data(), all.data());
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), nullptr, bias.data());
        accelerations<double>(sample.tree, at.x(), nullptr, sample.u_dot.data(), linear.data());
        law.measure(stacked(all), stacked(bias) + stacked(linear), sample);
        law.measure(stacked(linear), dense_jacobian(at) * vector(sample.u_dot), sample);
        for (double& u : sample.u) u *= 2;
        Evaluated faster(sample);
        accelerations<double>(sample.tree, faster.x(), faster.c_W.data(), nullptr, four_times.data());
        law.measure(stacked(four_times), 4 * stacked(bias), sample);
    }
}
