// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "turns.h"

#include <cmath>

namespace bench {

namespace {

using Rows = std::array<double, 9>;

Vec3 times(const Rows& R, const Vec3& v) {
    return {R[0] * v[0] + R[1] * v[1] + R[2] * v[2], R[3] * v[0] + R[4] * v[1] + R[5] * v[2],
            R[6] * v[0] + R[7] * v[1] + R[8] * v[2]};
}

Rows transposed(const Rows& R) { return {R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]}; }

Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vec3 at(const std::vector<double>& v, std::size_t i) { return {v[i], v[i + 1], v[i + 2]}; }
void put(std::vector<double>& v, std::size_t i, const Vec3& x) {
    v[i] = x[0], v[i + 1] = x[1], v[i + 2] = x[2];
}

/// Calls joint(R_FM, u, is_free) for each ball and free joint.
template <class F>
void each_turn(const BenchModel& model, const BenchState& state, F&& joint) {
    std::size_t q = 0, u = 0;
    for (const BenchBody& body : model.bodies) {
        if (body.joint == JointKind::ball || body.joint == JointKind::free)
            joint(rotation_of(&state.q[q]), u, body.joint == JointKind::free);
        q += static_cast<std::size_t>(coordinates(body));
        u += static_cast<std::size_t>(mobilities(body));
    }
}

}  // namespace

std::vector<double> to_library(const BenchModel& model, const BenchState& state,
                               const std::vector<double>& values, Quantity quantity, Convention c) {
    std::vector<double> out = values;
    each_turn(model, state, [&](const Rows& R, std::size_t u, bool is_free) {
        const Rows to_body = transposed(R);
        const Vec3 angular = times(to_body, at(values, u));
        if (!is_free) return put(out, u, angular);
        Vec3 linear = at(values, u + 3);
        if (quantity == Quantity::acceleration && c.rates_in_body) {
            const Vec3 turning = cross(at(state.u, u), at(state.u, u + 3));
            for (std::size_t i = 0; i < 3; ++i) linear[i] -= turning[i];
        }
        if (c.linear_in_body) linear = times(to_body, linear);
        put(out, u, c.linear_first ? linear : angular);
        put(out, u + 3, c.linear_first ? angular : linear);
    });
    return out;
}

std::vector<double> from_library(const BenchModel& model, const BenchState& state,
                                 const std::vector<double>& values, Quantity quantity, Convention c) {
    std::vector<double> out = values;
    each_turn(model, state, [&](const Rows& R, std::size_t u, bool is_free) {
        put(out, u, times(R, at(values, is_free && c.linear_first ? u + 3 : u)));
        if (!is_free) return;
        Vec3 linear = at(values, c.linear_first ? u : u + 3);
        if (c.linear_in_body) linear = times(R, linear);
        if (quantity == Quantity::acceleration && c.rates_in_body) {
            const Vec3 turning = cross(at(state.u, u), at(state.u, u + 3));
            for (std::size_t i = 0; i < 3; ++i) linear[i] += turning[i];
        }
        put(out, u + 3, linear);
    });
    return out;
}

bool is_plain_tree(const BenchModel& model) {
    for (const BenchBody& body : model.bodies) {
        const bool is_free = body.joint == JointKind::free;
        const bool known = body.joint == JointKind::pin || body.joint == JointKind::ball || is_free;
        const bool plain = body.X_BM.R == Pose{}.R && body.X_BM.p == Vec3{};
        if (!known || (body.joint != JointKind::pin && !plain) ||
            (is_free && (body.parent >= 0 || body.X_PF.R != Pose{}.R)))
            return false;
    }
    return model.rods.empty() && model.balls.empty();
}

Pose operator*(const Pose& a, const Pose& b) {
    Pose out;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            out.R[3 * i + j] = 0;
            for (std::size_t k = 0; k < 3; ++k) out.R[3 * i + j] += a.R[3 * i + k] * b.R[3 * k + j];
        }
    const Vec3 p = times(a.R, b.p);
    for (std::size_t i = 0; i < 3; ++i) out.p[i] = a.p[i] + p[i];
    return out;
}

Pose inverse(const Pose& X) {
    Pose out{.R = transposed(X.R), .p = {}};
    const Vec3 p = times(out.R, X.p);
    out.p = {-p[0], -p[1], -p[2]};
    return out;
}

std::array<double, 9> rotation_of(const double* quaternion) {
    const double w = quaternion[0], x = quaternion[1], y = quaternion[2], z = quaternion[3];
    return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
}

std::array<double, 4> quaternion_of(const std::array<double, 9>& R) {
    // The largest of the four is found from the diagonal, the others by division by it.
    const double trace = R[0] + R[4] + R[8];
    const std::array<double, 4> squares{1 + trace, 1 + 2 * R[0] - trace, 1 + 2 * R[4] - trace,
                                        1 + 2 * R[8] - trace};
    std::size_t top = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (squares[i] > squares[top]) top = i;
    const double l = std::sqrt(squares[top]), f = 0.5 / l;
    std::array<double, 4> e{};
    e[top] = 0.5 * l;
    if (top == 0) e = {e[0], (R[7] - R[5]) * f, (R[2] - R[6]) * f, (R[3] - R[1]) * f};
    if (top == 1) e = {(R[7] - R[5]) * f, e[1], (R[1] + R[3]) * f, (R[2] + R[6]) * f};
    if (top == 2) e = {(R[2] - R[6]) * f, (R[1] + R[3]) * f, e[2], (R[5] + R[7]) * f};
    if (top == 3) e = {(R[3] - R[1]) * f, (R[2] + R[6]) * f, (R[5] + R[7]) * f, e[3]};
    return e;
}

}  // namespace bench
