// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/support/random_model.h>

#include <span>

namespace sinew::testing {

/// One kind of constraint, and how to make one with random numbers on random bodies or coordinates of a Model. A new
/// kind is tested by being listed if it names what it acts on as the others do.
struct KindOfConstraint {
    const char* kind;
    bool driven, internal;
    AnyConstraint (*random)(const Model& model, Random& random);
    AnyConstraint (*other_numbers)(const AnyConstraint& constraint, Random& random);
};
std::span<const KindOfConstraint> every_constraint();

AnyConstraint renamed(AnyConstraint constraint, const std::string& name);

}  // namespace sinew::testing
