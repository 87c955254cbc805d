// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sinew {

/// Memory that begins with a cache line, as the widest registers want it.
template <class T>
struct Aligned {
    using value_type = T;
    static constexpr std::align_val_t line{64};
    Aligned() = default;
    template <class S>
    Aligned(const Aligned<S>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), line)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
    friend bool operator==(const Aligned&, const Aligned&) { return true; }
};
template <class T>
using AlignedVector = std::vector<T, Aligned<T>>;

}  // namespace sinew
