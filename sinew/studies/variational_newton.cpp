// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Newton's method for one step: how far it is from done, where it goes next, and when it is enough.
#include <sinew/dynamics/square_root.h>
#include <sinew/studies/variational_step.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/forces.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace sinew {

namespace {

double length(const std::vector<double>& x) {
    double sum = 0;
    for (const double e : x) sum += e * e;
    return std::sqrt(sum);
}

/// Below this a residual that does not fall any more is rounding.
constexpr double rounding_at_most = 1e-8;

}  // namespace

/// √(rᵀ M⁻¹ r): momenta of all kinds of joints in one measure, that of kinetic energy.
double VariationalStepper::length_of(const State& state, const double* momentum) {
    const Compiled& c = system_.compiled();
    multiply_by_inverse_root_transpose(c.tree, positions(system_, state), free_factors(system_, state),
                                       given_, momentum, work_.data(), z_W_.data());
    return length(work_);
}

/// What is left of the momentum equation, with the constraints' forces if there are any; kept for the step's end.
VariationalStepper::Residual VariationalStepper::residual_of(const State& state, const double* lambda) {
    Residual found;
    const std::size_t nu = u_.size();
    std::copy(r_.begin(), r_.end(), left_.begin());
    for (std::size_t i = 0; constrained_ && i < equations_.size(); ++i)
        for (std::size_t j = 0; j < nu; ++j) left_[j] += lambda[i] * G_[size(equations_[i]) * nu + j];
    found.momentum = scale_ > 0 ? length_of(state, left_.data()) / scale_ : 0;
    if (!constrained_) return found;
    const std::span<const double> errors = position_errors(system_, next_);
    for (const int i : equations_)
        found.constraint = std::max(found.constraint, std::abs(errors[size(places_[size(i)].position)]));
    return found;
}

/// What dampers on speeds take of the momentum as δ grows: f⁻ = −½ c δ.
void VariationalStepper::find_dampers(const State& state) {
    const Compiled& c = system_.compiled();
    std::fill(dampers_.begin(), dampers_.end(), 0.0);
    for (int i = 0; i < static_cast<int>(c.forces.size()); ++i) {
        const BoundForce& force = c.forces[size(i)];
        if (!is_enabled(system_, state, ForceId{i})) continue;
        const auto [everywhere, at_joint] = with_force(force.element, []<class E>(const E&) {
            return std::pair(std::is_same_v<E, GlobalDamper>, std::is_same_v<E, MobilityDamper>);
        });
        if (!everywhere && !at_joint) continue;
        const double damping = state.parameter_block().values[size(force.parameters.first)];
        if (everywhere)
            for (double& x : dampers_) x += 0.5 * damping;
        else dampers_[size(force.u)] += 0.5 * damping;
    }
}

/// Newton's δ, and with constraints the multipliers that go with it (11.76).
bool VariationalStepper::direction(State& state, double h) {
    const Tree& tree = system_.compiled().tree;
    const TwoConfigurations step = ends(state, h);
    const TwoSidedFactors factors{G_W_.data(), L_W_.data(), D_inv_.data(), Y_W_.data()};
    if (factor_two_sided(tree, step, factors)) return false;
    if (differenced_ && !difference_forces(state, step)) return false;
    for (double& x : r_) x = -x;
    solve(step, r_.data(), delta_.data());
    if (constrained_) solve_constraints_at_both_ends(step);
    return true;
}

/// δ = (K − ∂f⁻/∂δ)⁻¹ e; forces' derivatives beyond those within joints are left out until they are differenced.
void VariationalStepper::solve(const TwoConfigurations& step, const double* e, double* delta) {
    const TwoSidedFactors factors{G_W_.data(), L_W_.data(), D_inv_.data(), Y_W_.data()};
    solve_two_sided(system_.compiled().tree, step, factors, e, delta, z_W_.data(), y_W_.data());
    if (differenced_) lu_.solve({delta, u_.size()});
}

/// 1 − K⁻¹ ∂f⁻/∂δ, column by column by differences of the forces, speeds being δ/h; or, by midpoint, of the far end.
/// O(n²) and dense: the last resort.
bool VariationalStepper::difference_forces(State& state, const TwoConfigurations& step) {
    const std::size_t n = u_.size();
    const Instance instance = instance_of(system_.compiled(), state);
    const TwoSidedFactors factors{G_W_.data(), L_W_.data(), D_inv_.data(), Y_W_.data()};
    if (by_midpoint()) std::fill(s_.begin(), s_.end(), 0.0);
    else mean_speeds(*instance.tree, instance.passes, step.x, state.q().data(), d_.data(), step.h, s_.data());
    for (std::size_t j = 0; j < n; ++j) {
        const double speed = s_[j], move = 1e-7 * std::max(1.0, std::abs(speed));
        s_[j] = speed + move;
        if (by_midpoint()) {  // of the far end
            d_moved_ = d_;
            advance(*instance.tree, instance.passes, positions(system_, next_), next_.q().data(), s_.data(),
                    given_, d_moved_.data());
            force_in_middle(state, d_moved_, step.h, work_.data());
        } else {
            force_at(state, s_.data(), step.h, work_.data());
        }
        s_[j] = speed;
        const double change = by_midpoint() ? move : move * step.h;
        for (std::size_t i = 0; i < n; ++i) work_[i] = (f_[i] - work_[i]) / change;
        work_[j] -= dampers_[j];
        solve_two_sided(system_.compiled().tree, step, factors, work_.data(), delta_.data(), z_W_.data(),
                        y_W_.data());
        for (std::size_t i = 0; i < n; ++i) C_[i * n + j] = delta_[i] + (i == j ? 1 : 0);
    }
    return lu_.factor(C_);
}

