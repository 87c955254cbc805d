// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/methods.h>
#include <sinew/integrators/one_step.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Velocity Verlet: coordinates by Taylor, once; speeds and the rest by the trapezoid rule, iterated where forces
/// depend on them (12.20) to (12.22).
class Verlet final : public OneStep {
public:
    int order() const override { return 2; }

private:
    int error_order() const override { return 1; }
    void take_memory() override {
        const std::size_t nq = static_cast<std::size_t>(parts_.q);
        for (auto* v : {&q_dot_dot_, &q_dot_dot_new_}) v->assign(nq, 0.0);
        for (auto* v : {&euler_, &asked_, &latest_, &error_}) v->assign(size(), 0.0);
    }
    bool was_started() override { return problem_->q_accelerations(t_, y_, f_, q_dot_dot_); }
    void was_accepted() override { q_dot_dot_.swap(q_dot_dot_new_); }
    Judgement trial(double h) override;
    Judgement iterate(double h);

    static constexpr int most_iterations = 25;
    std::vector<double> q_dot_dot_, q_dot_dot_new_;
    std::vector<double> euler_;   ///< y by Euler's rule
    std::vector<double> asked_;   ///< where f_new_ was asked for
    std::vector<double> latest_;  ///< u and z as the iteration gives them
    std::vector<double> error_;
};

OneStep::Judgement Verlet::trial(double h) {
    const std::size_t nq = static_cast<std::size_t>(parts_.q), n = size();
    for (std::size_t i = 0; i < nq; ++i) y_new_[i] = y_[i] + h * (f_[i] + 0.5 * h * q_dot_dot_[i]);
    for (std::size_t i = nq; i < n; ++i) y_new_[i] = y_[i] + h * f_[i];
    euler_ = y_new_;
    if (!ask_project_q(t_new_, y_new_, {})) return {Refusal::projection};

    if (const Judgement found = iterate(h); found.refusal != Refusal::none) return found;

    for (std::size_t i = 0; i < nq; ++i) error_[i] = y_[i] + 0.5 * h * (f_[i] + f_new_[i]) - euler_[i];
    for (std::size_t i = nq; i < n; ++i) error_[i] = y_new_[i] - euler_[i];
    if (!ask_project(t_new_, y_new_, error_)) return {Refusal::projection};
    Judgement judgement = judge(error_);
    if (judgement.refusal != Refusal::none) return judgement;
    if (y_new_ != asked_ && !ask_rates(t_new_, y_new_, f_new_)) judgement.refusal = Refusal::rates;
    if (!problem_->q_accelerations(t_new_, y_new_, f_new_, q_dot_dot_new_))
        judgement.refusal = Refusal::rates;
    return judgement;
}

/// u and z in y_new_ by the trapezoid rule, until they no longer change.
OneStep::Judgement Verlet::iterate(double h) {
    const std::size_t nq = static_cast<std::size_t>(parts_.q), n = size();
    latest_ = y_new_;
    Judgement latest{Refusal::iteration};
    const double small = std::fmax(0.01 * options_.accuracy, 1e-14);
    for (int k = 0; k < most_iterations; ++k) {
        if (!ask_rates(t_new_, y_new_, f_new_)) return {Refusal::rates};
        asked_ = y_new_;
        std::fill(error_.begin(), error_.end(), 0.0);
        for (std::size_t i = nq; i < n; ++i) {
            y_new_[i] = y_[i] + 0.5 * h * (f_[i] + f_new_[i]);
            // against the value before, not against y_new_, in which prescribed ones have been replaced
            error_[i] = y_new_[i] - latest_[i];
            latest_[i] = y_new_[i];
        }
        const ErrorSize change = problem_->measure(y_, error_, options_.norm);
        const double before = latest.size;
        latest.size = change.largest();
        latest.worst = change.worst;
        if (latest.size <= small) return {};
        if (!(latest.size <= 1e10) || (k > 2 && latest.size > before)) break;
    }
    return latest;
}

}  // namespace

std::unique_ptr<Integrator> make_verlet(Method method) {
    return method == Method::verlet ? std::make_unique<Verlet>() : nullptr;
}

}  // namespace sinew
