// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/error.h>
#include <sinew/studies/history.h>

#include <algorithm>

namespace sinew {

History::History(std::size_t room) : room_(room) {
    if (room == 0) throw StudyError("a history needs room for at least one state.");
}

void History::push(const State& state) {
    if (!empty() && state.time() < newest().time())
        throw StudyError("a state at time " + shortest(state.time()) + " can not follow one at " +
                         shortest(newest().time()) + " in a history: drop_after() goes back in time.");
    if (states_.size() < room_) {
        states_.push_back(state);
        return;
    }
    states_[first_] = state;
    first_ = (first_ + 1) % states_.size();
}

void History::check_any() const {
    if (empty()) throw StudyError("there is no state in this history yet.");
}

const State& History::oldest() const {
    check_any();
    return (*this)[0];
}

const State& History::newest() const {
    check_any();
    return (*this)[size() - 1];
}

std::size_t History::at_or_before(double t) const {
    check_any();
    std::size_t low = 0, high = size();
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        ((*this)[middle].time() <= t ? low : high) = middle;
    }
    return low;
}

std::size_t History::nearest(double t) const {
    const std::size_t before = at_or_before(t), after = before + 1;
    return after < size() && (*this)[after].time() - t < t - (*this)[before].time() ? after : before;
}

void History::drop_after(double t) {
    std::rotate(states_.begin(), states_.begin() + static_cast<std::ptrdiff_t>(first_), states_.end());
    first_ = 0;
    while (!empty() && states_.back().time() > t) states_.pop_back();
}

void History::clear() {
    states_.clear();
    first_ = 0;
}

}  // namespace sinew
