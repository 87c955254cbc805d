// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace sinew {

/// Whether no number is infinite or NaN.
bool all_finite(std::span<const double> numbers);

}  // namespace sinew
