// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/system_problem.h>

#include <algorithm>

namespace sinew {

/// For integrators that step a State of their own: t and y go into it; what is not in y (discrete variables,
/// parameters, options) comes from the problem's State.
inline void to_state(const SystemProblem& problem, double t, std::span<const double> y, State& out) {
    const auto n = [](int i) { return static_cast<std::size_t>(i); };
    const Parts parts = problem.parts();
    out = problem.state();
    out.set_time(t);
    out.set_q(y.subspan(0, n(parts.q)));
    out.set_u(y.subspan(n(parts.q), n(parts.u)));
    out.set_z(y.subspan(n(parts.q + parts.u), n(parts.z)));
}

/// And back: y = (q, u, z).
inline void to_y(const State& state, std::span<double> y) {
    auto out = std::copy(state.q().begin(), state.q().end(), y.begin());
    out = std::copy(state.u().begin(), state.u().end(), out);
    std::copy(state.z().begin(), state.z().end(), out);
}

}  // namespace sinew
