// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/orientation.h>
#include <sinew/math/rotation.h>

#include <cmath>

namespace sinew {

double rotation_defect(const Mat3& R) {
    if (!(dot(cross(R.x, R.y), R.z) > 0)) return 2;  // left-handed, singular or not a number
    double defect = 0;
    const Mat3 RtR = transpose(R) * R;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) defect = std::fmax(defect, std::abs(RtR(i, j) - (i == j)));
    return std::isfinite(defect) ? defect : 2;
}

Rotation nearest_rotation(const Mat3& almost) {
    Mat3 R = almost;
    for (int i = 0; i < 6 && rotation_defect(R) > 1e-15; ++i) {
        const Mat3 E = transpose(R) * R;  // the defect is squared each time
        const Mat3 correction{1.5 * x_axis - 0.5 * E.x, 1.5 * y_axis - 0.5 * E.y, 1.5 * z_axis - 0.5 * E.z};
        R = R * correction;
    }
    return {R};
}

Quaternion quaternion_of(const Rotation& R) {
    // The largest of 4w², 4x², 4y², 4z² is at least 1: divide by that one.
    const double xx = R.x.x, yy = R.y.y, zz = R.z.z, trace = xx + yy + zz;
    const double largest = std::fmax(std::fmax(xx, yy), std::fmax(zz, trace));
    Quaternion e;
    if (largest == trace) e = {1 + trace, R.y.z - R.z.y, R.z.x - R.x.z, R.x.y - R.y.x};
    else if (largest == xx) e = {R.y.z - R.z.y, 1 + xx - yy - zz, R.x.y + R.y.x, R.x.z + R.z.x};
    else if (largest == yy) e = {R.z.x - R.x.z, R.x.y + R.y.x, 1 - xx + yy - zz, R.y.z + R.z.y};
    else e = {R.x.y - R.y.x, R.x.z + R.z.x, R.y.z + R.z.y, 1 - xx - yy + zz};
    const double length = std::sqrt(e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z);
    const double scale = (e.w < 0 ? -1 : 1) / length;
    return {scale * e.w, scale * e.x, scale * e.y, scale * e.z};
}

Vec3 xyz_angles_of(const Rotation& R) {
    // R.z = (sin b, −sin a cos b, cos a cos b), R.x.x = cos b cos c, R.y.x = −cos b sin c.
    const double cos_b = std::hypot(R.x.x, R.y.x);
    const double b = std::atan2(R.z.x, cos_b);
    if (cos_b < 1e-12) return {0, b, std::atan2(R.x.y, R.y.y)};  // only a ± c is defined; choose a = 0
    return {std::atan2(-R.z.y, R.z.z), b, std::atan2(-R.y.x, R.x.x)};
}

Vec3 xy_angles_nearest(const Rotation& R) {
    // Rx(a)Ry(b) keeps y_M in the F's yz plane; the nearest such rotation has y_M along R's y projected there.
    const double a = std::atan2(R.y.z, R.y.y);
    const Rotation rest = Rotation::about_x(-a) * R;
    return {a, std::atan2(rest.z.x - rest.x.z, rest.x.x + rest.z.z), 0};
}

Vec3 rotation_vector_of(const Rotation& R) {
    const Quaternion e = quaternion_of(R);
    const double sine = std::sqrt(e.x * e.x + e.y * e.y + e.z * e.z);
    const double factor = sine < 1e-8 ? 2 / e.w : 2 * std::atan2(sine, e.w) / sine;
    return {factor * e.x, factor * e.y, factor * e.z};
}

Rotation rotation_taking_z_to(const Vec3& a) {
    const Vec3 d = a / norm(a);
    const Vec3 axis = cross(z_axis, d);
    const double sine = norm(axis);
    if (sine < 1e-15) return d.z > 0 ? Rotation::identity() : Rotation::about_x(3.14159265358979323846);
    return Rotation::about(axis / sine, std::atan2(sine, d.z));
}

}  // namespace sinew
