// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/dense.h>
#include <sinew/studies/search.h>
#include <sinew/studies/search_math.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

using namespace search;

namespace {

/// Where a handful of steps has not settled it, the constraints' curvature must matter.
constexpr int learning_begins = 4;

}  // namespace

/// The slope of L = f + λ·p, of every speed, in units.
void Search::lagrangian_slope(double* out) const {
    const std::size_t nu = unit_.size();
    std::copy(slope_all_.begin(), slope_all_.end(), out);
    for (std::size_t k = 0; k < rows_.size(); ++k)
        for (std::size_t j = 0; j < nu; ++j) out[j] += lambda_[k] * G_all_[size(rows_[k]) * nu + j];
    for (std::size_t j = 0; j < nu; ++j) out[j] *= unit_[j];
}

/// What JᵀWJ leaves out, the curvature of the misses and of the constraints, from how the slope changed over the last
/// step s: the symmetric matrix of rank one more that explains it (11.11).
void Search::learn_curvature() {
    const std::size_t nu = unit_.size();
    double* r = work_.data();
    lagrangian_slope(r);
    for (std::size_t i = 0; i < nu; ++i) {
        r[i] -= slope_before_[i] + goals.stay_weight() * s_[i];
        for (std::size_t j = 0; j < nu; ++j)
            r[i] -= (unit_[i] * unit_[j] * (curvature_all_[i * nu + j] + bending_all_[i * nu + j]) +
                     B_[i * nu + j]) *
                    s_[j];
    }
    const double rs = inner(r, s_.data(), nu), rr = inner(r, r, nu), ss = inner(s_.data(), s_.data(), nu);
    if (!(std::abs(rs) > 1e-6 * std::sqrt(rr * ss))) return;
    for (std::size_t i = 0; i < nu; ++i)
        for (std::size_t j = 0; j < nu; ++j) B_[i * nu + j] += r[i] * r[j] / rs;
    learned_ = true;
}

void Search::forget_curvature() {
    std::fill(B_.begin(), B_.end(), 0.0);
    learned_ = false;
}

/// With the bounds that are held: the constraints' factor, the way back to them, multipliers, and the quadratic that is
/// left along them. Lets go of a bound that is in the way, one at a time.
void Search::face() {
    const int m = static_cast<int>(rows_.size());
    for (;;) {
        take_columns(true);
        const int n = static_cast<int>(columns_.size());
        const std::size_t nn = size(n);
        split_.factor(G_.data(), m, n, 1e-7);
        // What is redundant at the solution need not be so beside it, where errors are left.
        const double rough = split_.longest_row() > 0 ? error_ / split_.longest_row() : 0;
        if (rough > 1e-8) split_.factor(G_.data(), m, n, 1e-7 + std::min(0.1, rough));
        split_.toward(e_.data(), 0, normal_.data());
        if (error_ > 0)
            for (std::size_t k = 0; k < nn; ++k) slope_[k] += inner(&H_[k * nn], normal_.data(), nn);
        split_.multipliers(slope_.data(), lambda_.data());
        if (!bounds_.empty()) {
            lagrangian_slope(work_.data());
            if (release_one(work_.data())) continue;
        }
        penalty_ = std::max(penalty_, 2 * std::sqrt(inner(lambda_.data(), lambda_.data(), size(m))));
        stiffest_ = 0;
        for (std::size_t k = 0; k < nn; ++k) stiffest_ = std::max(stiffest_, H_[k * (nn + 1)]);
        if (stiffest_ == 0) stiffest_ = 1;
        split_.onto(slope_.data(), gz_.data());
        split_.reduce(H_.data(), reduced_.data());
        return;
    }
}

/// The step for one damping, and what the goals should gain by it. False if the quadratic has no bottom.
bool Search::damped_step(double* promised) {
    const int free = split_.free();
    const std::size_t n = columns_.size(), nz = size(free);
    std::copy_n(reduced_.begin(), nz * nz, factor_.begin());
    for (std::size_t k = 0; k < nz; ++k) factor_[k * (nz + 1)] += damping_ * stiffest_;
    if (nz > 0 && !dense::factor(factor_.data(), free)) return false;
    for (std::size_t k = 0; k < nz; ++k) z_[k] = -gz_[k];
    dense::solve(factor_.data(), free, z_.data());
    *promised = -0.5 * inner(gz_.data(), z_.data(), nz);
    split_.along(z_.data(), step_.data());
    for (std::size_t k = 0; k < n; ++k) step_[k] += normal_[k];
    return std::isfinite(largest(step_.data(), n));
}

