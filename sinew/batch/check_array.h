// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/batch/batch.h>

namespace sinew {

/// Throws StateError if an array was not made for such a batch and so many numbers.
inline void check_array(const Batch& batch, const char* what, const LaneArray& array, int numbers) {
    if (array.states() == batch.size() && array.lanes() == batch.lanes() && array.numbers() == numbers)
        return;
    throw StateError(std::string(what) + " is an array of " + std::to_string(array.numbers()) +
                     " numbers of " + std::to_string(array.states()) + " states in lanes of " +
                     std::to_string(array.lanes()) + "; batch.array(" + std::to_string(numbers) +
                     ") makes the one that is needed.");
}

}  // namespace sinew
