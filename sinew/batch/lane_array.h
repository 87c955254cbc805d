// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/aligned.h>
#include <sinew/base/at.h>

#include <span>

namespace sinew {

/// Some numbers of each of many states: block after block of as many states as there are lanes, in a block number after
/// number, and the lanes of a number side by side (20.1).
class LaneArray {
public:
    LaneArray() = default;
    LaneArray(int states, int numbers, int lanes)
        : states_(states), numbers_(numbers), lanes_(lanes), values_(at(blocks()) * stride()) {}

    int states() const { return states_; }
    int numbers() const { return numbers_; }  ///< of each state
    int lanes() const { return lanes_; }
    int blocks() const { return lanes_ > 0 ? (states_ + lanes_ - 1) / lanes_ : 0; }

    double operator()(int state, int i) const { return values_[place(state, i)]; }
    double& operator()(int state, int i) { return values_[place(state, i)]; }

    /// All numbers of one state.
    void set(int state, std::span<const double> from) {
        if (from.empty()) return;
        double* to = values_.data() + place(state, 0);
        for (std::size_t i = 0; i < from.size(); ++i) to[i * at(lanes_)] = from[i];
    }
    void get(int state, std::span<double> to) const {
        if (to.empty()) return;
        const double* from = values_.data() + place(state, 0);
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i * at(lanes_)];
    }

    /// A block as it lies in memory.
    double* block(int b) { return values_.data() + at(b) * stride(); }
    const double* block(int b) const { return values_.data() + at(b) * stride(); }
    std::size_t stride() const { return at(numbers_) * at(lanes_); }

private:
    std::size_t place(int state, int i) const {
        return at(state / lanes_) * stride() + at(i) * at(lanes_) + at(state % lanes_);
    }
    int states_ = 0, numbers_ = 0, lanes_ = 0;
    AlignedVector<double> values_;
};

}  // namespace sinew
