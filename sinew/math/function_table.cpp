// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <sinew/math/function_table.h>

namespace sinew::function {
namespace {

/// f[x_i, x_{i+1}, x_{i+2}, x_{i+3}]: a sixth of the third derivative of the cubic through four points.
double third_difference(std::span<const double> x, std::span<const double> y, std::size_t i) {
    const auto slope = [&](std::size_t k) { return (y[k + 1] - y[k]) / (x[k + 1] - x[k]); };
    const auto bend = [&](std::size_t k) { return (slope(k + 1) - slope(k)) / (x[k + 2] - x[k]); };
    return (bend(i + 1) - bend(i)) / (x[i + 3] - x[i]);
}

/// An end condition m_end = coupling · m_neighbour + shift on the second derivatives m.
struct End {
    double coupling, shift;
};

/// The second derivatives at the knots that make the spline C² and meet the end conditions: the inner equations
/// (2.43) with the outer unknowns replaced, a diagonally dominant tridiagonal system; first down, then up.
std::vector<double> second_derivatives(std::span<const double> x, std::span<const double> y, End first,
                                       End last) {
    const std::size_t n = x.size();
    std::vector<double> m(n, 0.0), diagonal(n, 1.0);
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
        diagonal[i] = 2.0 * (before + after);
        m[i] = 6.0 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
        if (i == 1) {
            diagonal[i] += before * first.coupling;
            m[i] -= before * first.shift;
        } else {
            const double ratio = before / diagonal[i - 1];
            diagonal[i] -= ratio * before;
            m[i] -= ratio * m[i - 1];
        }
        if (i + 2 == n) {
            diagonal[i] += after * last.coupling;
            m[i] -= after * last.shift;
        }
    }
    if (n > 2) m[n - 2] /= diagonal[n - 2];
    for (std::size_t i = n - 2; i-- > 1;) m[i] = (m[i] - (x[i + 1] - x[i]) * m[i + 1]) / diagonal[i];
    m[0] = first.coupling * m[1] + first.shift;
    m[n - 1] = last.coupling * m[n - 2] + last.shift;
    return m;
}

}  // namespace

/// (2.46)
CubicTable CubicTable::from_second_derivatives(std::span<const double> x, std::span<const double> y,
                                               std::span<const double> m) {
    const std::size_t n = x.size();
    CubicTable table;
    table.keys_.assign(x.begin(), x.end());
    table.keys_.back() = std::nextafter(x[n - 1], std::numeric_limits<double>::infinity());
    table.pieces_.resize(n + 1);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        const double h = x[i + 1] - x[i];
        const double slope = (y[i + 1] - y[i]) / h - h * (2.0 * m[i] + m[i + 1]) / 6.0;
        table.pieces_[i + 1] = {x[i], y[i], slope, m[i] / 2.0, (m[i + 1] - m[i]) / (6.0 * h)};
    }
    const double h = x[n - 1] - x[n - 2];
    const double end_slope = (y[n - 1] - y[n - 2]) / h + h * (m[n - 2] + 2.0 * m[n - 1]) / 6.0;
    table.pieces_.front() = {x[0], y[0], table.pieces_[1].c1, 0.0, 0.0};
    table.pieces_.back() = {x[n - 1], y[n - 1], end_slope, 0.0, 0.0};
    return table;
}

CubicTable CubicTable::linear(std::span<const double> x, std::span<const double> y) {
    return from_second_derivatives(x, y, std::vector<double>(x.size(), 0.0));
}

CubicTable CubicTable::natural(std::span<const double> x, std::span<const double> y) {
    return from_second_derivatives(x, y, second_derivatives(x, y, {0.0, 0.0}, {0.0, 0.0}));
}

CubicTable CubicTable::simm(std::span<const double> x, std::span<const double> y) {
    const std::size_t n = x.size();
    if (n == 2) return linear(x, y);
    const double third_first = n > 3 ? 6.0 * third_difference(x, y, 0) : 0.0;
    const double third_last = n > 3 ? 6.0 * third_difference(x, y, n - 4) : 0.0;
    const End first{1.0, -third_first * (x[1] - x[0])}, last{1.0, third_last * (x[n - 1] - x[n - 2])};
    return from_second_derivatives(x, y, second_derivatives(x, y, first, last));
}

CubicTable CubicTable::scaled(double scale) const {
    CubicTable result = *this;
    for (Piece& p : result.pieces_) p = {p.knot, scale * p.c0, scale * p.c1, scale * p.c2, scale * p.c3};
    return result;
}

bool CubicTable::finite() const {
    for (const Piece& p : pieces_)
        if (!std::isfinite(p.c0 + p.c1 + p.c2 + p.c3)) return false;
    return true;
}

}  // namespace sinew::function
