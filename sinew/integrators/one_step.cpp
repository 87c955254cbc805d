// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/integrators/one_step.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double most_growth = 5, most_shrinkage = 0.1;
constexpr double after_no_answer = 0.25;  // a trial that was refused for another reason than its error
constexpr double stretch = 1.1;           // of the last step to t_most

}  // namespace

void OneStep::start(Problem& problem, double t, std::span<const double> y, const IntegratorOptions& options) {
    begin(problem, t, y, options);
    if (!controls_error() && !(options.fixed_step > 0))
        throw Error(
            "This method does not estimate its error: set IntegratorOptions::fixed_step, or take a method "
            "that does.");
    for (auto* v : {&f_, &f_before_, &y_new_, &f_new_, &probe_}) v->assign(size(), 0.0);
    knows_rates_ = false;
    take_memory();
}

void OneStep::restart(double t, std::span<const double> y) {
    t_ = t_before_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_before_ = y_;
    knows_rates_ = false;
}

/// Rates at the start and, if none was given, the first step size.
bool OneStep::prepare(double t_most) {
    if (!knows_rates_) {
        if (!ask_rates(t_, y_, f_) || !was_started()) return false;
        knows_rates_ = true;
        y_before_ = y_;
        f_before_ = f_;
    }
    if (!(next_step_ > 0)) next_step_ = first_step(t_most);
    return true;
}

/// A step whose error would be a hundredth of what is allowed if it were of first order, judged by y' and by how it
/// changes along a small step of Euler (12.9).                              [Hairer, Norsett, Wanner 1993, II.4]
double OneStep::first_step(double t_most) {
    const double all = t_most - t_, unit = options_.accuracy;
    const auto in_units = [&](std::span<const double> v) {
        return problem_->measure(y_, v, options_.norm).largest() / unit;
    };
    const double d0 = in_units(y_), d1 = in_units(f_);
    double h = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 * std::fmin(1, all) : 0.01 * d0 / d1;
    h = std::fmin(h, all);
    double d2 = 0;
    for (int tries = 0; tries < 8; ++tries, h *= 0.1) {
        for (std::size_t i = 0; i < size(); ++i) y_new_[i] = y_[i] + h * f_[i];
        if (!ask_rates(t_ + h, y_new_, f_new_)) continue;
        for (std::size_t i = 0; i < size(); ++i) probe_[i] = f_new_[i] - f_[i];
        d2 = in_units(probe_) / h;
        break;
    }
    const double most = std::fmax(d1, d2);
    const double second =
        most <= 1e-15 ? std::fmax(1e-6, 1e-3 * h) : std::pow(0.01 / most, 1.0 / (error_order() + 1));
    return std::fmin(std::fmin(100 * h, second), std::fmin(all, options_.max_step));
}

OneStep::Judgement OneStep::judge(std::span<const double> error) const {
    const ErrorSize size = problem_->measure(y_, error, options_.norm);
    const double largest = error_of(size.largest());
    const bool good = is_fixed() || largest <= options_.accuracy;  // false where it is no number
    return {good ? Refusal::none : Refusal::error, largest, size.worst};
}

OneStep::Judgement OneStep::finish(std::span<double> error) {
    if (!ask_project(t_new_, y_new_, error)) return {Refusal::projection};
    Judgement judgement = error.empty() ? Judgement{} : judge(error);
    if (judgement.refusal == Refusal::none && !ask_rates(t_new_, y_new_, f_new_))
        judgement.refusal = Refusal::rates;
    return judgement;
}

/// What the error of a step says about the next (12.5).
double OneStep::after(double h, const Judgement& judgement) const {
    if (judgement.refusal != Refusal::none && judgement.refusal != Refusal::error) return after_no_answer * h;
    if (judgement.size == 0) return most_growth * h;
    if (!std::isfinite(judgement.size)) return after_no_answer * h;
    const double safety = error_order() < 7 ? 0.9 : 0.8;
    const double ideal = safety * std::pow(options_.accuracy / judgement.size, 1.0 / (error_order() + 1));
    return std::clamp(ideal, most_shrinkage, judgement.refusal == Refusal::none ? most_growth : safety) * h;
}

StepOutcome OneStep::step(double t_most) {
    if (!(t_most > t_)) return StepOutcome::advanced;
    if (!prepare(t_most)) return give_up(Refusal::rates, 0, -1, 0, {});
    failure_.cause = Refusal::none;

    // Neither a tiny last step nor one that is much shorter than the one before it (12.6).
    const double left = t_most - t_, wish = std::fmin(next_step_, options_.max_step);
    double h = wish;
    if (is_fixed()) {
        if (left <= wish * (1 + 1e-9)) h = left;
    } else if (left <= stretch * wish) {
        h = left;
    } else if (left < 2 * wish) {
        h = 0.5 * left;
    }
    const double least = std::fmax(options_.min_step, 16 * epsilon * std::fmax(std::abs(t_), h));

    for (bool first = true;; first = false) {
        t_new_ = h == left ? t_most : t_ + h;
        Judgement judgement = trial(h);
        if (judgement.refusal == Refusal::none) {
            const double next = after(h, judgement);
            if (is_fixed()) next_step_ = options_.fixed_step;
            else if (!first) next_step_ = std::fmin(next, h);
            else next_step_ = h < wish ? std::fmax(next, wish) : next;  // cut short by t_most alone
            next_step_ = std::clamp(next_step_, options_.min_step, options_.max_step);
            accept(h, judgement);
            return StepOutcome::advanced;
        }
        count(judgement.refusal);
        if (is_fixed() || h <= least)
            return give_up(judgement.refusal, h, judgement.worst, judgement.size, f_);
        h = std::fmax(after(h, judgement), std::fmin(h, least));
    }
}

void OneStep::accept(double h, const Judgement& judgement) {
    count_step(h, judgement.worst);
    t_before_ = t_;
    t_ = t_new_;
    y_before_.swap(y_);
    y_.swap(y_new_);
    f_before_.swap(f_);
    f_.swap(f_new_);
    was_accepted();
}

/// The cubic through both ends with their slopes (12.8).
void OneStep::interpolate(double t, std::span<double> y) const {
    const double h = t_ - t_before_;
    if (t >= t_ || !(h > 0)) return void(std::copy(y_.begin(), y_.end(), y.begin()));
    if (t <= t_before_) return void(std::copy(y_before_.begin(), y_before_.end(), y.begin()));
    const double s = (t - t_before_) / h, r = 1 - s;
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double d = y_[i] - y_before_[i];
        y[i] = y_before_[i] + s * (d + r * (r * (h * f_before_[i] - d) + s * (d - h * f_[i])));
    }
}

}  // namespace sinew
