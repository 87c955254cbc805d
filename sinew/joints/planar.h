// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/pin.h>

namespace sinew {

/// Rotation about the common z axis and translation in F's x-y plane.
///     X_FM = (Rz(q₀), q₁ x̂ + q₂ ŷ)     H_FM = [ẑ 0 0; 0 x̂ ŷ]     q̇ = u                                     (5.17)
struct Planar {
    static constexpr const char* name = "planar";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names{"angle", "x", "y"};
    static constexpr std::array columns{Column::turn_z, Column::slide_x, Column::slide_y};
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{TurnZ<T>(in.q[0]), ShiftXY<T>{in.q[1], in.q[2]}};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Pin::fit(in, X_FM, q);
        q[1] = X_FM.p.x, q[2] = X_FM.p.y;
    }
};
static_assert(JointDefinition<Planar>);

}  // namespace sinew
