// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/spanning_tree.h>

#include <algorithm>
#include <queue>

namespace sinew {

namespace {

/// By body, the joints that end at it, in the order of the model.
using JointsAt = std::vector<std::vector<int>>;

const std::string& name_of_body(const Model& model, int body) { return model.bodies[at(body)].name; }

bool names_a_body(const Model& model, BodyId body) {
    return body.index >= 0 && body.index < static_cast<int>(model.bodies.size());
}

/// "a", "b", "c" and 7 more
std::string listed(const std::vector<std::string_view>& names) {
    constexpr std::size_t most = 10;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most; ++i)
        text += (i == 0 ? "" : ", ") + quoted(names[i]);
    return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

/// For each body the joint that leads to it, and the body it hangs from.
struct Inboard {
    int joint = -1, parent = 0, depth = 0;
};

/// The joints on the way between two bodies in the tree.
std::string way_between(const Model& model, const std::vector<Inboard>& inboard, int a, int b) {
    const auto path_to_world = [&](int body) {
        std::vector<int> path{body};
        while (path.back() != 0) path.push_back(inboard[at(path.back())].parent);
        return path;
    };
    std::vector<int> up = path_to_world(a), down = path_to_world(b);
    while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2])
        up.pop_back(), down.pop_back();
    up.pop_back();
    for (std::size_t i = down.size() - 1; i > 0; --i) up.push_back(down[i - 1]);
    std::vector<std::string_view> joints;
    for (const int body : up) joints.push_back(model.joints[at(inboard[at(body)].joint)].placement.name);
    return listed(joints);
}

/// Faults of joints on their own; true where both ends are bodies of the model.
std::vector<bool> check_ends(const Model& model, Faults& faults) {
    std::vector<bool> usable(model.joints.size());
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointPlacement& p = model.joints[j].placement;
        const bool from = names_a_body(model, p.from), to = names_a_body(model, p.to);
        if (!from || !to)
            faults.add("joint " + quoted(p.name) + ": `" + (from ? "to" : "from") + "` is body number " +
                       std::to_string((from ? p.to : p.from).index) + ", which model " + quoted(model.name) +
                       " does not have. Add the body first and use the id that add() returns.");
        else if (p.from == p.to)
            faults.add("joint " + quoted(p.name) + " connects body " +
                       quoted(name_of_body(model, p.from.index)) + " with itself. A joint needs two bodies.");
        else usable[j] = true;
    }
    return usable;
}

/// Bodies that no joint ties to the world, group by group.
class Unreached {
public:
    Unreached(const Model& model, const JointsAt& joints_at, std::vector<bool>& reached)
        : model_(model), joints_at_(joints_at), reached_(reached) {}

    void report(Faults& faults) {
        for (int body = 1; body < static_cast<int>(model_.bodies.size()); ++body) {
            if (reached_[at(body)]) continue;
            if (joints_at_[at(body)].empty())
                faults.add(
                    "body " + quoted(name_of_body(model_, body)) +
                    " has no joint. Add one that leads to it; Free from the world lets it move anywhere.");
            else report_group(body, faults);
            reached_[at(body)] = true;
        }
    }

private:
    void report_group(int first, Faults& faults) {
        std::vector<int> group{first};
        std::vector<std::string_view> names;
        bool has_loop = false;
        reached_[at(first)] = true;
        came_by_.resize(model_.joints.size());
        for (std::size_t i = 0; i < group.size(); ++i) {
            names.push_back(name_of_body(model_, group[i]));
            for (const int joint : joints_at_[at(group[i])]) {
                if (came_by_[at(joint)]) continue;
                came_by_[at(joint)] = true;
                const JointPlacement& p = model_.joints[at(joint)].placement;
                const int other = p.from.index == group[i] ? p.to.index : p.from.index;
                if (reached_[at(other)]) has_loop = true;
                else group.push_back(other);
                reached_[at(other)] = true;
            }
        }
        if (faults.full()) return faults.add("");
        faults.add("no joint ties " + listed(names) + " to the world" + (has_loop ? ring_from(first) : "") +
                   ". Add one to the body that the others hang from; Free lets it move anywhere.");
    }

    /// The ring that following joints backwards, from `to` to `from`, runs into.
    std::string ring_from(int body) const {
        std::vector<int> seen(model_.bodies.size(), -1), parent(model_.bodies.size(), -1), path;
        for (const JointElement& joint : model_.joints) {
            const JointPlacement& p = joint.placement;
            if (names_a_body(model_, p.from) && names_a_body(model_, p.to))
                parent[at(p.to.index)] = p.from.index;
        }
        while (body > 0 && seen[at(body)] < 0) {
            seen[at(body)] = static_cast<int>(path.size());
            path.push_back(body);
            body = parent[at(body)];
        }
        if (body <= 0) return ", and they form a loop";
        std::string text = ", and they hang from one another in a ring, ";
        path.erase(path.begin(), path.begin() + seen[at(body)]);
        path.push_back(body);
        std::vector<std::string_view> names;
        for (const int each : path) names.push_back(name_of_body(model_, each));
        return text + listed(names);
    }

    const Model& model_;
    const JointsAt& joints_at_;
    std::vector<bool>& reached_;
    std::vector<bool> came_by_;
};

