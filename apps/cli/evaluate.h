// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/json_text.h>
#include <sinew/system/system.h>

namespace sinew::cli {

/// What evaluate can be asked for, by name.
const std::vector<std::string>& evaluated_parts();

/// Parts of what is to be known of a State, or all but jacobians if none is named.
Json evaluate(const System& system, const State& state, const std::vector<std::string>& parts);

}  // namespace sinew::cli
