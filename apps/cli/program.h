// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>

namespace sinew::cli {

/// Reads the command line, does what it says, tells what went wrong; gives the exit code.
int run_program(int count, char** words);

}  // namespace sinew::cli
