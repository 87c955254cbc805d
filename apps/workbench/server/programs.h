// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

// Other people's programs.

/// Where a program is, by the folders of PATH; empty if it is nowhere.
std::string find_program(const std::string& name);

/// Runs a program without a shell and waits; returns the end of what it said, both to its output and to its errors.
/// Throws PictureError if it can not be started or takes longer than so many seconds; then it is ended.
/// Its output goes into a file, if one is named.
std::string run_program(const std::vector<std::string>& call, double seconds, const std::string& output = {});

/// A new folder of its own, nobody else's to read.
std::filesystem::path make_scratch_folder(const std::string& name);

}  // namespace sinew
