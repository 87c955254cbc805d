// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A model from a URDF file; docs/urdf-sdf.md tells what becomes of what. The root link is welded to the world, or
/// free to move if the options ask for a floating base. Throws FileError with every fault, each with file and line.
ModelFile read_urdf(const std::string& file, const ReadOptions& options = {});
/// The same from a text; `name` stands in messages. Meshes are looked for in options.package_paths only.
ModelFile read_urdf_text(std::string_view text, const std::string& name, const ReadOptions& options = {});

/// The model as URDF. Adds to `losses` a sentence for everything that the format can not say.
std::string to_urdf(const Model& model, std::vector<std::string>& losses);
/// Writes it; returns the losses.
std::vector<std::string> write_urdf(const Model& model, const std::string& file);

}  // namespace sinew
