// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew {

/// How many bodies before its turn a pass asks for a body's memory. Processors look ahead by themselves, but not across
/// pages and not in so many arrays at once: asking saves 3 to 5 % of forward dynamics (`sinew_bench --only-scaling`).
inline constexpr std::ptrdiff_t fetch_distance = 12;

/// Asks for entry i of an array, which need not exist, to be read or written soon. (Not for packs, whose entries are so
/// long that processors see by themselves where it goes.)
template <bool to_write = false, class T>
inline void fetch(const T* array, std::ptrdiff_t i) {
    if constexpr (sizeof(T) > 176) return;
    const auto place = static_cast<std::intptr_t>(reinterpret_cast<std::uintptr_t>(array)) +
                       i * static_cast<std::ptrdiff_t>(sizeof(T));
    for (std::ptrdiff_t line = 0; line < static_cast<std::ptrdiff_t>(sizeof(T)); line += 64)
        __builtin_prefetch(reinterpret_cast<const void*>(place + line), to_write);
}

}  // namespace sinew
