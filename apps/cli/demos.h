// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew::cli {

/// The folder of the program itself; empty if the system does not tell.
std::string program_folder();

/// The folder of models that come along: what SINEW_MODELS names, share/sinew/models of an installed program, or
/// models/ of the sources that the program was built in. Empty if there is none.
std::string models_folder();

/// The names of all demos, sorted.
std::vector<std::string> demo_names();

/// The file of a model: a file of that name, or else the demo of that name. Throws UsageError with the nearest name.
std::string model_path(const std::string& name);

}  // namespace sinew::cli
