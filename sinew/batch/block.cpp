// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/block.h>
#include <sinew/batch/kernels.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/rates.h>
#include <sinew/dynamics/velocity.h>

#include <array>

namespace sinew {

template <int n>
Block<n>::Block(Batch::Inside& batch, Worker<n>& memory, int number, const BlockVariables<n>& y)
    : batch_(batch), c_(batch.compiled()), w_(memory), number_(number), y_(y) {
    const int constants = batch.constants_of(number);
    const auto* body = reinterpret_cast<const BodyConstantsT<T>*>(batch.derived.block(constants));
    X_MB_ = reinterpret_cast<const TransformT<T>*>(body + c_.tree.size());
    const T* k = reinterpret_cast<const T*>(X_MB_ + c_.tree.size());
    instance_ = {body, k, batch.plan.by_angles};
    if (!batch.own_parameters)
        instance_.shared =
            reinterpret_cast<const BodyConstantsT<double>*>(batch.like.parameter_block().derived.data());
    armature_ = c_.has_armature ? k + c_.tree.nk : nullptr;
    parameters_ = reinterpret_cast<const T*>(batch.values.block(constants));
    for (bool& loaded : w_.loaded) loaded = false;
}

namespace {

template <int n>
BlockVariables<n> variables_of(const Batch::Inside& batch, int block) {
    const auto packs = [&](const LaneArray& array) {
        return reinterpret_cast<const PackT<n>*>(array.block(block));
    };
    return {packs(batch.q), packs(batch.u), packs(batch.z), packs(batch.time)};
}

}  // namespace

template <int n>
Block<n>::Block(Batch::Inside& batch, Worker<n>& memory, int number)
    : Block(batch, memory, number, variables_of<n>(batch, number)) {}

template <int n>
void Block<n>::refuse_odd(const T* numbers, int count) {
    WhereT<n> finite = true;
    find_finite(numbers, count, finite);
    refuse_unless(finite);
}

template <int n>
void Block<n>::refuse_odd_loads(const OwnLoads& loads) {
    refuse_odd(loads.f, c_.tree.nu);
    if (loads.F_B_W) refuse_odd(reinterpret_cast<const T*>(loads.F_B_W), 6 * c_.bodies());
}

template <int n>
void Block<n>::find_positions() {
    refuse_odd(y_.time, 1);
    refuse_odd(y_.q, c_.tree.nq);
    position_kinematics(*batch_.plan.tree, instance_, y_.q, x());
    has_positions_ = true;
}

template <int n>
void Block<n>::find_velocities() {
    refuse_odd(y_.u, c_.tree.nu);
    velocity_kinematics(*batch_.plan.tree, instance_, x(), y_.q, y_.u, w_.v());
    has_velocities_ = true;
}

template <int n>
void Block<n>::find_q_dot(T* q_dot) {
    multiply_by_N(*batch_.plan.tree, instance_, x(), y_.q, y_.u, q_dot);
}

template <int n>
const SpatialForceT<PackT<n>>* Block<n>::apply_forces(Vec3T<T>& gravity) {
    const BatchPlan& plan = batch_.plan;
    for (T& f : w_.f) f = T(0.0);
    if (plan.on_bodies)
        for (SpatialForceT<T>& F : w_.F_W) F = {};
    const KinematicsT<T> kin = kinematics();
    AppliedT<T> applied{w_.X_WB.data(), w_.F_W.data(), w_.f.data()};
    const PackForces<n> forces{c_, plan.in_packs, kin, parameters_, y_.z, batch_.like, plan.by_angles};
    if (!forces.elements.empty()) apply_in_packs(forces, applied);
    gravity = {T(0.0), T(0.0), T(0.0)};
    for (const int i : plan.gravity) {
        const T* g = parameters_ + c_.forces[at(i)].parameters.first;
        gravity += {g[0], g[1], g[2]};
    }
    if (plan.any_by_lane) apply_by_lane();
    return plan.on_bodies ? w_.F_W.data() : nullptr;
}

/// As Work::loads has them.
template <int n>
const SpatialForceT<PackT<n>>* Block<n>::apply_loads(const OwnLoads& loads, Vec3T<T>& gravity) {
    for (int i = 0; i < c_.tree.nu; ++i) w_.f[at(i)] = loads.f[i];
    gravity = {T(0.0), T(0.0), T(0.0)};
    if (!loads.F_B_W) return nullptr;
    for (int B = 0; B < c_.tree.size(); ++B)
        w_.F_W[at(B)] = shift_inward(loads.F_B_W[c_.body_of_node[at(B)]], w_.X_WB[at(B)].R * X_MB_[B].p);
    for (const Compiled::Half& half : c_.halves) w_.F_W[at(half.node)] = {};
    return w_.F_W.data();
}

template <int n>
WhereT<n> Block<n>::obey(const Accelerations& out) {
    const FreeMotion<n> free{c_,
                             batch_.plan.constraints,
                             x(),
                             kinematics(),
                             w_.y(),
                             batch_.plan.driven,
                             batch_.plan.by_angles,
                             parameters_,
                             out.u_dot,
                             w_.A_WB.data()};
    HoldMemory<n>& held = w_.constraints;
    WhereT<n> sure = true;
    hold(free, held, sure);
    for (int i = 0; out.multipliers && i < c_.constraints.a; ++i)
        for (int lane = 0; lane < n; ++lane)
            if (!left_out_.lane(lane)) out.multipliers[i].v[lane] = held.multipliers[at(i)].v[lane];
    const auto take_off = [](const auto& what, auto* from) {
        const T* change = reinterpret_cast<const T*>(what.data());
        combine(reinterpret_cast<const T*>(from), T(-1.0), std::array{1.0}, &change,
                static_cast<int>(what.size() * sizeof(what[0]) / sizeof(T)), reinterpret_cast<T*>(from));
    };
    take_off(held.u_dot, out.u_dot);
    take_off(held.A_WB, w_.A_WB.data());
    for (int lane = 0; lane < states(); ++lane) w_.left_alone += !sure.lane(lane) && !refused_.lane(lane);
    return WhereT<n>(typename WhereT<n>::Wholes(~sure.v));
}

template <int n>
WhereT<n> Block<n>::accelerations(const Accelerations& out, const OwnLoads* loads) {
    const BatchPlan& plan = batch_.plan;
    find_positions();
    find_velocities();
    refuse_odd(y_.z, c_.layout->nz);
    if (loads) refuse_odd_loads(*loads);
    const int nz = loads ? 0 : c_.layout->nz, multipliers = loads ? 0 : c_.constraints.a;
    WhereT<n> alone = plan.constrained;
    if (!plan.constrained || plan.constraints.in_lanes) {
        Vec3T<T> gravity;
        const SpatialForceT<T>* F = loads ? apply_loads(*loads, gravity) : apply_forces(gravity);
        if (plan.driven) give_accelerations(out.u_dot);
        const LaneBits regular = sinew::forward_dynamics<n>(
            c_.tree, x(), w_.v(), {w_.f.data(), F, gravity, plan.driven, out.u_dot, w_.A_WB.data()},
            w_.pending.data(), w_.y());
        if (plan.constrained) alone = obey(out);
        for (int lane = 0; lane < n; ++lane) {
            if (regular.lane(lane)) continue;
            if (plan.constrained) alone.v[lane] = -1;
            else refuse(lane);
        }
        const WhereT<n> others(typename WhereT<n>::Wholes(~alone.v));
        if (nz > 0) find_z_dot(others, out.u_dot, out.z_dot);
    }
    if (plan.constrained) by_itself(alone, out, loads);
    refuse_odd(out.u_dot, c_.tree.nu);
    refuse_odd(out.z_dot, nz);
    put_no_numbers(refused_, out.u_dot, c_.tree.nu);
    const WhereT<n> failed(typename WhereT<n>::Wholes(refused_.v & ~left_out_.v));
    put_no_numbers(failed, out.z_dot, nz);
    put_no_numbers(failed, out.multipliers, multipliers);
    return WhereT<n>(typename WhereT<n>::Wholes(~refused_.v));
}

template <int n>
void Block<n>::put_no_numbers(const WhereT<n>& where, T* x, int count) const {
    for (int lane = 0; lane < n; ++lane)
        for (int i = 0; where.lane(lane) && i < count; ++i)
            x[i].v[lane] = std::numeric_limits<double>::quiet_NaN();
}

template <int n>
void Block<n>::inverse_dynamics(const T* u_dot, const T* multipliers, T* f) {
    Vec3T<T> gravity;
    const SpatialForceT<T>* F = apply_forces(gravity);
    if (multipliers) {
        if (!F)
            for (SpatialForceT<T>& none : w_.F_W) none = {};
        F = w_.F_W.data();
        apply_constraints(multipliers);
    }
    refuse_odd(y_.z, c_.layout->nz);
    sinew::inverse_dynamics<T>(c_.tree, x(), w_.v(),
                               {u_dot, w_.f.data(), F, f, w_.A_WB.data(), w_.z_W.data(), gravity});
    put_no_numbers(refused_, f, c_.tree.nu);
}

template <int n>
void Block<n>::inverse_dynamics_under(const OwnLoads& loads, const T* u_dot, T* f) {
    Vec3T<T> gravity;
    const SpatialForceT<T>* F = apply_loads(loads, gravity);
    sinew::inverse_dynamics<T>(c_.tree, x(), w_.v(),
                               {u_dot, w_.f.data(), F, f, w_.A_WB.data(), w_.z_W.data(), gravity});
    put_no_numbers(refused_, f, c_.tree.nu);
}

template <int n>
void Block<n>::mixed_dynamics(const Listed& listed, T* u_dot, T* tau) {
    const Tree& tree = c_.tree;
    refuse_odd(y_.z, c_.layout->nz);
    const auto is_given = [&](int B) {
        return listed.bodies[B] || (batch_.plan.driven && batch_.plan.driven[B]);
    };
    if (batch_.plan.constrained) {
        mixed_by_itself(listed, u_dot, tau);
    } else {
        Vec3T<T> gravity;
        const SpatialForceT<T>* F = apply_forces(gravity);
        T* asked = w_.columns.data();
        for (int i = 0; i < tree.nu; ++i) asked[i] = u_dot[i];
        if (batch_.plan.driven) give_accelerations(u_dot);
        std::vector<std::uint8_t>& given = w_.given;
        for (int B = 1; B < tree.size(); ++B) {
            given[at(B)] = is_given(B);
            for (int i = tree[B].u; listed.bodies[B] && i < tree[B].u + tree[B].nu; ++i) u_dot[i] = asked[i];
        }
        const LaneBits regular = sinew::forward_dynamics<n>(
            tree, x(), w_.v(), {w_.f.data(), F, gravity, given.data(), u_dot, w_.A_WB.data()},
            w_.pending.data(), w_.y());
        for (int lane = 0; lane < n; ++lane)
            if (!regular.lane(lane)) refuse(lane);
        sinew::inverse_dynamics<T>(tree, x(), w_.v(),
                                   {u_dot, w_.f.data(), F, tau, w_.A_WB.data(), w_.z_W.data(), gravity});
    }
    for (int B = 1; B < tree.size(); ++B)
        for (int i = tree[B].u; !is_given(B) && i < tree[B].u + tree[B].nu; ++i) tau[i] = T(0.0);
    refuse_odd(u_dot, tree.nu);
    put_no_numbers(refused_, u_dot, tree.nu);
    put_no_numbers(refused_, tau, tree.nu);
}

template <int n>
void Block<n>::mass_matrix(T* M) {
    sinew::mass_matrix<T>(c_.tree, x(), {w_.K_B_W.data(), w_.columns.data(), w_.end.data()}, M);
    put_no_numbers(refused_, M, c_.tree.nu * c_.tree.nu);
}

template <int n>
void Block<n>::multiply_by_M(const T* a, T* f) {
    sinew::multiply_by_M(c_.tree, x(), a, f, w_.A_WB.data(), w_.z_W.data());
    put_no_numbers(refused_, f, c_.tree.nu);
}

template <int n>
void Block<n>::multiply_by_M_inverse(const T* f, T* a) {
    const LaneBits regular = articulated_inertias<n>(c_.tree, x(), nullptr, w_.pending.data(), w_.y());
    sinew::multiply_by_M_inverse(c_.tree, x(), w_.y(), nullptr, f, a, w_.z_W.data(), w_.A_WB.data());
    for (int lane = 0; lane < n; ++lane)
        if (!regular.lane(lane)) refuse(lane);
    put_no_numbers(refused_, a, c_.tree.nu);
}

template class Block<4>;
template class Block<8>;

}  // namespace sinew
