// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/gimbal.h>

namespace sinew {

/// Six freedoms by a gimbal's angles and the position of M's origin in F; the speeds are the rates of these six, the
/// coordinates those of the linear bushing force. Singular where the second angle is ±90°; Free is not.
///     X_FM = (Rx(q₀) Ry(q₁) Rz(q₂), (q₃, q₄, q₅))     H_FM = [x̂ ŷ' ẑ'' 0; 0 0 0 1]     q̇ = u               (5.22)
/// with the axes and the bias of (5.18).
struct Bushing {
    static constexpr const char* name = "bushing";
    static constexpr int nq = 6, nu = 6;
    static constexpr std::array coordinate_names{"x_angle", "y_angle", "z_angle", "x", "y", "z"};
    static constexpr std::array columns{Column::turn_x,  Column::turn,    Column::turn,
                                        Column::slide_x, Column::slide_y, Column::slide_z};
    static constexpr int scratch_size = Gimbal::scratch_size;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        return {Gimbal::X_FM(in).R, {in.q[3], in.q[4], in.q[5]}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T zero(0.0), one(1.0);
        Gimbal::H_FM(in, H);
        H[3].v = {one, zero, zero};
        H[4].v = {zero, one, zero};
        H[5].v = {zero, zero, one};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        return Gimbal::bias_FM(in, u);
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Gimbal::fit(in, X_FM, q);
        q[3] = X_FM.p.x, q[4] = X_FM.p.y, q[5] = X_FM.p.z;
    }
};
static_assert(JointDefinition<Bushing>);

}  // namespace sinew
