// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

/// Rotation by angle q about the z axis that F and M share; their origins coincide.
///     X_FM = Rz(q)     H_FM = [ẑ; 0]     q̇ = u                                                             (5.11)
struct Pin {
    static constexpr const char* name = "pin";
    static constexpr int nq = 1, nu = 1;
    static constexpr std::array coordinate_names{"angle"};
    static constexpr std::array columns{Column::turn_z};
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{TurnZ<T>(in.q[0]), Nothing{}};
    }
    /// The same by the sine and the cosine of q, which passes find for several pins at once.
    template <class T>
    static auto X_by_sines(const SinCos<T>& q) {
        return JointPose{TurnZ<T>(q), Nothing{}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        q[0] = std::atan2(X_FM.R.x.y - X_FM.R.y.x, X_FM.R.x.x + X_FM.R.y.y);
    }
};
static_assert(JointDefinition<Pin>);

}  // namespace sinew
