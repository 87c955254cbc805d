// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/ball.h>

namespace sinew {

struct FreeByAngles;

/// Six freedoms between any two bodies: a ball, then the position of M's origin in F.
///     X_FM = (R(e), p)     H_FM = 1     u = (angular velocity, velocity of M's origin), both in F              (5.21)
struct Free {
    using WithAngles = FreeByAngles;
    static constexpr const char* name = "free";
    static constexpr int nq = 7, nu = 6;
    static constexpr std::array coordinate_names{"e0", "e1", "e2", "e3", "x", "y", "z"};
    static constexpr std::array columns{Column::turn_x,  Column::turn_y,  Column::turn_z,
                                        Column::slide_x, Column::slide_y, Column::slide_z};
    using Rates = QuaternionRates;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T* q = in.q;
        return {rotation_of(QuaternionT<T>{q[0], q[1], q[2], q[3]}), {q[4], q[5], q[6]}};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Ball::fit(in, X_FM, q);
        q[4] = X_FM.p.x, q[5] = X_FM.p.y, q[6] = X_FM.p.z;
    }
};

/// The same joint by body-fixed x-y-z angles (5.5).
struct FreeByAngles {
    static constexpr const char* name = "free";
    static constexpr int nq = 6, nu = 6;
    static constexpr std::array coordinate_names{"x_angle", "y_angle", "z_angle", "x", "y", "z"};
    static constexpr std::array columns = Free::columns;
    using Rates = AngleRates;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T* q = in.q;
        return {rotation_of_xyz(sin_cos(q[0]), sin_cos(q[1]), sin_cos(q[2])), {q[3], q[4], q[5]}};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        BallByAngles::fit(in, X_FM, q);
        q[3] = X_FM.p.x, q[4] = X_FM.p.y, q[5] = X_FM.p.z;
    }
};
static_assert(JointDefinition<Free> && JointDefinition<FreeByAngles>);

}  // namespace sinew
