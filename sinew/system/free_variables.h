// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <cmath>
#include <vector>

namespace sinew {

/// Which variables of a State are integrated, and which Motions and locks give. Lasts until a lock or switch changes.
struct FreeVariables {
    /// Coordinates that count one by one, or a quaternion that counts as what it turns by.
    struct Coordinates {
        int q, u, count;
        bool quaternion;
    };
    std::vector<Coordinates> coordinates{};
    std::vector<int> speeds{}, given_q{}, given_u{};
    bool any_quaternion = false;
};
FreeVariables free_variables(const System& system, const State& state);
/// The same in the memory of one that is there.
void find_free_variables(const System& system, const State& state, FreeVariables& found);

/// What an error e of a quaternion q turns by, without its part along the quaternion: |N⁺ e| = 2 |e⊥| / |q|. Both are
/// functions of the number of a component.
template <class Q, class E>
double turn_of(const Q& q, const E& e) {
    double qq = 0, qe = 0, ee = 0;
    for (int i = 0; i < 4; ++i) qq += q(i) * q(i), qe += q(i) * e(i), ee += e(i) * e(i);
    return 2 * std::sqrt(std::fmax(0.0, ee - qe * qe / qq) / qq);
}

/// What an error of a number is multiplied with: its own weight or, where the number is above its unit, one over its
/// size.
inline double error_weight(double own, double number, bool relative) {
    const double size = std::abs(number);
    return relative && own * size > 1 ? 1 / size : own;
}

}  // namespace sinew
