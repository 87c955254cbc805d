// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <tests/allocations/count.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SINEW_SANITIZED 1
#endif
#endif

namespace {

thread_local long count = 0, live = 0, until_failure = 0;
thread_local bool has_failed = false;
std::atomic<long> count_of_all = 0;

#ifndef SINEW_SANITIZED
/// Counts an allocation; false if it is the one that shall fail.
bool counted() {
    ++count;
    count_of_all.fetch_add(1, std::memory_order_relaxed);
    if (until_failure > 0 && --until_failure == 0) return has_failed = true, false;
    return true;
}

void* taken(void* memory) {
    if (memory) ++live;
    return memory;
}
#endif

}  // namespace

#ifndef SINEW_SANITIZED
// glibc's own allocator behind ours, so that every path to the heap is counted.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t size) { return counted() ? taken(__libc_malloc(size)) : nullptr; }
void* calloc(std::size_t n, std::size_t size) { return counted() ? taken(__libc_calloc(n, size)) : nullptr; }
void* realloc(void* memory, std::size_t size) {
    if (!counted()) return nullptr;
    void* moved = __libc_realloc(memory, size);
    if (memory && (moved || size == 0)) --live;
    return taken(moved);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
    return counted() ? taken(__libc_memalign(alignment, size)) : nullptr;
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
    *memory = counted() ? taken(__libc_memalign(alignment, size)) : nullptr;
    return *memory ? 0 : ENOMEM;
}
void free(void* memory) {
    if (memory) --live;
    __libc_free(memory);
}
}
#endif

namespace sinew::testing {

long allocations() { return count; }
long allocations_of_all_threads() { return count_of_all; }
long live_blocks() { return live; }
void fail_allocation(long n) {
    until_failure = n;
    has_failed = false;
}
bool failed() { return has_failed; }

bool can_count() {
#ifdef SINEW_SANITIZED
    return false;
#else
    return true;
#endif
}

}  // namespace sinew::testing
