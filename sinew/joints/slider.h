// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

/// Translation by q along the x axis that F and M share; their axes stay parallel.
///     p_FM = q x̂     H_FM = [0; x̂]     q̇ = u                                                               (5.12)
struct Slider {
    static constexpr const char* name = "slider";
    static constexpr int nq = 1, nu = 1;
    static constexpr std::array coordinate_names{"displacement"};
    static constexpr std::array columns{Column::slide_x};
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{Nothing{}, ShiftX<T>{in.q[0]}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) { q[0] = X_FM.p.x; }
};
static_assert(JointDefinition<Slider>);

}  // namespace sinew
