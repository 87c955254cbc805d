// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/branch_threads.h>
#include <sinew/base/error.h>
#include <sinew/base/workers.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

namespace sinew {

namespace {

struct BranchThreads {
    std::mutex busy;
    std::optional<Workers> workers;  ///< none for one thread
    std::atomic<int> count = 1;
};

BranchThreads& shared() {
    static BranchThreads threads;
    return threads;
}

}  // namespace

void set_branch_threads(int threads) {
    if (threads < 1)
        throw StateError("set_branch_threads: " + std::to_string(threads) +
                         " threads were asked for. One is the least.");
    BranchThreads& own = shared();
    const std::lock_guard lock(own.busy);
    own.workers.reset();
    own.count = 1;
    if (threads > 1) own.workers.emplace(threads);
    own.count = threads;
}

int branch_threads() { return shared().count; }

void run_branches(int branches, BranchJob job, const void* given) {
    BranchThreads& own = shared();
    if (branches > 1 && own.count > 1) {
        const std::unique_lock lock(own.busy, std::try_to_lock);
        if (lock && own.workers)
            return own.workers->run(branches, [&](int, int branch) { job(given, branch); });
    }
    for (int branch = 0; branch < branches; ++branch) job(given, branch);
}

}  // namespace sinew
