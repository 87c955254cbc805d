// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/pin.h>

namespace sinew {

/// Rotation about and translation along the z axis that F and M share, each free of the other.
///     X_FM = (Rz(q₀), q₁ ẑ)     H_FM = [ẑ 0; 0 ẑ]     q̇ = u                                                (5.14)
struct Cylinder {
    static constexpr const char* name = "cylinder";
    static constexpr int nq = 2, nu = 2;
    static constexpr std::array coordinate_names{"angle", "displacement"};
    static constexpr std::array columns{Column::turn_z, Column::slide_z};
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{TurnZ<T>(in.q[0]), ShiftZ<T>{in.q[1]}};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Pin::fit(in, X_FM, q);
        q[1] = X_FM.p.z;
    }
};
static_assert(JointDefinition<Cylinder>);

}  // namespace sinew
