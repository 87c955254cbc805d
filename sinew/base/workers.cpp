// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/workers.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sinew {

struct Workers::Inside {
    std::mutex mutex;
    std::condition_variable begin, done;
    std::vector<std::thread> threads;
    long round = 0;   ///< grows with each set of jobs
    int working = 0;  ///< threads that have not finished this round
    bool ending = false;

    Call call = nullptr;
    const void* job = nullptr;
    int jobs = 0;
    std::atomic<int> next = 0;
    std::exception_ptr thrown;  ///< the first of this round

    ~Inside() {
        {
            const std::lock_guard lock(mutex);
            ending = true;
        }
        begin.notify_all();
        for (std::thread& thread : threads) thread.join();
    }
    void work(int worker) {
        for (int number = next++; number < jobs; number = next++) try {
                call(job, worker, number);
            } catch (...) {
                next = jobs;
                const std::lock_guard lock(mutex);
                if (!thrown) thrown = std::current_exception();
            }
    }
    void live(int worker) {
        std::unique_lock lock(mutex);
        for (long seen = 0;;) {
            begin.wait(lock, [&] { return ending || round != seen; });
            if (ending) return;
            seen = round;
            lock.unlock();
            work(worker);
            lock.lock();
            if (--working == 0) done.notify_one();
        }
    }
};

Workers::Workers(int threads) : inside_(std::make_unique<Inside>()) {
    try {
        inside_->threads.reserve(static_cast<std::size_t>(std::max(1, threads)));
        for (int i = 1; i < threads; ++i)
            inside_->threads.emplace_back([inside = inside_.get(), i] { inside->live(i); });
    } catch (const std::exception& error) {
        throw Error("only " + std::to_string(count()) + " of " + std::to_string(threads) +
                    " threads can be had: " + error.what() + ".");
    }
}

Workers::~Workers() = default;
Workers::Workers(Workers&&) noexcept = default;
Workers& Workers::operator=(Workers&&) noexcept = default;

int Workers::count() const { return 1 + static_cast<int>(inside_->threads.size()); }

void Workers::run_all(int jobs, Call call, const void* job) const {
    if (inside_->threads.empty() || jobs < 2) {
        for (int number = 0; number < jobs; ++number) call(job, 0, number);
        return;
    }
    {
        const std::lock_guard lock(inside_->mutex);
        inside_->call = call;
        inside_->job = job;
        inside_->jobs = jobs;
        inside_->next = 0;
        inside_->working = static_cast<int>(inside_->threads.size());
        ++inside_->round;
    }
    inside_->begin.notify_all();
    inside_->work(0);
    std::exception_ptr thrown;
    {
        std::unique_lock lock(inside_->mutex);
        inside_->done.wait(lock, [&] { return inside_->working == 0; });
        thrown = std::exchange(inside_->thrown, nullptr);
    }
    if (thrown) std::rethrow_exception(thrown);
}

int available_threads() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace sinew
