// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace sinew::testing {

#ifdef SINEW_SAMPLES  // for the tests of formats
/// A file of tests/files.
inline std::string sample(const std::string& name) { return SINEW_SAMPLES "/" + name; }
#endif

inline void contains(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
}

/// What is said when f fails; "nothing" if it does not.
template <class F>
std::string fault_of(F f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

/// Sets coordinates and speeds of both States, of models with joints of the same names, joint by joint to what
/// fill(joint, q, u) leaves; returns where the second has the speeds of the first.
template <class Fill>
std::vector<std::size_t> set_alike(const Model& a, const Model& b, State& s, State& t, Fill fill) {
    std::vector<std::size_t> place(s.u().size());
    for (std::size_t j = 0; j < a.joints.size(); ++j) {
        const AnyJointId mine{{static_cast<int>(j)}};
        if (s.layout().u_of_joint[j].count == 0) continue;  // closes a loop, or moves nothing
        const AnyJointId its = b.joint(a.joints[j].placement.name);
        std::vector<double> q(s.q(mine).begin(), s.q(mine).end()), u(s.u(mine).size());
        fill(j, q, u);
        REQUIRE(t.q(its).size() == q.size());
        s.set_q(mine, q), t.set_q(its, q), s.set_u(mine, u), t.set_u(its, u);
        for (std::size_t i = 0; i < u.size(); ++i)
            place[static_cast<std::size_t>(s.u(mine).data() - s.u().data()) + i] =
                static_cast<std::size_t>(t.u(its).data() - t.u().data()) + i;
    }
    return place;
}

/// Two models with joints of the same names move alike: M, forces for no acceleration, and energy, at random states.
inline void check_same_motion(const Model& a, const Model& b, double tolerance) {
    const System one(a), other(b);
    REQUIRE(one.nu() == other.nu());
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto n = static_cast<std::size_t>(one.nu());
    for (int round = 0; round < 3; ++round) {
        State s = one.default_state(), t = other.default_state();
        const auto place = set_alike(a, b, s, t, [&](std::size_t, auto& q, auto& u) {
            for (double& x : q) x = number(random);
            for (double& x : u) x = number(random);
        });
        std::vector<double> M(n * n), N(n * n), f(n), g(n);
        mass_matrix(one, s, M), mass_matrix(other, t, N);
        inverse_dynamics(one, s, std::vector<double>(n), f);
        inverse_dynamics(other, t, std::vector<double>(n), g);
        double worst = 0, size = 1;
        for (std::size_t i = 0; i < n; ++i) {
            worst = std::max(worst, std::abs(f[i] - g[place[i]]));
            size = std::max(size, std::abs(f[i]));
            for (std::size_t k = 0; k < n; ++k)
                worst = std::max(worst, std::abs(M[i * n + k] - N[place[i] * n + place[k]]));
        }
        CHECK(worst < tolerance * size);
        CHECK(std::abs(kinetic_energy(one, s) - kinetic_energy(other, t)) <
              tolerance * (1 + kinetic_energy(one, s)));
    }
}

}  // namespace sinew::testing
