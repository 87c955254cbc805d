// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/list.h>

#include <limits>
#include <vector>

namespace sinew {

/// What a constraint ties together, whatever its kind: so that what compiles a Model is itself compiled once, not
/// for each of thirty kinds.
struct Ties {
    std::vector<BodyId> bodies{};
    int acted_on = 0;         ///< how many of them feel it; the others, at the end, are only looked at
    bool may_repeat = false;  ///< the same body twice makes sense
    std::vector<CoordinateOf> coordinates{};
    int first_needed =
        std::numeric_limits<int>::max();  ///< from here on q itself is needed, not only its rate
    int arguments = 0;                    ///< of its function of the coordinates
    bool rows_follow_speeds = false;      ///< its equations' coefficients depend on u
};

template <class E>
Ties ties_of(const E& element) {
    Ties ties;
    if constexpr (requires { element.bodies(); }) {
        const auto bodies = element.bodies();
        ties.bodies.assign(bodies.begin(), bodies.end());
    }
    ties.acted_on = static_cast<int>(ties.bodies.size());
    if constexpr (requires { E::watched; }) ties.acted_on -= E::watched;
    if constexpr (requires { E::may_repeat; }) ties.may_repeat = true;
    if constexpr (requires { element.coordinates(); }) {
        const auto coordinates = element.coordinates();
        ties.coordinates.assign(coordinates.begin(), coordinates.end());
        if constexpr (requires { element.function.arguments(); })
            ties.arguments = element.function.arguments();
    }
    if constexpr (requires { element.first_coordinate(); }) ties.first_needed = element.first_coordinate();
    else if constexpr (requires { E::needs_coordinates; }) ties.first_needed = 0;
    if constexpr (requires { E::rows_follow_speeds; }) ties.rows_follow_speeds = true;
    if constexpr (requires { element.law->rows_follow_speeds(); })
        ties.rows_follow_speeds = element.law->rows_follow_speeds();
    return ties;
}

}  // namespace sinew
