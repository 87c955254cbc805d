// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bench {

/// What a program does with its words; program.cpp has the main() that calls it and tells what was thrown.
int run(int count, char** words);

}  // namespace bench
