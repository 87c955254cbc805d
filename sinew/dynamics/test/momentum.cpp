// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/momentum.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Matrix dense_momentum_matrix(Evaluated& at, const Vec3& p_WQ) {
    std::vector<RigidInertia> K_B_W(at.M_B_W.size());
    composite_inertias(at.tree, at.x(), K_B_W.data());
    Matrix A = Matrix::Constant(6, at.tree.nu, 1e300);
    momentum_matrix(at.tree, at.x(), K_B_W.data(), p_WQ, A.data());
    return A;
}

}  // namespace

TEST_CASE("kinetic energy is the sum over bodies and drives, and half of uᵀ M u") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Vector V = stacked(at.V_WB), u = vector(sample.u);
        const double energy = kinetic_energy<double>(sample.tree, at.x(), at.V_WB.data(), sample.u.data());
        double sum = 0.5 * V.dot(dense_inertias(at) * V);
        for (std::size_t i = 0; i < sample.armature.size(); ++i)
            sum += 0.5 * sample.armature[i] * sample.u[i] * sample.u[i];
        law.measure(std::abs(energy - sum), 1 + energy, sample);
        Vector f(sample.n());
        multiply_by_M(sample.tree, at.x(), u.data(), f.data(), at.A_WB.data(), at.z_W.data());
        law.measure(std::abs(energy - 0.5 * u.dot(f)), 1 + energy, sample);
    }
}

TEST_CASE("the mass centre is where its parts are, and moves as it changes place") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Moving moving(sample);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), sample.u_dot.data(), at.A_WB.data());
        const MassCentre C = mass_centre<double>(sample.tree, at.x(), at.V_WB.data(), at.A_WB.data());
        const MassCentreT<Dual> moved =
            mass_centre<Dual>(sample.tree, moving.x(), moving.V_WB.data(), nullptr);
        law.measure_derivative(dense(C.v_WC), dense(derivative(moved.p_WC)), sample);
        law.measure_derivative(dense(C.a_WC), dense(derivative(moved.v_WC)), sample);
        double m = 0;
        Vec3 sum;
        for (std::size_t B = 1; B < at.X_WB.size(); ++B) {
            const RigidInertia& M_B = sample.body[B].M_B;
            m += M_B.m;
            sum += M_B.m * (at.X_WB[B] * (M_B.h / M_B.m));
        }
        law.measure(std::abs(C.m - m), m, sample);
        law.measure(dense(C.p_WC), dense(sum / m), sample);
        std::vector<RigidInertia> K_B_W(at.M_B_W.size());
        composite_inertias(sample.tree, at.x(), K_B_W.data());
        Matrix J = Matrix::Constant(3, sample.n(), 1e300);
        mass_centre_jacobian(sample.tree, at.x(), K_B_W.data(), J.data());
        law.measure(J * vector(sample.u), dense(C.v_WC), sample);
    }
}

TEST_CASE("the momentum matrix gives the momentum, and about the mass centre its linear part is m v") {
    Law law;
    Random random(8);
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const MassCentre C = mass_centre<double>(sample.tree, at.x(), at.V_WB.data(), nullptr);
        for (const Vec3& p_WQ : {Vec3{}, C.p_WC, random.vector(2)}) {
            const SpatialMomentum h = momentum<double>(sample.tree, at.x(), at.V_WB.data(), p_WQ);
            law.measure(dense_momentum_matrix(at, p_WQ) * vector(sample.u), dense(h), sample);
            law.measure(dense(h.f), dense(C.m * C.v_WC), sample);
            Vec3 moment;  // sum over bodies of central momentum and arm x m v
            for (std::size_t B = 1; B < at.X_WB.size(); ++B) {
                const RigidInertia& M = at.M_B_W[B];
                const Vec3 c = M.h / M.m, v = at.V_WB[B].v + cross(at.V_WB[B].w, c);
                const RigidInertia central = shift_inward(M, -c);
                moment += central.I * at.V_WB[B].w + cross(at.X_WB[B].p + c - p_WQ, M.m * v);
            }
            law.measure(dense(h.m), dense(moment), sample);
        }
    }
}

TEST_CASE("momentum changes as its rate says, about a fixed point and about the mass centre") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Moving moving(sample);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), sample.u_dot.data(), at.A_WB.data());
        const MassCentreT<Dual> C = mass_centre<Dual>(sample.tree, moving.x(), moving.V_WB.data(), nullptr);
        for (const Vec3T<Dual>& p_WQ : {Vec3T<Dual>{1.0, 2.0, 3.0}, C.p_WC}) {
            const SpatialMomentumT<Dual> h =
                momentum<Dual>(sample.tree, moving.x(), moving.V_WB.data(), p_WQ);
            const SpatialForce rate =
                momentum_rate<double>(sample.tree, at.x(), at.v(), at.A_WB.data(), value(p_WQ));
            law.measure_derivative(dense(rate.m), dense(derivative(h.m)), sample);
            law.measure_derivative(dense(rate.f), dense(derivative(h.f)), sample);
        }
    }
}

TEST_CASE("the rate of centroidal momentum is A u̇ and the bias Ȧ u") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Vec3 p_WC = mass_centre<double>(sample.tree, at.x(), nullptr, nullptr).p_WC;
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), sample.u_dot.data(), at.A_WB.data());
        const SpatialForce rate = momentum_rate<double>(sample.tree, at.x(), at.v(), at.A_WB.data(), p_WC);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), nullptr, at.A_WB.data());
        const SpatialForce bias = momentum_rate<double>(sample.tree, at.x(), at.v(), at.A_WB.data(), p_WC);
        law.measure(dense_momentum_matrix(at, p_WC) * vector(sample.u_dot) + dense(bias), dense(rate),
                    sample);
    }
}

TEST_CASE(
    "the inertia of the whole about its mass centre has no first moment, and the least turning inertia") {
    Law law;
    Random random(9);
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Vec3 p_WC = mass_centre<double>(sample.tree, at.x(), nullptr, nullptr).p_WC;
        const RigidInertia central = system_inertia<double>(sample.tree, at.x(), p_WC);
        const Vec3 p_WQ = random.vector(2);
        const RigidInertia other = system_inertia<double>(sample.tree, at.x(), p_WQ);
        law.measure(dense(central.h), Vector::Zero(3), sample, central.m);
        law.measure(dense(shift_inward(central, p_WC - p_WQ)), dense(other), sample);
    }
}

TEST_CASE("a tree without mass has no mass centre and says so by its mass") {
    Random random(2);
    SampleTree sample;
    sample.add(random, Ball{}, 0, false, false);
    sample.body[1].M_B = {};
    TreeMemory<double> at(sample);
    at.kinematics();
    const MassCentre C = mass_centre<double>(sample.tree, at.x(), at.V_WB.data(), nullptr);
    CHECK(C.m == 0);
    CHECK(C.p_WC == Vec3{});
    RigidInertia K_B_W[2];
    double J[9];
    composite_inertias(sample.tree, at.x(), K_B_W);
    mass_centre_jacobian(sample.tree, at.x(), K_B_W, J);
    for (const double entry : J) CHECK(entry == 0);
}
