// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/patch.h>
#include <sinew/system/system.h>

#include <vector>

namespace sinew {

// What surfaces that yield do to one another in a State. Forces, energies and powers of the whole have it in them.

/// Every place where two surfaces press on one another, in one order that follows from the State alone.
std::vector<ContactPatch> contacts(const System& system, const State& state);

/// Two surfaces that press on one another.
struct SurfaceTouch {
    SurfaceId first{}, second{};
    double least_slip = 0;  ///< of the points that press, m/s; infinite where there is no friction (15.21)
};
/// All of them, ascending by first and second; takes memory only where `out` has to grow.
void touching(const System& system, const State& state, std::vector<SurfaceTouch>& out);

/// What is stored in surfaces that are pressed in; part of potential_energy.
double contact_energy(const System& system, const State& state);
/// What dissipation and friction have made of energy since the State's history began: a z of the State, "contact.heat",
/// under error control as every z is. Kinetic and potential energy and this stay the same together, where nothing else
/// does work.
double contact_heat(const System& system, const State& state);

}  // namespace sinew
