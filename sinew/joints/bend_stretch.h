// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/pin.h>

namespace sinew {

/// Polar coordinates: rotation about the common z axis, then translation along the x axis of M.
///     X_FM = (Rz(q₀), q₁ x̂'), x̂' = (c₀, s₀, 0), ŷ' = ẑ × x̂'     H_FM = [ẑ 0; q₁ ŷ' x̂']                     (5.16)
///     Ḣ_FM u = [0; 2 u₀ u₁ ŷ' − u₀² q₁ x̂']     q̇ = u
struct BendStretch {
    static constexpr const char* name = "bend_stretch";
    static constexpr int nq = 2, nu = 2;
    static constexpr std::array coordinate_names{"angle", "radius"};
    static constexpr std::array columns{Column::general, Column::slide};
    static constexpr int scratch_size = 2;  // sin q₀, cos q₀
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        const TurnZ<T> turn(in.q[0]);
        in.scratch[0] = turn.sin;
        in.scratch[1] = turn.cos;
        return JointPose{turn, ShiftXY<T>{in.q[1] * turn.cos, in.q[1] * turn.sin}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T s = in.scratch[0], c = in.scratch[1], r = in.q[1], zero(0.0);
        H[0] = {{zero, zero, T(1.0)}, {-r * s, r * c, zero}};
        H[1].v = {c, s, zero};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T s = in.scratch[0], c = in.scratch[1];
        const T across = T(2.0) * u[0] * u[1], inward = u[0] * u[0] * in.q[1];
        return {{}, {-across * s - inward * c, across * c - inward * s, T(0.0)}};
    }
    /// The orientation decides the angle; the radius then comes as near as it can, and may be negative.
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Pin::fit(in, X_FM, q);
        q[1] = std::cos(q[0]) * X_FM.p.x + std::sin(q[0]) * X_FM.p.y;
    }
};
static_assert(JointDefinition<BendStretch>);

}  // namespace sinew
