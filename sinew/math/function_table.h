// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <sinew/math/scalar.h>

namespace sinew {

/// A function of one argument at a point: its value, first and second derivative.
template <class T>
struct SampleT {
    T value, d1, d2;
};
using Sample = SampleT<double>;

}  // namespace sinew

namespace sinew::function {

/// A cubic on each interval between knots and a straight line beyond the first and the last one: what piecewise
/// linear functions and all our splines become. One search, one record of five numbers, one Horner scheme.
class CubicTable {
public:
    /// Straight lines between the points (2.41).
    static CubicTable linear(std::span<const double> x, std::span<const double> y);
    /// The spline whose second derivative is zero at both ends (2.43), (2.44).
    static CubicTable natural(std::span<const double> x, std::span<const double> y);
    /// The spline whose outer cubics bend as the cubic through the four outer points (2.43), (2.45).
    static CubicTable simm(std::span<const double> x, std::span<const double> y);

    /// At a knot between two pieces the right one answers; at the last knot the last cubic, not the line beyond it.
    template <class T>
    SampleT<T> evaluate(const T& x) const {
        const Piece& p = pieces_[piece_at(value_of(x))];
        const T h = x - p.knot;
        const T c3h = p.c3 * h;
        return {p.c0 + h * (p.c1 + h * (p.c2 + c3h)), p.c1 + h * (2.0 * p.c2 + 3.0 * c3h),
                2.0 * p.c2 + 6.0 * c3h};
    }

    /// The table of scale · f.
    CubicTable scaled(double scale) const;
    /// Are all coefficients finite? Two knots too close together for the step between their values give infinite ones.
    bool finite() const;

private:
    /// c0 + c1 h + c2 h² + c3 h³ with h = x − knot.
    struct Piece {
        double knot, c0, c1, c2, c3;
    };

    static CubicTable from_second_derivatives(std::span<const double> x, std::span<const double> y,
                                              std::span<const double> m);

    /// How many keys are not above x. Halves the keys without a branch to mispredict; not-a-number gives piece 0.
    std::size_t piece_at(double x) const {
        const double* first = keys_.data();
        for (std::size_t count = keys_.size(); count > 0;) {
            const std::size_t half = (count + 1) / 2;
            first += (first[half - 1] <= x) ? half : 0;
            count -= half;
        }
        return static_cast<std::size_t>(first - keys_.data());
    }

    std::vector<double>
        keys_;  // the knots, the last one moved up by one bit so that it belongs to the last cubic
    std::vector<Piece>
        pieces_;  // line before the first knot, one cubic per interval, line after the last knot
};

}  // namespace sinew::function
