// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace sinew {

/// Whether no number is infinite or NaN.
bool all_finite(std::span<const double> numbers);
/// Where the first one stands that is; their count if none is.
std::size_t first_not_finite(std::span<const double> numbers);

}  // namespace sinew
