// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/inverse_mass_matrix.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Matrix by_composite_bodies(Evaluated& at) {
    const auto n = static_cast<std::size_t>(at.tree.nu);
    std::vector<RigidInertia> K_B_W(at.M_B_W.size());
    std::vector<double> columns(9 * n);
    std::vector<int> end(at.M_B_W.size());
    Matrix M = Matrix::Constant(at.tree.nu, at.tree.nu, 1e300);  // all of it must be written
    mass_matrix<double>(at.tree, at.x(), {K_B_W.data(), columns.data(), end.data()}, M.data());
    return M;
}

Matrix written_out_inverse(Evaluated& at, const std::uint8_t* prescribed) {
    const auto n = static_cast<std::size_t>(at.tree.nu);
    std::vector<double> z(6 * n, 1e300), A(6 * n * at.M_B_W.size(), 1e300);
    std::vector<int> end(at.M_B_W.size());
    Matrix M_inv = Matrix::Constant(at.tree.nu, at.tree.nu, 1e300);
    inverse_mass_matrix<double>(at.tree, at.x(), at.y(), prescribed, {z.data(), A.data(), end.data()},
                                M_inv.data());
    return M_inv;
}

}  // namespace

TEST_CASE("the mass matrix by composite bodies is the sum of JᵀMJ") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        law.measure(by_composite_bodies(at), dense_mass_matrix(at), sample);
    }
}

TEST_CASE("the mass matrix is exactly symmetric, and exactly zero between branches") {
    const auto hangs_on = [](const Tree& tree, int C, int B) {
        while (C > B) C = tree[C].parent;
        return C == B;
    };
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Tree& tree = sample.tree;
        const Matrix M = by_composite_bodies(at);
        CHECK(M == M.transpose());
        for (int C = 1; C < tree.size(); ++C)
            for (int B = 1; B < C; ++B)
                if (!hangs_on(tree, C, B))
                    CHECK(M.block(tree[C].u, tree[B].u, tree[C].nu, tree[B].nu).isZero(0));
    }
}

TEST_CASE("columns of the mass matrix are products with unit vectors") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Matrix M = by_composite_bodies(at);
        for (int i = 0; i < sample.n(); ++i) {
            const Vector e = Vector::Unit(sample.n(), i);
            Vector f(sample.n());
            multiply_by_M(sample.tree, at.x(), e.data(), f.data(), at.A_WB.data(), at.z_W.data());
            law.measure(f, M.col(i), sample);
        }
    }
}

TEST_CASE("products with M and with its inverse undo one another") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Vector a = vector(sample.u_dot);
        Vector f(sample.n()), back(sample.n());
        multiply_by_M(sample.tree, at.x(), a.data(), f.data(), at.A_WB.data(), at.z_W.data());
        multiply_by_M_inverse<double>(sample.tree, at.x(), at.y(), nullptr, f.data(), back.data(),
                                      at.z_W.data(), at.A_WB.data());
        law.measure(back, a, sample, condition_of(dense_mass_matrix(at)));
    }
}

TEST_CASE("the inverse written out is the inverse, symmetric, and has the products with M⁻¹ as columns") {
    Law law, same;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Matrix M = dense_mass_matrix(at), M_inv = written_out_inverse(at, nullptr);
        const double condition = condition_of(M);
        law.measure(M_inv * M, Matrix::Identity(sample.n(), sample.n()), sample, condition);
        CHECK(M_inv == M_inv.transpose());
        for (int i = 0; i < sample.n(); ++i) {
            const Vector e = Vector::Unit(sample.n(), i);
            Vector a(sample.n());
            multiply_by_M_inverse<double>(sample.tree, at.x(), at.y(), nullptr, e.data(), a.data(),
                                          at.z_W.data(), at.A_WB.data());
            same.measure(a, M_inv.col(i), sample, condition);
        }
    }
}

TEST_CASE("with given motions the inverse is that of the free part, and zero elsewhere") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        articulated_inertias<double>(sample.tree, at.x(), sample.prescribed.data(), at.pending, at.y());
        const Matrix M = dense_mass_matrix(at);
        std::vector<int> free;
        for (int B = 1; B < sample.tree.size(); ++B)
            for (int i = 0; i < sample.tree[B].nu && !sample.prescribed[static_cast<std::size_t>(B)]; ++i)
                free.push_back(sample.tree[B].u + i);
        const Matrix M_ff = M(free, free);
        Matrix wanted = Matrix::Zero(sample.n(), sample.n());
        wanted(free, free) = Eigen::MatrixXd(M_ff.inverse());
        law.measure(written_out_inverse(at, sample.prescribed.data()), wanted, sample, condition_of(M_ff));
        Vector a(sample.n());
        multiply_by_M_inverse<double>(sample.tree, at.x(), at.y(), sample.prescribed.data(), sample.f.data(),
                                      a.data(), at.z_W.data(), at.A_WB.data());
        law.measure(a, wanted * vector(sample.f), sample, condition_of(M_ff));
    }
}

TEST_CASE("a composite inertia is that of its subtree frozen") {
    Law law;
    for (const SampleTree& sample : sample_trees(5)) {
        Evaluated at(sample);
        std::vector<RigidInertia> K_B_W(at.M_B_W.size()), sums(at.M_B_W.size());
        composite_inertias(sample.tree, at.x(), K_B_W.data());
        for (int C = 1; C < sample.tree.size(); ++C)
            for (int B = C;; B = sample.tree[B].parent) {
                const auto b = static_cast<std::size_t>(B), c = static_cast<std::size_t>(C);
                sums[b] += shift_inward(at.M_B_W[c], at.X_WB[c].p - at.X_WB[b].p);
                if (B == 0) break;
            }
        for (std::size_t B = 0; B < sums.size(); ++B) law.measure(dense(K_B_W[B]), dense(sums[B]), sample);
    }
}
