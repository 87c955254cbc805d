// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/compiled.h>
#include <sinew/system/motions.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <exception>

namespace sinew {

namespace {

/// Some of its joints were unlocked: they are variables like others now.
bool takes_part(const System& system, const State& state, const FastVariables& own) {
    return std::all_of(own.joints.begin(), own.joints.end(), [&](AnyJointId joint) {
        return motion_level(system, state, joint) ==
               (own.stage == Stage::position ? MotionLevel::position : MotionLevel::velocity);
    });
}

Settled settle(const System& system, State& state, const FastVariables& own, double tolerance) {
    const auto failed = [&] {
        return "relaxer of " + quoted(own.name) + " failed at time " + shortest(state.time());
    };
    Relaxing now(system, state, own, tolerance);
    try {
        return own.relaxer->relax(now);
    } catch (const std::exception& error) {
        std::throw_with_nested(StateError(failed() + ": " + error.what()));
    } catch (...) {
        std::throw_with_nested(StateError(failed() + " and did not say why."));
    }
}

}  // namespace

Relaxation relax(const System& system, State& state, double tolerance) {
    const UsualFloats floats;
    const std::vector<FastVariables>& fast = fitting(system, state).model.fast;
    Relaxation account;
    for (const Stage stage :
         {Stage::time, Stage::position, Stage::velocity, Stage::force, Stage::acceleration})
        for (std::size_t i = 0; i < fast.size(); ++i) {
            if (fast[i].stage != stage || !takes_part(system, state, fast[i])) continue;
            const Settled settled = settle(system, state, fast[i], tolerance);
            account.iterations += settled.iterations;
            if (!(settled.error <= account.error)) account.error = settled.error;
            if (settled.converged && std::isfinite(settled.error)) continue;
            account.converged = false;
            account.failed = {static_cast<int>(i)};
            return account;
        }
    return account;
}

void Relaxing::check_variable(int index) const {
    if (std::any_of(own_.variables.begin(), own_.variables.end(),
                    [&](AnyVariable own) { return own.index == index; }))
        return;
    const std::vector<DeclaredVariable>& all = system.model().variables;
    throw StateError("it sets variable " +
                     (index >= 0 && size(index) < all.size() ? sinew::quoted(all[size(index)].name)
                                                             : std::to_string(index)) +
                     ", which is not among its variables. List it in FastVariables::variables.");
}

void Relaxing::check_joint(AnyJointId joint, Stage stage) const {
    if (own_.stage == stage && std::find(own_.joints.begin(), own_.joints.end(), joint) != own_.joints.end())
        return;
    const std::vector<JointElement>& all = system.model().joints;
    throw StateError(std::string("it sets ") + (stage == Stage::position ? "coordinates" : "speeds") +
                     " of joint " +
                     (joint.index >= 0 && size(joint.index) < all.size()
                          ? sinew::quoted(all[size(joint.index)].placement.name)
                          : std::to_string(joint.index)) +
                     ", which are not its to find. List the joint in FastVariables::joints at stage " +
                     name_of(stage) + ".");
}

void Relaxing::set_q(AnyJointId joint, std::span<const double> q) {
    check_joint(joint, Stage::position);
    state_.set_q(joint, q);
}

void Relaxing::set_u(AnyJointId joint, std::span<const double> u) {
    check_joint(joint, Stage::velocity);
    state_.set_u(joint, u);
}

Settled Balance::relax(Relaxing& now) const {
    constexpr int most = 100;
    const auto at = [&](double x) {
        now.set(x_, x);
        return residual(now.system, now.state());
    };
    const double start = now.state().get(x_);
    double x = start, r = residual(now.system, now.state());
    Settled account{r == 0, 0, r == 0 ? 0 : INFINITY};
    if (account.converged) return account;
    double other = x + 1e-3 * unit_, r_other = at(other), farthest = 4 * unit_;
    while (account.iterations < most) {
        ++account.iterations;
        const bool bracketed = (r < 0) != (r_other < 0);
        double step = r * (other - x) / (r - r_other);
        if (!bracketed && std::abs(step) > farthest) step = std::copysign(farthest, step), farthest *= 2;
        if (!std::isfinite(step)) break;
        account.error = std::abs(step) / unit_;
        account.converged = account.error <= now.tolerance;
        if (account.converged) break;
        const double next = x + step, r_next = at(next);
        // An end of a bracket that stays counts half, so that the other passes over to its side (Illinois).
        if (bracketed && (r_next < 0) == (r < 0)) r_other /= 2;
        else other = x, r_other = r;
        x = next, r = r_next;
    }
    const double found = account.converged ? x : start;
    if (now.state().get(x_) != found) now.set(x_, found);
    return account;
}

}  // namespace sinew
