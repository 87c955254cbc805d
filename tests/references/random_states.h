// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/references/case_model.h>

namespace sinew::testing {

inline std::vector<double> random_numbers(std::size_t n, std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::vector<double> out(n);
    for (double& x : out) x = normal(random);
    return out;
}

inline Vec3 random_vector(std::mt19937_64& random) {
    const std::vector<double> x = random_numbers(3, random);
    return {x[0], x[1], x[2]};
}

inline Transform random_pose(std::mt19937_64& random) {
    const std::vector<double> e = random_numbers(4, random);
    return {rotation_of(Quaternion{e[0], e[1], e[2], e[3]}), random_vector(random)};
}

inline double largest(std::span<const double> a) {
    double most = 0;
    for (const double x : a) most = std::fmax(most, std::fabs(x));
    return most;
}

/// Calls f(running, random) at as many random states of each of the two trees as the case asks for.
template <class F>
void at_random_states(const Case& c, F f) {
    for (const char* id : {"tree-pins-6", "tree-mixed-7"}) {
        Running r(conformance_case(id).model);
        std::mt19937_64 random(c.seed);
        for (int i = 0; i < c.random_states; ++i) {
            r.set_random(random);
            f(r, random);
        }
    }
}

}  // namespace sinew::testing
