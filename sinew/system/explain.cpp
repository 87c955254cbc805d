// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/compiled.h>
#include <sinew/system/system.h>

namespace sinew {

namespace {

std::string described(const JointElement& joint, bool reversed) {
    return escaped(joint.placement.name) + " (" +
           visit([](const auto& j) { return std::string(j.name); }, joint.joint) +
           (reversed ? ", used from its end to its start)" : ")");
}

std::string described(const Model& model, const Loop& loop) {
    const JointElement& joint = model.joints[at(loop.joint.index)];
    const auto body = [&](BodyId id) { return escaped(model.bodies[at(id.index)].name); };
    std::string text = described(joint, false) + " closes a loop between " + body(joint.placement.from) +
                       " and " + body(joint.placement.to);
    if (loop.how == LoopClosure::split)
        return text + ": " + body(loop.split) + " is split in halves, welded by " +
               std::to_string(loop.equations) + " equations";
    if (loop.equations == 0) return text + ": it holds nothing";
    return text + ": cut, " + std::to_string(loop.equations) + " equations";
}

}  // namespace

std::string System::explain() const {
    const Compiled& c = *compiled_;
    std::string text = "system " + quoted(c.model.name) + ": " + std::to_string(c.model.bodies.size() - 1) +
                       " bodies, " + std::to_string(nu()) + " degrees of freedom" +
                       (c.loops.empty() ? ""
                                        : " in the tree, " + std::to_string(c.loops.size()) +
                                              (c.loops.size() == 1 ? " loop" : " loops")) +
                       "\n";
    std::vector<int> depth(at(c.tree.size()));
    for (int node = 1; node < c.tree.size(); ++node) {
        depth[at(node)] = depth[at(c.tree[node].parent)] + 1;
        text += std::string(at(2 * depth[at(node)]), ' ') + (c.is_half(node) ? "half of " : "") +
                escaped(c.model.bodies[at(c.body_of_node[at(node)])].name) + "  by " +
                described(c.model.joints[at(c.joint_of_node[at(node)])], c.tree[node].reversed) + "\n";
    }
    for (const Loop& loop : c.loops) text += "  " + described(c.model, loop) + "\n";
    return text;
}

}  // namespace sinew
