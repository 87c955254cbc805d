// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/stepping/touch.h>

#include <string>
#include <vector>

namespace sinew {

/// Two surfaces that are in one another.
struct Overlap {
    TouchPoint deepest{};
    double depth() const { return -deepest.gap; }
};

/// Pairs of surfaces that overlap by more than this, the deepest first.
std::vector<Overlap> overlaps(const System& system, const State& state, TouchFinder& finder,
                              double more_than);
/// By the Model's rigid surfaces. Throws ModelError with the names of two surfaces that there is no answer for.
std::vector<Overlap> overlaps(const System& system, const State& state, double more_than = 1e-6);

/// A sentence for each of the deepest, with names, depth and the way out; one more if there are more than `most`.
std::vector<std::string> texts_of(const System& system, const std::vector<Overlap>& overlaps,
                                  std::size_t most = 5);

}  // namespace sinew
