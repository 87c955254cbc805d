// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>

#include <string>
#include <string_view>

namespace sinew {

/// All of a file; throws FileError with the system's reason.
std::string read_text_file(const std::string& file);
/// Writes beside the file first and then takes its place, so that there is never half of it.
void write_text_file(const std::string& file, std::string_view text);
/// Throws FileError where that could not be, before there is anything to write.
void check_can_write(const std::string& file);

}  // namespace sinew
