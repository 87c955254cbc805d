// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/reading.h>
#include <sinew/system/model.h>
#include <sinew/system/system.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// A model as a file has it, whatever its format.
struct ModelFile {
    Model model{};
    std::vector<ReadNote> notes{};
    /// Where each named element stands, by kind and name as messages have them: `body "shank"`, `joint "knee"`.
    std::vector<std::pair<std::string, SourcePlace>> places{};
};

struct ReadOptions {
    std::vector<std::string> package_paths{};  ///< folders in which package:// names are looked up
    std::vector<std::pair<std::string, double>> parameters{};  ///< in place of what the file gives
    bool floating_base = false;  ///< URDF: the root link is free to move, not welded to the world
    /// URDF, SDF, MJCF: shapes that collide become contact surfaces; JSON: this kind in place of the file's.
    std::optional<ContactKind> contact{};
};

/// A model from a file of any format there is: native JSON, URDF, SDF, or a recording. What it is shows in its
/// contents, then in the ending of its name. Throws FileError with every fault, each with file and line.
ModelFile read_model(const std::string& file, const ReadOptions& options = {});

/// System(model), with the place in the file in front of every fault that names an element. Throws FileError.
System compile(const ModelFile& file);

}  // namespace sinew
