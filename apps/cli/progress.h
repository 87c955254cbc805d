// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/simulate.h>

#include <atomic>
#include <string>

namespace sinew::cli {

/// How far a run has come, on standard error: on a terminal one line with a bar that is written over, elsewhere a plain
/// line every few seconds.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    void show(const Progress& progress, double until);
    /// Clears the bar, so that what comes next has the line for itself.
    void finish();

private:
    bool quiet_, terminal_, shown_ = false;
    double last_ = 0;
};

/// "3.2 s", "4:05 min", "2 h 10 min".
std::string duration(double seconds);

/// While it lives, Ctrl-C and SIGTERM do not end the program: they are remembered. A second one ends it.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    /// The signal that came; 0 if none did.
    static int signal();
    /// Whether one came, for those who look at it often and from several threads.
    static const std::atomic<bool>& flag();
};

}  // namespace sinew::cli
