// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/state/layout.h>
#include <sinew/system/compiled.h>
#include <sinew/system/system.h>

#include <string_view>

namespace sinew {

// What can be wrong with a Model, before anything is compiled: each file one kind of fault. All are O(n log n).

/// More bodies than max_bodies.
void check_budget(const Model& model, Faults& faults);
/// Names: missing, too long, not UTF-8, used twice for one kind of element.
void check_names(const Model& model, Faults& faults);
/// Mass properties that no body has; masses out of proportion.
void check_masses(const Model& model, Faults& faults);
/// Frames that are no frames, and the joints' own numbers.
void check_joints(const Model& model, Faults& faults);
/// Fast variables that nobody finds, or two find; at a stage that is not theirs.
void check_fast(const Model& model, Faults& faults);
/// Contact surfaces: on bodies that exist, with shapes and materials that there are; settings of contact.
void check_surfaces(const Model& model, Faults& faults);
/// Visuals, markers, limits and postures: on bodies and joints that exist, with sizes that a thing can have.
void check_scenery(const Model& model, Faults& faults);

// Afterwards.

/// Tells the tree which joints are fast; faults where something else hangs from these.
void bind_fast(Compiled& c, Faults& faults);

/// Two parameters or two discrete variables of one path.
void check_paths(const StateLayout& layout, Faults& faults);
/// Joints that move nothing that has mass, whatever the configuration.
void check_inertia(const System& system, Faults& faults);

/// What a joint's own number must obey: to be finite, and what its rules say.
template <class J>
constexpr Rule rule_of(std::size_t parameter) {
    if constexpr (requires { J::rules; }) {
        const std::string_view rule = J::rules[parameter];
        return rule == "positive" ? Rule::positive : rule == "sign" ? Rule::sign : Rule::finite;
    }
    return Rule::finite;
}

/// Throws StateError if a State's parameters, taken together, make an impossible body or joint.
void check_parameters(const Compiled& c, const double* values);

}  // namespace sinew
