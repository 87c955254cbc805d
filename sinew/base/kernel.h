// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a pass over the tree. The compiler makes it three times, for any x86-64, for those with AVX2 and FMA, and for
/// those with AVX-512, inlines everything it calls, and the best one is chosen when the program starts: one binary
/// serves all machines. One State has little use for registers of eight numbers, but much for 32 of them in place of
/// 16: an articulated inertia and a force stay where they are.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SINEW_KERNEL __attribute__((flatten, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SINEW_KERNEL
#endif

/// Before a loop whose turns do not touch each other's numbers, which a compiler can not see where arrays come in by
/// pointers. (clang looks at run time, and would complain about each loop of this kind that it does not vectorise.)
#if defined(__GNUC__) && !defined(__clang__)
#define SINEW_INDEPENDENT _Pragma("GCC ivdep")
#else
#define SINEW_INDEPENDENT
#endif
