// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>

namespace sinew {

/// A file that can not be read or written: what() names it, says why, and what can be done.
struct FileError : Error {
    using Error::Error;
};

}  // namespace sinew
