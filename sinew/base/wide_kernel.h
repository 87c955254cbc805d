// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/kernel.h>

/// Marks a pass over packs of eight lanes, for processors with AVX-512 alone: to be called where has_wide_registers().
/// Where SINEW_KERNEL makes nothing special, neither does this, and any processor may call it.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SINEW_HAS_WIDE_KERNELS 1
#define SINEW_WIDE_KERNEL __attribute__((flatten, target("arch=x86-64-v4")))
#else
#define SINEW_HAS_WIDE_KERNELS 0
#define SINEW_WIDE_KERNEL
#endif

namespace sinew {

/// Whether this processor has registers of eight lanes.
inline bool has_wide_registers() {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

}  // namespace sinew
