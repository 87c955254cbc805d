// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/fill_lanes.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/rates.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/math/dual.h>
#include <tests/support/random_tree.h>

namespace sinew::testing {

/// A number in another scalar.
template <class T>
TransformT<T> as(const Transform& X) {
    const auto& R = X.R;
    return {{{as_scalar<T>(R.x), as_scalar<T>(R.y), as_scalar<T>(R.z)}}, as_scalar<T>(X.p)};
}
template <class T>
RigidInertiaT<T> as(const RigidInertia& M) {
    return {T(M.m), as_scalar<T>(M.h), {T(M.I.xx), T(M.I.yy), T(M.I.zz), T(M.I.xy), T(M.I.xz), T(M.I.yz)}};
}

/// Owns what the passes read and write for one tree, in any scalar.
template <class T>
struct TreeMemory {
    const Tree& tree;
    std::vector<BodyConstantsT<T>> body;
    std::vector<std::uint8_t> by_angles;
    std::vector<T> k, q, u, armature;
    // Position
    std::vector<TransformT<T>> X_WB;
    std::vector<Vec3T<T>> p_PB_W;
    std::vector<RigidInertiaT<T>> M_B_W;  ///< for dense references
    std::vector<SpatialVelocityT<T>> H_W;
    std::vector<T> scratch;
    // Velocity
    std::vector<SpatialVelocityT<T>> V_WB;
    std::vector<SpatialAccelerationT<T>> c_W;
    std::vector<SpatialForceT<T>> g_W;  ///< gyroscopic forces, for dense references
    // Articulated inertias
    std::vector<ArticulatedInertiaT<T>> Y_B_W;
    std::vector<SpatialForceT<T>> G_W;
    std::vector<T> D_inv;
    PendingMemory pending;
    // Bodies that are alike
    std::vector<ConstantsInLanes> constants_in_lanes;
    std::vector<PositionInLanes> position_in_lanes;
    std::vector<VelocityInLanes> velocity_in_lanes;
    std::vector<FactorsInLanes> factors_in_lanes;
    // Work space, one per body
    std::vector<SpatialAccelerationT<T>> A_WB;
    std::vector<SpatialForceT<T>> z_W;

    explicit TreeMemory(const SampleTree& sample)
        : tree(sample.tree), by_angles(sample.by_angles), pending(pending_count(sample.tree)) {
        const auto bodies = static_cast<std::size_t>(tree.size()), n = static_cast<std::size_t>(tree.nu);
        for (const auto& constants : sample.body)
            body.push_back({as<T>(constants.X_PF), as<T>(constants.M_B)});
        k.assign(sample.k.begin(), sample.k.end());
        q.assign(sample.q.begin(), sample.q.end());
        u.assign(sample.u.begin(), sample.u.end());
        armature.assign(sample.armature.begin(), sample.armature.end());
        X_WB.resize(bodies), p_PB_W.resize(bodies), M_B_W.resize(bodies), H_W.resize(n);
        scratch.resize(static_cast<std::size_t>(tree.scratch));
        V_WB.resize(bodies), c_W.resize(bodies), g_W.resize(bodies);
        Y_B_W.resize(bodies), G_W.resize(n), D_inv.resize(static_cast<std::size_t>(tree.squares));
        A_WB.resize(bodies), z_W.resize(bodies);
        const auto steps = static_cast<std::size_t>(tree.steps);
        constants_in_lanes.resize(steps), position_in_lanes.resize(steps), velocity_in_lanes.resize(steps);
        factors_in_lanes.resize(steps);
        fill_lanes(tree, sample.body.data(), constants_in_lanes.data());
    }

    InstanceT<T> instance() const {
        return {body.data(), k.data(), by_angles.data(), constants_in_lanes.data()};
    }
    PositionT<T> x() {
        return {X_WB.data(),
                p_PB_W.data(),
                H_W.data(),
                scratch.data(),
                armature.empty() ? nullptr : armature.data(),
                body.data(),
                constants_in_lanes.data(),
                position_in_lanes.data()};
    }
    VelocityT<T> v() { return {V_WB.data(), c_W.data(), velocity_in_lanes.data()}; }
    ArticulatedT<T> y() { return {Y_B_W.data(), G_W.data(), D_inv.data(), factors_in_lanes.data()}; }

    void kinematics() {
        position_kinematics(tree, instance(), q.data(), x());
        velocity_kinematics(tree, instance(), x(), q.data(), u.data(), v());
        for (int B = 1; B < tree.size(); ++B) {
            const auto b = static_cast<std::size_t>(B);
            M_B_W[b] = inertia_of(x(), B);
            g_W[b] = gyroscopic_force(M_B_W[b], V_WB[b].w);
        }
    }
};

/// Ready for every operator: kinematics done at the sample's q and u, articulated inertias with all joints free.
struct Evaluated : TreeMemory<double> {
    explicit Evaluated(const SampleTree& sample) : TreeMemory(sample) {
        kinematics();
        articulated_inertias<double>(tree, x(), nullptr, pending, y());
    }
};

/// The same tree moving: q + q̇ ε with q̇ = N u, u + u̇ ε. Whatever is computed from it carries its time derivative.
struct Moving : TreeMemory<Dual> {
    explicit Moving(const SampleTree& sample) : TreeMemory(sample) {
        TreeMemory<double> at(sample);
        std::vector<double> q_dot(sample.q.size());
        at.kinematics();
        multiply_by_N(tree, at.instance(), at.x(), at.q.data(), at.u.data(), q_dot.data());
        for (std::size_t i = 0; i < q.size(); ++i) q[i].d = q_dot[i];
        for (std::size_t i = 0; i < u.size(); ++i) u[i].d = sample.u_dot[i];
        kinematics();
    }
};

}  // namespace sinew::testing
