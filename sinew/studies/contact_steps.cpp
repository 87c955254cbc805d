// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/stepping/overlaps.h>
#include <sinew/stepping/surface_touches.h>
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/state_and_y.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

void ContactStepIntegrator::start(Problem& problem, double t, std::span<const double> y,
                                  const IntegratorOptions& options) {
    system_problem_ = dynamic_cast<SystemProblem*>(&problem);
    if (!system_problem_)
        throw Error(
            "Steps through contact follow the motion of a System: they need a SystemProblem, or to be used "
            "by "
            "simulate().");
    if (!(options.fixed_step > 0))
        throw Error(
            "Steps through contact are of one length: set fixed_step. A thousandth to a hundredth of a "
            "second suits "
            "things that one can hold in a hand.");
    begin(problem, t, y, options);
    next_step_ = options.fixed_step;
    if (!finder_) finder_ = std::make_unique<SurfaceTouches>(system_problem_->system());
    state_.emplace(system_problem_->state());
    run_ = {};
    to_state(*system_problem_, t, y_, *state_);
    const System& system = system_problem_->system();
    start_overlaps_ = texts_of(system, overlaps(system, *state_, *finder_, settings_.slop));
    stepper_.emplace(system, std::move(finder_), settings_);
}

void ContactStepIntegrator::restart(double t, std::span<const double> y) {
    if (t < t_) {  // what became of surfaces after that did not happen
        count_events(-1);
        stepper_->forget_events();
    }
    t_ = t_before_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_before_ = y_;
    to_state(*system_problem_, t, y_, *state_);
}

StepOutcome ContactStepIntegrator::step(double t_most) {
    if (!(t_most > t_)) return StepOutcome::advanced;
    failure_.cause = Refusal::none;
    const double left = t_most - t_, fixed = std::fmin(options_.fixed_step, options_.max_step);
    const double h = left <= fixed * (1 + 1e-9) ? left : fixed;
    ++statistics_.evaluations;
    try {
        last_ = stepper_->step(*state_, h, h == left ? t_most : t_ + h);
    } catch (const std::exception& error) {  // a joint or force without a value there
        to_state(*system_problem_, t_, y_, *state_);
        count(Refusal::rates);
        give_up(Refusal::rates, h, -1, 0, {});
        failure_.complaint = error.what();
        return StepOutcome::stuck;
    }
    count_step(h, -1);
    count_contacts();
    t_before_ = t_;
    y_before_.swap(y_);
    t_ = state_->time();
    to_y(*state_, y_);
    return StepOutcome::advanced;
}

void ContactStepIntegrator::count_contacts() {
    ++run_.steps;
    run_.touches += last_.touches, run_.contacts += last_.contacts, run_.impacts += last_.impacts;
    run_.sweeps += last_.sweeps;
    run_.unfinished += last_.residual > settings_.tolerance;
    run_.guarded += last_.guarded;
    run_.most_contacts = std::max(run_.most_contacts, last_.contacts);
    run_.residual = std::max(run_.residual, last_.residual);
    run_.deepest = std::max(run_.deepest, last_.deepest);
    run_.dissipated += last_.dissipated, run_.lifted += last_.lifted;
    count_events(1);
}

void ContactStepIntegrator::count_events(int sign) {
    run_.touchdowns += sign * last_.touchdowns, run_.lift_offs += sign * last_.lift_offs;
    run_.sticks += sign * last_.sticks, run_.slips += sign * last_.slips;
}

void ContactStepIntegrator::interpolate(double t, std::span<double> y) const {
    const double h = t_ - t_before_, x = h > 0 ? (t - t_before_) / h : 1;
    for (std::size_t i = 0; i < y_.size(); ++i) y[i] = x == 1 ? y_[i] : (1 - x) * y_before_[i] + x * y_[i];
}

std::string ContactStepIntegrator::title() const {
    return fmt::format("contact_steps of {} s", shortest(options_.fixed_step));
}

std::string ContactStepIntegrator::account() const {
    const auto mean = [&](long sum) {
        return rounded(run_.steps > 0 ? static_cast<double>(sum) / static_cast<double>(run_.steps) : 0, 3);
    };
    return fmt::format(
        "{} contacts and {} sweeps in a step, {} contacts at most; {} touchdowns, {} lift-offs, {} slips, "
        "{} sticks of surfaces, {} rebounds of points; contacts took {} J, taking overlaps apart gave {} J; "
        "overlaps of {} m at most; sweeps left {} m/s at most, in {} "
        "steps more "
        "than {} m/s",
        mean(run_.contacts), mean(run_.sweeps), run_.most_contacts, run_.touchdowns, run_.lift_offs,
        run_.slips, run_.sticks, run_.impacts, rounded(run_.dissipated, 4), rounded(run_.lifted, 3),
        rounded(run_.deepest, 3), rounded(run_.residual, 3), run_.unfinished, shortest(settings_.tolerance));
}

}  // namespace sinew
