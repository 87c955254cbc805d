// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A model from an SDF file: one model, or a world of several; docs/urdf-sdf.md tells what becomes of what. Links that
/// no joint holds are free to move. Throws FileError with every fault, each with file and line.
ModelFile read_sdf(const std::string& file, const ReadOptions& options = {});
/// The same from a text; `name` stands in messages. Meshes and includes are looked for in options.package_paths only.
ModelFile read_sdf_text(std::string_view text, const std::string& name, const ReadOptions& options = {});

/// The model as SDF 1.10. Adds to `losses` a sentence for everything that the format can not say.
std::string to_sdf(const Model& model, std::vector<std::string>& losses);
/// Writes it; returns the losses.
std::vector<std::string> write_sdf(const Model& model, const std::string& file);

}  // namespace sinew
