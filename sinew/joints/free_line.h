// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/free.h>
#include <sinew/joints/line_orientation.h>

namespace sinew {

struct FreeLineByAngles;

/// Any place and any direction of M's z axis, for bodies without inertia about it: LineOrientation, then the position
/// of M's origin in F. The speeds are w_FM along M's x and y, and v_FM in F.
///     X_FM = (R(e), p)     H_FM = [x̂' ŷ' 0; 0 0 1]     Ḣ_FM u = 0                                           (5.28)
struct FreeLine {
    using WithAngles = FreeLineByAngles;
    static constexpr const char* name = "free_line";
    static constexpr int nq = 7, nu = 5;
    static constexpr std::array coordinate_names = Free::coordinate_names;
    static constexpr std::array columns{Column::turn, Column::turn, Column::slide_x, Column::slide_y,
                                        Column::slide_z};
    static constexpr int scratch_size = LineOrientation::scratch_size;
    using Rates = LineRates;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        return {LineOrientation::X_FM(in).R, {in.q[4], in.q[5], in.q[6]}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T zero(0.0), one(1.0);
        LineOrientation::H_FM(in, H);
        H[2].v = {one, zero, zero};
        H[3].v = {zero, one, zero};
        H[4].v = {zero, zero, one};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>&, const T*) {
        return {};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Free::fit(in, X_FM, q);
    }
};

/// The same joint by body-fixed x-y-z angles (5.26).
struct FreeLineByAngles {
    static constexpr const char* name = "free_line";
    static constexpr int nq = 6, nu = 5;
    static constexpr std::array coordinate_names = FreeByAngles::coordinate_names;
    static constexpr std::array columns{Column::turn, Column::turn, Column::slide_x, Column::slide_y,
                                        Column::slide_z};
    static constexpr int scratch_size = LineOrientation::scratch_size;
    using Rates = LineAngleRates;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        return {LineOrientationByAngles::X_FM(in).R, {in.q[3], in.q[4], in.q[5]}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        FreeLine::H_FM(in, H);
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>&, const T*) {
        return {};
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        FreeByAngles::fit(in, X_FM, q);
    }
};
static_assert(JointDefinition<FreeLine> && JointDefinition<FreeLineByAngles>);

}  // namespace sinew
