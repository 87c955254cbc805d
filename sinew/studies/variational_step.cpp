// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/studies/variational_step.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/motions.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Whether a force element may look at speeds.
bool follows_speeds(const AnyForce& force) {
    return with_force(force, []<class E>(const E&) {
        if constexpr (requires { E::follows_speeds; }) return E::follows_speeds;
        return std::is_same_v<E, MobilityDamper> || std::is_same_v<E, TwoPointDamper> ||
               std::is_same_v<E, TwoPointSpring> || std::is_same_v<E, LinearBushing> ||
               std::is_same_v<E, GlobalDamper> || std::is_same_v<E, CoordinateTendon> ||
               std::is_same_v<E, CoordinateActuator> || std::is_same_v<E, PathTendon> ||
               std::is_same_v<E, PathActuator> || std::is_same_v<E, FrameActuator> ||
               std::is_same_v<E, CustomForce>;
    });
}

constexpr auto by_position = static_cast<std::uint8_t>(MotionLevel::position);
constexpr auto by_acceleration = static_cast<std::uint8_t>(MotionLevel::acceleration);

}  // namespace

VariationalStepper::VariationalStepper(const System& system, const VariationalOptions& options)
    : system_(system), options_(options), next_(system.default_state()), start_(next_), middle_(next_) {
    if (options_.order != 2 && options_.order != 4)
        throw StateError("a variational integrator of order " + std::to_string(options_.order) +
                         " was asked for. There are those of order 2 and 4.");
    const Compiled& c = system.compiled();
    for (const JointElement& joint : c.model.joints)
        if (joint.placement.armature > 0)
            throw StateError("joint " + quoted(joint.placement.name) + " of system " + quoted(c.model.name) +
                             " has an armature, which the variational integrator does not know. Take another "
                             "method, or give its body that inertia in place of the armature.");
    if (!c.model.bounded.empty())
        throw StateError("constraint " + quoted(c.model.bounded.front().name) + " of system " +
                         quoted(c.model.name) +
                         " gives way, which the variational integrator does not know. Take another method.");
    if (!c.model.one_way.empty())
        throw StateError(
            "constraint " + quoted(c.model.one_way.front().name) + " of system " + quoted(c.model.name) +
            " acts one way only, which the variational integrator does not know. Take another method.");
    for (const BoundForce& force : c.forces)
        forces_follow_speeds_ = forces_follow_speeds_ || follows_speeds(force.element);
    forces_follow_speeds_ = forces_follow_speeds_ || c.contact;
    places_ = equation_places(c);
    for (std::size_t i = 0; i < places_.size(); ++i)
        if (places_[i].position >= 0) equations_.push_back(static_cast<int>(i));
    const std::size_t nq = size(c.tree.nq), nu = size(c.tree.nu), bodies = size(c.tree.size());
    const std::size_t m = equations_.size(), a = size(c.constraints.a);
    for (auto* v : {&q_, &q_given_, &d_, &d_kept_, &d_moved_, &half_}) v->resize(nq);
    for (auto* v : {&z_, &z_kept_, &z_from_}) v->resize(size(c.layout->nz));
    for (auto* v : {&u_, &u_dot_, &p_, &f_, &r_, &delta_, &s_, &work_, &left_, &u_middle_, &f_middle_})
        v->resize(nu);
    increments_.resize(bodies), momenta_.resize(bodies), F_.resize(bodies), z_W_.resize(bodies);
    y_W_.resize(bodies), A_W_.resize(bodies), Y_W_.resize(bodies);
    G_W_.resize(nu), L_W_.resize(nu), D_inv_.resize(size(c.tree.squares));
    G_.resize(a * nu), columns_.resize(m * nu), A_.resize(m * m);
    for (auto* v : {&scale_of_, &lambda_, &lambda_next_, &b_}) v->resize(m);
    all_.resize(a);
    dampers_.resize(nu);
    if (forces_follow_speeds_ || by_midpoint()) C_.resize(nu * nu), lu_ = Lu(static_cast<int>(nu));
    solver_ = LeastSquares(static_cast<int>(m), static_cast<int>(m));
}

