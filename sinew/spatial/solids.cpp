// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/spatial/solids.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr double pi = std::numbers::pi;

struct Size {
    const char* name;
    double value;
};

void check_sizes(const std::string& solid, std::initializer_list<Size> sizes) {
    Faults faults;
    for (const Size& size : sizes)
        if (!(size.value > 0) || !std::isfinite(size.value))
            faults.add(solid + ": " + size.name + " is " + shortest(size.value) +
                       ", but must be positive and finite.");
    faults.throw_if_any();
}

double mass_of(const std::string& solid, Amount amount, double volume) {
    if (!(amount.value >= 0) || !std::isfinite(amount.value))
        throw ModelError({solid + ": " + (amount.is_density ? "density" : "mass") + " is " +
                          shortest(amount.value) + ", but must be finite and not negative."});
    return amount.is_density ? amount.value * volume : amount.value;
}

Sym3 diagonal(double xx, double yy, double zz) { return {xx, yy, zz, 0, 0, 0}; }

}  // namespace

MassProperties point_mass(double mass, const Vec3& p) {
    if (!std::isfinite(p.x + p.y + p.z))
        throw ModelError({"point mass: its place " + shortest(std::span(&p.x, 3)) + " is not finite."});
    return {mass_of("point mass", mass, 1), p, {}};
}

MassProperties rod(Amount amount, double length) {
    check_sizes("rod", {{"length", length}});
    const double m = mass_of("rod", amount, length), I = m * length * length / 12;
    return {m, {}, diagonal(I, I, 0)};
}

MassProperties box(Amount amount, const Vec3& sides) {
    check_sizes("box", {{"side x", sides.x}, {"side y", sides.y}, {"side z", sides.z}});
    const double m = mass_of("box", amount, sides.x * sides.y * sides.z);
    const double xx = m * sides.x * sides.x / 12, yy = m * sides.y * sides.y / 12,
                 zz = m * sides.z * sides.z / 12;
    return {m, {}, diagonal(yy + zz, xx + zz, xx + yy)};
}

MassProperties tube(Amount amount, double outer, double inner, double length) {
    check_sizes("tube", {{"outer radius", outer}, {"inner radius", inner}, {"length", length}});
    if (inner >= outer)
        throw ModelError({"tube: inner radius " + shortest(inner) + " is not smaller than outer radius " +
                          shortest(outer) + "."});
    const double m = mass_of("tube", amount, pi * (outer - inner) * (outer + inner) * length);
    const double across = m * (outer * outer + inner * inner) / 4, along = m * length * length / 12;
    return {m, {}, diagonal(across + along, across + along, 2 * across)};
}

MassProperties cylinder(Amount amount, double radius, double length) {
    check_sizes("cylinder", {{"radius", radius}, {"length", length}});
    const double m = mass_of("cylinder", amount, pi * radius * radius * length);
    const double across = m * radius * radius / 4, along = m * length * length / 12;
    return {m, {}, diagonal(across + along, across + along, 2 * across)};
}

MassProperties sphere(Amount amount, double radius) {
    check_sizes("sphere", {{"radius", radius}});
    const double m = mass_of("sphere", amount, 4 * pi / 3 * radius * radius * radius),
                 I = 0.4 * m * radius * radius;
    return {m, {}, diagonal(I, I, I)};
}

MassProperties spherical_shell(Amount amount, double radius) {
    check_sizes("spherical shell", {{"radius", radius}});
    const double m = mass_of("spherical shell", amount, 4 * pi * radius * radius),
                 I = 2 * m * radius * radius / 3;
    return {m, {}, diagonal(I, I, I)};
}

MassProperties ellipsoid(Amount amount, const Vec3& radii) {
    check_sizes("ellipsoid", {{"radius x", radii.x}, {"radius y", radii.y}, {"radius z", radii.z}});
    const double m = mass_of("ellipsoid", amount, 4 * pi / 3 * radii.x * radii.y * radii.z);
    const double xx = m * radii.x * radii.x / 5, yy = m * radii.y * radii.y / 5,
                 zz = m * radii.z * radii.z / 5;
    return {m, {}, diagonal(yy + zz, xx + zz, xx + yy)};
}

MassProperties capsule(Amount amount, double radius, double length) {
    check_sizes("capsule", {{"radius", radius}, {"length", length}});
    const double core = pi * radius * radius * length,
                 cap = 2 * pi / 3 * radius * radius * radius;  // volumes
    const double m = mass_of("capsule", amount, core + 2 * cap);
    const double m_core = m * core / (core + 2 * cap), m_cap = m * cap / (core + 2 * cap),
                 rr = radius * radius;
    // A half sphere's centre is ⅜ r from its face; about it, across the axis, it has 83/320 m r².
    const double arm = length / 2 + 0.375 * radius;
    const double across =
        m_core * (3 * rr + length * length) / 12 + 2 * m_cap * (83.0 / 320 * rr + arm * arm);
    return {m, {}, diagonal(across, across, m_core * rr / 2 + 0.8 * m_cap * rr)};
}

MassProperties cone(Amount amount, double radius, double height) {
    check_sizes("cone", {{"radius", radius}, {"height", height}});
    const double m = mass_of("cone", amount, pi / 3 * radius * radius * height);
    const double across = m * (0.15 * radius * radius + 0.0375 * height * height);
    return {m, {0, 0, height / 4}, diagonal(across, across, 0.3 * m * radius * radius)};
}

MassProperties torus(Amount amount, double ring, double tube) {
    check_sizes("torus", {{"ring radius", ring}, {"tube radius", tube}});
    if (tube >= ring)
        throw ModelError({"torus: tube radius " + shortest(tube) + " is not smaller than ring radius " +
                          shortest(ring) + "."});
    const double m = mass_of("torus", amount, 2 * pi * pi * ring * tube * tube);
    const double across = m * (0.5 * ring * ring + 0.625 * tube * tube);
    return {m, {}, diagonal(across, across, m * (ring * ring + 0.75 * tube * tube))};
}

}  // namespace sinew
