// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

/// Rotation by q about the common z axis, tied to a translation along it.
///     X_FM = (Rz(q), κ q ẑ)     H_FM = [ẑ; κ ẑ]     q̇ = u                                                  (5.13)
struct Screw {
    double pitch = 0;  ///< κ, metres per radian

    static constexpr const char* name = "screw";
    static constexpr int nq = 1, nu = 1;
    static constexpr std::array coordinate_names{"angle"};
    static constexpr std::array parameter_names{"pitch"};
    static constexpr std::array columns{Column::general};
    void parameters(double* k) const { k[0] = pitch; }
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{TurnZ<T>(in.q[0]), ShiftZ<T>{in.k[0] * in.q[0]}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        H[0] = {{T(0.0), T(0.0), T(1.0)}, {T(0.0), T(0.0), in.k[0]}};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>&, const T*) {
        return {};
    }
    /// The angle nearest to the pose's; full turns by the displacement where the pitch tells them.
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        const double angle = std::atan2(X_FM.R.x.y - X_FM.R.y.x, X_FM.R.x.x + X_FM.R.y.y);
        const double turn = 6.28318530717958647692, kappa = in.k[0];
        q[0] = kappa == 0 ? angle : angle + turn * std::round((X_FM.p.z / kappa - angle) / turn);
    }
};
static_assert(JointDefinition<Screw>);

}  // namespace sinew
