// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/studies/measures.h>

namespace sinew::cli {

/// Numbers of a run by name, one or several: "knee.angle", "knee.angle/speed", "total_energy", "position:hand" (or one
/// of them, "position:hand.y"), "reaction:knee", "maximum:knee.angle". Throws UsageError with the nearest name.
std::vector<Measure> measures_of(const System& system, const std::string& name);
/// The same where one number is wanted.
Measure measure_of(const System& system, const std::string& name);

/// The stage that such a name needs at most, for events.
Stage stage_of(const System& system, const std::string& name);

/// What kinds there are, for the help.
extern const char* const quantities_text;
/// The same but for those that look back over a run.
extern const char* const quantities_now_text;

/// The largest error of a constraint, of positions and velocities.
double constraint_error(const System& system, const State& state);

}  // namespace sinew::cli
