// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/formats/model_file.h>

namespace sinew::cli {

/// What the commands have in common: a model, and a State of it.
struct ModelChoice {
    std::string model{};
    std::vector<std::string> defines{}, packages{};
    std::string contact{};
    bool floating = false, merge_welds = false;
    std::string state_file{}, posture{};
    std::vector<std::string> sets{};
};

void add_model_options(Command& command, ModelChoice& choice);
void add_merge_option(Command& command, ModelChoice& choice);
void add_state_options(Command& command, ModelChoice& choice);

struct Loaded {
    std::string path;
    ModelFile file;
    System system;
    State state;
    std::vector<std::string> merged{},
        remarks{};  ///< bodies that are parts of others now, and why some are not
};

/// Reads, compiles, and sets what the options say. Notes of the reader and warnings go to standard error, unless the
/// command tells them itself.
Loaded load(const ModelChoice& choice, const Output& out, bool tell_notes = true);
ModelFile read_chosen(const ModelChoice& choice);
/// The State that options describe, beginning with the posture "default" or that of a new State.
State start_of(const System& system, const ModelChoice& choice);

/// A variable by its name: "t", a coordinate "knee.angle", a speed "knee.angle/speed", all of a joint "base" or
/// "base/speed", an auxiliary variable, or a parameter "shank.mass".
void set_by_name(State& state, const Model& model, const std::string& name, const std::string& value,
                 const std::string& who);
/// All names that set_by_name knows.
std::vector<std::string> settable_names(const State& state, const Model& model);

/// "file:line: text".
std::string text_of(const ReadNote& note);

}  // namespace sinew::cli
