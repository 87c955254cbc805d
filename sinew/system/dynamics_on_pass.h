// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The functions of DynamicsOn, for the files that make one of its kinds each.

#include <sinew/dynamics/newton_euler_pass.h>
#include <sinew/dynamics/position_pass.h>
#include <sinew/dynamics/velocity_pass.h>
#include <sinew/system/constrain.h>
#include <sinew/system/derivative_memory.h>
#include <sinew/system/dynamics_on.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace sinew {

template <class T>
TransformT<T> constant(const Transform& X) {
    return {{{as_scalar<T>(X.R.x), as_scalar<T>(X.R.y), as_scalar<T>(X.R.z)}}, as_scalar<T>(X.p)};
}
template <class T>
RigidInertiaT<T> constant(const RigidInertia& M) {
    return {T(M.m), as_scalar<T>(M.h), {T(M.I.xx), T(M.I.yy), T(M.I.zz), T(M.I.xy), T(M.I.xz), T(M.I.yz)}};
}

/// The numbers of an element as its functions want them.
template <class E, class T>
auto values_on(const std::vector<T>& numbers) {
    using Values = typename E::template Values<T>;
    Values k;
    if constexpr (!std::is_empty_v<Values>) {
        static_assert(std::is_trivially_copyable_v<Values>);
        std::memcpy(static_cast<void*>(&k), static_cast<const void*>(numbers.data()), sizeof k);
    }
    return k;
}

template <class T>
DynamicsOn<T>::DynamicsOn(const System& system) : system_(system), c_(system_.compiled()) {
    const Tree& tree = c_.tree;
    const std::size_t bodies = size(tree.size()), n = size(tree.nu);
    frames.resize(bodies), inertia.resize(bodies), body_.resize(bodies), X_MB_.resize(bodies),
        X_WM_.resize(bodies), p_PB_W_.resize(bodies), V_.resize(bodies), c_W_.resize(bodies),
        A_.resize(bodies), A_falling_.resize(bodies), F_.resize(bodies), F_J_.resize(bodies);
    q.resize(size(tree.nq)), u.resize(n), u_dot.resize(n), tau.resize(n), f_.resize(n), armature_.resize(n),
        H_W_.resize(n);
    z.resize(size(c_.layout->nz) + 1), k.resize(size(tree.nk) + 1);
    std::size_t most_numbers = 0, most_rows = 0, most_coefficients = 0;
    for (const BoundForce& force : c_.forces)
        most_numbers = std::max(most_numbers, size(force.parameters.count));
    for (const BoundConstraint& bound : c_.constraints.all) {
        const std::size_t m = size(bound.counts.all());
        most_numbers = std::max(most_numbers, size(bound.parameters.count));
        most_rows = std::max(most_rows, m * bound.body.size());
        most_coefficients = std::max(most_coefficients, m * bound.coordinates.size());
    }
    numbers_.resize(most_numbers + 1), rows_.resize(most_rows + 1),
        coefficients_.resize(most_coefficients + 1);
    errors.resize(size(c_.constraints.a)), lambda.resize(errors.size());
    velocity_errors.resize(size(c_.constraints.v)), z_dot.resize(z.size());
}

template <class T>
void DynamicsOn<T>::take(const State& state, const double* accelerations, const double* multipliers) {
    const Instance instance = instance_of(c_, state);
    state_ = &state, tree_ = instance.tree, by_angles_ = instance.passes.by_angles;
    constrained_ = multipliers && is_constrained(c_, state);
    for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] = T(constrained_ ? multipliers[i] : 0);
    scratch_.resize(size(tree_->scratch) + 1);
    gravity_ = uniform_gravity(c_, state);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = T(state.q()[i]);
    for (std::size_t i = 0; i < u.size(); ++i) {
        u[i] = T(state.u()[i]), u_dot[i] = T(accelerations[i]);
        armature_[i] = T(instance.armature ? instance.armature[i] : 0);
    }
    for (std::size_t i = 0; i < size(c_.layout->nz); ++i) z[i] = T(state.z()[i]);
    for (int i = 0; i < tree_->nk; ++i) k[size(i)] = T(instance.passes.k[i]);
    for (int B = 0; B < tree_->size(); ++B) {
        const Transform X_MB = instance.X_MB[B], X_BM = X_MB.inverse();
        const RigidInertia M = instance.passes.body[B].M_B;  // about M: seen from B it is as it was given
        inertia[size(B)] = constant<T>(shift_inward(re_express(X_BM.R, M), X_BM.p));
        const Transform of_parent = B == 0 ? Transform{} : instance.X_MB[(*tree_)[B].parent].inverse();
        frames[size(B)] = {constant<T>(of_parent * instance.passes.body[B].X_PF), constant<T>(X_BM)};
    }
    for (int B = 0; B < tree_->size(); ++B) derive_one(B);
}

