// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/support/random_force.h>

namespace sinew::testing {

/// A smooth function of n arguments that is far from linear in any of them.
inline Function random_function(Random& random, int n) {
    Function sum = random.within(-1, 1);
    for (int i = 0; i < n; ++i) {
        sum =
            sum + of_arguments(function::Polynomial{{random.within(-1, 1), random.within(0.5, 2), 0.0}}, {i});
        sum = sum + of_arguments(function::Sinusoid{random.within(0.5, 1), random.within(0.5, 1), 0.3}, {i});
        if (i > 0)
            sum = sum + random.within(0.5, 1) * Function(function::Argument{i}) *
                            Function(function::Argument{i - 1});
    }
    return sum;
}

/// Coordinates of different joints, or at least different ones.
inline std::vector<CoordinateOf> random_coordinates(const Model& model, Random& random, int n) {
    std::vector<CoordinateOf> all;
    while (static_cast<int>(all.size()) < n) {
        const CoordinateOf next = random_coordinate(model, random);
        bool known = false;
        for (const CoordinateOf& c : all)
            known = known || (c.joint.index == next.joint.index && c.index == next.index);
        if (!known) all.push_back(next);
    }
    return all;
}

/// A constraint of type E with random numbers, on random bodies or coordinates of a model. A new one is tested by being
/// listed if it names what it acts on as the others do.
template <class E>
E random_constraint(const Model& model, Random& random, bool on_world = true) {
    const int first = on_world ? 0 : 1, bodies = static_cast<int>(model.bodies.size()) - first;
    const int a = random.below(bodies), b = (a + 1 + random.below(bodies - 2)) % bodies;
    const BodyId one{first + a}, other{first + b};
    E e;
    e.name = "constraint";
    if constexpr (requires { e.from.body; }) e.from.body = one, e.to.body = other;
    if constexpr (requires { e.one; }) e.one = one, e.other = other;
    if constexpr (requires { e.at.body; }) e.at.body = BodyId{first + random.below(bodies)};
    if constexpr (requires { e.couples; }) {
        e.couples = random_coordinates(model, random, 3);
        e.function = random_function(random, 3);
    }
    if constexpr (requires { e.speeds; }) {
        e.speeds = random_coordinates(model, random, 2);
        e.depends_on = random_coordinates(model, random, 2);
        e.function = random_function(random, 4);
    }
    E::parameters(e, RandomNumbers{random});
    return e;
}

/// Calls f<E>() for every kind of constraint there is.
template <class F>
void for_every_constraint(F&& f) {
#define SINEW_ONE(E) f.template operator()<E>();
    SINEW_CONSTRAINTS(SINEW_ONE)
#undef SINEW_ONE
}

template <class E>
constexpr bool is_driven() {
    if constexpr (requires { E::driven; }) return E::driven;
    else return false;
}

}  // namespace sinew::testing
