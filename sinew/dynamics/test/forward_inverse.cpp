// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/momentum.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// M J̇u + g of all bodies, from dense matrices.
Vector dense_bias(Evaluated& at) {
    accelerations<double>(at.tree, at.x(), at.c_W.data(), nullptr, at.A_WB.data());
    return dense_inertias(at) * stacked(at.A_WB) + stacked(at.g_W);
}

struct Solution {
    Vector u_dot, tau;
    std::vector<SpatialAcceleration> A_WB;
};

/// Forward dynamics; the motions that prescribed marks (may be null) are those of the sample.
Solution forward(Evaluated& at, const SampleTree& sample, const std::uint8_t* prescribed) {
    Solution s{vector(sample.u_dot), Vector::Zero(sample.n()), at.A_WB};
    forward_dynamics<double>(
        at.tree, at.x(), at.v(),
        {sample.f.data(), sample.F_B_W.data(), {}, prescribed, s.u_dot.data(), s.A_WB.data()}, at.pending,
        at.y());
    inverse_dynamics<double>(
        at.tree, at.x(), at.v(),
        {s.u_dot.data(), sample.f.data(), sample.F_B_W.data(), s.tau.data(), at.A_WB.data(), at.z_W.data()});
    if (!prescribed) s.tau.setZero();
    for (int B = 1; prescribed && B < at.tree.size(); ++B)
        if (!prescribed[B]) s.tau.segment(at.tree[B].u, at.tree[B].nu).setZero();
    return s;
}

Vector residual(Evaluated& at, const SampleTree& sample, const Vector& u_dot) {
    Vector missing(sample.n());
    inverse_dynamics<double>(
        at.tree, at.x(), at.v(),
        {u_dot.data(), sample.f.data(), sample.F_B_W.data(), missing.data(), at.A_WB.data(), at.z_W.data()});
    return missing;
}

}  // namespace

TEST_CASE("inverse dynamics is M u̇ + f_bias − f − JᵀF") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Matrix J = dense_jacobian(at);
        const Vector wanted = J.transpose() * (dense_bias(at) - stacked(sample.F_B_W)) - vector(sample.f) +
                              dense_mass_matrix(at) * vector(sample.u_dot);
        law.measure(residual(at, sample, vector(sample.u_dot)), wanted, sample);
    }
}

TEST_CASE("forces of motion alone are quadratic in the speeds, and zero at rest") {
    Law law;
    for (SampleTree sample : sample_trees()) {
        Evaluated at(sample);
        Vector f_bias(sample.n()), four_times(sample.n());
        bias_force(at.tree, at.x(), at.v(), f_bias.data(), at.A_WB.data(), at.z_W.data());
        law.measure(f_bias, dense_jacobian(at).transpose() * dense_bias(at), sample);
        for (double& u : sample.u) u *= 2;
        Evaluated faster(sample);
        bias_force(at.tree, faster.x(), faster.v(), four_times.data(), at.A_WB.data(), at.z_W.data());
        law.measure(four_times, 4 * f_bias, sample);
        for (double& u : sample.u) u = 0;
        Evaluated resting(sample);
        bias_force(at.tree, resting.x(), resting.v(), f_bias.data(), at.A_WB.data(), at.z_W.data());
        CHECK(f_bias.isZero(0));
    }
}

TEST_CASE(
    "forward dynamics leaves inverse dynamics nothing to add, and finds the accelerations of the bodies") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const double condition = condition_of(dense_mass_matrix(at));
        const Solution s = forward(at, sample, nullptr);
        const double size = 1 + largest(s.u_dot);
        law.measure(residual(at, sample, s.u_dot), Vector::Zero(sample.n()), sample, size * condition);
        accelerations<double>(at.tree, at.x(), at.c_W.data(), s.u_dot.data(), at.A_WB.data());
        law.measure(stacked(s.A_WB), stacked(at.A_WB), sample, condition);
    }
}

TEST_CASE("gravity does what the weight of every body at its mass centre would do") {
    Law law;
    const Vec3 gravity{0.3, -0.5, 0.8};
    for (SampleTree sample : sample_trees()) {
        Evaluated at(sample);
        std::vector<SpatialAcceleration> A_WB(at.A_WB.size());
        Vector u_dot(sample.n());
        forward_dynamics<double>(
            at.tree, at.x(), at.v(),
            {sample.f.data(), sample.F_B_W.data(), gravity, nullptr, u_dot.data(), A_WB.data()}, at.pending,
            at.y());
        for (std::size_t B = 1; B < at.M_B_W.size(); ++B) {
            const Vec3 weight = at.M_B_W[B].m * gravity;
            sample.F_B_W[B] += shift_inward(SpatialForce{{}, weight}, at.M_B_W[B].h / at.M_B_W[B].m);
        }
        const Solution s = forward(at, sample, nullptr);
        const double condition = condition_of(dense_mass_matrix(at));
        law.measure(u_dot, s.u_dot, sample, condition);
        law.measure(stacked(A_WB), stacked(s.A_WB), sample, condition);
    }
}

TEST_CASE("forward dynamics undoes inverse dynamics") {
    Law law;
    for (SampleTree sample : sample_trees()) {
        Evaluated at(sample);
        const Vector missing = residual(at, sample, vector(sample.u_dot));
        for (int i = 0; i < sample.n(); ++i) sample.f[static_cast<std::size_t>(i)] += missing[i];
        law.measure(forward(at, sample, nullptr).u_dot, vector(sample.u_dot), sample,
                    condition_of(dense_mass_matrix(at)));
    }
}