/// (9.3)
template <class T>
void DynamicsOn<T>::derive_one(int B) {
    const Frames& own = frames[size(B)];
    const TransformT<T> X_MB = own.X_BM.inverse();
    X_MB_[size(B)] = X_MB;
    body_[size(B)].M_B = shift_inward(re_express(X_MB.R, inertia[size(B)]), X_MB.p);
    if (B > 0) body_[size(B)].X_PF = frames[size((*tree_)[B].parent)].X_BM.inverse() * own.X_PF;
}

template <class T>
void DynamicsOn<T>::derive(int B) {
    derive_one(B);
    for (int C = B + 1; C < tree_->size(); ++C)
        if ((*tree_)[C].parent == B) derive_one(C);
}

template <class T>
void DynamicsOn<T>::move() {
    const InstanceT<T> instance{body_.data(), k.data(), by_angles_};
    const PositionT<T> x{X_WM_.data(),    p_PB_W_.data(),   H_W_.data(),
                         scratch_.data(), armature_.data(), body_.data()};
    const PositionPass<T> positions{*tree_, instance, q.data(), x};
    positions.begin();
    typename PositionPass<T>::Across joint;
    for (int B = 1; B < tree_->size(); ++B) positions.step(B, joint);
    const VelocityT<T> v{V_.data(), c_W_.data()};
    const VelocityPass<T> velocities{*tree_, instance, x, q.data(), u.data(), v};
    velocities.begin();
    velocities.template go<T>(1, tree_->size());
    newton_euler::outward(*tree_, x, static_cast<const SpatialAccelerationT<T>*>(c_W_.data()),
                          static_cast<const T*>(u_dot.data()), A_.data());
}

template <class T>
KinematicsT<T> kinematics_on(const Compiled& c, double time, std::vector<TransformT<T>>& X_WM,
                             std::vector<BodyConstantsT<T>>& body, std::vector<SpatialVelocityT<T>>& V,
                             const std::vector<TransformT<T>>& X_MB, const std::vector<T>& q,
                             const std::vector<T>& u) {
    KinematicsT<T> kin{};
    kin.x.X_WB = X_WM.data();  // letters: in the passes bodies stand at their joints' frames
    kin.x.body = body.data(), kin.v.V_WB = V.data(), kin.X_MB = X_MB.data();
    kin.q = q.data(), kin.u = u.data();
    kin.bodies = c.tree.size(), kin.speeds = c.tree.nu, kin.time = time;
    return kin;
}

template <class T>
void DynamicsOn<T>::take_numbers(const Range& parameters) {
    const double* values = state_->parameter_block().values.data() + parameters.first;
    for (int j = 0; j < parameters.count; ++j) numbers_[size(j)] = T(values[j]);
    if (const int j = changed_number - parameters.first; j >= 0 && j < parameters.count)
        numbers_[size(j)] += change;
}

template <class T>
void DynamicsOn<T>::apply_forces() {
    const KinematicsT<T> kin = kinematics_on(c_, state_->time(), X_WM_, body_, V_, X_MB_, q, u);
    const auto* disabled =
        reinterpret_cast<const std::uint8_t*>(state_->variable_bytes(c_.disabled_forces, c_.forces.size()));
    AppliedT<T> out{X_WM_.data(), F_.data(), f_.data()};
    std::fill(z_dot.begin(), z_dot.end(), T(0.0));
    for (std::size_t i = 0; i < c_.forces.size(); ++i) {
        const BoundForce& force = c_.forces[i];
        if (disabled[i] || force.is_uniform) continue;
        take_numbers(force.parameters);
        const double* variable = force.variable < 0
                                     ? nullptr
                                     : reinterpret_cast<const double*>(state_->variable_bytes(
                                           force.variable, size(force.numbers) * sizeof(double)));
        const ForceInput<T> in{kin,
                               force.body,
                               force.q[by_angles_[force.joint] != 0],
                               force.u,
                               variable,
                               force.excluded.empty() ? nullptr : force.excluded.data(),
                               {numbers_.data(), size(force.parameters.count)},
                               {z.data() + force.z.first, size(force.z.count)},
                               state_,
                               c_.node_of_body,
                               force.coordinates,
                               force.path,
                               by_angles_};
        with_force(force.element, [&]<class E>(const E& element) {
            element.apply(values_on<E>(numbers_), in, out);
            const std::span<T> rates(z_dot.data() + force.z.first, size(force.z.count));
            if constexpr (requires { element.z_dot(in, rates); }) element.z_dot(in, rates);
        });
    }
}

