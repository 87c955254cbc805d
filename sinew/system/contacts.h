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

/// What is stored in surfaces that are pressed in; part of potential_energy.
double contact_energy(const System& system, const State& state);
/// What dissipation and friction have made of energy since the State's history began: a z of the State, "contact.heat",
/// under error control as every z is. Kinetic and potential energy and this stay the same together, where nothing else
/// does work.
double contact_heat(const System& system, const State& state);

}  // namespace sinew
