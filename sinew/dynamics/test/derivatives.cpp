// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/inverse_derivatives.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

const Vec3 gravity{0.3, -0.5, 0.8};

/// Forces on the bodies that go along with them, and weights if wanted.
template <class T>
std::vector<SpatialForceT<T>> forces(const TreeMemory<T>& at, const SampleTree& sample, bool weights) {
    std::vector<SpatialForceT<T>> F(at.X_WB.size());
    for (std::size_t B = 1; B < F.size(); ++B) {
        const SpatialForce& own = sample.F_B_W[B];
        const Vec3T<T> g = as_scalar<T>(gravity);
        F[B] = at.X_WB[B].R * SpatialForceT<T>{as_scalar<T>(own.m), as_scalar<T>(own.f)};
        if (weights) F[B] += {cross(at.M_B_W[B].h, g), at.M_B_W[B].m * g};
    }
    return F;
}

struct Derivatives {
    Matrix by_q, by_u, by_u_dot;
};

struct Memory {
    std::vector<RigidInertia> K;
    std::vector<TurningForce> B;
    std::vector<SpatialForce> F_J;
    std::vector<Along> along;
    std::vector<double> columns;
    std::vector<int> end;
    std::vector<Dual> scratch;
    HingeDerivativesT<double> hinge;
    explicit Memory(const Tree& tree)
        : K(static_cast<std::size_t>(tree.size())),
          B(K.size()),
          F_J(K.size()),
          along(static_cast<std::size_t>(tree.nu)),
          columns(33 * static_cast<std::size_t>(tree.nu)),
          end(K.size()),
          scratch(static_cast<std::size_t>(tree.scratch)) {}
    InverseDerivativesWork view() {
        return {K.data(),   B.data(),   along.data(),   columns.data(),
                F_J.data(), end.data(), scratch.data(), &hinge};
    }
};

Derivatives derivatives(const SampleTree& sample) {
    Evaluated at(sample);
    const std::vector<SpatialForce> F = forces(at, sample, false);
    accelerations<double>(at.tree, at.x(), at.c_W.data(), sample.u_dot.data(), at.A_WB.data());
    Memory memory(at.tree);
    Matrix q(sample.n(), sample.n()), u = q, u_dot = q;
    inverse_dynamics_derivatives(at.tree, at.instance(), at.x(), at.v(),
                                 {sample.q.data(), sample.u.data(), sample.u_dot.data(), gravity,
                                  at.A_WB.data(), F.data(), q.data(), u.data(), u_dot.data()},
                                 memory.view());
    return {q, u, u_dot};
}

/// Inverse dynamics on dual numbers, along one direction of coordinates, speeds and accelerations.
Vector along(const SampleTree& sample, const std::vector<double>& q, const std::vector<double>& u,
             const std::vector<double>& u_dot) {
    TreeMemory<Dual> at(sample);
    std::vector<Dual> a(u_dot.size()), f(u_dot.size()), residual(u_dot.size());
    for (std::size_t i = 0; i < q.size(); ++i) at.q[i].d = q[i];
    for (std::size_t i = 0; i < u.size(); ++i)
        at.u[i].d = u[i], a[i] = {sample.u_dot[i], u_dot[i]}, f[i] = sample.f[i];
    at.kinematics();
    const std::vector<SpatialForceT<Dual>> F = forces(at, sample, true);
    inverse_dynamics<Dual>(at.tree, at.x(), at.v(),
                           {a.data(), f.data(), F.data(), residual.data(), at.A_WB.data(), at.z_W.data()});
    Vector d(sample.n());
    for (int i = 0; i < sample.n(); ++i) d[i] = residual[static_cast<std::size_t>(i)].d;
    return d;
}

Derivatives by_dual_numbers(const SampleTree& sample) {
    Evaluated at(sample);
    Derivatives out{Matrix(sample.n(), sample.n()), Matrix(sample.n(), sample.n()),
                    Matrix(sample.n(), sample.n())};
    for (int k = 0; k < sample.n(); ++k) {
        std::vector<double> e(sample.u.size()), none(sample.u.size()), none_q(sample.q.size()), q = none_q;
        e[static_cast<std::size_t>(k)] = 1;
        multiply_by_N(at.tree, at.instance(), at.x(), at.q.data(), e.data(), q.data());
        out.by_q.col(k) = along(sample, q, none, none);
        out.by_u.col(k) = along(sample, none_q, e, none);
        out.by_u_dot.col(k) = along(sample, none_q, none, e);
    }
    return out;
}

}  // namespace

TEST_CASE("derivatives of inverse dynamics are those that dual numbers find, for every joint in any tree") {
    Law by_q, by_u, by_u_dot;
    for (const SampleTree& sample : sample_trees()) {
        const Derivatives found = derivatives(sample), wanted = by_dual_numbers(sample);
        by_q.measure_derivative(found.by_q, wanted.by_q, sample);
        by_u.measure_derivative(found.by_u, wanted.by_u, sample);
        by_u_dot.measure_derivative(found.by_u_dot, wanted.by_u_dot, sample);
    }
}
