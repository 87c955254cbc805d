// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/momentum.h>
#include <sinew/dynamics/operational_space.h>
#include <sinew/dynamics/square_root.h>
#include <sinew/dynamics/test/dense.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The matrix of an operator, column by column.
template <class F>
Matrix matrix_of(int n, F&& multiply) {
    Matrix A(n, n);
    for (int i = 0; i < n; ++i) {
        const Vector e = Vector::Unit(n, i);
        Vector column = Vector::Constant(n, 1e300);
        multiply(e.data(), column.data());
        A.col(i) = column;
    }
    return A;
}

struct Roots {
    Matrix gamma, gamma_transpose, root, root_transpose;
    Roots(Evaluated& at, const std::uint8_t* given) {
        const int n = at.tree.nu;
        gamma = matrix_of(n, [&](const double* in, double* out) {
            multiply_by_inverse_root(at.tree, at.x(), at.y(), given, in, out, at.A_WB.data());
        });
        gamma_transpose = matrix_of(n, [&](const double* in, double* out) {
            multiply_by_inverse_root_transpose(at.tree, at.x(), at.y(), given, in, out, at.z_W.data());
        });
        root = matrix_of(n, [&](const double* in, double* out) {
            multiply_by_root(at.tree, at.x(), at.y(), given, in, out, at.z_W.data());
        });
        root_transpose = matrix_of(n, [&](const double* in, double* out) {
            multiply_by_root_transpose(at.tree, at.x(), at.y(), given, in, out, at.A_WB.data());
        });
    }
};

/// The unit matrix on free mobilities, zero on given ones.
Matrix free_part(const SampleTree& sample, const std::uint8_t* given) {
    Matrix E = Matrix::Identity(sample.n(), sample.n());
    for (int B = 1; B < sample.tree.size(); ++B)
        for (int i = 0; given && given[B] && i < sample.tree[B].nu; ++i)
            E(sample.tree[B].u + i, sample.tree[B].u + i) = 0;
    return E;
}

}  // namespace

TEST_CASE("Γ Γᵀ is the inverse of the mass matrix, of its free part where motions are given") {
    Law law;
    for (const SampleTree& sample : sample_trees())
        for (const std::uint8_t* given :
             {static_cast<const std::uint8_t*>(nullptr), sample.prescribed.data()}) {
            Evaluated at(sample);
            articulated_inertias<double>(sample.tree, at.x(), given, at.pending, at.y());
            const Roots r(at, given);
            const Matrix E = free_part(sample, given), M = product({E, dense_mass_matrix(at), E});
            const double condition = condition_of(M + Matrix::Identity(sample.n(), sample.n()) - E);
            law.measure(product({r.gamma, r.gamma_transpose, M}), E, sample, condition);
            law.measure(r.gamma_transpose, r.gamma.transpose(), sample, condition);
            law.measure(product({r.root, r.root_transpose}), M, sample, condition);
            law.measure(r.root_transpose, r.root.transpose(), sample, condition);
            law.measure(product({r.gamma, r.root_transpose}), E, sample, condition);
            law.measure(product({r.root, r.gamma_transpose}), E, sample, condition);
        }
}

TEST_CASE("the squares of Γ⁻¹ u sum to twice the kinetic energy") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Vector w(sample.n());
        multiply_by_root_transpose<double>(sample.tree, at.x(), at.y(), nullptr, sample.u.data(), w.data(),
                                           at.A_WB.data());
        const double energy = kinetic_energy<double>(sample.tree, at.x(), at.V_WB.data(), sample.u.data());
        law.measure(std::abs(0.5 * w.squaredNorm() - energy),
                    condition_of(dense_mass_matrix(at)) * (1 + energy), sample);
    }
}

TEST_CASE("the determinant of M is the product of those of the joints") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        if (sample.n() == 0) continue;
        Evaluated at(sample);
        const Matrix M = dense_mass_matrix(at);
        double wanted = 0;
        for (const double value : eigenvalues_of(M)) wanted += std::log(value);
        const double found = log_determinant_of_M(sample.tree, at.y(), nullptr);
        law.measure(std::abs(found - wanted), sample.n() * condition_of(M), sample);
    }
}

TEST_CASE("how frames give way to forces on them is J M⁻¹ Jᵀ") {
    Law law;
    Random random(11);
    for (const SampleTree& sample : sample_trees())
        for (const std::uint8_t* given :
             {static_cast<const std::uint8_t*>(nullptr), sample.prescribed.data()}) {
            Evaluated at(sample);
            articulated_inertias<double>(sample.tree, at.x(), given, at.pending, at.y());
            std::vector<Task> tasks{{0, {}}};  // one on the world, which does not give way
            for (int i = 0; i < 3; ++i) tasks.push_back({random.below(sample.tree.size()), random.vector(1)});
            const int rows = static_cast<int>(6 * tasks.size());
            Matrix J(rows, sample.n()), E(rows, sample.n()), found = Matrix::Constant(rows, rows, 1e300);
            for (std::size_t i = 0; i < tasks.size(); ++i)
                frame_jacobian(sample.tree, at.x(), tasks[i],
                               J.data() + 6 * static_cast<int>(i) * sample.n());
            operational_space_inverse_inertia<double>(sample.tree, at.x(), at.y(), given, tasks, E.data(),
                                                      found.data());
            const Matrix F = free_part(sample, given), unit = Matrix::Identity(sample.n(), sample.n());
            const Matrix M = product({F, dense_mass_matrix(at), F}) + unit - F;
            const Matrix wanted = product({J, F, inverse_of(M), F, J.transpose()});
            law.measure(found, wanted, sample, condition_of(M));
            CHECK(found == found.transpose());
            CHECK(found.topRows(6).isZero(0));
        }
}
