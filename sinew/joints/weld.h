// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

namespace sinew {

/// No motion: M stays on F. The body keeps its own identity, and its reaction can be asked for.
///     X_FM = 1                                                                                              (5.10)
struct Weld {
    static constexpr const char* name = "weld";
    static constexpr int nq = 0, nu = 0;
    static constexpr std::array<const char*, 0> coordinate_names{};
    static constexpr std::array<Column, 0> columns{};
    template <class T>
    static auto X_FM(const JointInput<T>&) {
        return JointPose{Nothing{}, Nothing{}};
    }
    static void fit(const JointInput<double>&, const Transform&, double*) {}
};
static_assert(JointDefinition<Weld>);

}  // namespace sinew
