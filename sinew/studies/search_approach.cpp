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

SearchEnd Search::approach(State& state) {
    const UsualFloats floats;
    clip(state);
    plain_ = true;
    double damping = 1e-3, stiffness = 0;
    for (int i = 0; i < options_.max_iterations; ++i) {
        ++iterations_;
        equations(state, true);
        quadratic(state);
        slope_of_errors();
        if (i == 0) {  // constraints ten times as stiff as the goals
            for (Bounded& b : bounds_) b.held = 0;
            take_columns(true);
            double of_goals = 0, of_errors = 0;
            const std::size_t n = columns_.size();
            for (std::size_t k = 0; k < n; ++k) of_goals = std::max(of_goals, H_[k * (n + 1)]);
            for (const double g : G_) of_errors = std::max(of_errors, g * g);
            stiffness = of_errors > 0 && of_goals > 0 ? 10 * of_goals / of_errors : 1;
        }
        for (std::size_t j = 0; j < slope_all_.size(); ++j) slope_all_[j] += stiffness * work_[j];
        hold_pushed(state, slope_all_.data());
        take_columns(true);
        const int n = static_cast<int>(columns_.size());
        const std::size_t nn = size(n), m = rows_.size();
        double stiffest = 0;
        for (std::size_t a = 0; a < nn; ++a) {
            for (std::size_t b = a; b < nn; ++b)
                for (std::size_t k = 0; k < m; ++k)
                    H_[a * nn + b] += stiffness * G_[k * nn + a] * G_[k * nn + b];
            stiffest = std::max(stiffest, H_[a * (nn + 1)]);
        }
        if (stiffest == 0) return SearchEnd::done;
        const auto merit = [&] {
            const double e = aligned_norm(state);
            return goals.value(system_, state) + 0.5 * stiffness * e * e;
        };
        const double before = merit();
        if (!std::isfinite(before)) return SearchEnd::stuck;
        keep_q(state);
        for (;;) {
            std::copy_n(H_.begin(), nn * nn, factor_.begin());
            for (std::size_t k = 0; k < nn; ++k) factor_[k * (nn + 1)] += damping * stiffest;
            double after = INFINITY, promised = 0, length = 0;
            if (nn > 0 && dense::factor(factor_.data(), n)) {
                for (std::size_t k = 0; k < nn; ++k) step_[k] = -slope_[k];
                dense::solve(factor_.data(), n, step_.data());
                promised = -0.5 * inner(slope_.data(), step_.data(), nn);
                length = largest(step_.data(), nn);
                if (std::isfinite(length)) {
                    const double share = share_of(length);
                    promised *= share;
                    move(state, step_.data(), share);
                    after = merit();
                }
            }
            if (after < before - 1e-3 * promised) {
                damping = std::max(damping / 5, 1e-9);
                if (before - after < 1e-3 * before || length < 1e-3) return SearchEnd::done;
                break;
            }
            state.set_q(q_kept_);
            if (length < 1e-6) return SearchEnd::done;
            damping = 8 * std::max(damping, 1e-8);
            if (damping > 1e10) return SearchEnd::stuck;
        }
    }
    return SearchEnd::out_of_iterations;
}

}  // namespace sinew
