// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

namespace sinew {

/// A model from a file in MJCF, MuJoCo's format (13.40). What is read and how: docs/mjcf.md. Everything else is in the
/// notes. Throws FileError with every fault, each with file and line.
ModelFile read_mjcf(const std::string& file, const ReadOptions& options = {});
/// The same from a text; `name` is what messages call it, and files that it names are looked for beside it.
ModelFile read_mjcf_text(std::string_view text, const std::string& name, const ReadOptions& options = {});

/// Writes a model in MJCF. Returns a sentence for everything that the format can not say.
std::vector<std::string> write_mjcf(const Model& model, const std::string& file);
/// The same as a text.
std::string to_mjcf(const Model& model, std::vector<std::string>& losses);

}  // namespace sinew
