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
        std::string_view rule;
        if constexpr (requires { J::rules; }) rule = J::rules[i];
        if (!std::isfinite(k[i]))
            faults.add(fmt::format("joint {}: {} is {}, not a finite number.", quoted(name), names[i], k[i]));
        else if (rule == "positive" && !(k[i] > 0))
            faults.add(fmt::format("joint {}: {} is {}, but must be positive.", quoted(name), names[i],
                                   shortest(k[i])));
        else if (rule == "sign" && std::abs(k[i]) != 1)
            faults.add(fmt::format("joint {}: {} is {}, but must be 1 or -1.", quoted(name), names[i],
                                   shortest(k[i])));
    }
    if constexpr (requires { J::fault_of(k.data()); })
        if (const std::string fault = J::fault_of(k.data()); !fault.empty())
            faults.add(fmt::format("joint {}: {}", quoted(name), fault));
}

}  // namespace

std::string SphericalCoords::fault_of(const double* k) {
    const double length = norm(Vec3{k[6], k[7], k[8]});
    if (!std::isfinite(length) || std::abs(length - 1) <= 1e-12) return "";
    return fmt::format("the radial axis has length {}, but must have length 1.", shortest(length));
}

void check_joint(const AnyJoint& joint, const std::string& name, Faults& faults) {
    visit(
        [&]<class J>(const J& j) {
            if constexpr (has_own_size<J>) check_numbers(j, name, faults);
            if constexpr (requires { j.check(name, faults); }) j.check(name, faults);
        },
        joint);
}

}  // namespace sinew
