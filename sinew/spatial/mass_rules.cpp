// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/math/symmetric_eigen.h>
#include <sinew/spatial/mass_rules.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew {

namespace {

std::array<double, 6> entries(const Sym3& I) { return {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}; }

std::string text(const Vec3& v) { return shortest(std::span(&v.x, 3)); }

std::string words_for(double x) {
    return std::isnan(x) ? "is not a number"
                         : "is " + shortest(x) + ", which is out of the range of a double";
}

/// The first number that is not finite, in words.
std::string not_finite(const MassProperties& m) {
    if (!std::isfinite(m.mass)) return "mass " + words_for(m.mass);
    for (int i = 0; i < 3; ++i)
        if (!std::isfinite(m.com[i])) return std::string("com.") + "xyz"[i] + " " + words_for(m.com[i]);
    constexpr std::array names{"xx", "yy", "zz", "xy", "xz", "yz"};
    const auto I = entries(m.inertia);
    for (std::size_t i = 0; i < I.size(); ++i)
        if (!std::isfinite(I[i])) return std::string("inertia.") + names[i] + " " + words_for(I[i]);
    return "";
}

/// How far an inertia breaks the rules (3.14), as a share of the largest principal moment; 0 if not at all.
struct Breach {
    Vec3 moments;
    double negative = 0;  ///< by how much the lowest is below zero
    double triangle = 0;  ///< by how much the largest exceeds the sum of the others
    double share() const {
        return std::max(negative, triangle) / std::max(std::abs(moments.x), std::abs(moments.z));
    }
    bool more_than(double tolerance) const { return std::max(negative, triangle) > 0 && share() > tolerance; }
};

Breach breach_of(const Sym3& I) {
    const Vec3 moments = principal_axes(I).values;
    return {moments, std::max(0.0, -moments.x), std::max(0.0, moments.z - (moments.x + moments.y))};
}

constexpr double rounded_data = 1e-6, rounding = 1e-13;

std::string words_for(const Breach& breach) {
    const std::string moments = rounded(std::span(&breach.moments.x, 3), 9);
    if (breach.negative > 0 && breach.negative >= rounded_data * std::abs(breach.moments.z))
        return "inertia is not positive: its principal moments are " + moments + ", and the lowest, " +
               rounded(breach.moments.x) + ", is negative";
    return "inertia breaks the triangle rule: its principal moments are " + moments +
           ", and the largest exceeds the sum of the others by " + rounded(breach.triangle, 3);
}

}  // namespace

std::string fault_of(const MassProperties& m) {
    if (std::string fault = not_finite(m); !fault.empty()) return fault + ".";
    if (m.mass < 0) return "mass " + shortest(m.mass) + " is negative.";
    if (m.mass == 0 && m.inertia != Sym3{})
        return "mass is 0, but the inertia (xx, yy, zz, xy, xz, yz) = " + shortest(entries(m.inertia)) +
               " is not. Set both to zero for a massless body, or give it a mass.";
    for (const double I : entries(about_origin(m).I))
        if (!std::isfinite(I))
            return "mass " + shortest(m.mass) + " at " + text(m.com) +
                   " has moments out of the range of a double.";
    const Breach breach = breach_of(m.inertia);
    if (!breach.more_than(rounded_data)) return "";
    const std::string fault = words_for(breach) + ". ";
    // An inertia that was about the mass centre already has been moved there once more.
    if (breach.negative > 0 && !breach_of(about_origin(m).I).more_than(rounded_data))
        return fault +
               "Shifting it by the parallel-axis rule from the origin to the mass centre may have made it "
               "so: it would "
               "be possible if it had not been shifted by com = " +
               text(m.com) + ".";
    return fault +
           "No body has such an inertia; repaired() gives the nearest that one can have: (xx, yy, zz, xy, "
           "xz, yz) = " +
           rounded(entries(repaired(m).inertia)) + ".";
}

std::string warning_of(const MassProperties& m) {
    const Breach breach = breach_of(m.inertia);
    if (!breach.more_than(rounding)) return "";
    return words_for(breach) + ", " + rounded(breach.share(), 3) + " of it. Accepted as rounded data.";
}

MassProperties repaired(const MassProperties& m) {
    if (const std::string fault = not_finite(m); !fault.empty())
        throw ModelError({fault + "; that cannot be repaired."});
    if (m.mass <= 0) return {0, m.com, {}};
    const PrincipalAxes I = principal_axes(m.inertia);
    const double half = (I.values.x + I.values.y + I.values.z) / 2;
    const Vec3 second{std::max(0.0, half - I.values.x), std::max(0.0, half - I.values.y),
                      std::max(0.0, half - I.values.z)};
    const Sym3 diagonal{second.y + second.z, second.x + second.z, second.x + second.y, 0, 0, 0};
    return {m.mass, m.com, re_express(I.R, diagonal)};
}

}  // namespace sinew
