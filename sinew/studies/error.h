// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>

namespace sinew {

/// A study that was asked for something it can not be asked for: a goal for no body, bounds the wrong way round.
struct StudyError : Error {
    using Error::Error;
};

}  // namespace sinew
