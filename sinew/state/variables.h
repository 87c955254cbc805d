// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>

#include <span>
#include <string>

namespace sinew {

// The variables of a State under one roof, for those who save and compare them.

/// f(kind, name, numbers) for time, every q, u and z, and every parameter, in a fixed order.
template <class F>
void for_each_number(const State& state, F&& f) {
    const StateLayout& layout = state.layout();
    const double t = state.time();
    f("time", std::string(), std::span(&t, 1));
    for (std::size_t i = 0; i < state.q().size(); ++i) f("q", layout.q_names[i], state.q().subspan(i, 1));
    for (std::size_t i = 0; i < state.u().size(); ++i) f("u", layout.u_names[i], state.u().subspan(i, 1));
    for (std::size_t i = 0; i < state.z().size(); ++i) f("z", layout.z_names[i], state.z().subspan(i, 1));
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        f("parameter", layout.parameters[i].path, state.parameter(ParameterId{static_cast<int>(i)}));
}

/// A discrete variable as bytes that bring it back. Throws StateError for an object of a type that cannot be
/// saved.
std::string bytes_of(const State& state, int variable);
/// Sets it from such bytes; throws StateError if they do not fit.
void set_from_bytes(State& state, int variable, std::string_view bytes);

/// A number as JSON has it, never taken for an integer; what is not finite as its bits, in quotes.
std::string json_of(double x);
/// A text in quotes, escaped.
std::string json_of(std::string_view text);
/// A discrete variable by its type: true, 3, 0.5, "text" or a list of these; other types as bytes.
std::string json_of(const State& state, int variable);

/// Bytes as pairs of hexadecimal digits.
std::string hexadecimal(std::string_view bytes);

/// FNV-1a.
std::uint64_t checksum_of(std::string_view bytes);

}  // namespace sinew
