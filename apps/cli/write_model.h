// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <string>
#include <vector>

namespace sinew::cli {

/// The formats that models are written in, by name.
std::vector<std::string> model_formats();
/// By what a file's name ends in; throws UsageError.
std::string format_of(const std::string& file);
/// Writes, and lists what the format can not say.
std::vector<std::string> write_model(const Model& model, const std::string& file, const std::string& format);

}  // namespace sinew::cli
