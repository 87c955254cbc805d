// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/rosenbrock.h>

#include <sinew/integrators/jacobian.h>
#include <sinew/integrators/methods.h>
#include <sinew/integrators/one_step.h>
#include <sinew/math/lu.h>

#include <algorithm>

namespace sinew {

// The method RODAS, stiffly accurate and L-stable.                             [Hairer, Wanner 1996, IV.7 and VI.4]
constinit const RosenbrockTableau rodas{
    .gamma = 0.25,
    .alpha = {0, 0.386, 0.21, 0.63, 1, 1},
    .gamma_sum = {0.25, -0.1043, 0.1035, -0.0362, 0, 0},
    .a = {{{},
           {1.544},
           {0.9466785280815826, 0.2557011698983284},
           {3.314825187068521, 2.896124015972201, 0.9986419139977817},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
           {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1}}},
    .c = {{{},
           {-5.6688},
           {-2.430093356833875, -0.2063599157091915},
           {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
           {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
           {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
            -6.058818238834054}}},
    .dense = {
        {{10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662},
         {-0.6762803392806891, 6.087714651680015, 16.43084320892478, 24.76722511418386,
          -6.594389125716872}}}};

namespace {

class Rosenbrock final : public OneStep {
public:
    int order() const override { return RosenbrockTableau::order; }
    void interpolate(double t, std::span<double> y) const override;

private:
    static constexpr int stages = RosenbrockTableau::stages;
    int error_order() const override { return RosenbrockTableau::error_order; }
    void take_memory() override;
    bool was_started() override { return knows_jacobian_ = false, true; }
    void was_accepted() override;
    Judgement trial(double h) override;
    bool find_jacobian();
    std::span<double> u(int i) { return {u_.data() + static_cast<std::size_t>(i) * size(), size()}; }

    Differences differences_;
    Lu lu_;
    std::vector<double> J_, E_, f_t_, u_;
    std::vector<double> dense_;  ///< two rows
    bool knows_jacobian_ = false;
};

void Rosenbrock::take_memory() {
    const std::size_t n = size();
    differences_ = Differences(*problem_);
    lu_ = Lu(static_cast<int>(n));
    J_.assign(n * n, 0.0);
    E_.assign(n * n, 0.0);
    f_t_.assign(n, 0.0);
    u_.assign(n * stages, 0.0);
    dense_.assign(n * 2, 0.0);
}

/// Differences need more digits where more are asked for: their error spoils the order.
bool Rosenbrock::find_jacobian() {
    if (knows_jacobian_) return true;
    const bool both_sides = options_.accuracy < 1e-5;
    ++statistics_.jacobians;
    long& asked = statistics_.evaluations;
    return knows_jacobian_ = differences_.jacobian(*problem_, t_, y_, f_, both_sides, J_, asked) &&
                             differences_.time_derivative(*problem_, t_, y_, f_, both_sides, f_t_, asked);
}

OneStep::Judgement Rosenbrock::trial(double h) {
    const std::size_t n = size();
    if (!find_jacobian()) return {Refusal::rates};
    for (std::size_t i = 0; i < n * n; ++i) E_[i] = -J_[i];
    for (std::size_t i = 0; i < n; ++i) E_[i * n + i] += 1 / (h * rodas.gamma);
    ++statistics_.factorizations;
    if (!lu_.factor(E_)) return {Refusal::iteration};

    for (int s = 0; s < stages; ++s) {
        const std::size_t row = static_cast<std::size_t>(s);
        const std::span<double> u_s = u(s);
        if (s == 0) {
            std::copy(f_.begin(), f_.end(), u_s.begin());
        } else {
            std::copy(y_.begin(), y_.end(), y_new_.begin());
            for (int j = 0; j < s; ++j) {
                const double a = rodas.a[row][static_cast<std::size_t>(j)];
                const std::span<const double> u_j = u(j);
                for (std::size_t i = 0; i < n; ++i) y_new_[i] += a * u_j[i];
            }
            std::copy(y_new_.begin(), y_new_.end(),
                      f_new_.begin());  // rates may put prescribed values into y
            if (!ask_rates(t_ + rodas.alpha[row] * h, f_new_, u_s)) return {Refusal::rates};
            for (int j = 0; j < s; ++j) {
                const double c = rodas.c[row][static_cast<std::size_t>(j)] / h;
                const std::span<const double> u_j = u(j);
                for (std::size_t i = 0; i < n; ++i) u_s[i] += c * u_j[i];
            }
        }
        for (std::size_t i = 0; i < n; ++i) u_s[i] += h * rodas.gamma_sum[row] * f_t_[i];
        lu_.solve(u_s);
    }
    const std::span<double> error = u(stages - 1);
    for (std::size_t i = 0; i < n; ++i) y_new_[i] += error[i];
    return finish(error);
}

void Rosenbrock::was_accepted() {
    knows_jacobian_ = false;
    const std::size_t n = size();
    std::fill(dense_.begin(), dense_.end(), 0.0);
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t j = 0; j < 5; ++j)
            for (std::size_t i = 0; i < n; ++i) dense_[row * n + i] += rodas.dense[row][j] * u_[j * n + i];
}

/// The method's own cubic (12.31): slopes at the ends, which may be anything in stiff components, take no part in it.
void Rosenbrock::interpolate(double t, std::span<double> y) const {
    const double h = t_ - t_before_;
    if (!(h > 0) || t <= t_before_ || t >= t_) return OneStep::interpolate(t, y);
    const double s = (t - t_before_) / h, r = 1 - s;
    for (std::size_t i = 0; i < y.size(); ++i)
        y[i] = r * y_before_[i] + s * (y_[i] + r * (dense_[i] + s * dense_[size() + i]));
}

}  // namespace

std::unique_ptr<Integrator> make_rosenbrock(Method method) {
    return method == Method::rosenbrock ? std::make_unique<Rosenbrock>() : nullptr;
}

}  // namespace sinew
