// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/jacobian.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double one_sided = 1.5e-8, two_sided = 6e-6;  // the square and the cube root of the rounding unit

/// A change that is exact in binary.
double change_of(double x, double share) {
    const double wish = share * std::fmax(1, std::abs(x));
    volatile double moved = x + wish;
    return moved - x;
}

bool all_finite(std::span<const double> v) {
    return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

}  // namespace

Differences::Differences(int n) {
    for (auto* v : {&y_, &f_plus_, &f_minus_}) v->assign(static_cast<std::size_t>(n), 0.0);
}

/// Rates with one component changed, or with none if it is negative.
bool Differences::ask(Problem& problem, double t, std::span<const double> y, int component, double delta,
                      std::vector<double>& f, long& evaluations) {
    ++evaluations;
    std::copy(y.begin(), y.end(), y_.begin());
    if (component >= 0) y_[static_cast<std::size_t>(component)] += delta;
    return problem.rates(t, y_, f) && all_finite(f);
}

bool Differences::jacobian(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                           bool both_sides, std::span<double> J, long& evaluations) {
    if (problem.jacobian(t, y, J)) return all_finite(J);
    const std::size_t n = y.size();
    for (std::size_t j = 0; j < n; ++j) {
        const int c = static_cast<int>(j);
        double delta = change_of(y[j], both_sides ? two_sided : one_sided);
        if (both_sides && ask(problem, t, y, c, delta, f_plus_, evaluations) &&
            ask(problem, t, y, c, -delta, f_minus_, evaluations)) {
            for (std::size_t i = 0; i < n; ++i) J[i * n + j] = (f_plus_[i] - f_minus_[i]) / (2 * delta);
            continue;
        }
        delta = change_of(y[j], one_sided);
        if (!ask(problem, t, y, c, delta, f_plus_, evaluations)) {  // the edge of a domain?
            delta = -delta;
            if (!ask(problem, t, y, c, delta, f_plus_, evaluations)) return false;
        }
        for (std::size_t i = 0; i < n; ++i) J[i * n + j] = (f_plus_[i] - f[i]) / delta;
    }
    return true;
}

bool Differences::time_derivative(Problem& problem, double t, std::span<const double> y,
                                  std::span<const double> f, bool both_sides, std::span<double> f_t,
                                  long& evaluations) {
    double delta = change_of(t, both_sides ? two_sided : one_sided);
    if (both_sides && ask(problem, t + delta, y, -1, 0, f_plus_, evaluations) &&
        ask(problem, t - delta, y, -1, 0, f_minus_, evaluations)) {
        for (std::size_t i = 0; i < y.size(); ++i) f_t[i] = (f_plus_[i] - f_minus_[i]) / (2 * delta);
        return true;
    }
    delta = change_of(t, one_sided);
    if (!ask(problem, t + delta, y, -1, 0, f_plus_, evaluations)) return false;
    for (std::size_t i = 0; i < y.size(); ++i) f_t[i] = (f_plus_[i] - f[i]) / delta;
    return true;
}

}  // namespace sinew
