// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/inside.h>
#include <sinew/dynamics/articulated_states.h>
#include <sinew/dynamics/composite.h>

namespace sinew {

/// What one thread needs to answer questions about one block after another: the memory of all passes, and States that
/// lanes borrow where only a State by itself can be asked.
template <int n>
struct Worker {
    using T = PackT<n>;
    int bodies, nu;
    AlignedVector<TransformT<T>> X_WB;
    AlignedVector<Vec3T<T>> p_PB_W;
    AlignedVector<RigidInertiaT<T>> K_B_W;
    AlignedVector<SpatialVelocityT<T>> H_W, V_WB;
    AlignedVector<SpatialAccelerationT<T>> c_W, A_WB;
    AlignedVector<SpatialForceT<T>> G_W, F_W, z_W;
    AlignedVector<T> scratch, D_inv, f, columns;
    AlignedVector<PendingT<T>> pending;
    std::vector<int> end;
    std::vector<std::uint8_t> given;  ///< per body, of mixed dynamics

    std::vector<State> lane;
    bool loaded[n] = {};
    std::vector<double> q_one, u_one, z_one, f_one, multipliers_one;  ///< of one lane
    std::vector<SpatialForce> F_one;
    std::vector<SpatialAcceleration> A_one;

    AlignedVector<T> stages;  ///< of integrators
    HoldMemory<n> constraints;
    long left_alone = 0;  ///< how often constraints of a lane were left to the code for one State (20.4)

    Worker(const Compiled& c, const State& like, const HoldPlan& plan)
        : bodies(c.tree.size()),
          nu(c.tree.nu),
          X_WB(at(bodies)),
          p_PB_W(at(bodies)),
          K_B_W(at(bodies)),
          H_W(at(nu)),
          V_WB(at(bodies)),
          c_W(at(bodies)),
          A_WB(at(bodies)),
          G_W(at(nu)),
          F_W(at(bodies)),
          z_W(at(bodies)),
          scratch(at(c.tree.scratch)),
          D_inv(at(c.tree.squares)),
          f(at(nu)),
          columns(at(6 * nu)),
          pending(at(c.pending.one)),
          end(at(bodies)),
          given(at(bodies)),
          lane(at(n), like),
          q_one(at(c.tree.nq)),
          u_one(at(nu)),
          z_one(at(c.layout->nz)),
          f_one(at(nu)),
          multipliers_one(at(c.constraints.a)),
          F_one(at(bodies)),
          A_one(at(bodies)),
          constraints(c, plan) {}

    PositionT<T> x(const InstanceT<T>& instance, const T* armature) {
        return {X_WB.data(),   p_PB_W.data(), H_W.data(), scratch.data(), armature,
                instance.body, nullptr,       nullptr,    instance.shared};
    }
    VelocityT<T> v() { return {V_WB.data(), c_W.data()}; }
    ArticulatedT<T> y() { return {nullptr, G_W.data(), D_inv.data()}; }
};

}  // namespace sinew
