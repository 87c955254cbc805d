// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>
#include <sinew/math/orientation.h>

namespace sinew {

/// Rotation about F's x axis, then about M's y axis (the cross of a Hooke joint); the origins coincide.
///     X_FM = Rx(q₀) Ry(q₁)     H_FM = [x̂ ŷ'; 0 0], ŷ' = (0, c₀, s₀)     Ḣ_FM u = [u₀ u₁ x̂ × ŷ'; 0]     q̇ = u (5.15)
/// Its axes are never parallel, but as a pair of angles it is singular for fitting at q₁ = ±90°.
struct Universal {
    static constexpr const char* name = "universal";
    static constexpr int nq = 2, nu = 2;
    static constexpr std::array coordinate_names{"x_angle", "y_angle"};
    static constexpr std::array columns{Column::turn_x, Column::turn};
    static constexpr int scratch_size = 2;  // sin q₀, cos q₀
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const auto [s0, c0] = sin_cos(in.q[0]);
        const auto [s1, c1] = sin_cos(in.q[1]);
        in.scratch[0] = s0;
        in.scratch[1] = c0;
        const T zero(0.0);
        return {{{{c1, s0 * s1, -c0 * s1}, {zero, c0, s0}, {s1, -s0 * c1, c0 * c1}}}, {}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        H[0].w = {T(1.0), T(0.0), T(0.0)};
        H[1].w = {T(0.0), in.scratch[1], in.scratch[0]};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T uu = u[0] * u[1];
        return {{T(0.0), -uu * in.scratch[0], uu * in.scratch[1]}, {}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        const Vec3 angles = xy_angles_nearest(X_FM.R);
        q[0] = angles.x;
        q[1] = angles.y;
    }
};
static_assert(JointDefinition<Universal>);

}  // namespace sinew
