// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/driven.h>
#include <sinew/system/free_variables.h>
#include <sinew/system/instance.h>

#include <algorithm>

namespace sinew {

FreeVariables free_variables(const System& system, const State& state) {
    FreeVariables found;
    find_free_variables(system, state, found);
    return found;
}

void find_free_variables(const System& system, const State& state, FreeVariables& found) {
    const Compiled& c = system.compiled();
    const Driven given = driven(system, state);
    const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
    const auto& slots = c.layout->quaternions;
    found.coordinates.clear(), found.speeds.clear(), found.given_q.clear(), found.given_u.clear();
    found.any_quaternion = false;
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = c.tree[B];
        const auto level = static_cast<MotionLevel>(given.level[B]);
        for (int i = node.u; i < node.u + node.nu; ++i)
            (level >= MotionLevel::velocity ? found.given_u : found.speeds).push_back(i);
        if (level == MotionLevel::position) {
            for (int i = node.q; i < node.q + node.nq; ++i) found.given_q.push_back(i);
            continue;
        }
        int q = node.q, u = node.u, left = node.nq;
        const bool quaternion = !by_angles[B] && std::any_of(slots.begin(), slots.end(),
                                                             [&](const auto& s) { return s.q == node.q; });
        if (quaternion) {
            found.coordinates.push_back({q, u, 4, true});
            q += 4, u += node.nu - (node.nq - 4), left -= 4;
        }
        if (left > 0) found.coordinates.push_back({q, u, left, false});
        found.any_quaternion = found.any_quaternion || quaternion;
    }
}

}  // namespace sinew
