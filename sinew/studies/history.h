// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>

#include <cstddef>
#include <vector>

namespace sinew {

/// The last States of a run, as many as it has room for: to go back and forth in time, and to branch from any of them.
/// When it is full, the oldest makes room without an allocation. A value.
class History {
public:
    explicit History(std::size_t room);

    /// Its time is not before the newest one's; see drop_after to go on from an earlier State.
    void push(const State& state);

    std::size_t room() const { return room_; }
    std::size_t size() const { return states_.size(); }
    bool empty() const { return states_.empty(); }
    /// From the oldest, 0, to the newest, size() − 1.
    const State& operator[](std::size_t i) const { return states_[(first_ + i) % states_.size()]; }
    const State& oldest() const;
    const State& newest() const;
    /// The last one that is not after t (the oldest if all are), and the one nearest to t.
    std::size_t at_or_before(double t) const;
    std::size_t nearest(double t) const;
    /// Forgets what is later than t: a run that goes on from there takes its place.
    void drop_after(double t);
    void clear();

private:
    void check_any() const;
    std::size_t room_, first_ = 0;
    std::vector<State> states_;
};

}  // namespace sinew