/// The tree of joints that are best kept, grown from the world: of all joints that lead on from it, always the one with
/// most to lose, then the nearest to the world, then the first.
std::vector<Inboard> grow(const Model& model, const JointsAt& joints_at,
                          const std::vector<LoopChoice>& choices, std::vector<bool>& reached) {
    struct Candidate {
        int keep, depth, joint, body;
        bool operator<(const Candidate& other) const {
            if (keep != other.keep) return keep < other.keep;
            return depth != other.depth ? depth > other.depth : joint > other.joint;
        }
    };
    std::vector<Inboard> inboard(model.bodies.size());
    std::priority_queue<Candidate> queue;
    const auto reach = [&](int body) {
        reached[at(body)] = true;
        for (const int joint : joints_at[at(body)]) {
            const JointPlacement& p = model.joints[at(joint)].placement;
            const int other = p.from.index == body ? p.to.index : p.from.index;
            if (!reached[at(other)])
                queue.push({choices[at(joint)].keep, inboard[at(body)].depth + 1, joint, other});
        }
    };
    reach(0);
    while (!queue.empty()) {
        const Candidate next = queue.top();
        queue.pop();
        if (reached[at(next.body)]) continue;
        const JointPlacement& p = model.joints[at(next.joint)].placement;
        inboard[at(next.body)] = {next.joint, p.from.index == next.body ? p.to.index : p.from.index,
                                  next.depth};
        reach(next.body);
    }
    return inboard;
}

/// How a joint that is not in the tree closes its loop; false if it cannot.
bool close(const Model& model, const std::vector<Inboard>& inboard, const LoopChoice& choice, int joint,
           std::vector<LoopEdge>& loops, Faults& faults) {
    if (faults.full()) return faults.add(""), false;
    const JointPlacement& p = model.joints[at(joint)].placement;
    const std::string loop = "joint " + quoted(p.name) +
                             " closes a loop: " + quoted(name_of_body(model, p.from.index)) + " and " +
                             quoted(name_of_body(model, p.to.index)) + " are already connected through " +
                             way_between(model, inboard, p.from.index, p.to.index) + ". ";
    if (p.loop == LoopClosure::in_tree)
        return faults.add(loop +
                          "One joint of a loop must be left out of the tree: let one of these be "
                          "automatic, cut or split in place of in_tree."),
               false;
    if (choice.split && choice.half < 0)
        return faults.add(loop +
                          "It is closed by splitting a body in two, but neither of its bodies has mass. "
                          "Give one of them mass, or use another joint here."),
               false;
    if (p.loop == LoopClosure::cut && !choice.has_equations)
        return faults.add(loop + "It cannot be cut: its kind is not written as equations. Let it be split."),
               false;
    if (p.loop == LoopClosure::cut && choice.needs_coordinates)
        return faults.add(loop +
                          "It cannot be cut, for a force, motion or coupler of the model uses its "
                          "coordinates. Let it be split, or stay in the tree."),
               false;
    loops.push_back({joint, choice.split ? Held{} : choice.held, choice.split ? choice.half : -1});
    return true;
}

}  // namespace

SpanningTree spanning_tree(const Model& model, Faults& faults) {
    const std::vector<bool> usable = check_ends(model, faults);
    SpanningTree tree;
    if (model.bodies.empty()) return tree;
    JointsAt joints_at(model.bodies.size());
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        if (!usable[j]) continue;
        const JointPlacement& p = model.joints[j].placement;
        joints_at[at(p.from.index)].push_back(static_cast<int>(j));
        joints_at[at(p.to.index)].push_back(static_cast<int>(j));
    }

    std::vector<bool> reached(model.bodies.size());
    const std::vector<LoopChoice> choices = loop_choices(model);
    const std::vector<Inboard> inboard = grow(model, joints_at, choices, reached);
    std::vector<int> half_of_joint(model.joints.size(), -1);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointPlacement& p = model.joints[j].placement;
        if (!usable[j] || !reached[at(p.from.index)]) continue;
        const int joint = static_cast<int>(j);
        if (inboard[at(p.to.index)].joint == joint || inboard[at(p.from.index)].joint == joint) {
            if (p.loop == LoopClosure::cut || p.loop == LoopClosure::split)
                faults.warn(
                    "joint " + quoted(p.name) +
                    " is to close a loop, but without it the tree would fall apart: it is in the tree.");
        } else if (close(model, inboard, choices[j], joint, tree.loops, faults)) {
            half_of_joint[j] = tree.loops.back().half;
        }
    }

    struct Visit {
        int body;
        std::size_t next;  // in joints_at[body]
    };
    std::vector<Visit> stack{{0, 0}};  // no recursion: a chain may have a hundred thousand bodies
    while (!stack.empty()) {
        Visit& visit = stack.back();
        const int parent = visit.body;
        const auto& joints = joints_at[at(parent)];
        if (visit.next == joints.size()) {
            stack.pop_back();
            continue;
        }
        const int joint = joints[visit.next++];
        const JointPlacement& p = model.joints[at(joint)].placement;
        const bool reversed = p.to.index == parent;
        const int body = reversed ? p.from.index : p.to.index;
        const bool half = half_of_joint[at(joint)] == body;
        if (half) tree.edges.push_back({body, parent, joint, reversed, true});
        if (half || inboard[at(body)].joint != joint) continue;
        tree.edges.push_back({body, parent, joint, reversed});
        stack.push_back({body, 0});
    }
    if (std::find(usable.begin(), usable.end(), false) ==
        usable.end())  // else they would only repeat what was said
        Unreached(model, joints_at, reached).report(faults);
    return tree;
}

}  // namespace sinew
