// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

struct BallByAngles;

/// Any rotation about the common origin of F and M. Speeds are the angular velocity of M in F, expressed in F.
///     X_FM = R(e), e a quaternion of any length     H_FM = [1; 0]     ė = N(e) u as in (5.4)                   (5.19)
/// A State may ask for x-y-z angles in its place, joint by joint; the speeds stay the same.
struct Ball {
    using WithAngles = BallByAngles;
    static constexpr const char* name = "ball";
    static constexpr int nq = 4, nu = 3;
    static constexpr std::array coordinate_names{"e0", "e1", "e2", "e3"};
    static constexpr std::array columns{Column::turn_x, Column::turn_y, Column::turn_z};
    using Rates = QuaternionRates;
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{rotation_of(QuaternionT<T>{in.q[0], in.q[1], in.q[2], in.q[3]}), Nothing{}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        const Quaternion e = quaternion_of(X_FM.R);
        q[0] = e.w, q[1] = e.x, q[2] = e.y, q[3] = e.z;
    }
};

/// The same joint by body-fixed x-y-z angles (5.5); singular at ±90° of the second.
struct BallByAngles {
    static constexpr const char* name = "ball";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names{"x_angle", "y_angle", "z_angle"};
    static constexpr std::array columns = Ball::columns;
    using Rates = AngleRates;
    template <class T>
    static auto X_FM(const JointInput<T>& in) {
        return JointPose{rotation_of_xyz(sin_cos(in.q[0]), sin_cos(in.q[1]), sin_cos(in.q[2])), Nothing{}};
    }
    static void fit(const JointInput<double>&, const Transform& X_FM, double* q) {
        const Vec3 angles = xyz_angles_of(X_FM.R);
        q[0] = angles.x, q[1] = angles.y, q[2] = angles.z;
    }
};
static_assert(JointDefinition<Ball> && JointDefinition<BallByAngles>);

}  // namespace sinew
