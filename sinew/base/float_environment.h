// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#if !defined(__SSE2__)
#include <cfenv>
#endif

namespace sinew {

/// While one of these lives, this thread computes as the standard has it: round to nearest, keep subnormal
/// numbers, trap nothing. What the program around had set comes back afterwards. So results do not depend on the
/// host's settings; where these are the usual ones, it costs one read of a register.
#if defined(__SSE2__)  // by what <xmmintrin.h> is made of: that header is long
class UsualFloats {
public:
    UsualFloats() : found_(__builtin_ia32_stmxcsr()) {
        if (is_unusual()) __builtin_ia32_ldmxcsr(usual);
    }
    ~UsualFloats() {
        if (is_unusual()) __builtin_ia32_ldmxcsr(found_);
    }
    UsualFloats(const UsualFloats&) = delete;
    UsualFloats& operator=(const UsualFloats&) = delete;

private:
    static constexpr unsigned usual = 0x1f80, flags = 0x3f;  // the flags only tell what has happened
    bool is_unusual() const { return (found_ & ~flags) != usual; }
    unsigned found_;
};
#else
class UsualFloats {
public:
    UsualFloats() {
        std::fegetenv(&found_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~UsualFloats() { std::fesetenv(&found_); }
    UsualFloats(const UsualFloats&) = delete;
    UsualFloats& operator=(const UsualFloats&) = delete;

private:
    std::fenv_t found_;
};
#endif

}  // namespace sinew
