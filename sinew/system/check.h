// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/state/layout.h>
#include <sinew/system/compiled.h>

#include <string_view>

namespace sinew {

/// Faults of each element on its own: names, mass properties, frames, what forces act on.
void check_elements(const Model& model, Faults& faults);
/// Faults of the tree: joints at whose end nothing has mass.
void check_inertia(const Compiled& c, Faults& faults);
/// Throws StateError if a State's parameters make an impossible body.
void check_parameters(const Compiled& c, const double* values);

/// The sentence that says why a body cannot have these mass properties, or nothing.
std::string fault_of(const MassProperties& mass);

/// The rule of a force element's parameter: as its `rules` say, else any finite number.
template <class E>
Rule rule_of(std::size_t parameter) {
    if constexpr (requires { E::rules; }) {
        const std::string_view rule = E::rules[parameter];
        return rule == "non_negative" ? Rule::non_negative : rule == "positive" ? Rule::positive : Rule::finite;
    } else {
        return Rule::finite;
    }
}

}  // namespace sinew
