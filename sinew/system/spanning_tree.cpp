// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/system/spanning_tree.h>

namespace sinew {

namespace {

const std::string& name_of_body(const Model& model, int body) {
    return model.bodies[static_cast<std::size_t>(body)].name;
}

bool names_a_body(const Model& model, BodyId body) {
    return body.index >= 0 && body.index < static_cast<int>(model.bodies.size());
}

/// "a" through "j1", "b", "j2" to "c": the way between two bodies in the tree found so far.
std::string way_between(const Model& model, const std::vector<TreeEdge>& edge_to, int a, int b) {
    const auto path_to_world = [&](int body) {
        std::vector<int> path{body};
        while (path.back() != 0) path.push_back(edge_to[static_cast<std::size_t>(path.back())].parent);
        return path;
    };
    std::vector<int> up = path_to_world(a), down = path_to_world(b);
    while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2])
        up.pop_back(), down.pop_back();
    std::string text;
    const auto add_joint = [&](int body) {
        const int joint = edge_to[static_cast<std::size_t>(body)].joint;
        text +=
            (text.empty() ? "" : ", ") + quoted(model.joints[static_cast<std::size_t>(joint)].placement.name);
    };
    for (std::size_t i = 0; i + 1 < up.size(); ++i) add_joint(up[i]);
    for (std::size_t i = down.size() - 1; i > 0; --i) add_joint(down[i - 1]);
    return text;
}

/// Faults of joints on their own; true where both ends are bodies of the model.
std::vector<bool> check_ends(const Model& model, Faults& faults) {
    std::vector<bool> usable(model.joints.size());
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointPlacement& p = model.joints[j].placement;
        const bool from = names_a_body(model, p.from), to = names_a_body(model, p.to);
        if (!from || !to)
            faults.add("joint " + quoted(p.name) + ": `" + (from ? "to" : "from") +
                       "` names no body of model " + quoted(model.name) +
                       ". Add the body first and use the id that add() returns.");
        else if (p.from == p.to)
            faults.add("joint " + quoted(p.name) + " connects body " +
                       quoted(name_of_body(model, p.from.index)) + " with itself. A joint needs two bodies.");
        else usable[j] = true;
    }
    return usable;
}

void report_unreached(const Model& model, const std::vector<bool>& reached, const std::vector<bool>& usable,
                      Faults& faults) {
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        if (reached[b]) continue;
        std::string joints;
        for (std::size_t j = 0; j < model.joints.size(); ++j) {
            const JointPlacement& p = model.joints[j].placement;
            if (usable[j] && (p.from.index == static_cast<int>(b) || p.to.index == static_cast<int>(b)))
                joints += (joints.empty() ? "" : ", ") + quoted(p.name);
        }
        faults.add(
            "body " + quoted(model.bodies[b].name) +
            (joints.empty()
                 ? " has no joint. Add one that leads to it; Free from the world lets it move anywhere."
                 : " cannot be reached from the world: " + joints +
                       " only connect bodies that cannot be reached either. Add a joint that ties one of "
                       "them to the world; Free lets it move anywhere."));
    }
}

}  // namespace

std::vector<TreeEdge> spanning_tree(const Model& model, Faults& faults) {
    const std::vector<bool> usable = check_ends(model, faults);
    std::vector<std::vector<int>> joints_at(model.bodies.size());  // by body, in the order of the model
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        if (!usable[j]) continue;
        const JointPlacement& p = model.joints[j].placement;
        joints_at[static_cast<std::size_t>(p.from.index)].push_back(static_cast<int>(j));
        joints_at[static_cast<std::size_t>(p.to.index)].push_back(static_cast<int>(j));
    }

    std::vector<TreeEdge> order, edge_to(model.bodies.size(), TreeEdge{0, 0, -1, false});
    std::vector<bool> reached(model.bodies.size()), used(model.joints.size());
    reached[0] = true;
    struct Visit {
        int body;
        std::size_t next;  // in joints_at[body]
    };
    std::vector<Visit> stack{{0, 0}};  // no recursion: a chain may have a hundred thousand bodies
    while (!stack.empty()) {
        Visit& visit = stack.back();
        const int parent = visit.body;
        const auto& joints = joints_at[static_cast<std::size_t>(parent)];
        if (visit.next == joints.size()) {
            stack.pop_back();
            continue;
        }
        const int joint = joints[visit.next++];
        if (used[static_cast<std::size_t>(joint)]) continue;
        used[static_cast<std::size_t>(joint)] = true;
        const JointPlacement& p = model.joints[static_cast<std::size_t>(joint)].placement;
        const bool reversed = p.to.index == parent;
        const int body = reversed ? p.from.index : p.to.index;
        if (reached[static_cast<std::size_t>(body)]) {
            faults.add("joint " + quoted(p.name) +
                       " closes a loop: " + quoted(name_of_body(model, p.from.index)) + " and " +
                       quoted(name_of_body(model, p.to.index)) + " are already connected through " +
                       way_between(model, edge_to, p.from.index, p.to.index) +
                       ". Loops of joints are not supported yet: remove one of these joints.");
            continue;
        }
        reached[static_cast<std::size_t>(body)] = true;
        edge_to[static_cast<std::size_t>(body)] = {body, parent, joint, reversed};
        order.push_back({body, parent, joint, reversed});
        stack.push_back({body, 0});
    }
    report_unreached(model, reached, usable, faults);
    return order;
}

}  // namespace sinew