Search::Try Search::try_step(State& state) {
    double promised = 0;
    if (!damped_step(&promised)) return Try::bottomless;
    const double length = largest(step_.data(), columns_.size());
    const double merit = value_ + penalty_ * error_;
    if ((length <= options_.accuracy || promised <= 1e-14 * value_) && damping_ < 1e-2 &&
        largest_error(state) <= options_.tolerance)
        return Try::settled;
    double share = share_of(length);
    Bounded* met = first_met(state, &share);
    if (met && share < 1e-12) {  // it is there already
        met->held = static_cast<signed char>(state.q()[size(met->place.q)] <= met->low ? -1 : 1);
        return Try::met_bound;
    }
    move(state, step_.data(), share);
    correct(state);
    const double now = goals.value(system_, state), off = error_norm(state);
    const double gain = merit - (now + penalty_ * off);
    if (!(gain >= 1e-4 * share * (promised + penalty_ * error_) - 1e-15 * merit)) {
        state.set_q(q_kept_);
        return Try::too_long;
    }
    if (met) {
        const double q = state.q()[size(met->place.q)];
        met->held = static_cast<signed char>(q <= met->low ? -1 : q >= met->high ? 1 : 0);
    }
    std::fill(s_.begin(), s_.end(), 0.0);
    for (std::size_t j = 0; j < columns_.size(); ++j) s_[size(columns_[j])] = share * step_[j];
    lagrangian_slope(slope_before_.data());
    value_ = now, error_ = off;
    return Try::moved;
}

SearchEnd Search::settle(State& state) {
    const UsualFloats floats;
    clip(state);
    for (Bounded& b : bounds_) b.released = 0;
    int last_chances = 3;
    forget_curvature();
    damping_ = 1e-9, penalty_ = 0, value_ = goals.value(system_, state), error_ = error_norm(state);
    for (int i = 0; i < options_.max_iterations; ++i) {
        if (!std::isfinite(value_) || !std::isfinite(error_)) return SearchEnd::stuck;
        ++iterations_;
        equations(state, false);
        quadratic(state);
        if (i > learning_begins) learn_curvature();
        keep_q(state);
        plain_ = i == 0;  // misses are still those of another place
        face();
        for (Try outcome = Try::too_long; outcome != Try::moved;) {
            outcome = try_step(state);
            if (outcome == Try::settled) {  // bounds that were let go too often have a last chance
                if (last_chances-- == 0 || bounds_.empty()) return SearchEnd::done;
                for (Bounded& b : bounds_) b.released = std::min(b.released, 3);
                lagrangian_slope(work_.data());
                if (!release_one(work_.data())) return SearchEnd::done;
                face();
            }
            if (outcome == Try::met_bound) face();
            if (outcome != Try::too_long && outcome != Try::bottomless) continue;
            if (!plain_ &&
                (outcome == Try::bottomless || damping_ > 1e-5)) {  // JᵀWJ is rough, but has a bottom
                if (outcome == Try::too_long) forget_curvature();
                plain_ = true;
                damping_ = std::min(damping_, 1e-6);
                face();
                continue;
            }
            damping_ = std::max(10 * damping_, 1e-6);
            if (damping_ > 1e10)
                return largest_error(state) <= options_.tolerance ? SearchEnd::done : SearchEnd::stuck;
        }
        damping_ = std::max(damping_ / 10, 1e-12);
    }
    return SearchEnd::out_of_iterations;
}

double Search::stationarity(State& state) {
    equations(state, false);
    quadratic(state);
    take_columns(true);
    const std::size_t n = columns_.size();
    split_.factor(G_.data(), static_cast<int>(rows_.size()), static_cast<int>(n), 1e-7);
    split_.onto(slope_.data(), gz_.data());
    const double all = std::sqrt(inner(slope_.data(), slope_.data(), n));
    return all > 0 ? std::sqrt(inner(gz_.data(), gz_.data(), size(split_.free()))) / all : 0;
}

}  // namespace sinew
