// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/schedule.h>

#include <algorithm>
#include <cmath>

namespace sinew {

void Schedule::add(int owner, const AtTimes& when) {
    Entry& e = entries_.emplace_back();
    e.owner = owner;
    e.times = when.times;
    std::sort(e.times.begin(), e.times.end());
    e.times.erase(std::unique(e.times.begin(), e.times.end()), e.times.end());
}

void Schedule::add(int owner, const Every& when) {
    Entry& e = entries_.emplace_back();
    e.owner = owner;
    e.period = when.period;
    e.from = when.from;
}

double Schedule::Entry::next() const {
    if (period > 0) return from + count * period;
    return at < times.size() ? times[at] : std::numeric_limits<double>::infinity();
}

void Schedule::Entry::go_on() {
    if (period > 0) count += 1;
    else ++at;
}

void Schedule::find_next() {
    next_ = std::numeric_limits<double>::infinity();
    for (const Entry& e : entries_) next_ = std::min(next_, e.next());
}

void Schedule::start(double t) {
    for (Entry& e : entries_) {
        if (e.period > 0) e.count = std::max(0.0, std::floor((t - e.from) / e.period) - 1);
        while (e.next() < t) e.go_on();
    }
    find_next();
}

void Schedule::take(double t, std::vector<int>& owners) {
    for (Entry& e : entries_) {
        if (!(e.next() <= t)) continue;
        owners.push_back(e.owner);
        while (e.next() <= t) e.go_on();
    }
    find_next();
}

}  // namespace sinew
