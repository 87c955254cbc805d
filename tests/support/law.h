// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace sinew::testing {

/// A law, and the worst it has been broken when the test ends.
struct Law {
    double bound, worst = 0;
    std::string by = "none";
    explicit Law(double most) : bound(most) {}
    void measure(double error, const std::string& name) {
        if (!(error <= worst)) worst = error, by = name;
    }
    ~Law() {
        CAPTURE(by);
        CHECK(worst < bound);
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst << " by " << by);
    }
};

}  // namespace sinew::testing
