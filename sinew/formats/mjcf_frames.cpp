// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Orientations in all the forms that MJCF knows (13.41).
#include <sinew/formats/mjcf_reader.h>
#include <sinew/math/orientation.h>

#include <cmath>
#include <numbers>

namespace sinew::mjcf {

double Reader::angle(double value) const {
    return compiler_.degrees ? value * (std::numbers::pi / 180) : value;
}

/// Small letters turn about axes that have been turned before, capitals about those that stand still.
Rotation Reader::euler_rotation(const std::vector<double>& angles) {
    Rotation R = Rotation::identity();
    if (angles.size() != 3) return R;
    for (std::size_t i = 0; i < 3; ++i) {
        const char letter = compiler_.euler_sequence[i];
        const double a = angle(angles[i]);
        const Rotation turn = letter == 'x' || letter == 'X'   ? Rotation::about_x(a)
                              : letter == 'y' || letter == 'Y' ? Rotation::about_y(a)
                                                               : Rotation::about_z(a);
        R = letter >= 'x' ? R * turn : turn * R;
    }
    return R;
}

/// The orientation that an element itself gives, if it gives any.
std::optional<Rotation> Reader::rotation_of_element(const Element& e) {
    std::string given;
    std::optional<Rotation> R;
    for (const char* form : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
        if (!e.has(form)) continue;
        const xml::Value value = e.attribute(form);
        if (!given.empty()) {
            value.fault("is a second orientation beside " + given + ". Give one");
            continue;
        }
        given = form;
        R = Rotation::identity();
        const bool four = given == "quat" || given == "axisangle", six = given == "xyaxes";
        const std::size_t count = four ? 4 : six ? 6 : 3;
        const std::vector<double> n = value.numbers(count, count);
        if (n.size() != count) continue;
        const Vec3 a{n[0], n[1], n[2]};
        const double length = std::sqrt(dot(a, a));
        if (given == "quat") {
            const double size = std::sqrt(dot(a, a) + n[3] * n[3]);
            if (!(size > 1e-10) || !std::isfinite(size))
                value.fault("has no length, so it is no orientation");
            else R = sinew::rotation_of(Quaternion{n[0] / size, n[1] / size, n[2] / size, n[3] / size});
        } else if (given == "euler") {
            R = euler_rotation(n);
        } else if (!(length > 1e-10) || !std::isfinite(length)) {
            value.fault("has an axis without length, so it is no orientation");
        } else if (given == "axisangle") {
            R = Rotation::about(a / length, angle(n[3]));
        } else if (given == "zaxis") {
            R = rotation_taking_z_to(a / length);
        } else {
            const Vec3 x = a / length, rest{n[3], n[4], n[5]}, y = rest - dot(rest, x) * x;
            const double size = std::sqrt(dot(y, y));
            if (!(size > 1e-10) || !std::isfinite(size)) value.fault("has axes that do not span a plane");
            else R = Rotation{{x, y / size, cross(x, y / size)}};
        }
    }
    return R;
}

Rotation Reader::rotation_in(const Sourced& e) {
    if (const auto R = rotation_of_element(e.own)) return *R;
    for (const Element& one : e.defaults)
        if (const auto R = rotation_of_element(one)) return *R;
    return Rotation::identity();
}

}  // namespace sinew::mjcf
