// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/search.h>
#include <sinew/studies/search_math.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

using namespace search;

SearchEnd Search::restore(State& state) {
    const UsualFloats floats;
    clip(state);
    double error = aligned_norm(state), damping = 1e-3, error_before = INFINITY;
    for (int i = 0; i < options_.max_iterations; ++i) {
        if (largest_error(state) <= options_.tolerance && is_aligned(state)) return SearchEnd::done;
        if (!std::isfinite(error)) return SearchEnd::stuck;
        if (i % 20 == 0 && i > 0) {  // creeping
            if (error > 0.9 * error_before) return SearchEnd::stuck;
            error_before = error;
        }
        ++iterations_;
        equations(state, true);
        slope_of_errors();
        hold_pushed(state, work_.data());
        take_columns(false);
        const int n = static_cast<int>(columns_.size()), m = static_cast<int>(rows_.size());
        split_.factor(G_.data(), m, n, 1e-13);
        double slope = 0;
        for (const int j : columns_) slope = std::max(slope, std::abs(work_[size(j)] * unit_[size(j)]));
        if (!(slope > 1e-11 * error * split_.longest_row())) return SearchEnd::stuck;
        keep_q(state);
        for (;;) {
            split_.toward(e_.data(), damping * error * split_.longest_row(), step_.data());
            double linear = 0;  // |e + G d|²
            for (int k = 0; k < m; ++k) {
                const double r = e_[size(k)] + inner(&G_[size(k) * size(n)], step_.data(), size(n));
                linear += r * r;
            }
            const double length = largest(step_.data(), size(n));
            const double share = share_of(length);
            double after = INFINITY;
            if (std::isfinite(length)) {
                move(state, step_.data(), share);
                after = aligned_norm(state);
            }
            const double promised = share * (error * error - linear), kept = error * error - after * after;
            if (kept > 1e-3 * promised && after < error) {
                if (kept > 0.7 * promised) damping = std::max(damping / 5, 1e-12);
                else if (kept < 0.2 * promised) damping *= 3;
                error = after;
                break;
            }
            state.set_q(q_kept_);
            damping = 8 * std::max(damping, 1e-8);
            if (damping > 1e12) return SearchEnd::stuck;
        }
    }
    const bool met = largest_error(state) <= options_.tolerance && is_aligned(state);
    return met ? SearchEnd::done : SearchEnd::out_of_iterations;
}

/// Back to the constraints after a step along them, with the factor that the step was made from.
void Search::correct(State& state) {
    double before = INFINITY;
    for (int k = 0; k < 6; ++k) {
        const double error = error_norm(state);
        if (!(error > 1e-2 * options_.tolerance) || !(error < 0.5 * before)) return;
        before = error;
        split_.toward(position_errors(system_, state).data(), 0, work_.data());
        if (!(largest(work_.data(), columns_.size()) <= longest_step)) return;
        move(state, work_.data(), 1);
    }
}

}  // namespace sinew