VariationalStep VariationalStepper::step(State& state, double h, double t_next) {
    const UsualFloats floats;
    fitting(system_, state);
    check_constraints(state);
    const double t = state.time();
    if (options_.order == 2) return step_once(state, h, t_next);
    // Three symmetric steps whose errors of third order cancel (11.78).
    const double outer = 1 / (2 - std::cbrt(2.0)), inner = 1 - 2 * outer;
    const double share[]{outer, inner, outer}, end[]{t + outer * h, t + (outer + inner) * h, t_next};
    start_ = state;
    VariationalStep sum;
    for (int i = 0; i < 3; ++i) {
        const VariationalStep before = sum;
        sum = step_once(state, share[i] * h, end[i]);
        sum.iterations += before.iterations;
        sum.shortened += before.shortened;
        sum.residual = std::max(sum.residual, before.residual);
        if (i > 0) sum.converged = sum.converged && before.converged;
        if (!sum.taken) {
            state = start_;
            break;
        }
    }
    return sum;
}

VariationalStep VariationalStepper::step_once(State& state, double h, double t_next) {
    VariationalStep account;
    const bool has_z = system_.nz() > 0;
    if (has_z) {
        std::copy_n(state.z().data(), z_.size(), z_kept_.begin());
        half_step_of_z(state, h);
    }
    std::copy_n(state.u().data(), u_.size(), u_.begin());
    next_ = state;
    next_.set_time(t_next);
    if (by_midpoint()) {
        middle_ = state;
        middle_.set_time(0.5 * (state.time() + t_next));
    }
    constrained_ = is_constrained(system_.compiled(), state);
    given_ = driven(system_, state).bodies;
    predict(state, h);
    account.taken = newton(state, h, account);
    if (!account.taken) {
        if (forces_follow_speeds_) state.set_u(u_);
        if (has_z) state.set_z(z_kept_);
        return account;
    }
    if (options_.measures_energy)
        account.kinetic_energy =
            discrete_kinetic_energy(*instance_of(system_.compiled(), state).tree, positions(system_, state),
                                    increments_.data(), h, options_.kernel);
    finish(h);
    account.momentum = {z_W_[0].m, z_W_[0].f};
    if (has_z) half_step_of_z(next_, h);
    std::swap(state, next_);
    return account;
}

/// ż over h/2 by its middle, all else standing still.
void VariationalStepper::half_step_of_z(State& state, double h) {
    std::copy_n(state.z().data(), z_.size(), z_from_.begin());
    for (const double share : {0.25, 0.5}) {
        const std::span<const double> rate = z_dot(system_, state);
        for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = z_from_[i] + share * h * rate[i];
        state.set_z(z_);
    }
}

/// A first guess of the increment from speeds and accelerations; what is given of joints' motion is final.
void VariationalStepper::predict(State& state, double h) {
    const Compiled& c = system_.compiled();
    const Instance instance = instance_of(c, state);
    const AccelerationView a = accelerations(system_, state);
    multiply_by_M(system_, state, u_, p_);
    // Strong dampers would stop, and more than stop, what moves: accelerations then say nothing of a whole step.
    double share = 0.5 * h, had = 0, gained = 0;
    if (forces_follow_speeds_) {
        multiply_by_M(system_, state, {a.u_dot, u_.size()}, work_);
        for (std::size_t i = 0; i < u_.size(); ++i) had += u_[i] * p_[i], gained += a.u_dot[i] * work_[i];
        if (share * share * gained > had) share = 0;
    }
    for (std::size_t i = 0; i < u_.size(); ++i) s_[i] = h * (u_[i] + share * a.u_dot[i]);
    no_increments(*instance.tree, instance.passes, d_.data());
    advance(*instance.tree, instance.passes, positions(system_, state), state.q().data(), s_.data(), nullptr,
            d_.data());
    if (given_) {
        std::copy_n(a.u_dot, u_.size(), u_dot_.begin());
        prescribe_positions(system_, next_);
        std::copy_n(next_.q().data(), q_.size(), q_given_.begin());
        difference(*instance.tree, instance.passes, state.q().data(), q_given_.data(), q_.data());
        for (int B = 1; B < c.tree.size(); ++B)
            if (given_[B] == by_position)
                std::copy_n(q_.data() + c.tree[B].q, c.tree[B].nq, d_.data() + c.tree[B].q);
    }
    differenced_ = by_midpoint();
    if (forces_follow_speeds_) find_dampers(state);
    else if (!by_midpoint()) force_at(state, nullptr, h, f_.data());
    if (constrained_) {
        constraint_matrix(system_, state, G_);
        std::fill(lambda_.begin(), lambda_.end(), 0.0);
    }
}

