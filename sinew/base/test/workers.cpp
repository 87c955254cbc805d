// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/workers.h>

#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <string>
#include <utility>
#include <vector>

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define SINEW_LIMITS_MEMORY 1
#endif
#else
#define SINEW_LIMITS_MEMORY 1
#endif
#endif
#ifdef SINEW_LIMITS_MEMORY
#include <unistd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#endif

using namespace sinew;

TEST_CASE("workers do every job once") {
    for (const int threads : {1, 2, 5}) {
        const Workers workers(threads);
        CHECK(workers.count() == threads);
        for (const int jobs : {0, 1, 2, 1000}) {
            std::vector<std::atomic<int>> done(static_cast<std::size_t>(jobs));
            for (int round = 0; round < 20; ++round)
                workers.run(jobs, [&](int worker, int number) {
                    if (worker >= 0 && worker < threads) ++done[static_cast<std::size_t>(number)];
                });
            for (const auto& times : done) CHECK(times == 20);
        }
    }
}

TEST_CASE("what a job throws comes to the caller, whichever thread did it, and the workers go on") {
    for (const int threads : {1, 2, 4}) {
        const Workers workers(threads);
        for (int round = 0; round < 50; ++round) {
            std::atomic<int> done = 0;
            CHECK_THROWS_AS(workers.run(100,
                                        [&](int, int number) {
                                            if (number % 3 == 2)
                                                throw StateError("job " + std::to_string(number));
                                            ++done;
                                        }),
                            StateError);
            CHECK(done < 100 - 33);
            done = 0;
            workers.run(100, [&](int, int) { ++done; });
            CHECK(done == 100);
        }
    }
}

TEST_CASE("workers that are moved go on elsewhere, and those they replace end") {
    Workers workers(3);
    Workers others = std::move(workers);
    workers = Workers(2);
    workers = std::move(others);
    CHECK(workers.count() == 3);
    std::atomic<int> done = 0;
    workers.run(10, [&](int, int) { ++done; });
    CHECK(done == 10);
}

#ifdef SINEW_LIMITS_MEMORY
TEST_CASE("more threads than the machine gives are refused, and those that were had are given back") {
    // A process whose address space has room for few stacks.
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        int code = 1;
        const rlimit little{std::size_t{1} << 30, std::size_t{1} << 30};
        setrlimit(RLIMIT_AS, &little);
        try {
            const Workers workers(200'000);
        } catch (const Error& error) {
            const std::string what = error.what();
            code =
                what.starts_with("only ") && what.find(" of 200000 threads can be had: ") != std::string::npos
                    ? 0
                    : 2;
        } catch (const std::bad_alloc&) {
            code = 3;
        }
        _exit(code);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
#endif
