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

Vector vector(const std::vector<double>& a);
inline Eigen::Vector3d dense(const Vec3& a) { return {a.x, a.y, a.z}; }
Vector stacked_six(const Vec3& upper, const Vec3& lower);
template <class Kind>
Vector dense(const MotionT<double, Kind>& V) {
    return stacked_six(V.w, V.v);
}
template <class Kind>
Vector dense(const ActionT<double, Kind>& F) {
    return stacked_six(F.m, F.f);
}
Matrix dense(const Mat3& m);
Matrix dense(const RigidInertia& M);
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
Matrix dense_jacobian(Evaluated& at);
/// diag(M_B) in W, the world's block zero.
Matrix dense_inertias(Evaluated& at);
/// M = Σ JᵀMJ, and armatures on the diagonal.
Matrix dense_mass_matrix(Evaluated& at);

/// The largest entry; zero where there is none.
double largest(const Matrix& a);

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
    void measure(const Matrix& found, const Matrix& wanted, const SampleTree& sample, double condition = 1);
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

// Compiled once: Eigen makes code for every form of a product or a solver anew.
Matrix product(const std::vector<Matrix>& factors);
Matrix inverse_of(const Matrix& M);
Vector eigenvalues_of(const Matrix& symmetric);
/// Ratio of largest to smallest eigenvalue of a symmetric positive definite matrix.
double condition_of(const Matrix& M);

}  // namespace sinew::testing
