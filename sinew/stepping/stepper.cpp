// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/increments.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/stepping/drift.h>
#include <sinew/stepping/stepper.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/motions.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

void check_constraints(const Compiled& c) {
    if (!c.model.one_way.empty())
        throw StateError(
            "constraint " + sinew::quoted(c.model.one_way.front().name) +
            " acts one way only, which steps through rigid contact do not know. Give the bodies contact "
            "surfaces in its place, or take another method.");
    if (!c.model.bounded.empty())
        throw StateError("constraint " + sinew::quoted(c.model.bounded.front().name) +
                         " gives way, which steps through rigid contact do not know. Give the joint a "
                         "MobilityFriction or a motor in its place, or take another method.");
    for (const BoundConstraint& b : c.constraints.all)
        if (b.counts.acceleration_only > 0)
            throw StateError(with_constraint(b.element,
                                             []<class E>(const E& element) {
                                                 return std::string(E::kind) + " " +
                                                        sinew::quoted(element.name);
                                             }) +
                             " restricts accelerations, which steps through rigid contact do not have. Give "
                             "the joint a Motion in "
                             "its place, or take another method.");
}

}  // namespace

ContactStepper::ContactStepper(const System& system, std::unique_ptr<TouchFinder> finder,
                               const ContactStepOptions& options)
    : system_(system),
      finder_(std::move(finder)),
      options_(options),
      mechanisms_(system),
      projector_(system),
      pending_(system.compiled().pending) {
    const Compiled& c = system_.compiled();
    check_constraints(c);
    const std::size_t nu = size(c.tree.nu), bodies = size(c.tree.size());
    for (auto* x : {&q_, &d_}) x->resize(size(c.tree.nq));
    for (auto* x : {&u_, &u_free_, &f_, &a_, &given_a_, &correction_, &step_, &loads_, &damping_, &stiffness_,
                    &armature_})
        x->resize(nu);
    z_.resize(size(c.layout->nz));
    V_.resize(bodies), V_free_.resize(bodies), F_.resize(bodies), work_z_.resize(bodies),
        work_A_.resize(bodies);
    factors_ = OwnFactors(c.tree);
    not_advanced_.resize(bodies);
    list_joint_forces();
    for (const BoundForce& force : c.forces)
        forces_follow_speeds_ = forces_follow_speeds_ || with_force(force.element, []<class E>(const E&) {
                                    return !std::is_same_v<E, Gravity>;
                                });
}

ContactStep ContactStepper::step(State& state, double h, double t_next) {
    const UsualFloats floats;
    const double t = state.time();
    ContactStep account;
    fitting(system_, state);
    sort_out(state);
    drift(state, 0.5 * h, 0);
    arrive(state, 0.5 * (t + t_next));
    look(state, h);
    kick(state, h);
    find_touches(state, h);
    make_rows(state, h);
    solve(account);
    correct(h);
    apply_impulses(false, u_free_.data());
    remember(h);
    find_events(account);
    state.set_u(u_free_);
    if (corrected_) {
        std::fill(correction_.begin(), correction_.end(), 0.0);
        applied_mobility_force(system_, state, loads_);
        apply_impulses(true, correction_.data());
        for (std::size_t i = 0; i < correction_.size(); ++i) account.lifted -= h * loads_[i] * correction_[i];
    }
    turned_ = 0;
    drift(state, 0.5 * h, corrected_ ? h : 0);
    account.lifted += turned_;
    arrive(state, t_next);
    if (is_constrained(system_.compiled(), state)) projector_.velocities(state);
    return account;
}

/// Which joints are driven, which bodies move alone.
void ContactStepper::sort_out(const State& state) {
    const Driven given = driven(system_, state);
    mechanisms_.sort_out(state, given.bodies);
    for (int B = 1; B < system_.compiled().tree.size(); ++B)
        not_advanced_[size(B)] =
            mechanisms_.is_alone(B) || given.level[B] == static_cast<std::uint8_t>(MotionLevel::position);
}

/// Free motion for a time h, and the correction of positions for a time `corrected`.                      (18.4)
void ContactStepper::drift(State& state, double h, double corrected) {
    const Compiled& c = system_.compiled();
    const Instance instance = instance_of(c, state);
    const Tree& tree = *instance.tree;
    std::copy_n(state.q().data(), q_.size(), q_.begin());
    std::copy_n(state.u().data(), u_.size(), u_.begin());
    if (mechanisms_.has_others()) {
        for (std::size_t i = 0; i < u_.size(); ++i)
            step_[i] = h * u_[i] + (corrected > 0 ? corrected * correction_[i] : 0);
        no_increments(tree, instance.passes, d_.data());
        advance(tree, instance.passes, positions(system_, state), state.q().data(), step_.data(),
                not_advanced_.data(), d_.data());
        retract(tree, instance.passes, state.q().data(), d_.data(), q_.data());
    }
    for (int B = 1; B < tree.size(); ++B) {
        if (!mechanisms_.is_alone(B)) continue;
        const RigidInertia& M = instance.passes.body[B].M_B;
        double *q = q_.data() + tree[B].q, *u = u_.data() + tree[B].u;
        if (std::any_of(u, u + 6, [](double x) { return x != 0; })) drift_alone(M, h, q, u);
        if (corrected > 0) {
            const double* s = correction_.data() + tree[B].u;
            turned_ += displace_alone(M, corrected * read3(s), corrected * read3(s + 3), q, u);
        }
    }
    state.set_q(q_);
    state.set_u(u_);
}

