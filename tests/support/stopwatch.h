// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ctime>

namespace sinew::testing {

/// Processor time of this program's own work since the watch was made, in s, whatever else the machine is doing.
/// A build that looks for faults may take its time.
class Stopwatch {
public:
    double seconds() const { return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC / patience; }

private:
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    static constexpr double patience = 1;
#else
    static constexpr double patience = 30;
#endif
    std::clock_t start_ = std::clock();
};

/// Of the least of some runs: what else the machine does makes a run longer, never shorter.
double least_seconds(int runs, const auto& job) {
    double least = 1e300;
    for (int i = 0; i < runs; ++i) {
        const Stopwatch watch;
        job();
        const double taken = watch.seconds();
        least = taken < least ? taken : least;
    }
    return least;
}

}  // namespace sinew::testing