template <class T>
void DynamicsOn<T>::apply_constraints() {
    std::fill(errors.begin(), errors.end(), T(0.0));
    std::fill(velocity_errors.begin(), velocity_errors.end(), T(0.0));
    if (!constrained_) return;
    const KinematicsT<T> kin = kinematics_on(c_, state_->time(), X_WM_, body_, V_, X_MB_, q, u);
    const std::uint8_t *disabled = disabled_constraints(c_, *state_),
                       *sliding = sliding_constraints(c_, *state_);
    for (std::size_t i = 0; i < c_.constraints.all.size(); ++i) {
        const BoundConstraint& bound = c_.constraints.all[i];
        if (disabled[i]) continue;
        const std::size_t n = bound.coordinates.size(), m = size(bound.counts.all()),
                          bodies = bound.body.size();
        take_numbers(bound.parameters);
        std::fill_n(rows_.begin(), m * bodies, SpatialForceT<T>{});
        std::fill_n(coefficients_.begin(), m * n, T(0.0));
        int at_q[function::max_arguments], at_u[function::max_arguments];
        for (std::size_t j = 0; j < n; ++j) {
            const CoordinatePlace& place = bound.coordinates[j];
            at_q[j] = place.q[by_angles_[place.joint] != 0], at_u[j] = place.u;
        }
        const ConstraintInput<T> in{kin,
                                    A_.data(),
                                    u_dot.data(),
                                    bound.body,
                                    {at_q, n},
                                    {at_u, n},
                                    {numbers_.data(), size(bound.parameters.count)},
                                    state_,
                                    c_.node_of_body};
        EquationsT<T> out{nullptr,
                          velocity_errors.data() + bound.v,
                          errors.data() + bound.a,
                          rows_.data(),
                          coefficients_.data(),
                          X_WM_.data(),
                          bound.body,
                          static_cast<int>(n)};
        with_constraint(bound.element, [&]<class E>(const E& element) {
            element.equations(values_on<E>(numbers_), in, out);
        });
        if (sliding && sliding[i])  // its equations against slip take no part
            std::fill_n(errors.begin() + bound.a + bound.counts.holonomic, bound.counts.nonholonomic, T(0.0));
        for (std::size_t e = 0; e < m; ++e) {
            const T& factor = lambda[size(bound.a) + e];
            for (std::size_t b = 0; b < size(bound.acted_on); ++b)
                F_[size(bound.body[b])] -= factor * rows_[e * bodies + b];
            for (std::size_t j = 0; j < n; ++j)
                f_[size(bound.coordinates[j].u)] -= factor * coefficients_[e * n + j];
        }
    }
}

template <class T>
void DynamicsOn<T>::evaluate() {
    move();
    std::fill(F_.begin(), F_.end(), SpatialForceT<T>{});
    std::fill(f_.begin(), f_.end(), T(0.0));
    const State::Computing computing(*state_);
    apply_forces();
    apply_constraints();
    const PositionT<T> x{X_WM_.data(),    p_PB_W_.data(),   H_W_.data(),
                         scratch_.data(), armature_.data(), body_.data()};
    const VelocityT<T> v{V_.data(), c_W_.data()};
    const InverseT<T> problem{
        u_dot.data(),          f_.data(), F_.data(), tau.data(), A_falling_.data(), F_J_.data(),
        as_scalar<T>(gravity_)};
    newton_euler::InversePass<T>{*tree_, x, &v, problem}.run();
}

}  // namespace sinew
