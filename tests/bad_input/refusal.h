// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <string>
#include <vector>

/// One table per kind of mistake: what someone does, and what he is told, word by word.
namespace sinew::testing {

inline MassProperties solid(double mass) {
    return {.mass = mass, .com = {0, -0.2, 0}, .inertia = {.xx = 0.02, .yy = 0.01, .zz = 0.02}};
}

/// Two links on pins, nothing wrong with them.
inline Model arm() {
    Model model{.name = "arm"};
    const BodyId upper = model.add(Body{.name = "upper", .mass = solid(2)});
    const BodyId lower = model.add(Body{.name = "lower", .mass = solid(1)});
    model.add(Pin{}, {.name = "shoulder", .from = world, .to = upper});
    model.add(Pin{}, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0, -0.4, 0}}});
    model.add(Gravity{});
    return model;
}

/// All faults that System(model) reports; none if it accepts it.
inline std::vector<std::string> faults_of(Model model) {
    try {
        const System system(std::move(model));
        return {};
    } catch (const ModelError& error) {
        return error.faults;
    }
}

/// What an attempt is told; empty if it succeeds.
template <class Attempt>
std::string refusal(Attempt attempt) {
    try {
        attempt();
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

/// A mistake in a model: its row in the catalogue of mistakes, what is done to arm(), what is said.
struct Mistake {
    const char* row;
    void (*make)(Model&);
    std::vector<std::string> faults;
};

inline void check_all(const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
        CAPTURE(mistake.row);
        Model model = arm();
        mistake.make(model);
        const std::vector<std::string> faults = faults_of(model);
        CHECK(faults.size() == mistake.faults.size());
        for (std::size_t i = 0; i < faults.size() || i < mistake.faults.size(); ++i)
            CHECK((i < faults.size() ? faults[i] : "") ==
                  (i < mistake.faults.size() ? mistake.faults[i] : ""));
    }
}

}  // namespace sinew::testing
