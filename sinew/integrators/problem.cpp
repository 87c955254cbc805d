// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/problem.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

/// The norm of one part of the error, from component `first` to before `last`.
struct PartSize {
    double norm = 0;
    int worst = -1;
};

PartSize size_of(std::span<const double> y, std::span<const double> error, int first, int last, bool relative,
                 Norm norm) {
    double sum = 0, most = -1;
    PartSize size;
    for (int i = first; i < last; ++i) {
        const std::size_t at = static_cast<std::size_t>(i);
        const double e = relative ? std::abs(error[at]) / std::fmax(1, std::abs(y[at])) : std::abs(error[at]);
        if (!std::isfinite(e)) return {std::numeric_limits<double>::infinity(), i};
        if (e > most) most = e, size.worst = i;
        sum += e * e;
    }
    if (last > first) size.norm = norm == Norm::largest ? most : std::sqrt(sum / (last - first));
    return size;
}

}  // namespace

double ErrorSize::largest() const {
    const double sum = q + u + z;
    return sum != sum ? sum : std::fmax(q, std::fmax(u, z));
}

bool Problem::rates_of_many(double, std::span<double>, std::span<double>) { return false; }
bool Problem::project(double, std::span<double>, std::span<double>) { return true; }
bool Problem::project_q(double, std::span<double>, std::span<double>) { return true; }

ErrorSize Problem::measure(std::span<const double> y, std::span<const double> error, Norm norm) const {
    const Parts n = parts();
    const PartSize q = size_of(y, error, 0, n.q, false, norm);
    const PartSize u = size_of(y, error, n.q, n.q + n.u, true, norm);
    const PartSize z = size_of(y, error, n.q + n.u, n.all(), true, norm);
    const PartSize& v = u.norm > z.norm || z.worst < 0 ? u : z;
    return {q.norm, u.norm, z.norm, q.norm > v.norm || v.worst < 0 ? q.worst : v.worst};
}

bool Problem::q_rates(double, std::span<const double>, std::span<const double> u, std::span<double> q_dot) {
    for (std::size_t i = 0; i < q_dot.size(); ++i) q_dot[i] = u[i];
    return true;
}

bool Problem::q_accelerations(double, std::span<const double>, std::span<const double> y_dot,
                              std::span<double> q_dot_dot) {
    const std::size_t nq = q_dot_dot.size();
    for (std::size_t i = 0; i < nq; ++i) q_dot_dot[i] = y_dot[nq + i];
    return true;
}

bool Problem::jacobian(double, std::span<const double>, std::span<double>) { return false; }
void Problem::structure(std::span<unsigned char> may) const { std::fill(may.begin(), may.end(), 1); }

std::string Problem::name(int component) const { return "y[" + std::to_string(component) + "]"; }
std::string Problem::complaint() const { return {}; }

}  // namespace sinew
