// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/increments.h>
#include <sinew/stepping/drift.h>

#include <cmath>

namespace sinew {

namespace {

Vec3 solve3(const Mat3& A, const Vec3& b) {
    const double det = dot(A.x, cross(A.y, A.z));
    return Vec3{dot(b, cross(A.y, A.z)), dot(A.x, cross(b, A.z)), dot(A.x, cross(A.y, b))} / det;
}

}  // namespace

FreeTurn free_turn(const Sym3& I, const Vec3& W, double h) {
    Vec3 W_mean = W;
    // Newton's method on g(W̄) = 2 I (W̄ − W) + h W̄ × I W̄; a turn of a tenth of a radian needs three steps.
    const Mat3 full_I = full(I);
    for (int iteration = 0; iteration < 12; ++iteration) {
        const Vec3 L = I * W_mean;
        const Vec3 g = 2.0 * (L - I * W) + h * cross(W_mean, L);
        if (g == Vec3{}) break;
        const Mat3 w_cross = cross_matrix(W_mean), l_cross = cross_matrix(L);
        Mat3 gradient = full_I + full_I;
        const Mat3 product = w_cross * full_I;
        gradient.x += h * (product.x - l_cross.x);
        gradient.y += h * (product.y - l_cross.y);
        gradient.z += h * (product.z - l_cross.z);
        const Vec3 step = solve3(gradient, g);
        W_mean -= step;
        if (dot(step, step) <= 1e-32 * dot(W_mean, W_mean)) break;
    }
    return {2.0 * W_mean - W, W_mean};
}

void drift_alone(const RigidInertia& M, double h, double* q, double* u) {
    const Quaternion e = read_quaternion(q);
    const Rotation R = rotation_of(e);
    const Vec3 w{u[0], u[1], u[2]}, v{u[3], u[4], u[5]}, c = M.h / M.m, c_F = R * c;
    const Vec3 v_c = v + cross(w, c_F);
    const Sym3 I = M.I - M.m * point_inertia(c);
    const FreeTurn turn = free_turn(I, transpose_times(R, w), h);
    const Vec3 half = 0.5 * h * turn.W_mean;
    const Quaternion e_next = normalised(product(e, Quaternion{1, half.x, half.y, half.z}));
    const Rotation R_next = rotation_of(e_next);
    const Vec3 w_next = R_next * turn.W_end, c_next = R_next * c;
    const Vec3 p = Vec3{q[4], q[5], q[6]} + h * v_c + (c_F - c_next), v_next = v_c - cross(w_next, c_next);
    write_quaternion(e_next, q);
    q[4] = p.x, q[5] = p.y, q[6] = p.z;
    u[0] = w_next.x, u[1] = w_next.y, u[2] = w_next.z;
    u[3] = v_next.x, u[4] = v_next.y, u[5] = v_next.z;
}

double displace_alone(const RigidInertia& M, const Vec3& turn, const Vec3& shift, double* q, double* u) {
    const Quaternion e = read_quaternion(q);
    const Vec3 c = M.h / M.m, half = 0.5 * turn, w{u[0], u[1], u[2]};
    const Quaternion e_next = normalised(product(Quaternion{1, half.x, half.y, half.z}, e));
    const Rotation R = rotation_of(e), R_next = rotation_of(e_next);
    // The mass centre goes by what the turn and the shift of B mean at first order, exactly.
    const Vec3 c_F = R * c, c_next = R_next * c;
    const Vec3 p = Vec3{q[4], q[5], q[6]} + shift + cross(turn, c_F) + (c_F - c_next);
    write_quaternion(e_next, q);
    q[4] = p.x, q[5] = p.y, q[6] = p.z;
    const Vec3 v = Vec3{u[3], u[4], u[5]} + cross(w, c_F - c_next);
    u[3] = v.x, u[4] = v.y, u[5] = v.z;
    const Sym3 I = M.I - M.m * point_inertia(c);
    const Vec3 W = transpose_times(R, w), W_next = transpose_times(R_next, w);
    return 0.5 * (dot(W_next, I * W_next) - dot(W, I * W));
}

}  // namespace sinew
