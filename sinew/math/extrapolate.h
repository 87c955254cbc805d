// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>

namespace sinew {

/// Differences at steps h, h/2, h/4, … are extrapolated to none (2.51).
inline constexpr int most_differences = 14, usual_differences = 8;

/// The limit of differences D[0], D[stride], …, each with half the step of the one before: of Neville's table the entry
/// whose neighbours agree best with it [Ridders 1982]. Of a table without two finite neighbours it is the last of D.
/// rounding: what it leaves in D[0], and twice that from step to step; short steps agree by chance where it is all that
/// they see. ratio: by how much the greatest error shrinks from step to step and from column to column: 4 for central
/// differences, 2 for those of one side.
inline double extrapolated(const double* D, int count, std::ptrdiff_t stride, double rounding,
                           double ratio = 4) {
    double row[most_differences] = {}, best = D[(count - 1) * stride], least = INFINITY;
    row[0] = D[0];
    for (int i = 1; i < count; ++i) {
        double before = row[0];  // the entry to the upper left of the next one
        row[0] = D[i * stride];
        rounding *= 2;
        double power = 1;
        for (int j = 1; j <= i; ++j) {
            power *= ratio;
            const double left = row[j - 1], entry = left + (left - before) / (power - 1);
            const double error = rounding + std::fmax(std::abs(entry - left), std::abs(entry - before));
            if (error < least) best = entry, least = error;
            before = row[j];
            row[j] = entry;
        }
    }
    return best;
}

/// What rounding leaves in the difference of two of these over h, the first of the steps.
inline double rounding_over(double h, const double* values, std::size_t count) {
    double most = 0;
    for (std::size_t i = 0; i < count; ++i) most = std::fmax(most, std::abs(values[i]));
    return 1e-15 * most / std::abs(h);
}

}  // namespace sinew
