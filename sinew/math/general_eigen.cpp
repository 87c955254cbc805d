// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/general_eigen.h>

#include <Eigen/Eigenvalues>

namespace sinew {

bool general_eigen(int n, const double* A, double* real, double* imaginary, double* vectors_real,
                   double* vectors_imaginary) {
    if (n == 0) return true;
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(Eigen::MatrixXd(Eigen::Map<const Matrix>(A, n, n)));
    if (solver.info() != Eigen::Success) return false;
    const Eigen::MatrixXcd vectors = solver.eigenvectors();
    for (int k = 0; k < n; ++k) {
        real[k] = solver.eigenvalues()[k].real();
        imaginary[k] = solver.eigenvalues()[k].imag();
        for (int i = 0; i < n; ++i) {
            vectors_real[k * n + i] = vectors(i, k).real();
            vectors_imaginary[k * n + i] = vectors(i, k).imag();
        }
    }
    return true;
}

}  // namespace sinew
