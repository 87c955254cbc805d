// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>
#include <sinew/math/orientation.h>

#include <string>

namespace sinew {

/// Azimuth about F's z axis, zenith about M's y axis, then a radius along an axis of M; with the signs and offsets that
/// people's conventions differ by (torsion, bend, stretch of molecules; latitude and longitude).
///     α = σ₀ q₀ + α₀     ζ = σ₁ q₁ + ζ₀     ρ = σ₂ q₂ + ρ₀                                                  (5.24)
///     X_FM = (R, ρ d'), R = Rz(α) Ry(ζ), d' = R d, ŷ' = R ŷ
///     H_FM = [σ₀ ẑ, σ₁ ŷ', 0; σ₀ ρ ẑ × d', σ₁ ρ ŷ' × d', σ₂ d']
///     with w = α̇ ẑ + ζ̇ ŷ', b = α̇ ζ̇ ẑ × ŷ':   Ḣ_FM u = [b; 2 ρ̇ w × d' + ρ (b × d' + w × (w × d'))]     q̇ = u
struct SphericalCoords {
    double azimuth_sign = 1, azimuth_offset = 0;  ///< σ₀ = ±1, α₀ in radians
    double zenith_sign = 1, zenith_offset = 0;    ///< σ₁ = ±1, ζ₀ in radians
    double radius_sign = 1, radius_offset = 0;    ///< σ₂ = ±1, ρ₀ in metres
    Vec3 radial_axis = z_axis;                    ///< d: z_axis or x_axis of M

    static constexpr const char* name = "spherical_coords";
    static constexpr int nq = 3, nu = 3;
    static constexpr std::array coordinate_names{"azimuth", "zenith", "radius"};
    static constexpr std::array parameter_names{"azimuth_sign",  "azimuth_offset", "zenith_sign",
                                                "zenith_offset", "radius_sign",    "radius_offset",
                                                "radial_axis_x", "radial_axis_y",  "radial_axis_z"};
    static constexpr std::array rules{"sign", "", "sign", "", "sign", "", "", "", ""};
    static constexpr std::array columns{Column::general, Column::general, Column::slide};
    static constexpr int scratch_size = 6;  // sin α, cos α, d', ρ
    void parameters(double* k) const {
        k[0] = azimuth_sign, k[1] = azimuth_offset, k[2] = zenith_sign, k[3] = zenith_offset;
        k[4] = radius_sign, k[5] = radius_offset;
        k[6] = radial_axis.x, k[7] = radial_axis.y, k[8] = radial_axis.z;
    }
    /// What is wrong with its parameters taken together: d must have length 1.
    static std::string fault_of(const double* k);
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T *k = in.k, zero(0.0);
        const auto [sa, ca] = sin_cos(k[0] * in.q[0] + k[1]);
        const auto [sz, cz] = sin_cos(k[2] * in.q[1] + k[3]);
        const RotationT<T> R{{{ca * cz, sa * cz, -sz}, {-sa, ca, zero}, {ca * sz, sa * sz, cz}}};
        const Vec3T<T> d = R * Vec3T<T>{k[6], k[7], k[8]};
        const T rho = k[4] * in.q[2] + k[5];
        in.scratch[0] = sa, in.scratch[1] = ca;
        in.scratch[2] = d.x, in.scratch[3] = d.y, in.scratch[4] = d.z;
        in.scratch[5] = rho;
        return {R, rho * d};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T zero(0.0);
        const Vec3T<T> y{-in.scratch[0], in.scratch[1], zero}, d{in.scratch[2], in.scratch[3], in.scratch[4]};
        const T s0 = in.k[0], s1 = in.k[2], rho = in.scratch[5];
        H[0] = {{zero, zero, s0}, {-s0 * rho * d.y, s0 * rho * d.x, zero}};
        H[1] = {s1 * y, s1 * rho * cross(y, d)};
        H[2].v = in.k[4] * d;
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T sa = in.scratch[0], ca = in.scratch[1], rho = in.scratch[5];
        const Vec3T<T> d{in.scratch[2], in.scratch[3], in.scratch[4]};
        const T azimuth_rate = in.k[0] * u[0], zenith_rate = in.k[2] * u[1], rho_rate = in.k[4] * u[2];
        const T product = azimuth_rate * zenith_rate;
        const Vec3T<T> w{-zenith_rate * sa, zenith_rate * ca, azimuth_rate},
            b{-product * ca, -product * sa, T(0.0)};
        const Vec3T<T> d_dot = cross(w, d);
        return {b, T(2.0) * rho_rate * d_dot + rho * (cross(b, d) + cross(w, d_dot))};
    }
    /// The orientation decides the angles, then the radius comes as near as it can.
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        const Rotation& R = X_FM.R;
        const double* k = in.k;
        // With axes renamed z → x, y → y, −x → z this is the pair of angles of a universal joint.
        const Rotation renamed{{{R.z.z, R.z.y, -R.z.x}, {R.y.z, R.y.y, -R.y.x}, {-R.x.z, -R.x.y, R.x.x}}};
        const Vec3 angles = xy_angles_nearest(renamed);
        const Vec3 d = Rotation::about_z(angles.x) * (Rotation::about_y(angles.y) * Vec3{k[6], k[7], k[8]});
        q[0] = k[0] * (angles.x - k[1]);
        q[1] = k[2] * (angles.y - k[3]);
        q[2] = k[4] * (dot(d, X_FM.p) - k[5]);
    }
};
static_assert(JointDefinition<SphericalCoords>);

}  // namespace sinew
