// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace sinew {

inline constexpr std::size_t cache_line = 64;

/// The next multiple of a cache line.
constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + cache_line - 1) / cache_line * cache_line;
}

/// Memory for numbers that passes stream through, at the start of a cache line; to be freed by std::free. A large block
/// is asked for in large pages: a model of a hundred thousand bodies lies on fifty thousand small ones, and looking
/// those up costs a tenth of each pass. Throws std::bad_alloc.
std::byte* allocate_block(std::size_t bytes);

}  // namespace sinew
