// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>

#include <array>
#include <span>

namespace sinew {

/// One coordinate as a number, several as a fixed-size view.
template <int n>
auto read_coordinates(std::span<const double> values) {
    if constexpr (n == 1) return values[0];
    else if constexpr (n > 1) return values.template first<static_cast<std::size_t>(n)>();
    else return values;  // sized at run time
}

/// What state.q(joint) gives on the left of an assignment. It writes through the State, so that what depended
/// on the old value becomes stale; a plain reference could be kept and written behind the State's back.
template <class State, int n, bool is_q>
class Coordinates {
public:
    Coordinates(State& state, AnyJointId joint) : state_(state), joint_(joint) {}

    const Coordinates& operator=(double value) const requires(n == 1) {
        return set(std::span(&value, 1)), *this;
    }
    const Coordinates& operator=(
        const std::array<double, static_cast<std::size_t>(n < 1 ? 1 : n)>& values) const requires(n > 1) {
        return set(values), *this;
    }
    const Coordinates& operator=(std::span<const double> values) const requires(n < 1) {
        return set(values), *this;
    }
    const Coordinates& operator+=(double change) const requires(n == 1) { return *this = get()[0] + change; }
    operator double() const requires(n == 1) { return get()[0]; }
    double operator[](int i) const { return get()[static_cast<std::size_t>(i)]; }
    auto begin() const { return get().begin(); }
    auto end() const { return get().end(); }
    operator std::span<const double>() const { return get(); }

private:
    std::span<const double> get() const {
        if constexpr (is_q) return static_cast<const State&>(state_).q(joint_);
        else return static_cast<const State&>(state_).u(joint_);
    }
    void set(std::span<const double> values) const {
        if constexpr (is_q) state_.set_q(joint_, values);
        else state_.set_u(joint_, values);
    }
    State& state_;
    AnyJointId joint_;
};

}  // namespace sinew
