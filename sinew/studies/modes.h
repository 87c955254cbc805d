// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/equilibrate.h>
#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

struct ModesOptions {
    /// Without what depends on speeds and auxiliary variables: K x = ω² M x, real shapes (11.102). Else all that acts
    /// is taken as it is (11.101).
    bool undamped = false;
};

/// One way of moving: θ(t) = Re (shape e^{λt}), λ = growth ± i ω.
struct Mode {
    double growth = 0;             ///< 1/s; negative: it dies out
    double angular_frequency = 0;  ///< ω, rad/s; zero where it does not swing
    double frequency = 0;          ///< ω/2π, Hz
    double damping = 0;            ///< −growth/|λ|: 1 and above creeps, 0 swings for ever
    /// Per speed: how far each mobility moves (δq = N δθ), in phase and a quarter ahead. The largest is 1.
    std::vector<double> shape{}, quadrature{};
    std::string largest{};  ///< the speed of that one
};

struct Modes {
    std::vector<Mode> modes{};  ///< the slowest first; one for each conjugate pair
    /// Unstable: something grows. Neutral: something drifts, neither held nor let go. Stable: neither.
    Stability stability = Stability::neutral;
    bool found = false;     ///< false where the eigenvalues did not converge
    double unbalanced = 0;  ///< the largest acceleration of the State: zero where it is an equilibrium
    std::string summary{};  ///< a line for people
};

/// Small motion about a State, an equilibrium if modes are to be motions: frequencies, damping, shapes, stability
/// (11.100). Constraints are kept, quaternions have three directions, joints whose motion is given do not move. O(n³);
/// allocates.
Modes modes(const System& system, const State& state, const ModesOptions& options = {});

/// The State moved along a mode by an amplitude (of the largest mobility) at a phase (radians), constraints met again:
/// a picture of it.
State along_mode(const System& system, const State& state, const Mode& mode, double amplitude, double phase);

}  // namespace sinew
