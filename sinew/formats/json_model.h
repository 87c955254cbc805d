// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace sinew {

// Sinew's own model files: JSON with comments, described in docs/model-format.md.

/// The version that is written, and the first there is. Files of later ones are refused.
inline constexpr int newest_model_format = 1;
/// What numbers are in.
inline constexpr std::array<std::pair<const char*, const char*>, 4> model_units{
    {{"length", "m"}, {"mass", "kg"}, {"time", "s"}, {"angle", "rad"}}};

/// Throws FileError with every fault: file, line, element, value, rule, way out.
ModelFile read_json_model(const std::string& file, const ReadOptions& options = {});
/// The same from a text; files that it includes lie beside the name.
ModelFile read_json_model_text(std::string_view text, const std::string& name,
                               const ReadOptions& options = {});

/// The model as such a file: what is read back is the same to the last bit. Throws ModelError, by name, for what only a
/// C++ program has: elements, functions and fast variables of the user's own.
std::string to_json_model(const Model& model);
void write_json_model(const Model& model, const std::string& file);

/// A JSON Schema (draft 7) of these files, with a line about every field: for editors.
std::string model_schema();

}  // namespace sinew
