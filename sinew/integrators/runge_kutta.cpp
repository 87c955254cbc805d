// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/methods.h>
#include <sinew/integrators/one_step.h>
#include <sinew/integrators/tableau.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Any explicit method with an embedded error (12.11).
class RungeKutta final : public OneStep {
public:
    explicit RungeKutta(const Tableau& tableau) : tableau_(tableau) {}
    int order() const override { return tableau_.order; }
    void interpolate(double t, std::span<double> y) const override;

private:
    int error_order() const override { return is_cautious() ? order() - 1 : tableau_.error_order; }
    /// (12.13), with 100 found by trial: errors of whole runs then come out near the accuracy.
    double error_of(double estimate) const override {
        return is_cautious() ? 100 * std::pow(estimate, order() / (tableau_.error_order + 1.0)) : estimate;
    }
    /// The estimate shrinks more slowly with h than the error.
    bool is_cautious() const { return tableau_.error_order + 1 < order(); }
    void take_memory() override;
    Judgement trial(double h) override;
    void was_accepted() override;

    void prepare_dense() const;
    /// Stage i of the step that led to y_; 0 and the last are kept with their ends.
    const double* stage_before(int i) const;
    double* stage(int i) { return stages_.data() + static_cast<std::size_t>(i - 1) * size(); }

    const Tableau& tableau_;
    /// Stages 1, 2, ... of the trial and of the last accepted step, then those for its dense output.
    std::vector<double> stages_, error_, copy_;
    mutable std::vector<double> stages_before_, dense_, at_, f_at_;
    mutable bool has_dense_ = false;
    mutable long dense_evaluations_ = 0;  ///< not yet in the statistics
};

/// y += h sum of weights times stages, for all components; stages by a function of their number.
template <class Stage>
void add(std::span<const double> weights, double h, const Stage& stage, std::span<double> y) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
        if (weights[j] == 0) continue;
        const double w = h * weights[j];
        const double* k = stage(static_cast<int>(j));
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += w * k[i];
    }
}

void RungeKutta::take_memory() {
    const std::size_t n = size();
    const auto numbers = [&](int vectors) { return static_cast<std::size_t>(vectors) * n; };
    stages_.assign(numbers(tableau_.stages - 1), 0.0);
    stages_before_.assign(numbers(tableau_.stages - 1 + tableau_.extra_stages()), 0.0);
    error_.assign(n, 0.0);
    copy_.assign(n, 0.0);
    dense_.assign(numbers(tableau_.dense_rows), 0.0);
    for (auto* v : {&at_, &f_at_}) v->assign(tableau_.dense_rows > 0 ? n : 0, 0.0);
    has_dense_ = false;
    dense_evaluations_ = 0;
}

OneStep::Judgement RungeKutta::trial(double h) {
    const Tableau& T = tableau_;
    const auto k = [&](int i) -> const double* {
        return i == 0 ? f_.data() : i == T.stages ? f_new_.data() : stage(i);
    };

    const double* row = T.a.data();
    for (int i = 1; i < T.stages; row += i, ++i) {
        std::copy(y_.begin(), y_.end(), y_new_.begin());
        add({row, static_cast<std::size_t>(i)}, h, k, y_new_);
        const double t = t_ + T.c[static_cast<std::size_t>(i - 1)] * h;
        if (!ask_rates(t, y_new_, {stage(i), size()})) return {Refusal::rates};
    }
    std::copy(y_.begin(), y_.end(), y_new_.begin());
    add(T.b, h, k, y_new_);

    std::fill(error_.begin(), error_.end(), 0.0);
    if (!T.error_needs_end()) {
        add(T.error, h, k, error_);
        return finish(error_);
    }
    if (!ask_project(t_new_, y_new_, {})) return {Refusal::projection};
    // The error needs y' at the end, which is asked for on the manifold; so the error is projected after it.
    if (!ask_rates(t_new_, y_new_, f_new_)) return {Refusal::rates};
    add(T.error, h, k, error_);
    copy_ = y_new_;
    if (!ask_project(t_new_, copy_, error_)) return {Refusal::projection};
    return judge(error_);
}

void RungeKutta::was_accepted() {
    has_dense_ = false;
    statistics_.evaluations += dense_evaluations_;
    dense_evaluations_ = 0;
    if (tableau_.dense_rows == 0) return;
    if (tableau_.extra_stages() == 0) stages_before_.swap(stages_);
    else std::copy(stages_.begin(), stages_.end(), stages_before_.begin());
}

const double* RungeKutta::stage_before(int i) const {
    if (i == 0) return f_before_.data();
    if (i == tableau_.stages) return f_.data();
    return stages_before_.data() + static_cast<std::size_t>(i < tableau_.stages ? i - 1 : i - 2) * size();
}

/// The vectors that correct the cubic; asks for the rates of further stages where the method has them.
void RungeKutta::prepare_dense() const {
    const Tableau& T = tableau_;
    const double h = t_ - t_before_;
    const auto k = [this](int i) { return stage_before(i); };
    has_dense_ = true;
    std::fill(dense_.begin(), dense_.end(), 0.0);
    const double* row = T.dense_a.data();
    for (int i = T.stages + 1; i < T.all_stages(); row += i, ++i) {
        std::copy(y_before_.begin(), y_before_.end(), at_.begin());
        add({row, static_cast<std::size_t>(i)}, h, k, at_);
        const double t = t_before_ + T.dense_c[static_cast<std::size_t>(i - T.stages - 1)] * h;
        double* f = stages_before_.data() + static_cast<std::size_t>(i - 2) * size();
        ++dense_evaluations_;
        if (!problem_->rates(t, at_, {f, size()})) return;  // then the cubic must do
    }
    const std::size_t columns = static_cast<std::size_t>(T.all_stages());
    for (std::size_t r = 0; r < static_cast<std::size_t>(T.dense_rows); ++r)
        add(T.dense.subspan(r * columns, columns), h, k, std::span(dense_).subspan(r * size(), size()));
}

void RungeKutta::interpolate(double t, std::span<double> y) const {
    OneStep::interpolate(t, y);
    if (tableau_.dense_rows == 0 || t <= t_before_ || t >= t_) return;
    if (!has_dense_) prepare_dense();
    const double s = (t - t_before_) / (t_ - t_before_), r = 1 - s, bump = s * s * r * r;
    // F0 + s (F1 + r (F2 + s (F3 + ...))) as in (12.12)
    double w = bump;
    for (int row = 0; row < tableau_.dense_rows; ++row) {
        const double* F = dense_.data() + static_cast<std::size_t>(row) * size();
        for (std::size_t i = 0; i < y.size(); ++i) y[i] += w * F[i];
        w *= row % 2 == 0 ? s : r;
    }
}

}  // namespace

std::unique_ptr<Integrator> make_runge_kutta(Method method) {
    for (const Tableau& tableau : tableaus())
        if (tableau.method == method) return std::make_unique<RungeKutta>(tableau);
    return nullptr;
}

}  // namespace sinew
