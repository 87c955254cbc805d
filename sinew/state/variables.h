// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>

#include <span>
#include <string>

namespace sinew {

/// The variables of a State under one roof, for those who save and compare them. f(name, numbers) for runs of numbers
/// (time, q, u, z, parameters), in a fixed order.
template <class F>
void for_each_number(const State& state, F&& f) {
    const StateLayout& layout = state.layout();
    const double t = state.time();
    f(std::string("time"), std::span(&t, 1));
    for (std::size_t i = 0; i < state.q().size(); ++i) f("q " + layout.q_names[i], state.q().subspan(i, 1));
    for (std::size_t i = 0; i < state.u().size(); ++i) f("u " + layout.u_names[i], state.u().subspan(i, 1));
    for (std::size_t i = 0; i < state.z().size(); ++i) f("z " + layout.z_names[i], state.z().subspan(i, 1));
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        f("parameter " + layout.parameters[i].path, state.parameter(ParameterId{static_cast<int>(i)}));
}

/// The bytes of one discrete variable.
inline std::span<const std::byte> bytes_of(const State& state, int variable) {
    const auto size =
        static_cast<std::size_t>(state.layout().variables[static_cast<std::size_t>(variable)].size);
    return {state.variable_bytes(variable, size), size};
}

/// Bytes as pairs of hexadecimal digits.
std::string hexadecimal(std::span<const std::byte> bytes);

}  // namespace sinew
