// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew::testing {

/// Heap allocations (malloc and friends, operator new included) of this thread since the program began.
long allocations();
/// False where a sanitizer owns the heap and nothing can be counted.
bool can_count();

}  // namespace sinew::testing
