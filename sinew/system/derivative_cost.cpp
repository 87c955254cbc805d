// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/derivative_cost.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

namespace sinew {

namespace {

constexpr double of_call = 300, of_body = 40, of_force = 25, of_equation = 80;  // of ẏ
constexpr double of_pair = 3.4, of_product = 0.04, of_entry = 2.5;              // of matrices
constexpr double of_question = 200, of_speed_on_the_way = 8,
                 of_body_seen = 40;  // of an element, for one direction

/// Where bodies hang.
struct Ways {
    const Tree& tree;
    std::vector<int> speeds;  ///< between a body and the world

    explicit Ways(const Tree& of) : tree(of), speeds(size(of.size())) {
        for (int B = 1; B < tree.size(); ++B) speeds[size(B)] = speeds[size(tree[B].parent)] + tree[B].nu;
    }
    /// What an element on these costs along all its directions.
    double element(std::span<const int> bodies, std::size_t coordinates, bool relative) const {
        int top = relative && bodies.size() > 1 ? bodies[0] : 0;
        for (int b : bodies)
            while (relative && bodies.size() > 1 && b != top)
                (b > top ? b : top) = tree[b > top ? b : top].parent;
        double directions = static_cast<double>(coordinates), way = 0;
        for (const int b : bodies) directions += speeds[size(b)] - speeds[size(top)], way += speeds[size(b)];
        return 2 * directions * (of_question + of_speed_on_the_way * way);
    }
};

template <class E>
constexpr bool looks_at_all = std::is_same_v<E, Gravity> || std::is_same_v<E, Thermostat> ||
                              std::is_same_v<E, DiscreteForces> || std::is_same_v<E, CustomForce>;

double force(const Compiled& c, const Ways& ways, const BoundForce& f) {
    return with_force(f.element, [&]<class E>(const E&) {
        if constexpr (std::is_same_v<E, GlobalDamper>) return static_cast<double>(c.tree.nu);
        if constexpr (looks_at_all<E>)
            return f.is_uniform ? 0.0 : 2.0 * c.tree.nu * c.tree.size() * of_body_seen;
        bool relative = false;
        if constexpr (requires { E::internal; }) relative = E::internal;
        const std::size_t places = f.coordinates.empty() && f.u >= 0 ? 1 : f.coordinates.size();
        return ways.element(f.path.empty() ? std::span<const int>(f.body) : std::span<const int>(f.path),
                            places, relative);
    });
}

}  // namespace

DerivativeCost derivative_cost(const Compiled& c) {
    DerivativeCost cost;
    const Ways ways(c.tree);
    const double n = c.tree.nu, m = c.constraints.a;
    cost.rates = of_body * c.tree.size() + of_force * static_cast<double>(c.forces.size()) + of_equation * m;
    cost.jacobian = of_call + 3 * cost.rates + of_entry * n * n;
    cost.rates += of_call;
    std::vector<double> together(
        size(c.tree.size()));  // speeds of the trees that hang from the world, by their first body
    std::vector<int> first(size(c.tree.size()));
    for (int B = 1; B < c.tree.size(); ++B) {
        first[size(B)] = c.tree[B].parent == 0 ? B : first[size(c.tree[B].parent)];
        together[size(first[size(B)])] += c.tree[B].nu;
        cost.jacobian += of_pair * c.tree[B].nu * ways.speeds[size(B)];
    }
    double products = 0;
    for (const double s : together) products += 2 * s * s * s;
    cost.jacobian += of_product * products * (m > 0 ? 2 : 1) + 2 * n * m * (of_equation / 10);
    for (const BoundForce& f : c.forces) cost.jacobian += force(c, ways, f);
    for (const BoundConstraint& b : c.constraints.all)
        cost.jacobian += ways.element(b.body, b.coordinates.size(), !b.element.is<CustomConstraint>());
    return cost;
}

}  // namespace sinew
