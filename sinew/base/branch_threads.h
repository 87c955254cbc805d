// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// How many threads the passes of one State may share its branches among, in models of more than 30,000 bodies: one to
/// begin with. Results are the same, bit by bit, whatever the number. Joints and functions of your own are then asked
/// by several threads at a time. While another State's pass uses these threads, a pass goes on alone.
void set_branch_threads(int threads);
int branch_threads();

using BranchJob = void (*)(const void* given, int branch);
void run_branches(int branches, BranchJob job, const void* given);

/// job(branch) for each branch, in any order and from several threads; returns when all are done. Jobs do not throw.
template <class Job>
void for_each_branch(int branches, const Job& job) {
    run_branches(
        branches, [](const void* given, int branch) { (*static_cast<const Job*>(given))(branch); }, &job);
}

}  // namespace sinew