/// q' = q + d
void VariationalStepper::set_next(const State& state) {
    const Instance instance = instance_of(system_.compiled(), state);
    const Tree& tree = *instance.tree;
    retract(tree, instance.passes, state.q().data(), d_.data(), q_.data());
    for (int B = 1; given_ && B < tree.size(); ++B)
        if (given_[B] == by_position)
            std::copy_n(q_given_.data() + tree[B].q, tree[B].nq, q_.data() + tree[B].q);
    next_.set_q(q_);
}

/// h/2 of all forces as forces on speeds, at speeds of their own if given.
void VariationalStepper::force_at(State& state, const double* u, double h, double* f) {
    if (u) state.set_u({u, u_.size()});
    applied_mobility_force(system_, state, {f, u_.size()});
    for (std::size_t i = 0; i < u_.size(); ++i) f[i] *= 0.5 * h;
}

/// h/2 of all forces in the middle of a step d, as they act at its near end; kept as they are there.
void VariationalStepper::force_in_middle(const State& state, const std::vector<double>& d, double h,
                                         double* f) {
    const Instance instance = instance_of(system_.compiled(), state);
    const Tree& tree = *instance.tree;
    halve_increments(tree, instance.passes, d.data(), half_.data());
    retract(tree, instance.passes, state.q().data(), half_.data(), q_.data());
    middle_.set_q(q_);
    if (forces_follow_speeds_)
        mean_speeds(tree, instance.passes, positions(system_, middle_), middle_.q().data(), half_.data(),
                    0.5 * h, u_middle_.data());
    force_at(middle_, forces_follow_speeds_ ? u_middle_.data() : nullptr, h, f_middle_.data());
    std::copy(f_middle_.begin(), f_middle_.end(), f);
    carry_forces_to_end(tree, instance.passes, half_.data(), -1, f);
}

TwoConfigurations VariationalStepper::ends(const State& state, double h) const {
    return {positions(system_, state),
            positions(system_, next_),
            increments_.data(),
            h,
            options_.kernel,
            given_,
            forces_follow_speeds_ ? dampers_.data() : nullptr};
}

/// What the step at d_ leaves of the momentum equation: r = J(q)ᵀ(Π, ℓ) − p − f⁻ (11.71). False where a body would
/// turn too far, or a number is none.
bool VariationalStepper::evaluate(State& state, double h) {
    for (const double x : d_)
        if (!std::isfinite(x)) return false;
    set_next(state);
    const Compiled& c = system_.compiled();
    const Instance instance = instance_of(c, state);
    const Tree& tree = *instance.tree;
    const PositionT<double> x = positions(system_, state);
    increment_kinematics(tree, instance.passes, {state.q().data(), x},
                         {next_.q().data(), positions(system_, next_)}, d_.data(), increments_.data());
    if (discrete_momenta(tree, x, increments_.data(), h, options_.kernel, momenta_.data())) return false;
    if (by_midpoint()) {
        force_in_middle(state, d_, h, f_.data());
    } else if (forces_follow_speeds_) {
        mean_speeds(tree, instance.passes, x, state.q().data(), d_.data(), h, s_.data());
        force_at(state, s_.data(), h, f_.data());
    }
    about_origins(tree, x, momenta_.data(), F_.data());
    multiply_by_J_transpose(tree, x, F_.data(), r_.data(), z_W_.data());
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] -= p_[i] + f_[i];
    return true;
}

/// u' from the momentum at the far end (11.72), at next_.
void VariationalStepper::finish(double h) {
    const Compiled& c = system_.compiled();
    const Instance instance = instance_of(c, next_);
    const Tree& tree = *instance.tree;
    const PositionT<double> x = positions(system_, next_);
    if (by_midpoint()) {
        halve_increments(tree, instance.passes, d_.data(), half_.data());
        std::copy(f_middle_.begin(), f_middle_.end(), f_.begin());
        carry_forces_to_end(tree, instance.passes, half_.data(), 1, f_.data());
    } else if (forces_follow_speeds_) {
        mean_speeds(tree, instance.passes, x, next_.q().data(), d_.data(), h, s_.data());
        force_at(next_, s_.data(), h, f_.data());
    } else {
        force_at(next_, nullptr, h, f_.data());
    }
    about_origins(tree, x, momenta_.data(), F_.data());
    multiply_by_J_transpose(tree, x, F_.data(), p_.data(), z_W_.data());
    const SpatialForce momentum = z_W_[0];
    // What Newton's method has left undone is not lost but handed on: it would add up over many steps.
    for (std::size_t i = 0; i < p_.size(); ++i) p_[i] += f_[i] - left_[i];
    if (given_) give_speeds(h);  // takes what they have of the momentum out of p
    multiply_by_M_inverse(c.tree, x, free_factors(system_, next_), given_, p_.data(), s_.data(), z_W_.data(),
                          A_W_.data());
    if (given_)
        for (int B = 1; B < c.tree.size(); ++B)
            if (given_[B]) std::copy_n(next_.u().data() + c.tree[B].u, c.tree[B].nu, s_.data() + c.tree[B].u);
    next_.set_u(s_);
    if (constrained_) project_speeds();
    z_W_[0] = momentum;
}

