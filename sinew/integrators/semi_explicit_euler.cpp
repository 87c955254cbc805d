// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/methods.h>
#include <sinew/integrators/one_step.h>

namespace sinew {

namespace {

/// New speeds from old forces, new coordinates from new speeds (12.23).
class SemiExplicitEuler : public OneStep {
public:
    int order() const final { return 1; }

protected:
    int error_order() const final { return 1; }
    bool controls_error() const override { return false; }
    void take_memory() override { q_dot_.assign(static_cast<std::size_t>(parts_.q), 0.0); }
    Judgement trial(double h) override {
        if (!advance(t_, y_, f_, h, y_new_)) return {Refusal::rates};
        return finish({});
    }
    bool advance(double t, std::span<const double> y, std::span<const double> f, double h,
                 std::span<double> next) {
        const std::size_t nq = q_dot_.size(), nu = static_cast<std::size_t>(parts_.u);
        for (std::size_t i = nq; i < y.size(); ++i) next[i] = y[i] + h * f[i];
        if (!problem_->q_rates(t, y, next.subspan(nq, nu), q_dot_)) return false;
        for (std::size_t i = 0; i < nq; ++i) next[i] = y[i] + h * q_dot_[i];
        return true;
    }

    std::vector<double> q_dot_;
};

/// Two steps of half the length, judged by one of the whole (12.24).
class Doubled final : public SemiExplicitEuler {
    bool controls_error() const override { return true; }
    void take_memory() override {
        SemiExplicitEuler::take_memory();
        for (auto* v : {&whole_, &half_, &f_half_}) v->assign(size(), 0.0);
    }
    Judgement trial(double h) override {
        const double t_half = t_ + 0.5 * h;
        if (!advance(t_, y_, f_, h, whole_) || !advance(t_, y_, f_, 0.5 * h, half_)) return {Refusal::rates};
        if (!ask_rates(t_half, half_, f_half_)) return {Refusal::rates};
        if (!advance(t_half, half_, f_half_, 0.5 * h, y_new_)) return {Refusal::rates};
        for (std::size_t i = 0; i < size(); ++i) whole_[i] = y_new_[i] - whole_[i];
        return finish(whole_);
    }

    std::vector<double> whole_, half_, f_half_;
};

}  // namespace

std::unique_ptr<Integrator> make_semi_explicit_euler(Method method) {
    if (method == Method::semi_explicit_euler) return std::make_unique<SemiExplicitEuler>();
    if (method == Method::semi_explicit_euler_doubled) return std::make_unique<Doubled>();
    return nullptr;
}

}  // namespace sinew
