// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/finite.h>
#include <sinew/integrators/integrator.h>

#include <fmt/format.h>

#include <cmath>

namespace sinew {

Integrator::~Integrator() = default;

void Integrator::begin(Problem& problem, double t, std::span<const double> y,
                       const IntegratorOptions& options) {
    const auto refuse = [](const char* what, double value, const char* rule) {
        throw Error(fmt::format("IntegratorOptions::{} is {}: {}.", what, value, rule));
    };
    const auto not_negative = [&](const char* what, double value) {
        if (!(value >= 0)) refuse(what, value, "it must be positive, or 0 for none");
    };
    if (!(options.accuracy > 0)) refuse("accuracy", options.accuracy, "it must be positive, such as 1e-3");
    not_negative("initial_step", options.initial_step);
    not_negative("fixed_step", options.fixed_step);
    not_negative("min_step", options.min_step);
    if (!(options.max_step > 0)) refuse("max_step", options.max_step, "it must be positive");
    if (options.min_step > options.max_step)
        refuse("min_step", options.min_step, "it must not be above max_step");

    problem_ = &problem;
    options_ = options;
    parts_ = problem.parts();
    const std::size_t n = static_cast<std::size_t>(parts_.all());
    if (y.size() != n)
        throw Error(
            fmt::format("An integrator was started with {} numbers, but its problem has {}.", y.size(), n));
    t_ = t_before_ = t;
    next_step_ = options.fixed_step > 0 ? options.fixed_step : options.initial_step;
    y_.assign(y.begin(), y.end());
    y_before_ = y_;
    statistics_ = {};
    statistics_.limited_by.assign(n, 0);
    failure_ = {};
}

bool Integrator::ask_rates(double t, std::span<double> y, std::span<double> y_dot) {
    ++statistics_.evaluations;
    not_finite_ = -1;
    if (!problem_->rates(t, y, y_dot)) return false;
    if (all_finite(y_dot)) return true;
    not_finite_ = static_cast<int>(first_not_finite(y_dot));
    return false;
}

bool Integrator::ask_project(double t, std::span<double> y, std::span<double> error) {
    ++statistics_.projections;
    return problem_->project(t, y, error);
}

bool Integrator::ask_project_q(double t, std::span<double> y, std::span<double> error) {
    ++statistics_.projections;
    return problem_->project_q(t, y, error);
}

void Integrator::count(Refusal refusal) {
    switch (refusal) {
        case Refusal::none: break;
        case Refusal::error: ++statistics_.rejected_by_error; break;
        case Refusal::rates: ++statistics_.rejected_by_rates; break;
        case Refusal::projection: ++statistics_.rejected_by_projection; break;
        case Refusal::iteration: ++statistics_.rejected_by_iteration; break;
    }
}

void Integrator::count_step(double h, int worst) {
    IntegratorStatistics& s = statistics_;
    s.smallest_step = s.steps == 0 ? h : std::fmin(s.smallest_step, h);
    s.largest_step = std::fmax(s.largest_step, h);
    ++s.steps;
    if (worst >= 0) ++s.limited_by[static_cast<std::size_t>(worst)];
}

StepOutcome Integrator::give_up(Refusal cause, double h, int component, double error,
                                std::span<const double> y_dot) {
    failure_ = {};
    failure_.cause = cause;
    failure_.t = t_;
    failure_.step = h;
    failure_.component = component;
    failure_.error = error / options_.accuracy;
    if (cause == Refusal::rates && not_finite_ >= 0) failure_.component = not_finite_;
    if (failure_.component < 0 && !y_dot.empty())
        failure_.component = problem_->measure(y_, y_dot, options_.norm).worst;
    if (failure_.component >= 0) {
        const std::size_t i = static_cast<std::size_t>(failure_.component);
        failure_.value = y_[i];
        failure_.rate = y_dot.empty() ? 0 : y_dot[i];
        failure_.name = problem_->name(failure_.component);
    }
    failure_.complaint = problem_->complaint();
    if (failure_.complaint.empty() && cause == Refusal::rates && not_finite_ >= 0)
        failure_.complaint = "the rate of " + failure_.name + " is not a number";
    return StepOutcome::stuck;
}

std::string Integrator::why() const {
    const StepFailure& f = failure_;
    if (f.cause == Refusal::none) return {};
    static constexpr const char* reasons[] = {
        "", "its error would be too large", "the problem has no rates there",
        "the constraints could not be met", "its iteration did not converge"};
    std::string text =
        fmt::format("No step can be taken from t = {:.17g}: even a step of {:.3g} was refused because {}",
                    f.t, f.step, reasons[static_cast<int>(f.cause)]);
    if (f.cause == Refusal::error)
        text += fmt::format(" ({:.3g} times what accuracy {:g} allows)", f.error, options_.accuracy);
    text += '.';
    if (f.component >= 0) {
        const bool by_error = f.cause == Refusal::error || f.cause == Refusal::iteration;
        text += fmt::format(" {} {}, now {:.6g} and changing by {:.6g} per unit of time.",
                            by_error ? "The largest error is that of" : "Look at", f.name, f.value, f.rate);
    }
    if (!f.complaint.empty()) text += fmt::format(" Reason given: {}.", f.complaint);
    return text;
}

}  // namespace sinew
