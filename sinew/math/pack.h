// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/four.h>
#include <sinew/math/scalar.h>

#include <bit>
#include <cstdint>

namespace sinew {

/// Four numbers that go through the same computation side by side, one in each lane of a processor's registers (2.11).
/// A scalar like any other for the passes; what would branch on a value asks all lanes at once (exceeds).
struct Pack {
    static constexpr int lanes = 4;
    Four v{};

    Pack() = default;
    Pack(double x) : v{x, x, x, x} {}
    Pack(double a, double b, double c, double d) : v{a, b, c, d} {}
    Pack(const Four& four) : v(four) {}
    double lane(int i) const { return v[i]; }

    friend Pack operator-(const Pack& a) { return -a.v; }
    friend Pack operator+(const Pack& a, const Pack& b) { return a.v + b.v; }
    friend Pack operator-(const Pack& a, const Pack& b) { return a.v - b.v; }
    friend Pack operator*(const Pack& a, const Pack& b) { return a.v * b.v; }
    friend Pack operator/(const Pack& a, const Pack& b) { return a.v / b.v; }
    Pack& operator+=(const Pack& b) { return v += b.v, *this; }
    Pack& operator-=(const Pack& b) { return v -= b.v, *this; }
};

using FourWhole = std::int64_t __attribute__((vector_size(32), aligned(32)));

/// True if it holds in every lane; false where a lane is not a number.
inline bool exceeds(const Pack& a, const Pack& b) {
    const FourWhole above = a.v > b.v;
    return (above[0] & above[1] & above[2] & above[3]) != 0;
}

/// Sines and cosines to within one unit in the last place for angles up to 10⁵, beyond that by the C
/// library, lane by lane. The angle less the nearest multiple k of π/2, which is taken off in three parts so short that
/// k times a part is exact (Cody and Waite 1980), goes into the minimax polynomials of Sun's fdlibm; k's last two bits
/// tell which is which and of what sign.                                                                       (2.12)
inline SinCos<Pack> sin_cos(const Pack& angle) {
    constexpr double most = 1e5;
    const Four x = angle.v;
    if (!(exceeds(most, angle) && exceeds(angle, -most))) {
        SinCos<Pack> out;
        for (int i = 0; i < Pack::lanes; ++i) {
            const auto [s, c] = sin_cos(x[i]);
            out.sin.v[i] = s;
            out.cos.v[i] = c;
        }
        return out;
    }
    constexpr double to_whole =
        6755399441055744.0;  // 1.5·2⁵²: what is added to it is rounded to a whole number
    const Four lifted = x * 0.63661977236758134308 + to_whole;
    const FourWhole quarter = std::bit_cast<FourWhole>(lifted);
    const Four k = lifted - to_whole;
    const Four whole = x - k * 0x1.921fb544p+0, middle = k * 0x1.0b4611a6p-34, a = whole - middle;
    const Four rest = ((whole - a) - middle) - k * 0x1.3198a2e037073p-69;
    const Four r = a + rest, e = (a - r) + rest;  // r + e: the angle to more digits than a number holds
    const Four z = r * r;
    const Four s = 8.33333333332248946124e-03 +
                   z * (-1.98412698298579493134e-04 +
                        z * (2.75573137070700676789e-06 +
                             z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    const Four sine = r + (z * r * (-1.66666666666666324348e-01 + z * s) + e * (1.0 - 0.5 * z));
    const Four c = z * (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const Four half = 0.5 * z, most_of = 1.0 - half;
    const Four cosine = most_of + (((1.0 - most_of) - half) + (z * c - r * e));
    const FourWhole swapped = (quarter & 1) != 0;
    const FourWhole sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
    const FourWhole sine_bits = std::bit_cast<FourWhole>(sine);
    const FourWhole cosine_bits = std::bit_cast<FourWhole>(cosine);
    const FourWhole sin_out = ((cosine_bits & swapped) | (sine_bits & ~swapped)) ^ sine_sign;
    const FourWhole cos_out = ((sine_bits & swapped) | (cosine_bits & ~swapped)) ^ cosine_sign;
    return {std::bit_cast<Four>(sin_out), std::bit_cast<Four>(cos_out)};
}

}  // namespace sinew
