// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/tree/tree.h>

#include <algorithm>
#include <map>
#include <utility>

namespace sinew {

namespace {

/// Subtrees by their form: two have the same number if and only if they are alike.
struct Forms {
    std::vector<int> of_body, size;             // per body
    std::vector<std::vector<int>> bodies_with;  // per form, ascending
    std::vector<char> eligible;                 // per form

    explicit Forms(const Tree& tree) : of_body(at(tree.size())), size(at(tree.size()), 1) {
        std::map<std::vector<int>, int> numbers;
        std::map<const UserFormula*, int> formulas{{nullptr, 0}};
        std::vector<std::vector<int>> children(at(tree.size()));  // their forms, the last child's first
        for (int B = tree.size() - 1; B > 0; --B) {
            const Node& node = tree[B];
            std::vector<int>& key = children[at(B)];  // a form is a joint and the forms that hang on it
            bool fits = !node.reversed &&
                        with_joint(node.kind, false, [&]<class J> { return goes_in_lanes<J>(node); });
            for (const int child : key) fits = fits && eligible[at(child)];
            const UserFormula* own =
                node.kind == JointKind::CustomJoint ? CustomJoint::user(node.data).formula : nullptr;
            const int formula = formulas.try_emplace(own, static_cast<int>(formulas.size())).first->second;
            key.insert(key.end(), {static_cast<int>(node.kind), node.reversed, node.nu, node.turns, formula});
            const auto [found, is_new] =
                numbers.try_emplace(std::move(key), static_cast<int>(numbers.size()));
            if (is_new) bodies_with.emplace_back(), eligible.push_back(fits);
            of_body[at(B)] = found->second;
            bodies_with[at(found->second)].push_back(B);
            if (node.parent == 0) continue;
            children[at(node.parent)].push_back(found->second);
            size[at(node.parent)] += size[at(B)];
        }
        for (std::vector<int>& bodies : bodies_with) std::reverse(bodies.begin(), bodies.end());
    }
};

/// A lone body at a time would carry more between lanes than it saves.
constexpr int smallest = 2;
/// What is kept in lanes beside the bodies doubles the memory that passes go through: of trees that do not fit the
/// caches, bodies one by one are faster (`sinew_bench --only-scaling`).
constexpr int most_bodies = 30000;

}  // namespace

void find_alike(Tree& tree) {
    if (tree.size() > most_bodies) return;
    const Forms forms(tree);
    std::vector<int> order;
    for (std::size_t form = 0; form < forms.bodies_with.size(); ++form)
        if (forms.eligible[form] && forms.bodies_with[form].size() > 1 &&
            forms.size[at(forms.bodies_with[form][0])] >= smallest)
            order.push_back(static_cast<int>(form));
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return forms.size[at(forms.bodies_with[at(a)][0])] > forms.size[at(forms.bodies_with[at(b)][0])];
    });

    tree.alike.clear();
    tree.steps = 0;
    std::vector<BodyRun> lanes;
    std::vector<char> taken(at(tree.size()));
    for (const int form : order) {
        std::vector<int> free;
        for (const int B : forms.bodies_with[at(form)])
            if (!taken[at(B)]) free.push_back(B);
        for (std::size_t i = 0; i + 1 < free.size(); i += 4) {
            Alike found{{}, forms.size[at(free[i])], tree.steps};
            const std::size_t used = std::min<std::size_t>(4, free.size() - i);
            for (std::size_t lane = 0; lane < 4; ++lane) {
                const int first = found.first[lane] = free[i + std::min(lane, used - 1)];
                if (lane >= used) continue;
                lanes.push_back(
                    {first, first + found.size, static_cast<int>(tree.alike.size()), static_cast<int>(lane)});
                std::fill_n(taken.begin() + first, found.size, char(1));
            }
            tree.alike.push_back(found);
            tree.steps += found.size;
        }
    }

    std::sort(lanes.begin(), lanes.end(),
              [](const BodyRun& a, const BodyRun& b) { return a.begin < b.begin; });
    tree.runs.clear();
    int next = 1;
    for (const BodyRun& lane : lanes) {
        if (next < lane.begin) tree.runs.push_back({next, lane.begin});
        tree.runs.push_back(lane);
        next = lane.end;
    }
    if (next < tree.size()) tree.runs.push_back({next, tree.size()});
}

}  // namespace sinew
