// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>
#include <sinew/joints/screw.h>
#include <sinew/math/orientation.h>

#include <cmath>
#include <type_traits>

namespace sinew {

// From one place of a joint to another, without taking differences of poses, which would cost the digits that poses
// share. An increment d has as many numbers as the joint has coordinates (5.40): differences of coordinates, and in
// place of a quaternion's difference the unit quaternion that turns the old into the new one.

/// a b, the rotation of b followed by that of a.
inline Quaternion product(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
inline Quaternion conjugate(const Quaternion& a) { return {a.w, -a.x, -a.y, -a.z}; }
inline Vec3 vector_of(const Quaternion& a) { return {a.x, a.y, a.z}; }
inline Quaternion normalised(const Quaternion& a) {
    const double s = 1 / std::sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
    return {s * a.w, s * a.x, s * a.y, s * a.z};
}
/// (R − 1) a for the rotation R of a unit quaternion: no digits are lost where it turns by little.     (5.41)
inline Vec3 moved_by_turn(const Quaternion& Q, const Vec3& a) {
    const Vec3 v = vector_of(Q);
    return 2.0 * cross(v, Q.w * a + cross(v, a));
}
/// The rotation vector of a unit quaternion; of a turn of less than half a turn if w > 0.
inline Vec3 rotation_vector_of(const Quaternion& Q) {
    const Vec3 v = vector_of(Q);
    const double n = norm(v);
    return (n > 0 ? 2 * std::atan2(n, Q.w) / n : 2.0) * v;
}

inline Quaternion read_quaternion(const double* e) { return {e[0], e[1], e[2], e[3]}; }
inline void write_quaternion(const Quaternion& e, double* out) {
    out[0] = e.w, out[1] = e.x, out[2] = e.y, out[3] = e.z;
}

/// The angles nearest to some others that stand for the same turn (they come in two kinds, and whole turns).
Vec3 xyz_angles_near(const Rotation& R, const Vec3& near);

/// Joints by angles in place of a quaternion: their increments are turns all the same. Angles have places where they
/// are singular, and on their straight way a line would spin.
template <class J>
inline constexpr bool goes_by_angles = std::is_same_v<typename RatesOf<J>::Type, LineAngleRates> ||
                                       std::is_same_v<typename RatesOf<J>::Type, AngleRates>;
/// Whether d begins with the four numbers of a turn.
template <class J>
constexpr bool begins_with_turn(const JointData* data) {
    return goes_by_angles<J> || has_quaternion<J>(data);
}
/// How many coordinates stand for that turn.
template <class J>
constexpr int turned_q(const JointData* data) {
    return goes_by_angles<J> ? 3 : has_quaternion<J>(data) ? 4 : 0;
}
/// How many numbers of d: with angles, the fourth takes the place of the coordinate that is not used.
template <class J>
constexpr int turned_d(const JointData* data) {
    return begins_with_turn<J>(data) ? 4 : 0;
}

/// d = 0: nothing moves.
template <class J>
void no_increment(const JointData* data, double* d) {
    const int n = nq_of<J>(data) + turned_d<J>(data) - turned_q<J>(data);
    for (int i = 0; i < n; ++i) d[i] = 0;
    if (begins_with_turn<J>(data)) d[0] = 1;
}

inline constexpr int most_angle_scratch = 12;

/// q' = q + d; a quaternion is turned by d, and given unit length.
template <class J>
void retract(const JointInput<double>& in, const double* d, double* q_next) {
    if constexpr (goes_by_angles<J>) {
        double scratch[most_angle_scratch];
        const Transform X = J::X_FM(JointInput<double>{in.k, in.q, scratch, in.data});
        const Vec3 angles =
            xyz_angles_near(rotation_of(read_quaternion(d)) * X.R, {in.q[0], in.q[1], in.q[2]});
        q_next[0] = angles.x, q_next[1] = angles.y, q_next[2] = angles.z;
    } else if (has_quaternion<J>(in.data)) {
        write_quaternion(normalised(product(read_quaternion(d), read_quaternion(in.q))), q_next);
    }
    const int a = turned_q<J>(in.data), b = turned_d<J>(in.data);
    for (int i = a; i < nq_of<J>(in.data); ++i) q_next[i] = in.q[i] + d[i - a + b];
}

/// The d that leads from q to q', the short way round.
template <class J>
void difference(const JointInput<double>& in, const double* q_next, double* d) {
    if constexpr (goes_by_angles<J>) {
        double scratch[most_angle_scratch];
        const Transform X = J::X_FM(JointInput<double>{in.k, in.q, scratch, in.data});
        const Transform X_next = J::X_FM(JointInput<double>{in.k, q_next, scratch, in.data});
        write_quaternion(quaternion_of(X_next.R * X.R.inverse()), d);
    } else if (has_quaternion<J>(in.data)) {
        const Quaternion Q = normalised(product(read_quaternion(q_next), conjugate(read_quaternion(in.q))));
        const double sign = Q.w < 0 ? -1 : 1;
        write_quaternion({sign * Q.w, sign * Q.x, sign * Q.y, sign * Q.z}, d);
    }
    const int a = turned_q<J>(in.data), b = turned_d<J>(in.data);
    for (int i = a; i < nq_of<J>(in.data); ++i) d[i - a + b] = q_next[i] - in.q[i];
}

/// Half of the angular velocity of M in F that speeds s mean.
template <class J>
Vec3 half_turn_of(const JointInput<double>& at, const double* s, const double* rates) {
    if constexpr (goes_by_angles<J>) {
        SpatialVelocity H[max_nu];
        hinge_map<J>(at, H);
        Vec3 w;
        for (int i = 0; i < RatesOf<J>::Type::u_part; ++i) w += s[i] * H[i].w;
        return 0.5 * w;
    } else {
        const Quaternion e = read_quaternion(at.q);
        const double square = e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z;
        return (1 / square) * vector_of(product(read_quaternion(rates), conjugate(e)));
    }
}

/// Whether the joint is one of a line, which has no speed about M's z.
template <class J>
inline constexpr bool is_line = std::is_same_v<typename RatesOf<J>::Type, LineRates> ||
                                std::is_same_v<typename RatesOf<J>::Type, LineAngleRates>;

/// Moves the far end of d by N(q') s with speeds s that are taken at q': what Newton's method adds.    (5.42)
template <class J>
void advance(const JointInput<double>& next, const double* s, double* d) {
    double move[max_nq];
    multiply_N<J>(next, s, move);
    if (begins_with_turn<J>(next.data)) {
        const Vec3 half = half_turn_of<J>(next, s, move);
        const Quaternion turn{1, half.x, half.y, half.z};
        write_quaternion(normalised(product(turn, read_quaternion(d))), d);
    }
    const int a = turned_q<J>(next.data), b = turned_d<J>(next.data);
    for (int i = a; i < nq_of<J>(next.data); ++i) d[i - a + b] += move[i];
}

/// The first half of d.
template <class J>
void halve(const JointData* data, const double* d, double* half) {
    const int n = nq_of<J>(data) + turned_d<J>(data) - turned_q<J>(data);
    for (int i = 0; i < n; ++i) half[i] = 0.5 * d[i];
    if (begins_with_turn<J>(data)) write_quaternion(normalised({1 + d[0], d[1], d[2], d[3]}), half);
}

/// A force on speeds in the middle of d, as it acts at an end of it (side −1: the near one, 1: the far one), twice
/// that: what a change of that end does in the middle, transposed (5.45). half: the first half of d.
template <class J>
void carry_to_end(const double* half, double side, double* f) {
    if constexpr (!is_line<J> && (goes_by_angles<J> || (has_own_size<J> && RatesOf<J>::Type::q_part == 4))) {
        const Vec3 m{f[0], f[1], f[2]},
            carried = m + (side / half[0]) * cross(vector_of(read_quaternion(half)), m);
        f[0] = carried.x, f[1] = carried.y, f[2] = carried.z;
    }
}

/// The constant speeds that lead along d in unit time, as seen at one of its ends: N⁺(q) of its rates.  (5.43)
template <class J>
void speeds_of(const JointInput<double>& at, const double* d, double* u) {
    double rates[max_nq];
    const int a = turned_q<J>(at.data), b = turned_d<J>(at.data);
    for (int i = a; i < nq_of<J>(at.data); ++i) rates[i] = d[i - a + b];
    if constexpr (goes_by_angles<J>) {
        constexpr int turns = RatesOf<J>::Type::u_part;
        SpatialVelocity H[max_nu];
        hinge_map<J>(at, H);
        const Vec3 phi = rotation_vector_of(read_quaternion(d));
        for (int i = 0; i < turns; ++i) u[i] = dot(phi, H[i].w);
        for (int i = turns; i < J::nu; ++i) u[i] = rates[i - turns + a];
    } else {
        if (begins_with_turn<J>(at.data)) {
            const Vec3 half = 0.5 * rotation_vector_of(read_quaternion(d));
            write_quaternion(product({0, half.x, half.y, half.z}, read_quaternion(at.q)), rates);
        }
        multiply_N_inverse<J>(at, rates, u);
    }
}

/// What an increment does to M in F: R_FM' = Q R_FM and p_FM' = p_FM + p.
struct JointIncrement {
    Quaternion Q;
    Vec3 p;
};

/// Whether p_FM consists of the joint's coordinates along F's axes.
template <class J>
constexpr bool shifts_by_coordinates() {
    if (J::nu < 0) return false;
    for (const Column c : J::columns)
        if (!is_turn(c) && !is_fixed(c)) return false;
    return true;
}

/// Turns about axes that those before carry along are, seen from F, turns about the axes as they are at q, the last one
/// first (5.44). All joints whose speeds are rates, and whose size is their own, are of this kind.
template <class J>
Quaternion turn_of(const JointInput<double>& in, const JointInput<double>& next, const double* d) {
    if constexpr (goes_by_angles<J> || (has_own_size<J> && RatesOf<J>::Type::q_part == 4)) {
        return read_quaternion(d);
    } else if constexpr (has_own_size<J> && RatesOf<J>::Type::q_part == 0) {
        SpatialVelocity H[max_nu];
        hinge_map<J>(in, H);
        Quaternion Q;
        for (int i = 0; i < J::nu; ++i) {
            if (H[i].w == Vec3{}) continue;
            const auto [s, c] = sin_cos(0.5 * d[i]);
            Q = product(Q, {c, s * H[i].w.x, s * H[i].w.y, s * H[i].w.z});
        }
        return Q;
    } else {
        const Transform X = J::X_FM(in), X_next = J::X_FM(next);
        return quaternion_of(X_next.R * X.R.inverse());
    }
}

/// in and next are what the joint's functions are given at the two ends; both have seen X_FM.
template <class J>
JointIncrement increment_across(const JointInput<double>& in, const JointInput<double>& next,
                                const double* d) {
    JointIncrement out{turn_of<J>(in, next, d), {}};
    if constexpr (std::is_same_v<J, Screw>) {
        out.p.z = in.k[0] * d[0];
    } else if constexpr (shifts_by_coordinates<J>()) {
        using Rates = typename RatesOf<J>::Type;
        constexpr int behind = (goes_by_angles<J> ? 4 : Rates::q_part) - Rates::u_part;
        for (int i = 0; i < J::nu; ++i) {
            const Column c = J::columns[static_cast<std::size_t>(i)];
            if (!is_turn(c)) out.p[static_cast<int>(c) % 3] += d[i + behind];
        }
    } else {
        const Transform X = J::X_FM(in), X_next = J::X_FM(next);
        out.p = X_next.p - X.p;
    }
    return out;
}

}  // namespace sinew
