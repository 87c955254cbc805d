// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/program.h>

int main(int count, char** words) { return sinew::cli::run_program(count, words); }
