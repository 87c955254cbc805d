// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

/// Translation along F's three axes; the frames stay parallel.
///     p_FM = q     H_FM = [0; 1]     q̇ = u                                                                 (5.20)
struct Cartesian {
    static constexpr const char* name = "cartesian";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names{"x", "y", "z"};
    static constexpr std::array columns{Column::slide_x, Column::slide_y, Column::slide_z};
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{Nothing{}, Vec3T<T>{in.q[0], in.q[1], in.q[2]}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        q[0] = X_FM.p.x, q[1] = X_FM.p.y, q[2] = X_FM.p.z;
    }
};
static_assert(JointDefinition<Cartesian>);

}  // namespace sinew
