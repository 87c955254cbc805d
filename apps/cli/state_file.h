// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/system/system.h>

#include <string>

namespace sinew::cli {

/// A State from a file: the whole of one ("format": "sinew state"), some of its numbers, or the last frame of a
/// recording. "-" is standard input. Some numbers are an object with any of "time", "q", "u", "z" (lists, or objects by
/// name) and "parameters" (an object by path); the rest is as in `like`.
State read_state(const std::string& file, const System& system, const State& like);

/// "  knee.angle = 0.5", a line per coordinate.
std::string coordinates_text(const System& system, const State& state);
/// All of a State, as read_state takes it.
Json json_of(const State& state);
/// --save FILE, and what it does.
Option save_option(std::string* file);
void save_state(const std::string& file, const State& state);

}  // namespace sinew::cli
