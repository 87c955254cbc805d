// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/orientation.h>
#include <sinew/spatial/inertia.h>
#include <sinew/spatial/transform.h>

#include <random>

namespace sinew::testing {

/// Random numbers of all kinds, the same on every machine for the same seed.
class Random {
public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    double within(double low, double high) {
        return low + (high - low) * 0x1p-53 * static_cast<double>(bits_() >> 11);
    }
    int below(int n) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(n)); }
    Vec3 vector(double size) { return {within(-size, size), within(-size, size), within(-size, size)}; }
    Quaternion quaternion() {
        for (;;) {
            const Quaternion e{within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1)};
            const double square = e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z;
            if (square > 0.1 && square < 1) return e;  // any length: it never has an effect
        }
    }
    Transform pose(double size) { return {rotation_of(quaternion()), vector(size)}; }
    /// A solid of about a unit of mass, its centre up to 0.3 from the origin.
    RigidInertia inertia() {
        const double m = within(0.5, 2), a = within(0.1, 0.4), b = within(0.1, 0.4), c = within(0.1, 0.4);
        const Vec3 central{m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)};
        const RigidInertia in_axes{m, {}, {central.x, central.y, central.z, 0, 0, 0}};
        return shift_inward(re_express(rotation_of(quaternion()), in_axes), vector(0.3));
    }

private:
    std::mt19937_64 bits_;
};

}  // namespace sinew::testing
