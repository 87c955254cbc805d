// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/four.h>
#include <sinew/math/scalar.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace sinew {

/// Registers of four or of eight lanes. Their alignment is the same for all processors, as of Four.
template <int n>
struct LanesOf;
template <>
struct LanesOf<4> {
    using Reals = Four;
    using Wholes = std::int64_t __attribute__((vector_size(32), aligned(32)));
};
template <>
struct LanesOf<8> {
    using Reals = double __attribute__((vector_size(64), aligned(64)));
    using Wholes = std::int64_t __attribute__((vector_size(64), aligned(64)));
};

/// Numbers that go through the same computation side by side, one in each lane of a processor's registers (2.11): four
/// of them where it has AVX2 or less, eight with AVX-512. A scalar like any other for the passes. What would branch on
/// a value gets an answer for every lane (WhereT).
template <int n>
struct PackT {
    static constexpr int lanes = n;
    using Reals = typename LanesOf<n>::Reals;
    using Wholes = typename LanesOf<n>::Wholes;
    Reals v{};

    PackT() = default;
    PackT(double x) {
        if constexpr (n == 4) {
            v = Reals{x, x, x, x};
        } else {  // {x, x, ...} g++ 12 fills lane by lane where a function is compiled for AVX-512 that includes this
            Reals first{};
            first[0] = x;
            v = __builtin_shufflevector(first, first, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }
    PackT(double a, double b, double c, double d) requires(n == 4) : v{a, b, c, d} {}
    PackT(const Reals& reals) : v(reals) {}
    // Written out, so that records made of packs are copied pack by pack. As plain memory g++ 12 copies them in shorter
    // pieces, and then to read a whole pack waits until all pieces are written.
    PackT(const PackT& other) : v(other.v) {}
    PackT& operator=(const PackT& other) { return v = other.v, *this; }
    double lane(int i) const { return v[i]; }

    friend PackT operator-(const PackT& a) { return -a.v; }
    friend PackT operator+(const PackT& a, const PackT& b) { return a.v + b.v; }
    friend PackT operator-(const PackT& a, const PackT& b) { return a.v - b.v; }
    friend PackT operator*(const PackT& a, const PackT& b) { return a.v * b.v; }
    friend PackT operator/(const PackT& a, const PackT& b) { return a.v / b.v; }
    PackT& operator+=(const PackT& b) { return v += b.v, *this; }
    PackT& operator-=(const PackT& b) { return v -= b.v, *this; }
};

/// Four bodies of one State; States come in packs of four or eight.
using Pack = PackT<4>;

/// What holds in some lanes and not in others.
template <int n>
struct WhereT {
    using Wholes = typename LanesOf<n>::Wholes;
    Wholes v{};  ///< all bits set, or none

    WhereT() = default;
    WhereT(bool everywhere) : v(Wholes{} - std::int64_t{everywhere}) {}
    WhereT(const Wholes& wholes) : v(wholes) {}
    bool lane(int i) const { return v[i] != 0; }
    WhereT& operator&=(const WhereT& b) { return v &= b.v, *this; }
    WhereT& operator|=(const WhereT& b) { return v |= b.v, *this; }
};

/// The same as plain bits, for functions of other files to return. (What vectors are in, g++ 12 puts where it is not
/// aligned when it returns to a function that is not optimised.)
struct LaneBits {
    unsigned bits = 0;

    LaneBits(bool everywhere) : bits(everywhere ? ~0u : 0u) {}
    template <int n>
    LaneBits(const WhereT<n>& where) {
        for (int i = 0; i < n; ++i) bits |= unsigned{where.lane(i)} << i;
    }
    bool lane(int i) const { return (bits >> i & 1) != 0; }
};

/// True if it holds in every lane.
inline bool all_of(const WhereT<4>& where) {
    return (where.v[0] & where.v[1] & where.v[2] & where.v[3]) != 0;
}
inline bool all_of(const WhereT<8>& where) {
    struct Halves {
        LanesOf<4>::Wholes low, high;
    };
    const auto halves = std::bit_cast<Halves>(where.v);
    return all_of(WhereT<4>(LanesOf<4>::Wholes(halves.low & halves.high)));
}

/// Where x is below zero, by its bits; false where it is −0 or not a number. (Comparing packs themselves, g++ 12 takes
/// the lanes one by one where a function was inlined into another that is compiled for AVX-512.)
template <int n>
WhereT<n> is_negative(const PackT<n>& x) {
    using Wholes = typename LanesOf<n>::Wholes;
    constexpr std::int64_t sign = std::numeric_limits<std::int64_t>::min(), infinity = 0x7ff0000000000000;
    const Wholes bits = std::bit_cast<Wholes>(x.v), size = bits & ~sign;
    return Wholes((bits & (size - infinity - 1) & -size) >> 63);  // sign set, not NaN, not zero
}

/// Whether all lanes of three packs are zero (of either sign).
template <int n>
bool are_zero(const PackT<n>& a, const PackT<n>& b, const PackT<n>& c) {
    using Wholes = typename PackT<n>::Wholes;
    const Wholes bits = std::bit_cast<Wholes>(a.v) | std::bit_cast<Wholes>(b.v) | std::bit_cast<Wholes>(c.v);
    LanesOf<4>::Wholes four;
    if constexpr (n == 4) {
        four = bits;
    } else {
        struct Halves {
            LanesOf<4>::Wholes low, high;
        };
        const auto halves = std::bit_cast<Halves>(bits);
        four = halves.low | halves.high;
    }
    return ((four[0] | four[1] | four[2] | four[3]) << 1) == 0;
}

/// a > b in each lane; false where one of them is not a number. The difference of numbers that differ is not zero,
/// since subnormal ones are kept.
template <int n>
WhereT<n> exceeds(const PackT<n>& a, const PackT<n>& b) {
    return is_negative(b - a);
}

/// The C library's, where `near` does not hold. Not worth a place in a pass.
template <int n>
[[gnu::noinline]] void put_far_angles(const PackT<n>& angle, const WhereT<n>& near, SinCos<PackT<n>>& out) {
    for (int i = 0; i < n; ++i) {
        if (near.lane(i)) continue;
        const auto [s, c] = sin_cos(angle.lane(i));
        out.sin.v[i] = s;
        out.cos.v[i] = c;
    }
}

/// Sines and cosines to within one unit in the last place for angles up to 10⁵, beyond that by the C
/// library, in those lanes alone. The angle less the nearest multiple k of π/2, which is taken off in three parts so
/// short that k times a part is exact (Cody and Waite 1980), goes into the minimax polynomials of Sun's fdlibm; k's
/// last two bits tell which is which and of what sign.                                                         (2.12)
template <int n>
SinCos<PackT<n>> sin_cos(const PackT<n>& angle) {
    using Reals = typename PackT<n>::Reals;
    using Wholes = typename PackT<n>::Wholes;
    const Reals x = angle.v;
    constexpr double to_whole =
        6755399441055744.0;  // 1.5·2⁵²: what is added to it is rounded to a whole number
    const Reals lifted = x * 0.63661977236758134308 + to_whole;
    const Wholes quarter = std::bit_cast<Wholes>(lifted);
    const Reals k = lifted - to_whole;
    const Reals whole = x - k * 0x1.921fb544p+0, middle = k * 0x1.0b4611a6p-34, a = whole - middle;
    const Reals rest = ((whole - a) - middle) - k * 0x1.3198a2e037073p-69;
    const Reals r = a + rest, e = (a - r) + rest;  // r + e: the angle to more digits than a number holds
    const Reals z = r * r;
    const Reals s = 8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 +
                              z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    const Reals sine = r + (z * r * (-1.66666666666666324348e-01 + z * s) + e * (1.0 - 0.5 * z));
    const Reals c =
        z * (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    const Reals half = 0.5 * z, most_of = 1.0 - half;
    const Reals cosine = most_of + (((1.0 - most_of) - half) + (z * c - r * e));
    const Wholes swapped = -(quarter & 1);
    const Wholes sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
    const Wholes sine_bits = std::bit_cast<Wholes>(sine);
    const Wholes cosine_bits = std::bit_cast<Wholes>(cosine);
    const Wholes sin_out = ((cosine_bits & swapped) | (sine_bits & ~swapped)) ^ sine_sign;
    const Wholes cos_out = ((sine_bits & swapped) | (cosine_bits & ~swapped)) ^ cosine_sign;
    SinCos<PackT<n>> out{std::bit_cast<Reals>(sin_out), std::bit_cast<Reals>(cos_out)};
    constexpr double most = 1e5;
    WhereT<n> near = exceeds(PackT<n>(most), angle);
    near &= exceeds(angle, PackT<n>(-most));
    if (!all_of(near)) [[unlikely]]
        put_far_angles(angle, near, out);
    return out;
}

template <int n>
PackT<n> square_root(const PackT<n>& x) {
    PackT<n> root;
    for (int i = 0; i < n; ++i) root.v[i] = square_root(static_cast<double>(x.v[i]));
    return root;
}

}  // namespace sinew
