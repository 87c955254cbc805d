// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/support/tree_memory.h>

#include <Eigen/Dense>
#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>

/// The definitions as dense matrices, which the passes are compared with.
namespace sinew::testing {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

inline Vector vector(const std::vector<double>& a) {
    return Eigen::Map<const Vector>(a.data(), static_cast<Eigen::Index>(a.size()));
}
inline Eigen::Vector3d dense(const Vec3& a) { return {a.x, a.y, a.z}; }
template <class Kind>
Vector dense(const MotionT<double, Kind>& V) {
    return (Vector(6) << dense(V.w), dense(V.v)).finished();
}
template <class Kind>
Vector dense(const ActionT<double, Kind>& F) {
    return (Vector(6) << dense(F.m), dense(F.f)).finished();
}
inline Matrix dense(const Mat3& m) { return (Matrix(3, 3) << dense(m.x), dense(m.y), dense(m.z)).finished(); }
inline Matrix dense(const RigidInertia& M) {
    const Matrix h = dense(cross_matrix(M.h));
    return (Matrix(6, 6) << dense(full(M.I)), h, -h, M.m * Matrix::Identity(3, 3)).finished();
}
/// One below the other.
template <class S>
Vector stacked(const std::vector<S>& all) {
    Vector sum(static_cast<Eigen::Index>(6 * all.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
        sum.segment<6>(static_cast<Eigen::Index>(6 * i)) = dense(all[i]);
    return sum;
}

inline Vec3 value(const Vec3T<Dual>& a) { return {a.x.v, a.y.v, a.z.v}; }
inline Vec3 derivative(const Vec3T<Dual>& a) { return {a.x.d, a.y.d, a.z.d}; }

/// J, 6 bodies x n, column by column from multiply_by_J.
inline Matrix dense_jacobian(Evaluated& at) {
    Matrix J(6 * at.tree.size(), at.tree.nu);
    std::vector<SpatialVelocity> V_WB(at.V_WB.size());
    for (int i = 0; i < at.tree.nu; ++i) {
        Vector e = Vector::Unit(at.tree.nu, i);
        multiply_by_J(at.tree, at.x(), e.data(), V_WB.data());
        J.col(i) = stacked(V_WB);
    }
    return J;
}

/// diag(M_B) in W, the world's block zero.
inline Matrix dense_inertias(Evaluated& at) {
    Matrix M = Matrix::Zero(6 * at.tree.size(), 6 * at.tree.size());
    for (int B = 1; B < at.tree.size(); ++B)
        M.block(6 * B, 6 * B, 6, 6) = dense(at.M_B_W[static_cast<std::size_t>(B)]);
    return M;
}

/// M = Σ JᵀMJ.
inline Matrix dense_mass_matrix(Evaluated& at) {
    const Matrix J = dense_jacobian(at);
    return J.transpose() * dense_inertias(at) * J;
}

/// The largest entry; zero where there is none.
inline double largest(const Matrix& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

/// A law that may be broken by rounding only, and the worst it has been, relative to the size that the caller names.
///
/// The numbers of the samples are of order one. A path to the base has at most 18 joints, and at each a quantity goes
/// through fewer than 50 operations: 1000 roundings at most, if all conspire. Where a linear system stands between the
/// two sides, the caller multiplies the size by the condition number of its matrix.
class Law {
public:
    static constexpr double tolerance = 1000 * std::numeric_limits<double>::epsilon();

    void measure(double error, double size, const SampleTree& sample) {
        const double relative = error / size;
        if (!(relative <= worst_)) worst_ = relative, by_ = sample.label;
    }
    void measure(const Matrix& found, const Matrix& wanted, const SampleTree& sample, double condition = 1) {
        REQUIRE(found.rows() == wanted.rows());
        REQUIRE(found.cols() == wanted.cols());
        measure(largest(found - wanted), condition * (1 + largest(wanted)), sample);
    }
    /// wanted was found by derivation on dual numbers; a user's joint is differentiated by central differences there,
    /// which leave rounding to the power 2/3.
    void measure_derivative(const Matrix& found, const Matrix& wanted, const SampleTree& sample) {
        measure(found, wanted, sample, sample.differenced ? 3.7e-11 / 2.2e-16 : 1);
    }
    ~Law() {
        CAPTURE(by_);
        CHECK(worst_ < tolerance);
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst_ << " by " << by_);
    }

private:
    double worst_ = 0;
    std::string by_ = "none";
};

/// Ratio of largest to smallest eigenvalue of a symmetric positive definite matrix.
inline double condition_of(const Matrix& M) {
    if (M.size() == 0) return 1;
    const Vector values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M).eigenvalues();
    return values.maxCoeff() / values.minCoeff();
}

}  // namespace sinew::testing
