// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/test/dense.h>

// Compiled once for all tests of the layer: Eigen takes its time.

namespace sinew::testing {

Vector vector(const std::vector<double>& a) {
    return Eigen::Map<const Vector>(a.data(), static_cast<Eigen::Index>(a.size()));
}
Vector stacked_six(const Vec3& upper, const Vec3& lower) {
    return (Vector(6) << dense(upper), dense(lower)).finished();
}
Matrix dense(const Mat3& m) { return (Matrix(3, 3) << dense(m.x), dense(m.y), dense(m.z)).finished(); }
Matrix dense(const RigidInertia& M) {
    const Matrix h = dense(cross_matrix(M.h));
    return (Matrix(6, 6) << dense(full(M.I)), h, -h, M.m * Matrix::Identity(3, 3)).finished();
}
double largest(const Matrix& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

void Law::measure(const Matrix& found, const Matrix& wanted, const SampleTree& sample, double condition) {
    REQUIRE(found.rows() == wanted.rows());
    REQUIRE(found.cols() == wanted.cols());
    measure(largest(found - wanted), condition * (1 + largest(wanted)), sample);
}

Matrix dense_jacobian(Evaluated& at) {
    Matrix J(6 * at.tree.size(), at.tree.nu);
    std::vector<SpatialVelocity> V_WB(at.V_WB.size());
    for (int i = 0; i < at.tree.nu; ++i) {
        Vector e = Vector::Unit(at.tree.nu, i);
        multiply_by_J(at.tree, at.x(), e.data(), V_WB.data());
        J.col(i) = stacked(V_WB);
    }
    return J;
}

Matrix dense_inertias(Evaluated& at) {
    Matrix M = Matrix::Zero(6 * at.tree.size(), 6 * at.tree.size());
    for (int B = 1; B < at.tree.size(); ++B)
        M.block(6 * B, 6 * B, 6, 6) = dense(at.M_B_W[static_cast<std::size_t>(B)]);
    return M;
}

Matrix dense_mass_matrix(Evaluated& at) {
    const Matrix J = dense_jacobian(at);
    Matrix M = J.transpose() * dense_inertias(at) * J;
    if (!at.armature.empty()) M.diagonal() += vector(at.armature);
    return M;
}

Matrix product(const std::vector<Matrix>& factors) {
    Matrix P = factors.front();
    for (std::size_t i = 1; i < factors.size(); ++i) P = Matrix(P * factors[i]);
    return P;
}

Matrix inverse_of(const Matrix& M) { return M.inverse(); }

Vector eigenvalues_of(const Matrix& symmetric) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric).eigenvalues();
}

double condition_of(const Matrix& M) {
    if (M.size() == 0) return 1;
    const Vector values = eigenvalues_of(M);
    return values.maxCoeff() / values.minCoeff();
}

}  // namespace sinew::testing