TEST_CASE("mixed dynamics solves the partitioned equations") {
    // M_ff u̇_f = rhs_f − M_fp u̇_p     τ_p = M_pf u̇_f + M_pp u̇_p − rhs_p     rhs = f + JᵀF − f_bias
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Matrix M = dense_mass_matrix(at), J = dense_jacobian(at);
        const Vector rhs = vector(sample.f) + J.transpose() * (stacked(sample.F_B_W) - dense_bias(at));
        std::vector<int> free, given;
        for (int B = 1; B < sample.tree.size(); ++B)
            for (int i = 0; i < sample.tree[B].nu; ++i)
                (sample.prescribed[static_cast<std::size_t>(B)] ? given : free)
                    .push_back(sample.tree[B].u + i);
        Vector u_dot = vector(sample.u_dot), tau = Vector::Zero(sample.n());
        const Matrix M_ff = M(free, free);
        u_dot(free) =
            Vector(M_ff.ldlt().solve(Vector(rhs(free)) - Matrix(M(free, given)) * Vector(u_dot(given))));
        tau(given) = Vector(Matrix(M(given, Eigen::all)) * u_dot - Vector(rhs(given)));
        const Solution s = forward(at, sample, sample.prescribed.data());
        const double condition = condition_of(M_ff);
        law.measure(s.u_dot, u_dot, sample, condition);
        law.measure(s.tau, tau, sample, condition);
        Vector missing = residual(at, sample, s.u_dot);
        law.measure(missing, s.tau, sample, condition);
    }
}

TEST_CASE("what drives the joints and pushes the bodies is what kinetic energy gains") {
    Law law;
    for (SampleTree sample : sample_trees()) {
        Evaluated at(sample);
        const Solution s = forward(at, sample, nullptr);
        sample.u_dot.assign(s.u_dot.data(), s.u_dot.data() + s.u_dot.size());
        Moving moving(sample);
        const double gain =
            kinetic_energy<Dual>(sample.tree, moving.x(), moving.V_WB.data(), moving.u.data()).d;
        const double size = condition_of(dense_mass_matrix(at)) * (1 + largest(s.u_dot));
        double power = vector(sample.f).dot(vector(sample.u));
        for (std::size_t B = 0; B < at.V_WB.size(); ++B) power += dot(sample.F_B_W[B], at.V_WB[B]);
        law.measure_derivative(Matrix::Constant(1, 1, gain / size), Matrix::Constant(1, 1, power / size),
                               sample);
    }
}

TEST_CASE("reactions balance every body, drive the mobilities, and the world gives what the momentum needs") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Tree& tree = sample.tree;
        const Solution s = forward(at, sample, sample.prescribed.data());
        std::vector<SpatialForce> F_J_W(at.z_W);
        reactions<double>(tree, at.x(), at.v(), s.A_WB.data(), sample.F_B_W.data(), F_J_W.data());
        const double size = condition_of(dense_mass_matrix(at)) * (1 + largest(s.u_dot));
        std::vector<SpatialForce> left(F_J_W);  // what is not accounted for, body by body
        for (int B = tree.size() - 1; B > 0; --B) {
            const auto b = static_cast<std::size_t>(B), p = static_cast<std::size_t>(tree[B].parent);
            left[b] += sample.F_B_W[b] - at.g_W[b] - at.M_B_W[b] * s.A_WB[b];
            left[p] -= shift_inward(F_J_W[b], at.X_WB[b].p - at.X_WB[p].p);
            for (int i = tree[B].u; i < tree[B].u + tree[B].nu; ++i) {
                const auto k = static_cast<std::size_t>(i);
                const double by_drive = sample.armature.empty() ? 0 : sample.armature[k] * s.u_dot[i];
                law.measure(std::abs(dot(F_J_W[b], at.H_W[k]) + by_drive - (sample.f[k] + s.tau[i])), size,
                            sample);
            }
        }
        for (const SpatialForce& F : left) law.measure(largest(dense(F)), size, sample);
        SpatialForce outside = F_J_W[0];
        for (std::size_t B = 1; B < at.X_WB.size(); ++B)
            outside += shift_inward(sample.F_B_W[B], at.X_WB[B].p);
        law.measure(dense(outside), dense(momentum_rate(tree, at.x(), at.v(), s.A_WB.data(), Vec3{})), sample,
                    size);
    }
}

TEST_CASE("a joint that moves no inertia is named, the one nearest to the base") {
    Random random(5);
    SampleTree sample;
    for (int i = 0; i < 4; ++i) sample.add(random, Pin{}, i, false, false);
    sample.body[3].M_B = sample.body[4].M_B = {};  // neither the third body nor what hangs on it has mass
    TreeMemory<double> at(sample);
    at.kinematics();
    CHECK(articulated_inertias<double>(sample.tree, at.x(), nullptr, at.pending, at.y()) == 3);
    const std::uint8_t last_two_given[] = {0, 0, 0, 1, 1};
    CHECK(articulated_inertias<double>(sample.tree, at.x(), last_two_given, at.pending, at.y()) == 0);
}
