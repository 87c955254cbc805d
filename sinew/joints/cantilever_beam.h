// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/gimbal.h>

namespace sinew {

/// The tip frame M of a slender beam that is clamped at F and stands along z: the tip's turns drive its place.
///     R_FM = Rx(q₀) Ry(q₁) Rz(q₂)     p_FM = L (⅔ q₁, −⅔ q₀, 1 − 4/15 (q₀² + q₁²))     q̇ = u                  (5.29)
///     H_FM = [x̂ ŷ' ẑ''; a₀ a₁ 0], a₀ = L (0, −⅔, −8/15 q₀), a₁ = L (⅔, 0, −8/15 q₁)
/// The turning part and its bias are those of (5.18); the bias of p is −8/15 L (u₀² + u₁²) ẑ.
/// At q = 0 the tip stands at L ẑ.
struct CantileverBeam {
    double length = 1;  ///< L

    static constexpr const char* name = "cantilever_beam";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names = Gimbal::coordinate_names;
    static constexpr std::array parameter_names{"length"};
    static constexpr std::array rules{"positive"};
    static constexpr std::array columns{Column::general, Column::general, Column::turn};
    static constexpr int scratch_size = Gimbal::scratch_size;
    void parameters(double* k) const { k[0] = length; }
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T *q = in.q, L = in.k[0], side = T(2.0 / 3) * L;
        return {Gimbal::X_FM(in).R,
                {side * q[1], -side * q[0], L - T(4.0 / 15) * L * (q[0] * q[0] + q[1] * q[1])}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T L = in.k[0], side = T(2.0 / 3) * L, sink = T(8.0 / 15) * L, zero(0.0);
        Gimbal::H_FM(in, H);
        H[0].v = {zero, -side, -sink * in.q[0]};
        H[1].v = {side, zero, -sink * in.q[1]};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        SpatialAccelerationT<T> A = Gimbal::bias_FM(in, u);
        A.v.z = -T(8.0 / 15) * in.k[0] * (u[0] * u[0] + u[1] * u[1]);
        return A;
    }
    /// The orientation decides; the place follows from it.
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Gimbal::fit(in, X_FM, q);
    }
};
static_assert(JointDefinition<CantileverBeam>);

}  // namespace sinew
