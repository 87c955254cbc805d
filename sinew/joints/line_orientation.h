// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/ball.h>

namespace sinew {

struct LineOrientationByAngles;

/// Any direction of M's z axis, for bodies without inertia about it (a stick of point masses, a CO₂ molecule), which
/// would make Ball singular. Coordinates are those of Ball, but there are only two speeds: the angular velocity of M
/// in F along M's x and y; along M's z it is zero.
///     X_FM = R(e) = [x̂' ŷ' ẑ']     H_FM = [x̂' ŷ'; 0 0]     Ḣ_FM u = w × w = 0     ė = N(e) u as in (5.25)     (5.27)
struct LineOrientation {
    using WithAngles = LineOrientationByAngles;
    static constexpr const char* name = "line_orientation";
    static constexpr int nq = 4, nu = 2;
    static constexpr std::array coordinate_names = Ball::coordinate_names;
    static constexpr std::array columns{Column::turn, Column::turn};
    static constexpr int scratch_size = 6;  // x̂', ŷ'
    using Rates = LineRates;
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return keep_axes(in, Ball::X_FM(in).R);
    }
    template <class T>
    static auto keep_axes(const JointInput<T>& in, const RotationT<T>& R) {
        for (int i = 0; i < 3; ++i) in.scratch[i] = R.x[i], in.scratch[3 + i] = R.y[i];
        return JointPose{R, Nothing{}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        H[0].w = {in.scratch[0], in.scratch[1], in.scratch[2]};
        H[1].w = {in.scratch[3], in.scratch[4], in.scratch[5]};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>&, const T*) {
        return {};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Ball::fit(in, X_FM, q);
    }
};

/// The same joint by body-fixed x-y-z angles (5.26); singular where the second is ±90°.
struct LineOrientationByAngles {
    static constexpr const char* name = "line_orientation";
    static constexpr int nq = 3, nu = 2;
    static constexpr std::array coordinate_names = BallByAngles::coordinate_names;
    static constexpr std::array columns = LineOrientation::columns;
    static constexpr int scratch_size = LineOrientation::scratch_size;
    using Rates = LineAngleRates;
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return LineOrientation::keep_axes(in, BallByAngles::X_FM(in).R);
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        LineOrientation::H_FM(in, H);
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>&, const T*) {
        return {};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        BallByAngles::fit(in, X_FM, q);
    }
};
static_assert(JointDefinition<LineOrientation> && JointDefinition<LineOrientationByAngles>);

}  // namespace sinew
