// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/lone_bodies.h>

namespace sinew {

namespace {

/// Of a body that slides along all axes of F. False where it has no mass.
///     D⁻¹ = 1/m     G = (c × H_v, H_v)                                                                   (7.120)
template <class T>
bool slide_alone(const Inward<T>& pass, int B) {
    const Node& node = pass.tree[B];
    const RigidInertiaT<T> M_B = M_B_of(pass.x, B);
    if (!all_of(exceeds(M_B.m, T(0.0)))) return false;
    if (pass.out.Y_B_W) set_rigid(pass.out.Y_B_W[B], inertia_of(pass.x, B));
    const T one_by_m = T(1.0) / M_B.m;
    const Vec3T<T> c = pass.x.X_WB[B].R * (one_by_m * M_B.h);
    Vec3T<T> pull{};
    if (pass.problem) {
        const auto& gravity = pass.problem->gravity;
        pull = M_B.m * Vec3T<T>{gravity.x, gravity.y, gravity.z};
        if (pass.problem->F_B_W) pull += pass.problem->F_B_W[B].f;
    }
    for (int i = 0; i < 3; ++i) {
        const Vec3T<T>& axis = pass.x.H_W[node.u + i].v;
        pass.out.G_W[node.u + i] = {cross(c, axis), axis};
        for (int j = 0; j < 3; ++j) pass.out.D_inv[node.square + 3 * i + j] = i == j ? one_by_m : T(0.0);
        if (pass.problem)
            pass.problem->u_dot[node.u + i] = one_by_m * (pass.problem->f[node.u + i] + dot(axis, pull));
    }
    return true;
}

/// About its centre of mass, in its own axes: 1/m, from B to the centre, and what inertia is there.
template <class T>
struct Central {
    T one_by_m;
    Vec3T<T> c;
    Sym3T<T> I, I_inv;

    /// False where inertia about some axis is so small beside what it is about B that rounding may be all of it.
    bool find(const RigidInertiaT<T>& M) {
        constexpr double too_few = 1e-12;
        if (!all_of(exceeds(M.m, T(0.0)))) return false;
        one_by_m = T(1.0) / M.m;
        c = one_by_m * M.h;
        const T hc = dot(M.h, c);
        I = {M.I.xx - hc + M.h.x * c.x, M.I.yy - hc + M.h.y * c.y, M.I.zz - hc + M.h.z * c.z,
             M.I.xy + M.h.x * c.y,      M.I.xz + M.h.x * c.z,      M.I.yz + M.h.y * c.z};
        const Sym3T<T> minors{I.yy * I.zz - I.yz * I.yz, I.xx * I.zz - I.xz * I.xz,
                              I.xx * I.yy - I.xy * I.xy, I.xz * I.yz - I.xy * I.zz,
                              I.xy * I.yz - I.xz * I.yy, I.xy * I.xz - I.xx * I.yz};
        const T det = I.xx * minors.xx + I.xy * minors.xy + I.xz * minors.xz, all = M.I.xx + M.I.yy + M.I.zz;
        if (!all_of(exceeds(det, T(too_few) * all * all * all))) return false;
        I_inv = (T(1.0) / det) * minors;
        return true;
    }
};

/// Of a body that moves freely: D⁻¹ by what it is about its centre of mass, G = 1, both in F's axes (7.121), and there
/// Newton's and Euler's law (7.122). False where there is not enough inertia about some axis.
template <class T>
bool float_alone(const Inward<T>& pass, int B) {
    const Node& node = pass.tree[B];
    Central<T> own;
    if (!own.find(M_B_of(pass.x, B))) return false;
    if (pass.out.Y_B_W) set_rigid(pass.out.Y_B_W[B], inertia_of(pass.x, B));
    const RotationT<T>& R_WB = pass.x.X_WB[B].R;
    const SpatialVelocityT<T>* H = pass.x.H_W + node.u;
    const RotationT<T> R_WF{{H[0].w, H[1].w, H[2].w}}, R_FB = R_WF.inverse() * R_WB;
    const Vec3T<T> c = R_FB * own.c;
    const Sym3T<T> K = re_express(R_FB, own.I_inv);
    const T zero(0.0);
    const Vec3T<T> levers[3] = {{zero, -c.z, c.y}, {c.z, zero, -c.x}, {-c.y, c.x, zero}};  // e × c
    const Vec3T<T> rows[3] = {{K.xx, K.xy, K.xz}, {K.xy, K.yy, K.yz}, {K.xz, K.yz, K.zz}};
    T* D_inv = pass.out.D_inv + node.square;
    for (int j = 0; j < 3; ++j) {
        pass.out.G_W[node.u + j] = {H[j].w, {}};
        pass.out.G_W[node.u + 3 + j] = {{}, H[3 + j].v};
        const Vec3T<T> turned = K * levers[j];
        const T mixed[3] = {turned.x, turned.y, turned.z}, along[3] = {rows[j].x, rows[j].y, rows[j].z};
        for (int i = 0; i < 3; ++i) {
            D_inv[6 * j + i] = along[i];
            D_inv[6 * i + 3 + j] = D_inv[6 * (3 + j) + i] = mixed[i];
            D_inv[6 * (3 + i) + 3 + j] = dot(levers[i], turned) + (i == j ? own.one_by_m : zero);
        }
    }
    if (!pass.problem) return true;
    const T* given = pass.problem->f + node.u;
    const auto& g = pass.problem->gravity;
    Vec3T<T> moment{given[0], given[1], given[2]}, force{given[3], given[4], given[5]};
    if (pass.problem->F_B_W) {
        moment += transpose_times(R_WF, pass.problem->F_B_W[B].m);
        force += transpose_times(R_WF, pass.problem->F_B_W[B].f);
    }
    const Vec3T<T> w_W = V_of(*pass.v, B).w, w = transpose_times(R_WF, w_W), w_B = transpose_times(R_WB, w_W),
                   alpha = K * (moment - cross(c, force)) - R_FB * (own.I_inv * cross(w_B, own.I * w_B)),
                   a = own.one_by_m * force + transpose_times(R_WF, Vec3T<T>{g.x, g.y, g.z}) -
                       cross(alpha, c) - cross(w, cross(w, c));
    T* u_dot = pass.problem->u_dot + node.u;
    u_dot[0] = alpha.x, u_dot[1] = alpha.y, u_dot[2] = alpha.z;
    u_dot[3] = a.x, u_dot[4] = a.y, u_dot[5] = a.z;
    return true;
}

template <class T>
bool go_alone(const Inward<T>& pass, int B) {
    return pass.tree[B].kind == JointKind::Free ? float_alone(pass, B) : slide_alone(pass, B);
}

}  // namespace

SINEW_KERNEL bool step_alone(const Inward<double>& pass, int B) { return go_alone(pass, B); }
SINEW_KERNEL bool step_alone(const Inward<PackT<4>>& pass, int B) { return go_alone(pass, B); }
SINEW_WIDE_KERNEL bool step_alone(const Inward<PackT<8>>& pass, int B) { return go_alone(pass, B); }

}  // namespace sinew
