// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace sinew {

/// Threads that share out numbered jobs among themselves, each of them waiting while there are none. Which thread does
/// a job is a matter of chance, so jobs must not depend on it. Takes its memory when made.
class Workers {
public:
    /// Throws Error if the machine does not give so many.
    explicit Workers(int threads);
    ~Workers();
    Workers(Workers&&) noexcept;
    Workers& operator=(Workers&&) noexcept;

    int count() const;
    /// job(worker, number) for each number below jobs, the caller being worker 0; returns when all are done. If one
    /// throws, no other is begun, and what was thrown first is thrown here once those that were begun are done.
    template <class Job>
    void run(int jobs, const Job& job) const {
        const auto call = [](const void* given, int worker, int number) {
            (*static_cast<const Job*>(given))(worker, number);
        };
        run_all(jobs, call, &job);
    }

private:
    using Call = void (*)(const void* job, int worker, int number);
    void run_all(int jobs, Call call, const void* job) const;
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

/// One for each core of this machine.
int available_threads();

}  // namespace sinew
