// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>

namespace sinew::cli {

std::string usage_of(const Command& command);
std::string help_of(const Command& command);
/// The page docs/commands/NAME.md.
std::string page_of(const Command& command);
std::string help_of_all(const std::vector<Command>& commands);

/// "-o,--out" as a list.
std::vector<std::string> names_of(const Option& option);
bool is_argument(const Option& option);

}  // namespace sinew::cli
