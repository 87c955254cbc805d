// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>
#include <sinew/math/orientation.h>

namespace sinew {

/// Any rotation about the common origin by body-fixed x-y-z angles, whose rates are the speeds. Singular where the
/// second angle is ±90°; Ball has the same freedom without that.
///     X_FM = Rx(q₀) Ry(q₁) Rz(q₂)     H_FM = [x̂ ŷ' ẑ''; 0 0 0], ŷ' = (0, c₀, s₀), ẑ'' = (s₁, −s₀c₁, c₀c₁)   (5.18)
///     Ḣ_FM u = [u₀ u₁ x̂ × ŷ' + u₂ (u₀ x̂ + u₁ ŷ') × ẑ''; 0]     q̇ = u
struct Gimbal {
    static constexpr const char* name = "gimbal";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names{"x_angle", "y_angle", "z_angle"};
    static constexpr std::array columns{Column::turn_x, Column::turn, Column::turn};
    static constexpr int scratch_size = 5;  // sin q₀, cos q₀, ẑ''
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        const auto x_turn = sin_cos(in.q[0]);
        const RotationT<T> R = rotation_of_xyz(x_turn, sin_cos(in.q[1]), sin_cos(in.q[2]));
        in.scratch[0] = x_turn.sin;
        in.scratch[1] = x_turn.cos;
        in.scratch[2] = R.z.x, in.scratch[3] = R.z.y, in.scratch[4] = R.z.z;
        return JointPose{R, Nothing{}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        H[0].w = {T(1.0), T(0.0), T(0.0)};
        H[1].w = {T(0.0), in.scratch[1], in.scratch[0]};
        H[2].w = {in.scratch[2], in.scratch[3], in.scratch[4]};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T s0 = in.scratch[0], c0 = in.scratch[1], uu = u[0] * u[1];
        const Vec3T<T> after_two{u[0], u[1] * c0,
                                 u[1] * s0};  // angular velocity of the frame that carries ẑ''
        const Vec3T<T> z{in.scratch[2], in.scratch[3], in.scratch[4]};
        return {Vec3T<T>{T(0.0), -uu * s0, uu * c0} + u[2] * cross(after_two, z), {}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        const Vec3 angles = xyz_angles_of(X_FM.R);
        q[0] = angles.x, q[1] = angles.y, q[2] = angles.z;
    }
};
static_assert(JointDefinition<Gimbal>);

}  // namespace sinew
