// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

// Everything below is inlined, so that it does not matter how a processor without such registers hands them over.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace sinew {

/// Four neighbouring numbers that are worked on at once, for the innermost loops that a compiler does not turn into
/// such by itself. (g++ and clang make of it what the processor has. Its alignment is the same for all processors, as
/// it must be where one binary serves them all.)
using Four = double __attribute__((vector_size(32), aligned(32)));

inline Four load_four(const double* x) {
    Four v;
    std::memcpy(&v, x, sizeof v);
    return v;
}

inline void store_four(double* x, const Four& v) { std::memcpy(x, &v, sizeof v); }

/// One number or four: for loops that go by fours and then take the rest one by one.
template <class S>
S load(const double* x) {
    S v;
    std::memcpy(&v, x, sizeof v);
    return v;
}
template <class S>
void store(double* x, const S& v) {
    std::memcpy(x, &v, sizeof v);
}

}  // namespace sinew