/// What time gives, what constraints ask of places, what settles at once.
void ContactStepper::arrive(State& state, double t) {
    state.set_time(t);
    if (driven(system_, state).bodies) prescribe(system_, state);
    if (is_constrained(system_.compiled(), state)) projector_.positions(state);
    if (!system_.model().fast.empty() && !relax(system_, state, 1e-6).converged)
        throw StateError("fast variables do not settle at t = " + rounded(t, 9) + ".");
}

/// Factors of the mass matrix, and velocities.
void ContactStepper::look(const State& state, double h) {
    const Compiled& c = system_.compiled();
    const std::uint8_t* given = driven(system_, state).bodies;
    place_ = {&state, positions(system_, state), given, factors_.view()};
    find_drives(state, h);
    if (articulated_inertias(c.tree, place_.x, given, pending_, place_.factors))
        throw_singular(system_, state, given);
    multiply_by_J(c.tree, place_.x, state.u().data(), V_.data());
}

void ContactStepper::find_touches(const State& state, double h) {
    multiply_by_J(system_.compiled().tree, place_.x, u_free_.data(), V_free_.data());
    touches_.clear();
    if (finder_) finder_->find(system_, state, V_free_.data(), h, touches_);
}

/// u̇ under all forces and motions of the model, at the State's speeds; bodies that move alone have no inertial forces,
/// which belong to their free motion.
void ContactStepper::find_accelerations(const State& state) {
    const Tree& tree = system_.compiled().tree;
    applied_mobility_force(system_, state, f_);
    if (mechanisms_.has_others()) {
        std::fill(given_a_.begin(), given_a_.end(), 0.0);
        if (place_.given) given_accelerations(system_, state, driven(system_, state), given_a_.data());
        inverse_dynamics(system_, state, given_a_, step_);
        for (int B = 1; B < tree.size(); ++B)
            if (!mechanisms_.is_alone(B))
                for (int i = tree[B].u; i < tree[B].u + tree[B].nu; ++i) f_[size(i)] = -step_[size(i)];
    }
    add_joint_forces(state);
    multiply_by_M_inverse(tree, place_.x, place_.factors, place_.given, f_.data(), a_.data(), work_z_.data(),
                          work_A_.data());
    if (place_.given)
        for (int B = 1; B < tree.size(); ++B)
            if (place_.given[B]) std::copy_n(given_a_.data() + tree[B].u, tree[B].nu, a_.data() + tree[B].u);
}

/// Speeds after a time h of forces, without contact. Where forces follow speeds, those in the middle count.   (18.6)
void ContactStepper::kick(State& state, double h) {
    std::copy_n(state.u().data(), u_.size(), u_.begin());
    if (!z_.empty()) {
        const std::span<const double> rate = z_dot(system_, state), z = state.z();
        for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = z[i] + h * rate[i];
    }
    find_accelerations(state);
    if (mechanisms_.has_others() || forces_follow_speeds_) {
        for (std::size_t i = 0; i < u_.size(); ++i) u_free_[i] = u_[i] + 0.5 * h * a_[i];
        state.set_u(u_free_);
        find_accelerations(state);
    }
    for (std::size_t i = 0; i < u_.size(); ++i) u_free_[i] = u_[i] + h * a_[i];
    if (!z_.empty()) state.set_z(z_);
}

/// Adds to speeds what impulses do to them: M⁻¹ (JᵀF + f).
void ContactStepper::apply_impulses(bool corrections, double* u) {
    const Tree& tree = system_.compiled().tree;
    std::fill(F_.begin(), F_.end(), SpatialForce{});
    std::fill(step_.begin(), step_.end(), 0.0);
    if (corrections) mechanisms_.add_corrections(rows_, F_.data(), step_.data());
    else mechanisms_.add_impulses(rows_, F_.data(), step_.data());
    multiply_by_J_transpose(tree, place_.x, F_.data(), f_.data(), work_z_.data());
    for (std::size_t i = 0; i < f_.size(); ++i) f_[i] += step_[i];
    multiply_by_M_inverse(tree, place_.x, place_.factors, place_.given, f_.data(), a_.data(), work_z_.data(),
                          work_A_.data());
    for (std::size_t i = 0; i < a_.size(); ++i) u[i] += a_[i];
}

Vec3 ContactStepper::impulse_W(std::size_t touch) const {
    const ContactRow& c = rows_.contacts[touch];
    return c.p_n * c.n + c.p_t * c.t + c.p_s * c.s;
}

}  // namespace sinew
