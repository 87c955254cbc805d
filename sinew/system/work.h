// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/float_environment.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/system/compiled.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/views.h>

namespace sinew {

constexpr std::size_t size(int n) { return static_cast<std::size_t>(n); }

/// Throws StateError if an array handed in has another size than the system needs.
void check_size(const char* what, std::size_t found, int expected);

/// Loads as the passes want them: bodies in the order of the tree, forces about their joints' frames. Null for none.
struct TreeLoads {
    const double* f;
    const SpatialForce* F_W;
};

/// Work space of the operators, taken from the State so that they allocate nothing. Each operator takes it
/// anew; what it holds means nothing afterwards.
struct Work {
    UsualFloats floats;      ///< operators compute as the standard has it, whatever the host has set
    SpatialAcceleration* A;  ///< one per body
    SpatialForce* z;         ///< one per body
    SpatialForce* F;         ///< one per body
    RigidInertia* K;         ///< one per body
    double* columns;         ///< 9 per speed
    double* f;               ///< one per speed, zero where Loads has none
    int* end;                ///< one per body
    Pending pending;

    Work(const System& system, const State& state);
    static std::size_t bytes(const Compiled& c);

    TreeLoads loads(const System& system, const State& state, const Loads& given);
};

}  // namespace sinew
