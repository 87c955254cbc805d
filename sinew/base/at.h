// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace sinew {

/// A count or a place of ours, as the standard's containers want it; i is not negative.
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace sinew
