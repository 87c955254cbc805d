// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew::testing {

/// Heap allocations (malloc and friends, operator new included) of this thread since the program began.
long allocations();
/// The same of all threads together.
long allocations_of_all_threads();
/// Blocks of the heap that this thread has taken and not given back.
long live_blocks();
/// Makes the n-th allocation from now fail, and no other; 0 for none. failed() tells whether it has come to that.
void fail_allocation(long n);
bool failed();
/// False where a sanitizer owns the heap and nothing can be counted.
bool can_count();

}  // namespace sinew::testing