/// K δ + Gᵀλ = −r, G' δ = −e: the multipliers from (G' K⁻¹ Gᵀ) λ = e − G' K⁻¹ r, dense.
void VariationalStepper::solve_constraints_at_both_ends(const TwoConfigurations& step) {
    const std::size_t m = equations_.size(), nu = u_.size();
    const std::span<const double> errors = position_errors(system_, next_);
    const auto by_G_next = [&](const double* v, std::size_t i) {
        multiply_by_G(system_, next_, {v, nu}, all_);
        return all_[size(equations_[i])];
    };
    by_G_next(delta_.data(), 0);
    double largest = 0;
    for (std::size_t i = 0; i < m; ++i) {
        const double e = errors[size(places_[size(equations_[i])].position)];
        b_[i] = e + all_[size(equations_[i])];
        largest = std::max(largest, std::abs(e));
    }
    for (std::size_t j = 0; j < m; ++j) {
        double* column = columns_.data() + j * nu;
        solve(step, G_.data() + size(equations_[j]) * nu, column);
        by_G_next(column, 0);
        for (std::size_t i = 0; i < m; ++i) A_[i * m + j] = all_[size(equations_[i])];
    }
    for (std::size_t i = 0; i < m; ++i) {
        const double d = std::abs(A_[i * m + i]);
        scale_of_[i] = d > 0 ? 1 / std::sqrt(d) : 0;
    }
    for (std::size_t i = 0; i < m; ++i) {
        b_[i] *= scale_of_[i];
        for (std::size_t j = 0; j < m; ++j) A_[i * m + j] *= scale_of_[i] * scale_of_[j];
    }
    solver_.factor(A_.data(), static_cast<int>(m), static_cast<int>(m), std::clamp(largest, 1e-9, 1e-3));
    solver_.solve(b_.data(), lambda_next_.data());
    for (std::size_t j = 0; j < m; ++j) {
        lambda_next_[j] *= scale_of_[j];
        for (std::size_t i = 0; i < nu; ++i) delta_[i] -= lambda_next_[j] * columns_[j * nu + i];
    }
}

/// Where the guess turns a body too far: half of it, and of that half.
bool VariationalStepper::shorten_guess(const State& state, double h, VariationalStep& account) {
    if (++account.shortened > 8 || given_) return false;
    const Instance instance = instance_of(system_.compiled(), state);
    for (std::size_t i = 0; i < u_.size(); ++i) s_[i] = std::ldexp(h * u_[i], -account.shortened);
    no_increments(*instance.tree, instance.passes, d_.data());
    advance(*instance.tree, instance.passes, positions(system_, state), state.q().data(), s_.data(), nullptr,
            d_.data());
    return true;
}

bool VariationalStepper::newton(State& state, double h, VariationalStep& account) {
    const Instance instance = instance_of(system_.compiled(), state);
    while (!evaluate(state, h))
        if (!shorten_guess(state, h, account)) return false;
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] = r_[i] + p_[i] + f_[i];
    scale_ = length_of(state, s_.data());
    scale_ = std::max({scale_, length_of(state, p_.data()), length_of(state, f_.data())});
    Residual now = residual_of(state, lambda_.data());
    const auto is_enough = [&] {
        return now.momentum <= options_.tolerance && now.constraint <= options_.constraint_tolerance;
    };
    const int fixed = options_.fixed_iterations, most = fixed ? fixed : options_.max_iterations;
    while ((fixed || !is_enough()) && account.iterations < most) {
        if (!direction(state, h)) return false;
        ++account.iterations;
        std::copy(d_.begin(), d_.end(), d_kept_.begin());
        const Residual before = now;
        bool better = false;
        for (int halvings = 0; halvings < 8 && !better; ++halvings) {
            if (halvings > 0) {  // back to the q' that δ was found at
                ++account.shortened;
                std::copy(d_kept_.begin(), d_kept_.end(), d_.begin());
                set_next(state);
            }
            for (std::size_t i = 0; i < delta_.size(); ++i) s_[i] = std::ldexp(delta_[i], -halvings);
            advance(*instance.tree, instance.passes, positions(system_, next_), next_.q().data(), s_.data(),
                    given_, d_.data());
            if (!evaluate(state, h)) continue;
            now = residual_of(state, lambda_next_.data());
            better = fixed || now.size() < before.size() || before.size() < rounding_at_most;
        }
        account.residual = now.momentum;
        account.constraint_error = now.constraint;
        // Forces whose derivatives were left out may be too strong for that.
        const bool slow = !better || (now.size() > 0.05 * before.size() && now.size() > rounding_at_most);
        if (slow && forces_follow_speeds_ && !differenced_ && !fixed) {
            differenced_ = true;
            if (!better) {
                std::copy(d_kept_.begin(), d_kept_.end(), d_.begin());
                if (!evaluate(state, h)) return false;
                now = before;
                continue;
            }
        } else if (!better) {
            return false;
        }
        std::copy(lambda_next_.begin(), lambda_next_.end(), lambda_.begin());
        // Newton's method squares the error; where it no longer halves it, rounding is all there is.
        if (!fixed && now.size() > 0.5 * before.size() && now.size() < rounding_at_most)
            return account.converged = true;
    }
    account.residual = now.momentum;
    account.constraint_error = now.constraint;
    account.converged = is_enough();
    return fixed || account.converged;
}

}  // namespace sinew
