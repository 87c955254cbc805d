// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/joints/check.h>

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace sinew {

namespace {

/// The parameters of a joint that has its own size, each by its rule.
template <class J>
void check_numbers(const J& joint, const std::string& name, Faults& faults) {
    constexpr auto names = parameter_names_of<J>();
    std::array<double, names.size() + 1> k{};
    parameters_of(joint, nullptr, k.data());
    for (std::size_t i = 0; i < names.size(); ++i) {
        bool positive = false;
        if constexpr (requires { J::rules; }) positive = std::string_view(J::rules[i]) == "positive";
        if (!std::isfinite(k[i]))
            faults.add(fmt::format("joint {}: {} is {}, not a finite number.", quoted(name), names[i], k[i]));
        else if (positive && !(k[i] > 0))
            faults.add(fmt::format("joint {}: {} is {}, but must be positive.", quoted(name), names[i],
                                   shortest(k[i])));
    }
}

void check_further(const SphericalCoords& joint, const std::string& name, Faults& faults) {
    for (const double sign : {joint.azimuth_sign, joint.zenith_sign, joint.radius_sign})
        if (std::isfinite(sign) && std::abs(sign) != 1)
            faults.add(
                fmt::format("joint {}: a sign is {}, but must be 1 or -1.", quoted(name), shortest(sign)));
    const double length = norm(joint.radial_axis);
    if (std::isfinite(length) && std::abs(length - 1) > 1e-12)
        faults.add(fmt::format("joint {}: the radial axis has length {}, but must have length 1.",
                               quoted(name), shortest(length)));
}
template <class J>
void check_further(const J& joint, const std::string& name, Faults& faults) {
    if constexpr (requires { joint.check(name, faults); }) joint.check(name, faults);
}

}  // namespace

void check_joint(const AnyJoint& joint, const std::string& name, Faults& faults) {
    std::visit(
        [&]<class J>(const J& j) {
            if constexpr (has_own_size<J>) check_numbers(j, name, faults);
            check_further(j, name, faults);
        },
        joint);
}

}  // namespace sinew
