// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/ball.h>

namespace sinew {

struct EllipsoidByAngles;

/// M turns freely while its origin glides on an ellipsoid fixed in F, with semi-axes r along F's axes. Coordinates and
/// speeds are those of Ball.
///     n = R_FM ẑ     p_FM = r ∘ n     v_FM = r ∘ (w × n)     Ḣ_FM u = [0; r ∘ (w × (w × n))]                (5.23)
/// ∘ multiplies component by component. M's z axis names the point: on a sphere it is the outward normal there, on
/// other ellipsoids not quite (the normal is along 1/r ∘ n); so have it Simbody and OpenSim.
struct Ellipsoid {
    Vec3 radii{1, 1, 1};  ///< semi-axes along x, y and z of F

    using WithAngles = EllipsoidByAngles;
    static constexpr const char* name = "ellipsoid";
    static constexpr int nq = 4, nu = 3;
    static constexpr std::array coordinate_names = Ball::coordinate_names;
    static constexpr std::array parameter_names{"radius_x", "radius_y", "radius_z"};
    static constexpr std::array rules{"positive", "positive", "positive"};
    static constexpr std::array columns{Column::general, Column::general, Column::general};
    static constexpr int scratch_size = 3;  // n
    using Rates = QuaternionRates;
    void parameters(double* k) const { k[0] = radii.x, k[1] = radii.y, k[2] = radii.z; }
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        return on_surface(in, Ball::X_FM(in).R);
    }
    template <class T>
    static TransformT<T> on_surface(const JointInput<T>& in, const RotationT<T>& R) {
        for (int i = 0; i < 3; ++i) in.scratch[i] = R.z[i];
        return {R, {in.k[0] * R.z.x, in.k[1] * R.z.y, in.k[2] * R.z.z}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T *k = in.k, *n = in.scratch, zero(0.0), one(1.0);
        H[0] = {{one, zero, zero}, {zero, -k[1] * n[2], k[2] * n[1]}};
        H[1] = {{zero, one, zero}, {k[0] * n[2], zero, -k[2] * n[0]}};
        H[2] = {{zero, zero, one}, {-k[0] * n[1], k[1] * n[0], zero}};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const Vec3T<T> w{u[0], u[1], u[2]}, n{in.scratch[0], in.scratch[1], in.scratch[2]};
        const Vec3T<T> a = cross(w, cross(w, n));
        return {{}, {in.k[0] * a.x, in.k[1] * a.y, in.k[2] * a.z}};
    }
    /// The orientation decides; the place follows from it.
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        Ball::fit(in, X_FM, q);
    }
};

/// The same joint by body-fixed x-y-z angles (5.5).
struct EllipsoidByAngles {
    static constexpr const char* name = "ellipsoid";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names = BallByAngles::coordinate_names;
    static constexpr std::array parameter_names = Ellipsoid::parameter_names;
    static constexpr std::array columns = Ellipsoid::columns;
    static constexpr int scratch_size = Ellipsoid::scratch_size;
    using Rates = AngleRates;
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        return Ellipsoid::on_surface(in, BallByAngles::X_FM(in).R);
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        Ellipsoid::H_FM(in, H);
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        return Ellipsoid::bias_FM(in, u);
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        BallByAngles::fit(in, X_FM, q);
    }
};
static_assert(JointDefinition<Ellipsoid> && JointDefinition<EllipsoidByAngles>);

}  // namespace sinew
