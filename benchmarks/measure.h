// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace bench {

/// Largest difference over the largest value of b; infinite if one of them is no number or they are not as many.
double relative_difference(const std::vector<double>& a, const std::vector<double>& b);

/// Keeps this thread on the idlest core from here on; returns its number, or -1 if the machine refused.
int pin_to_one_core();
/// And this gives it, and threads it starts from here on, all cores again.
void free_of_cores();

/// CPU time of this thread in seconds: others on the machine do not count.
double thread_seconds();

struct Timing {
    double median = 0, fastest = 0,
           spread = 0;  // seconds per call; spread: quarter to three quarters, over the median
};

struct TimingOptions {
    int repetitions = 15;
    double batch_seconds = 5e-3;
    bool by_the_wall = false;  // time on the clock instead of CPU time, where several threads work
};

/// Times the contestants in turn, a batch each, so that a passing mood of the machine meets all of them. Each is called
/// with 0, 1, 2, ...
std::vector<Timing> time_in_turns(const std::vector<std::function<void(int)>>& contestants,
                                  const TimingOptions&);

}  // namespace bench
