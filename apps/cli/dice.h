// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sinew::cli {

/// Numbers in −1 .. 1, the same on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    double next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t x = state_;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
    }

private:
    std::uint64_t state_;
};

}  // namespace sinew::cli
