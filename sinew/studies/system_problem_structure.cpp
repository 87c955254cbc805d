// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What can be felt where: trees that hang from the world one beside the other, and what joins them (11.57).
#include <sinew/studies/system_problem.h>
#include <sinew/system/compliant.h>
#include <sinew/system/derivative_cost.h>
#include <sinew/system/given.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace sinew {

namespace {

/// Sets of bodies that feel one another. The world belongs to none.
class Groups {
public:
    explicit Groups(int bodies) : next_(size(bodies)) { std::iota(next_.begin(), next_.end(), 0); }
    int of(int body) const {
        while (next_[size(body)] != body) body = next_[size(body)];
        return body;
    }
    void join(int a, int b) {
        if (a != 0 && b != 0) next_[size(of(a))] = of(b);
    }
    /// With the first of several, which it becomes if there is none yet.
    void join_with(int& first, int body) {
        if (first == 0) first = body;
        join(first, body);
    }

private:
    std::vector<int> next_;
};

bool is_users_own(const BoundForce& force) {
    return with_force(force.element, []<class E>(const E&) { return std::is_same_v<E, CustomForce>; });
}

Groups groups_of(const Compiled& c) {
    Groups groups(c.tree.size());
    for (int B = 1; B < c.tree.size(); ++B) groups.join(B, c.tree[B].parent);
    for (const BoundForce& force : c.forces) {
        groups.join(force.body[0], force.body[1]);
        int first = 0;
        for (const CoordinatePlace& place : force.coordinates) groups.join_with(first, place.joint);
        first = 0;
        for (const int body : force.path) groups.join_with(first, body);
    }
    if (c.contact) {
        for (const CompliantContact::Pair& pair : c.contact->pairs)
            groups.join(c.surfaces[size(pair.first)].body, c.surfaces[size(pair.second)].body);
        int first = 0;
        for (const int surface : c.contact->swept) groups.join_with(first, c.surfaces[size(surface)].body);
    }
    for (const BoundConstraint& b : c.constraints.all) {
        int first = 0;
        for (const int body : b.body) groups.join_with(first, body);
        for (const CoordinatePlace& place : b.coordinates) groups.join_with(first, place.joint);
    }
    for (const Motion& motion : c.model.motions)
        for (const AnyJointId read : joints_read_by(motion))
            if (!c.is_cut(motion.joint) && !c.is_cut(read)) groups.join(c.node(motion.joint), c.node(read));
    return groups;
}

}  // namespace

/// Differences ask for rates once for each component of the largest group.
bool SystemProblem::exact_is_cheaper() const {
    const Compiled& c = system_.compiled();
    int most = parts_.all();
    if (parts_.z == 0) {
        const Groups groups = groups_of(c);
        std::vector<int> components(size(c.tree.size()));
        for (int B = 1; B < c.tree.size(); ++B) components[size(groups.of(B))] += c.tree[B].nq + c.tree[B].nu;
        most = *std::max_element(components.begin(), components.end());
    }
    const DerivativeCost cost = derivative_cost(c);
    return cost.jacobian <= most * cost.rates;
}

void SystemProblem::structure(std::span<unsigned char> may) const {
    const Compiled& c = system_.compiled();
    // A user's own force, an auxiliary variable, a fast variable may look at everything.
    const bool unknown = parts_.z > (c.contact ? 1 : 0) || !c.model.fast.empty() ||
                         std::any_of(c.forces.begin(), c.forces.end(), is_users_own);
    std::fill(may.begin(), may.end(), unknown ? 1 : 0);
    if (unknown) return;
    const Groups groups = groups_of(c);
    const auto n = size(parts_.all());
    if (c.contact)  // the heat follows everything, and nothing follows it
        std::fill_n(may.begin() + static_cast<std::ptrdiff_t>(size(parts_.q + parts_.u) * n),
                    parts_.q + parts_.u, 1);
    const auto put = [&](int row, int count, int column, int columns) {
        for (int i = row; i < row + count; ++i)
            std::fill_n(may.begin() + static_cast<std::ptrdiff_t>(size(i) * n) + column, columns, 1);
    };
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& b = c.tree[B];
        put(b.q, b.nq, b.q, b.nq);  // q̇ = N(q) u, of its own joint
        put(b.q, b.nq, parts_.q + b.u, b.nu);
        for (int C = 1; C < c.tree.size(); ++C) {
            if (groups.of(B) != groups.of(C)) continue;
            put(parts_.q + b.u, b.nu, c.tree[C].q, c.tree[C].nq);
            put(parts_.q + b.u, b.nu, parts_.q + c.tree[C].u, c.tree[C].nu);
        }
    }
}

}  // namespace sinew
