// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/tree_order.h>

namespace sinew::robot {

TreeOrder tree_order(const Model& model) {
    const std::size_t bodies = model.bodies.size();
    const auto valid = [&](BodyId body) {
        return body.index >= 0 && static_cast<std::size_t>(body.index) < bodies;
    };
    std::vector<std::vector<int>> around(bodies);  // joints at each body, as they come in the model
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointPlacement& p = model.joints[j].placement;
        if (!valid(p.from) || !valid(p.to)) continue;
        around[static_cast<std::size_t>(p.from.index)].push_back(static_cast<int>(j));
        around[static_cast<std::size_t>(p.to.index)].push_back(static_cast<int>(j));
    }
    TreeOrder order;
    std::vector<bool> reached(bodies, false), used(model.joints.size(), false);
    std::vector<BodyId> queue{world};
    reached[0] = true;
    // Joints that lead outward go first, then those that must be turned round, so that few are.
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const BodyId parent = queue[at];
        for (const bool reversed : {false, true})
            for (const int j : around[static_cast<std::size_t>(parent.index)]) {
                const JointPlacement& p = model.joints[static_cast<std::size_t>(j)].placement;
                if (used[static_cast<std::size_t>(j)] || (reversed ? p.to : p.from) != parent) continue;
                const BodyId child = reversed ? p.from : p.to;
                if (reached[static_cast<std::size_t>(child.index)]) continue;
                reached[static_cast<std::size_t>(child.index)] = used[static_cast<std::size_t>(j)] = true;
                order.joints.push_back({j, parent, child, reversed});
                queue.push_back(child);
            }
    }
    for (std::size_t j = 0; j < used.size(); ++j)
        if (!used[j]) order.left_over.push_back(static_cast<int>(j));
    for (std::size_t b = 1; b < bodies; ++b)
        if (!reached[b]) order.not_joined.push_back({static_cast<int>(b)});
    return order;
}

}  // namespace sinew::robot
