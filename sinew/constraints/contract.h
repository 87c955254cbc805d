// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/view.h>

#include <concepts>

namespace sinew {

/// How many equations a constraint has, by the level they are written at.
struct EquationCounts {
    int holonomic = 0;          ///< p(t, q) = 0
    int nonholonomic = 0;       ///< v(t, q, u) = 0
    int acceleration_only = 0;  ///< a(t, q, u, u̇) = 0, linear in u̇
    constexpr int all() const { return holonomic + nonholonomic + acceleration_only; }
};

/// A constraint is a struct with a name, what it holds, its numbers, and                          (10.1)
///     kind                      what it is called in messages
///     counts or counts()        its equations: holonomic ones first, then nonholonomic, then acceleration-only
///     Values<T>                 its numbers as a State has them; equations() reads no others
///     parameters(e, each)       each(name, number, rule) for each of them, in the same order
///     bodies(), coordinates()   what it acts on, one or both; its equations count them in this order
///     watched                   if set: that many of the last bodies are looked at but not acted on
///     needs_coordinates         if true, its coordinates must be coordinates, not merely speeds
///     equations(k, in, out)     fills what out asks for: errors, their rates, and the rows of G
///     rows_follow_speeds        true where rows change with u (equations not linear in u)
///     driven                    true if it may do work: a moving target, an equation that is not linear in u
///     internal                  false if it acts on the motion of the whole even between bodies that move
///     reach(k, in, deep)        positive where it means anything as a one-way condition, if that is not everywhere;
///                               deep: however much its sides overlap, so that this is noticed in the first place
///     words or word(i)          what its equations are called in messages, where there are several
///     check(faults)             further rules for its numbers
/// See rod.h for the shortest.
template <class E>
concept ConstraintDefinition = requires(const E& e, const typename E::template Values<double>& k,
                                        const ConstraintInput<double>& in, Equations& out) {
    { E::kind } -> std::convertible_to<const char*>;
    { e.name } -> std::convertible_to<std::string>;
    E::parameters(e, [](const auto&...) {});
    e.equations(k, in, out);
};

template <class E>
EquationCounts counts_of(const E& element) {
    if constexpr (requires { E::counts.holonomic; }) return E::counts;
    else return element.counts();
}

/// What an equation of a constraint is called; null if it has only a number.
template <class E>
const char* word_of(const E& element, int equation) {
    if constexpr (requires { E::words; }) return E::words[static_cast<std::size_t>(equation)];
    else if constexpr (requires { element.word(equation); }) return element.word(equation);
    else return nullptr;
}

}  // namespace sinew
