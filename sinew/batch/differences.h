// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>

#include <span>

namespace sinew {

/// ∂ẏ/∂y of a System, y = (q, u, z), by central differences of all columns at once in a batch:
///     J_ij = (ẏ_i(y + δ_j) − ẏ_i(y − δ_j)) / 2δ_j     δ_j = 6·10⁻⁶ max(1, |y_j|)                                (20.7)
/// Good to about 10⁻¹⁰ of the largest numbers. Takes any System, whatever its elements. Takes its memory when made;
/// options and discrete variables are those of the State it was made like.
class RateDifferences {
public:
    RateDifferences(const System& system, const State& like, const BatchOptions& options = {});

    /// nq + nu + nz
    int size() const { return n_; }
    /// J, size() x size(), row by row. False where some rates near the State have no value. Throws StateError if the
    /// State has other options than the one this was made like.
    bool jacobian(const State& at, std::span<double> J);

private:
    Batch batch_;
    int n_;
};

}  // namespace sinew
