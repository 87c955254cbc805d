// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/math/orientation.h>
#include <sinew/spatial/mass_rules.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::robot {

Rotation rotation_of_rpy(const Vec3& rpy) {
    return Rotation::about_z(rpy.z) * (Rotation::about_y(rpy.y) * Rotation::about_x(rpy.x));
}

Vec3 rpy_of(const Rotation& R) {
    const double level = std::hypot(R.x.x, R.x.y);
    if (level < 1e-12) {  // roll and yaw turn about the same axis: all of it is roll
        const double sign = R.x.z < 0 ? 1 : -1;
        return {std::atan2(sign * R.y.x, R.y.y), sign * std::numbers::pi / 2, 0};
    }
    return {std::atan2(R.y.z, R.z.z), std::atan2(-R.x.z, level), std::atan2(R.x.y, R.x.x)};
}

Rotation z_to(const Vec3& axis) {
    if (axis == Vec3{0, 0, 1}) return Rotation::identity();
    if (axis == Vec3{0, 0, -1}) return {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    if (axis == Vec3{1, 0, 0}) return {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
    if (axis == Vec3{-1, 0, 0}) return {{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
    if (axis == Vec3{0, 1, 0}) return {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}};
    if (axis == Vec3{0, -1, 0}) return {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}};
    return rotation_taking_z_to(axis);
}

Rotation x_to(const Vec3& axis) {
    const Rotation R = z_to(axis);
    if (axis == Vec3{1, 0, 0}) return Rotation::identity();
    return {{R.z, R.x, R.y}};
}

Vec3 unit_axis(const xml::Element& of, const Vec3& axis) {
    const double length = norm(axis);
    if (!(length > 1e-12) || !std::isfinite(length)) {
        of.fault("the axis " + shortest(std::span(&axis.x, 3)) +
                 " has no direction. Give it one that is not zero.");
        return {0, 0, 1};
    }
    if (std::abs(length - 1) > 1e-3)
        of.note("the axis " + shortest(std::span(&axis.x, 3)) +
                " is not of length 1; only its direction was used.");
    return length == 1 ? axis : axis / length;
}

MassProperties possible_mass(const xml::Element& of, MassProperties mass) {
    if (mass.mass < 0) {
        of.fault("mass " + shortest(mass.mass) + " is negative.");
        return {};
    }
    if (mass.mass == 0) {
        if (mass.inertia != Sym3{})
            of.note("the mass is 0 and the inertia is not. It was taken as a body without mass and inertia.");
        return {};
    }
    const std::string why = fault_of(mass);
    if (why.empty()) return mass;
    const MassProperties mended = repaired(mass);
    if (fault_of(mended).empty()) of.note(why + " That one was taken.");
    else of.fault(why);
    return mended;
}

bool possible_limits(const xml::Element& of, double low, double high, bool of_angle) {
    const std::string both = shortest(low) + " and " + shortest(high);
    if (low > high)
        of.fault("the lower limit " + shortest(low) + " is above the upper, " + shortest(high) + ".");
    else if (of_angle && std::max(std::abs(low), std::abs(high)) > 6.5 && std::isfinite(high - low))
        of.note("limits of " + both + " radians are more than a turn: were degrees meant?");
    return low <= high;
}

std::string UniqueNames::unique(const std::string& name) {
    std::string free = name;
    int& last = last_[name];
    if (last == 0) last = 1;
    while (taken_.contains(free)) free = name + " " + std::to_string(++last);
    taken_.insert(free);
    return free;
}

void Tally::add(const std::string& what, const SourcePlace& where) { kinds_[what].push_back(where); }

void Tally::note(Reading& reading) const {
    for (const auto& [what, places] : kinds_) {
        std::string text = what;
        if (places.size() > 1) {
            text += " (" + std::to_string(places.size()) + " times, lines";
            for (std::size_t i = 0; i < std::min<std::size_t>(places.size(), 8); ++i)
                text += (i == 0 ? " " : ", ") + std::to_string(places[i].line);
            text += places.size() > 8 ? ", ...)" : ")";
        }
        reading.note(places.front(), text + ".");
    }
}

bool is_of_use(const xml::Element& collision, bool shown, bool touches, Tally& tally) {
    if (shown) tally.add("a link without <visual> shows its <collision> shapes", collision.place());
    if (!touches)
        tally.add("<collision> shapes touch nothing: they were left out of the physics", collision.place());
    if (!shown && !touches) collision.read_all();
    return shown || touches;
}

std::string element_name(const char* kind, const std::string& name) {
    return kind + (" " + sinew::quoted(name));
}

}  // namespace sinew::robot
