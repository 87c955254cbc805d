// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/four.h>
#include <sinew/spatial/inertia.h>
#include <sinew/spatial/transform.h>

namespace sinew {

// Spatial algebra of one body in registers of four numbers, three of them used: what a pass over single bodies of one
// State keeps at hand then fits the registers, where number by number half of it would have to be put aside.

/// A vector; its fourth number is zero.
using Triple = Four;
inline constexpr Triple no_triple{};

/// Three numbers that a fourth, which is left out, follows; or that follow one.
inline Triple with_next(const double* x) {
    return __builtin_shufflevector(load_four(x), no_triple, 0, 1, 2, 7);
}
inline Triple with_last(const double* x) {
    return __builtin_shufflevector(load_four(x - 1), no_triple, 1, 2, 3, 7);
}

template <int i>
Triple spread(const Triple& a) {
    return __builtin_shufflevector(a, a, i, i, i, i);
}
inline Four everywhere(double x) { return Four{x, x, x, x}; }
/// (y, z, x)
inline Triple turned(const Triple& a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
inline double dot(const Triple& a, const Triple& b) {
    const Triple product = a * b;
    return product[0] + product[1] + product[2];
}

/// p × a, for several a.
struct CrossWith {
    Triple p, turned_p;
    explicit CrossWith(const Triple& p_in) : p(p_in), turned_p(turned(p_in)) {}
    Triple operator()(const Triple& a) const { return turned(p * turned(a) - turned_p * a); }
};

/// A matrix by its columns, or, where it says so, by its rows; of a symmetric one both are the same.
struct Triples {
    Triple x, y, z;

    friend Triples operator+(const Triples& a, const Triples& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    Triples& operator+=(const Triples& b) { return *this = *this + b; }
};

inline constexpr Triples no_triples{no_triple, no_triple, no_triple};

/// Columns times a, or aᵀ times rows.
inline Triple times(const Triples& A, const Triple& a) {
    return A.x * spread<0>(a) + A.y * spread<1>(a) + A.z * spread<2>(a);
}
/// Rows times a.
inline Triple rows_times(const Triples& A, const Triple& a) {
    const Triple x = A.x * a, y = A.y * a, z = A.z * a;
    const Triple xy = __builtin_shufflevector(x, y, 0, 4, 2, 6) + __builtin_shufflevector(x, y, 1, 5, 3, 7);
    const Triple z0 =
        __builtin_shufflevector(z, no_triple, 0, 4, 2, 6) + __builtin_shufflevector(z, no_triple, 1, 5, 3, 7);
    return __builtin_shufflevector(xy, z0, 0, 1, 4, 5) + __builtin_shufflevector(xy, z0, 2, 3, 6, 7);
}
inline Triples transpose(const Triples& A) {
    const Triple low = __builtin_shufflevector(A.x, A.y, 0, 4, 2, 6);
    const Triple high = __builtin_shufflevector(A.x, A.y, 1, 5, 3, 7);
    const Triple z_low = __builtin_shufflevector(A.z, no_triple, 0, 4, 2, 6);
    const Triple z_high = __builtin_shufflevector(A.z, no_triple, 1, 5, 3, 7);
    return {__builtin_shufflevector(low, z_low, 0, 1, 4, 5),
            __builtin_shufflevector(high, z_high, 0, 1, 4, 5),
            __builtin_shufflevector(low, z_low, 2, 3, 6, 7)};
}
/// A + Aᵀ, in which entries that mirror one another are the same to the last bit.
inline Triples twice_symmetric(const Triples& A) { return A + transpose(A); }

/// A spatial force.
struct TripleForce {
    Triple m, f;

    friend TripleForce operator+(const TripleForce& a, const TripleForce& b) {
        return {a.m + b.m, a.f + b.f};
    }
    friend TripleForce operator*(const Four& s, const TripleForce& a) { return {s * a.m, s * a.f}; }
    TripleForce& operator+=(const TripleForce& b) { return *this = *this + b; }
};
inline TripleForce triples(const SpatialForce& F) {
    const auto* x = reinterpret_cast<const double*>(&F);
    return {with_next(x), with_last(x + 3)};
}
inline void put(const TripleForce& a, SpatialForce& F) {
    auto* x = reinterpret_cast<double*>(&F);
    store_four(x, a.m);
    store_four(x + 2, __builtin_shufflevector(a.m, a.f, 2, 4, 5, 6));
}
inline TripleForce shift_inward(const TripleForce& F, const CrossWith& p) { return {F.m + p(F.f), F.f}; }

/// A spatial motion.
struct TripleMotion {
    Triple w, v;
};
template <class Kind>
TripleMotion triples(const MotionT<double, Kind>& V) {
    const auto* x = reinterpret_cast<const double*>(&V);
    return {with_next(x), with_last(x + 3)};
}
inline void put(const TripleMotion& a, SpatialVelocity& V) {
    auto* x = reinterpret_cast<double*>(&V);
    store_four(x, a.w);
    store_four(x + 2, __builtin_shufflevector(a.w, a.v, 2, 4, 5, 6));
}

/// [J F; Fᵀ M], F by its rows. J and M stay symmetric to the last bit: what made them differ across their diagonals no
/// joint would let slip, and it would grow from body to body.
struct TripleInertia {
    Triples J, F, M;

    TripleInertia& operator+=(const TripleInertia& b) { return J += b.J, F += b.F, M += b.M, *this; }
    friend TripleForce operator*(const TripleInertia& Y, const TripleMotion& A) {
        return {times(Y.J, A.w) + rows_times(Y.F, A.v), times(Y.F, A.w) + times(Y.M, A.v)};
    }
};

/// The rows of F of what has no F but p× M.
inline Triples cross_rows(const Triple& p, const Triples& M) {
    const Triple x = spread<0>(p), y = spread<1>(p), z = spread<2>(p);
    return {y * M.z - z * M.y, z * M.x - x * M.z, x * M.y - y * M.x};
}

/// (3.11) with C = p× (F + F')ᵀ/2: F' = F + p× M, J' = J + C + Cᵀ. C + Cᵀ alone:
inline Triples add_lever(const Triple& p, const Triples& F, const Triples& F_shifted) {
    const CrossWith half(0.5 * p);
    return twice_symmetric({half(F.x + F_shifted.x), half(F.y + F_shifted.y), half(F.z + F_shifted.z)});
}
inline TripleInertia shift_inward(const TripleInertia& Y, const Triple& p) {
    const Triples F = Y.F + cross_rows(p, Y.M);
    return {Y.J + add_lever(p, Y.F, F), F, Y.M};
}

/// S −= u uᵀ/d, the same across the diagonal.
inline void subtract_square(Triples& S, const Triple& u, const Triple& d_inv) {
    S.x -= (u * spread<0>(u)) * d_inv;
    S.y -= (u * spread<1>(u)) * d_inv;
    S.z -= (u * spread<2>(u)) * d_inv;
}
/// A −= g uᵀ, A by rows, or symmetric and to be made so again.
inline void subtract_product(Triples& A, const Triple& g, const Triple& u) {
    A.x -= spread<0>(g) * u;
    A.y -= spread<1>(g) * u;
    A.z -= spread<2>(g) * u;
}
inline void make_symmetric(Triples& A) {
    const Triples twice = twice_symmetric(A);
    A = {0.5 * twice.x, 0.5 * twice.y, 0.5 * twice.z};
}
inline double trace(const Triples& A) { return A.x[0] + A.y[1] + A.z[2]; }

inline Triples triples(const Sym3& S) {
    return {Triple{S.xx, S.xy, S.xz}, Triple{S.xy, S.yy, S.yz}, Triple{S.xz, S.yz, S.zz}};
}
inline TripleInertia triples(const ArticulatedInertia& Y) {
    const Mat3& F = Y.F;
    return {triples(Y.J),
            {Triple{F.x.x, F.y.x, F.z.x}, Triple{F.x.y, F.y.y, F.z.y}, Triple{F.x.z, F.y.z, F.z.z}},
            triples(Y.M)};
}
inline Sym3 numbers(const Triples& S) { return {S.x[0], S.y[1], S.z[2], S.x[1], S.x[2], S.y[2]}; }
inline ArticulatedInertia numbers(const TripleInertia& Y) {
    const Triples F = transpose(Y.F);
    return {numbers(Y.J),
            {{F.x[0], F.x[1], F.x[2]}, {F.y[0], F.y[1], F.y[2]}, {F.z[0], F.z[1], F.z[2]}},
            numbers(Y.M)};
}

/// A body's inertia turned into W: with K the upper half of I, half its diagonal in it, R I Rᵀ = R K Rᵀ + (R K Rᵀ)ᵀ.
struct TripleBody {
    Four m;  ///< the same in all places
    Triple h;
    Triples I;
};
inline TripleBody turn_inertia(const Rotation& R_WB, const RigidInertia& M_B) {
    const auto *r = reinterpret_cast<const double*>(&R_WB), *M = reinterpret_cast<const double*>(&M_B);
    const Triple x = with_next(r), y = with_next(r + 3), z = with_last(r + 6);
    const Four mh = load_four(M), diagonal = load_four(M + 4), rest = load_four(M + 6);
    const Four half = 0.5 * diagonal;
    const Triples RK{x * spread<0>(half), x * spread<3>(diagonal) + y * spread<1>(half),
                     x * spread<2>(rest) + y * spread<3>(rest) + z * spread<2>(half)};
    const Triples A{RK.x * spread<0>(x) + RK.y * spread<0>(y) + RK.z * spread<0>(z),
                    RK.x * spread<1>(x) + RK.y * spread<1>(y) + RK.z * spread<1>(z),
                    RK.x * spread<2>(x) + RK.y * spread<2>(y) + RK.z * spread<2>(z)};
    return {spread<0>(mh), x * spread<1>(mh) + y * spread<2>(mh) + z * spread<3>(mh), twice_symmetric(A)};
}
inline TripleInertia articulated(const TripleBody& M) {
    const Triple h = M.h, n = -M.h;
    return {M.I,
            {__builtin_shufflevector(h, n, 3, 6, 1, 3), __builtin_shufflevector(h, n, 2, 3, 4, 3),
             __builtin_shufflevector(h, n, 5, 0, 3, 3)},
            {M.m * Triple{1}, M.m * Triple{0, 1}, M.m * Triple{0, 0, 1}}};
}

/// A rigid inertia to sum up.
struct TripleSum {
    Four mh{};                  ///< m, h
    Triple across{}, beside{};  ///< I: xx yy zz, and xy xz yz

    TripleSum() = default;
    TripleSum(const Four& mh_in, const Triple& across_in, const Triple& beside_in)
        : mh(mh_in), across(across_in), beside(beside_in) {}
    explicit TripleSum(const RigidInertia& M) {
        const auto* x = reinterpret_cast<const double*>(&M);
        mh = load_four(x), across = with_next(x + 4), beside = with_last(x + 7);
    }
    explicit operator RigidInertia() const {
        RigidInertia M;
        auto* x = reinterpret_cast<double*>(&M);
        store_four(x, mh);
        store_four(x + 4, across);
        store_four(x + 6, __builtin_shufflevector(across, beside, 2, 4, 5, 6));
        return M;
    }
    TripleSum& operator+=(const TripleSum& b) {
        mh += b.mh, across += b.across, beside += b.beside;
        return *this;
    }
};
inline TripleSum sum(const TripleBody& M) {
    const Triple xy = __builtin_shufflevector(M.I.x, M.I.y, 0, 5, 1, 6);  // xx yy xy yz
    return {__builtin_shufflevector(M.m, M.h, 0, 4, 5, 6), __builtin_shufflevector(xy, M.I.z, 0, 1, 6, 7),
            __builtin_shufflevector(xy, M.I.z, 2, 4, 3, 7)};
}
/// (3.6)
inline SpatialMomentum operator*(const TripleSum& M, const SpatialVelocity& V) {
    const TripleMotion H = triples(V);
    const Triple h = __builtin_shufflevector(M.mh, no_triple, 1, 2, 3, 4);
    const Triple first = __builtin_shufflevector(M.beside, M.beside, 0, 0, 1, 3);
    const Triple second = __builtin_shufflevector(M.beside, M.beside, 1, 2, 2, 3);
    const CrossWith h_cross(h);
    const Triple m = M.across * H.w + first * __builtin_shufflevector(H.w, H.w, 1, 0, 0, 3) +
                     second * __builtin_shufflevector(H.w, H.w, 2, 2, 1, 3) + h_cross(H.v);
    const Triple f = spread<0>(M.mh) * H.v - h_cross(H.w);
    return {{m[0], m[1], m[2]}, {f[0], f[1], f[2]}};
}
/// (3.7)
inline TripleSum shift_inward(const TripleSum& M, const Vec3& p_in) {
    const Triple p = with_last(&p_in.x);
    const Triple h_old = __builtin_shufflevector(M.mh, no_triple, 1, 2, 3, 4),
                 h = h_old + spread<0>(M.mh) * p;
    const Triple lever = p * h_old + h * p;
    const auto first = [](const Triple& a) { return __builtin_shufflevector(a, a, 0, 0, 1, 3); };
    const auto second = [](const Triple& a) { return __builtin_shufflevector(a, a, 1, 2, 2, 3); };
    return {__builtin_shufflevector(M.mh, h, 0, 4, 5, 6),
            M.across + (turned(lever) + __builtin_shufflevector(lever, lever, 2, 0, 1, 3)),
            M.beside - (first(p) * second(h_old) + first(h) * second(p))};
}

/// A pose, to and from registers of four numbers: read as it was written, or the next body would wait for the last. Its
/// fourth numbers are not zero.
struct TriplePose {
    Triples R;
    Triple p;

    explicit TriplePose(const Transform& X) {
        const auto* x = reinterpret_cast<const double*>(&X);
        const Four a = load_four(x), b = load_four(x + 4), c = load_four(x + 8);
        R = {a, __builtin_shufflevector(a, b, 3, 4, 5, 6), __builtin_shufflevector(b, c, 2, 3, 4, 5)};
        p = __builtin_shufflevector(c, c, 1, 2, 3, 0);
    }
    TriplePose(const Triples& R_in, const Triple& p_in) : R(R_in), p(p_in) {}
    void put(Transform& X) const {
        auto* x = reinterpret_cast<double*>(&X);
        store_four(x, __builtin_shufflevector(R.x, R.y, 0, 1, 2, 4));
        store_four(x + 4, __builtin_shufflevector(R.y, R.z, 1, 2, 4, 5));
        store_four(x + 8, __builtin_shufflevector(R.z, p, 2, 4, 5, 6));
    }
};
inline Triple turned_by(const Triples& R, const Vec3& a) { return R.x * a.x + R.y * a.y + R.z * a.z; }
inline Triples turned_by(const Triples& R, const Rotation& a) {
    return {turned_by(R, a.x), turned_by(R, a.y), turned_by(R, a.z)};
}

}  // namespace sinew
