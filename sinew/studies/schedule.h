// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/occasions.h>

namespace sinew {

/// The times at which owners, known by number, want something. Periods are counted, not summed up.
class Schedule {
public:
    void add(int owner, const AtTimes& when);
    void add(int owner, const Every& when);
    /// Leaves out all before t.
    void start(double t);
    /// The earliest time left; infinite if there is none.
    double next() const { return next_; }
    /// Fills the owners whose time is next() or, by rounding, not after t, and goes on to what comes after.
    void take(double t, std::vector<int>& owners);

private:
    struct Entry {
        int owner;
        std::vector<double> times;  ///< ascending; or none
        std::size_t at = 0;
        double period = 0, from = 0, count = 0;
        double next() const;
        void go_on();
    };
    void find_next();
    std::vector<Entry> entries_;
    double next_ = std::numeric_limits<double>::infinity();
};

}  // namespace sinew
