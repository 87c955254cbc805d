// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/memory.h>

#include <cstdlib>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sinew {

namespace {

constexpr std::size_t large_page = std::size_t{1} << 21;

}  // namespace

std::byte* allocate_block(std::size_t bytes) {
    const bool large = bytes >= 2 * large_page;
    const std::size_t alignment = large ? large_page : cache_line;
    const std::size_t whole =
        (bytes + alignment - 1) / alignment * alignment;  // aligned_alloc asks for multiples
    void* block = std::aligned_alloc(alignment, whole);
    if (!block) throw std::bad_alloc();
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (large)
        madvise(block, bytes / large_page * large_page, MADV_HUGEPAGE);  // a wish: refused, it costs nothing
#endif
    return static_cast<std::byte*>(block);
}

}  // namespace sinew
