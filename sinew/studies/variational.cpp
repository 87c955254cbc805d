// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/studies/state_and_y.h>
#include <sinew/studies/variational.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

void VariationalIntegrator::start(Problem& problem, double t, std::span<const double> y,
                                  const IntegratorOptions& options) {
    system_problem_ = dynamic_cast<SystemProblem*>(&problem);
    if (!system_problem_)
        throw Error(
            "A variational integrator follows the motion of a System: it needs a SystemProblem, or to be "
            "used by simulate().");
    if (!(options.fixed_step > 0))
        throw Error(
            "A variational integrator takes steps of one length: set fixed_step. A thousandth to a hundredth "
            "of the shortest period of the system suits most.");
    begin(problem, t, y, options);
    stepper_.emplace(system_problem_->system(), settings_);
    state_.emplace(system_problem_->state());
    for (auto* x : {&f_, &f_before_, &copy_}) x->assign(y_.size(), 0.0);
    broken_ = 0;
    take(t, y_);
}

void VariationalIntegrator::take(double t, std::span<const double> y) {
    to_state(*system_problem_, t, y, *state_);
    knows_rates_ = false;
}

void VariationalIntegrator::restart(double t, std::span<const double> y) {
    t_ = t_before_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_before_ = y_;
    take(t, y_);
}

bool VariationalIntegrator::try_step(double h, double t_next) {
    complaint_.clear();
    try {
        last_ = stepper_->step(*state_, h, t_next);
    } catch (const std::exception& error) {  // a joint or force without a value there
        complaint_ = error.what();
        last_ = {};
        take(t_, y_);
    }
    statistics_.jacobians += last_.iterations;
    statistics_.factorizations += last_.iterations;
    ++statistics_.evaluations;
    return last_.taken;
}

StepOutcome VariationalIntegrator::step(double t_most) {
    if (!(t_most > t_)) return StepOutcome::advanced;
    failure_.cause = Refusal::none;
    const double left = t_most - t_;
    double h = std::fmin(next_step_, options_.max_step);
    if (left <= h * (1 + 1e-9)) h = left;
    const double least = std::fmax(options_.min_step, h / 1024);
    while (!try_step(h, h == left ? t_most : t_ + h)) {
        const Refusal cause = complaint_.empty() ? Refusal::iteration : Refusal::rates;
        count(cause);
        if (h <= least) {
            give_up(cause, h, -1, 0, {});
            if (!complaint_.empty()) failure_.complaint = complaint_;
            else
                failure_.complaint =
                    "Newton's method did not find the end of the step; a body may turn by "
                    "half a turn within it, or forces change too fast";
            return StepOutcome::stuck;
        }
        h *= 0.5;
        ++broken_;
    }
    count_step(h, -1);
    t_before_ = t_;
    y_before_.swap(y_);
    t_ = state_->time();
    to_y(*state_, y_);
    next_step_ = options_.fixed_step;
    knows_rates_ = false;
    return StepOutcome::advanced;
}

void VariationalIntegrator::find_rates() const {
    copy_ = y_before_;
    const bool first = problem_->rates(t_before_, copy_, f_before_);
    copy_ = y_;
    const bool second = problem_->rates(t_, copy_, f_);
    if (!first || !second)  // a straight line is better than nothing
        for (std::size_t i = 0; i < y_.size(); ++i)
            f_[i] = f_before_[i] = (y_[i] - y_before_[i]) / (t_ - t_before_);
    knows_rates_ = true;
}

void VariationalIntegrator::interpolate(double t, std::span<double> y) const {
    const double h = t_ - t_before_;
    if (h == 0 || t == t_) {
        std::copy(y_.begin(), y_.end(), y.begin());
        return;
    }
    if (!knows_rates_) find_rates();
    const double x = (t - t_before_) / h, x1 = 1 - x;
    for (std::size_t i = 0; i < y_.size(); ++i)
        y[i] = x1 * y_before_[i] + x * y_[i] +
               x * x1 * ((2 * x - 1) * (y_[i] - y_before_[i]) + h * (x1 * f_before_[i] - x * f_[i]));
}

}  // namespace sinew
