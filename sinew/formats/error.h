// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>

#include <string>
#include <vector>

namespace sinew {

/// A file that can not be read or written: what() names it, says why, and what can be done. A file with five faults
/// reports five, a line each.
struct FileError : Error {
    explicit FileError(const std::string& fault) : Error(fault), faults{fault} {}
    explicit FileError(std::vector<std::string> all_faults);
    std::vector<std::string> faults;
};

}  // namespace sinew
