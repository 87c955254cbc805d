// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../models.h"

namespace bench {

/// How a library writes what a ball or a free joint does; ours is angular before linear, both in F.
struct Convention {
    bool linear_first = false;    ///< linear velocity before angular
    bool linear_in_body = false;  ///< else in F
    /// Accelerations are rates of the components in the body, so that ω × v is missing in them.
    bool rates_in_body = false;
};

enum class Quantity { speed, acceleration, force };

/// Numbers per mobility of a state (speeds, accelerations, forces) as the library has them, and back. Angular ones are
/// in the body in all of these libraries.
std::vector<double> to_library(const BenchModel&, const BenchState&, const std::vector<double>& values,
                               Quantity, Convention);
std::vector<double> from_library(const BenchModel&, const BenchState&, const std::vector<double>& values,
                                 Quantity, Convention);

/// A tree of pins, balls and a free base whose frames are those that every library can have: with what holds bodies
/// otherwise these libraries keep up over steps of time, so that they have no accelerations to compare.
bool is_plain_tree(const BenchModel&);

Pose operator*(const Pose&, const Pose&);
Pose inverse(const Pose&);
/// By rows, of a unit quaternion, scalar first.
std::array<double, 9> rotation_of(const double* quaternion);
std::array<double, 4> quaternion_of(const std::array<double, 9>& R);

}  // namespace bench
