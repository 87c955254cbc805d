// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/worker.h>
#include <sinew/system/run_start.h>

namespace sinew {

/// Where the variables of a block are: those of the batch, or what an integrator tries.
template <int n>
struct BlockVariables {
    const PackT<n>*q, *u, *z, *time;
};

/// How states are brought onto constraints, by one thread.
struct Projecting {
    Projector projector;
    RunTolerance tolerance;
};

/// One block of states and what is asked about it, as apply.h, realize.cpp and dynamics.cpp have it for one State.
template <int n>
class Block {
public:
    using T = PackT<n>;
    Block(Batch::Inside& batch, Worker<n>& memory, int number, const BlockVariables<n>& at);
    Block(Batch::Inside& batch, Worker<n>& memory, int number);  ///< at the variables of the batch

    PositionT<T> x() { return w_.x(instance_, armature_); }
    KinematicsT<T> kinematics() { return {x(), w_.v(), X_MB_, y_.q, y_.u, c_.tree.size(), c_.tree.nu, 0.0}; }
    const TransformT<T>* X_MB() const { return X_MB_; }
    const Worker<n>& memory() const { return w_; }

    void find_positions();
    void find_velocities();     ///< after positions
    void find_q_dot(T* q_dot);  ///< after positions

    struct Accelerations {
        T *u_dot, *z_dot, *multipliers;
    };
    /// Forces on speeds, and on bodies by BodyId; the latter may be null.
    struct OwnLoads {
        const T* f;
        const SpatialForceT<T>* F_B_W;
    };
    /// All that forward dynamics finds, from nothing; where there is no answer, NaN. Returns where there is one. With
    /// loads, these act in place of all elements, and there is nothing but u̇.
    WhereT<n> accelerations(const Accelerations& out, const OwnLoads* loads = nullptr);

    /// After positions and velocities. Multipliers may be null.
    void inverse_dynamics(const T* u_dot, const T* multipliers, T* f);
    void inverse_dynamics_under(const OwnLoads& loads, const T* u_dot, T* f);
    /// Which joints' u̇ is given: listed, and marked by the tree's bodies.
    struct Listed {
        std::span<const AnyJointId> joints;
        const std::uint8_t* bodies;
    };
    void mixed_dynamics(const Listed& listed, T* u_dot, T* tau);
    /// After positions. NaN where there is no answer.
    void mass_matrix(T* M);
    void multiply_by_M(const T* a, T* f);
    void multiply_by_M_inverse(const T* f, T* a);

    /// The State that stands in a lane, with what is known of it; null if it has no such: a number is not finite.
    State* state_in(int lane);
    int states() const { return batch_.states_in(number_); }
    /// Lanes that nobody asks about: nothing is computed for them that has to be computed lane by lane.
    void leave_out(const WhereT<n>& idle) { refused_ = left_out_ = idle; }

    /// Puts what Motions and locks give into q and u and, if that is wanted, brings both to where constraints are met;
    /// NaN where no way there is found. q and u are the block's own. Takes off an estimate of their errors (if given)
    /// what was taken off them.
    void settle(Projecting* projecting, T* q, T* u, T* error = nullptr);

private:
    /// The thread's own, or, where states have their own parameters, the state's.
    State& borrowed(int lane) {
        return batch_.own_parameters ? batch_.own[at(number_ * n + lane)] : w_.lane[at(lane)];
    }
    bool load(int lane);
    /// What is no number has no answer.
    void refuse_odd(const T* numbers, int count);
    void refuse_odd_loads(const OwnLoads& loads);
    void refuse_unless(const WhereT<n>& good) { refused_ |= WhereT<n>(typename WhereT<n>::Wholes(~good.v)); }
    void adopt_kinematics(int lane);
    /// Forces of all elements, but gravity that acts on all bodies, which is kept apart. Null if none acts on bodies.
    const SpatialForceT<T>* apply_forces(Vec3T<T>& gravity);
    const SpatialForceT<T>* apply_loads(const OwnLoads& loads, Vec3T<T>& gravity);
    void mixed_by_itself(const Listed& listed, T* u_dot, T* tau);
    void apply_by_lane();
    void apply_constraints(const T* multipliers);
    void add_forces_of_one(int lane, bool on_bodies);
    void give_accelerations(T* u_dot);
    void give_by_time(const Driven& given, T* u_dot);
    void give_by_state(T* u_dot);
    void find_z_dot(const WhereT<n>& where, const T* u_dot, T* z_dot);
    /// u̇ of free motion becomes one that obeys. Returns where that is left to the code for one State.
    WhereT<n> obey(const Accelerations& out);
    void by_itself(const WhereT<n>& where, const Accelerations& out, const OwnLoads* loads);
    void put_no_numbers(const WhereT<n>& where, T* x, int count) const;
    void refuse(int lane) { refused_.v[lane] = -1; }

    Batch::Inside& batch_;
    const Compiled& c_;
    Worker<n>& w_;
    int number_;
    BlockVariables<n> y_;
    InstanceT<T> instance_;
    const TransformT<T>* X_MB_;
    const T *armature_, *parameters_;
    WhereT<n> refused_ = false, left_out_ = false;
    bool has_positions_ = false, has_velocities_ = false;
};

}  // namespace sinew
