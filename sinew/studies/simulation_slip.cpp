// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Steps through slow slip, whose direction is stiff.
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/friction.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double slow = 100;  ///< times v*: slip whose direction may turn within a step (17.6)
constexpr double noise =
    0.1;  ///< of v*: what may be wrong within a step without a witness that takes it for an event
constexpr double nearby = 1e-3;  ///< of a step: how far apart the rates within are looked at
constexpr int most_repeats = 20;

}  // namespace

/// Whether something slips slowly where the integrator is: it begins to, or almost stops, or has done so on the way.
bool Simulation::Run::slips_slowly() {
    if (!contacts || options.fixed_step > 0) return false;
    const BoundConstraints& all = system.compiled().constraints;
    const std::uint8_t* sliding = sliding_constraints(system.compiled(), shown);
    bool is_put = false;
    for (std::size_t i = 0; i < all.one_way.size(); ++i) {
        const BoundOneWay& condition = all.one_way[i];
        if (!condition.slips || !sliding[condition.constraint]) continue;
        if (!is_put && !put(probe, integrator->t(), integrator->y())) return false;
        is_put = true;
        const std::array<double, 2> v = slip_velocity(system, probe, {condition.constraint});
        const auto& towards = touch_memory(system.compiled(), shown, static_cast<int>(i)).towards;
        const double along = v[0] * towards[0] + v[1] * towards[1];
        if (std::min(along, std::hypot(v[0], v[1])) < slow * tolerances.slip) return true;
    }
    return false;
}

/// Whether the motion between the ends of the step goes with its rates. An explicit method makes much of rounding where
/// slip is stiff: the end of a step may be well while what it has in between is not, and events are looked for there.
bool Simulation::Run::is_smooth_within() {
    const double start = integrator->t_before(), h = integrator->t() - start;
    const Parts parts = problem.parts();
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
        const double t = start + share * h, d = nearby * h;
        integrator->interpolate(t, y);
        if (!problem.rates(t, y, y_ahead)) return false;
        integrator->interpolate(t - d, y_slip[1]);
        integrator->interpolate(t + d, y_slip[2]);
        for (int i = parts.q; i < parts.q + parts.u; ++i) {
            const std::size_t k = size(i);
            const double off = (y_slip[2][k] - y_slip[1][k]) / (2 * d) - y_ahead[k];
            if (!(std::abs(off) * h <= noise * tolerances.slip)) return false;
        }
    }
    return true;
}

/// A step of the integrator; a shorter one in its place where slow slip makes it untrue within (17.31).
StepOutcome Simulation::Run::step_through_slip(double most) {
    bool stiff = slips_slowly();
    const double t = integrator->t();
    if (contacts) y_slip[0].assign(integrator->y().begin(), integrator->y().end());
    for (int repeats = 0;; ++repeats) {
        if (integrator->step(most) == StepOutcome::stuck) return StepOutcome::stuck;
        stiff = stiff || slips_slowly();
        if (!stiff || repeats == most_repeats || is_smooth_within()) return StepOutcome::advanced;
        const double h = integrator->t() - t;
        integrator->restart(t, y_slip[0]);
        integrator->set_next_step(h / 4);
    }
}

}  // namespace sinew
