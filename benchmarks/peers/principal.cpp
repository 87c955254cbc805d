// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "principal.h"

#include <Eigen/Eigenvalues>

namespace bench {

Principal principal_of(const BenchBody& body) {
    const auto& I = body.inertia;
    Eigen::Matrix3d central;
    central << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(central);
    Eigen::Matrix3d R = solver.eigenvectors();
    if (R.determinant() < 0) R.col(2) = -R.col(2);
    const Eigen::Vector3d m = solver.eigenvalues();
    Principal out{.X_BC = {.R = {}, .p = body.com}, .moments = {m[0], m[1], m[2]}};
    for (int i = 0; i < 9; ++i) out.X_BC.R[static_cast<std::size_t>(i)] = R(i / 3, i % 3);
    return out;
}

}  // namespace bench