/// Speeds of joints whose motion is given, at next_; the free ones' momentum is what is left beside theirs.
void VariationalStepper::give_speeds(double h) {
    const Compiled& c = system_.compiled();
    const Driven given = driven(system_, next_);
    // By acceleration: the trapezoidal rule, from a first guess of the speeds.
    for (std::size_t i = 0; i < u_.size(); ++i) s_[i] = u_[i] + h * u_dot_[i];
    next_.set_u(s_);
    prescribe_velocities(system_, next_);
    given_accelerations(system_, next_, given, r_.data());
    std::copy_n(next_.u().data(), s_.size(), s_.begin());
    for (int B = 1; B < c.tree.size(); ++B)
        for (int i = c.tree[B].u; i < c.tree[B].u + c.tree[B].nu; ++i) {
            if (given.level[B] == by_acceleration)
                s_[size(i)] = u_[size(i)] + 0.5 * h * (u_dot_[size(i)] + r_[size(i)]);
            if (given.level[B] == 0) s_[size(i)] = 0;
        }
    next_.set_u(s_);
    multiply_by_M(system_, next_, s_, r_);
    for (std::size_t i = 0; i < p_.size(); ++i) p_[i] -= r_[i];
}

/// u' − M⁻¹Gᵀμ, with μ such that every constraint's velocity error is zero (11.74).
void VariationalStepper::project_speeds() {
    const Compiled& c = system_.compiled();
    const std::span<const double> errors = velocity_errors(system_, next_);
    for (std::size_t i = 0; i < all_.size(); ++i)
        all_[i] = places_[i].velocity >= 0 ? errors[size(places_[i].velocity)] : 0;
    solve_constraints(system_, next_, all_);
    multiply_by_G_transpose(system_, next_, all_, r_);
    multiply_by_M_inverse(c.tree, positions(system_, next_), free_factors(system_, next_), given_, r_.data(),
                          delta_.data(), z_W_.data(), A_W_.data());
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] -= delta_[i];
    next_.set_u(s_);
}

void VariationalStepper::aim(State& state, std::span<const double> q_next, double h) {
    const UsualFloats floats;
    check_size("q_next", q_next.size(), fitting(system_, state).tree.nq);
    const Instance instance = instance_of(system_.compiled(), state);
    next_ = state;
    next_.set_time(state.time() + h);
    given_ = nullptr;
    difference(*instance.tree, instance.passes, state.q().data(), q_next.data(), d_.data());
    std::fill(p_.begin(), p_.end(), 0.0);
    if (by_midpoint()) {
        middle_ = state;
        middle_.set_time(state.time() + 0.5 * h);
    } else if (!forces_follow_speeds_) {
        force_at(state, nullptr, h, f_.data());
    }
    if (!evaluate(state, h))
        throw StateError(
            "no step leads from the State's coordinates to those given: a body would turn by half a turn or "
            "more.");
    multiply_by_M_inverse(system_, state, r_, s_);
    state.set_u(s_);
}

void VariationalStepper::check_constraints(const State& state) const {
    const Compiled& c = system_.compiled();
    if (!is_constrained(c, state)) return;
    const std::uint8_t* disabled = disabled_constraints(c, state);
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i) {
        const BoundConstraint& b = c.constraints.all[i];
        if (!disabled[i] && b.counts.nonholonomic + b.counts.acceleration_only > 0)
            throw StateError(
                with_constraint(b.element,
                                []<class E>(const E& element) {
                                    return std::string(E::kind) + " " + sinew::quoted(element.name);
                                }) +
                " restricts speeds or accelerations, not only where things are. Variational steps know "
                "holonomic constraints; use one of Method (verlet keeps fixed steps), or disable it with "
                "set_enabled(system, state, constraint, false).");
    }
}

}  // namespace sinew
