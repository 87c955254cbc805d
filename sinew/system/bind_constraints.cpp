// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/column_islands.h>
#include <sinew/system/bind.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/ties.h>

#include <algorithm>

namespace sinew {

namespace {

/// Of its own, and its load share.
template <class E>
Range add_all_parameters(StateLayout& layout, const E& element) {
    const Range range = add_parameters(layout, element);
    const double one = 1;
    layout.add_parameter(element.name + ".load_share", &one, 1,
                         Rule::positive);  // follows these: BoundConstraint::share
    return range;
}

BoundConstraint bind(Compiled& c, AnyConstraint element, const EquationCounts& counts, const Ties& ties,
                     const Range& parameters) {
    BoundConstraints& all = c.constraints;
    BoundConstraint bound;
    bound.element = std::move(element);
    bound.counts = counts;
    bound.parameters = parameters;
    for (const BodyId body : ties.bodies) bound.body.push_back(c.node_of_body[at(body.index)]);
    bound.acted_on = ties.acted_on;
    for (const CoordinateOf& coordinate : ties.coordinates)
        bound.coordinates.push_back(place_of(c, coordinate));
    bound.e = all.e, bound.v = all.v, bound.a = all.a;
    bound.row = all.rows, bound.coefficient = all.coefficients;
    const EquationCounts& n = bound.counts;
    all.e += n.holonomic;
    all.v += n.holonomic + n.nonholonomic;
    all.a += n.all();
    all.rows += n.all() * static_cast<int>(bound.body.size());
    all.coefficients += n.all() * static_cast<int>(bound.coordinates.size());
    if (ties.rows_follow_speeds) all.rows_follow_speeds = true;
    return bound;
}

template <class E>
BoundConstraint bind(Compiled& c, const E& element, const Range& parameters) {
    return bind(c, element, counts_of(element), ties_of(element), parameters);
}

/// A joint that closes a loop, as a constraint with the joint's own numbers or between the halves of a body.
Loop bind_loop(Compiled& c, const LoopEdge& edge) {
    const JointPlacement& p = c.model.joints[at(edge.joint)].placement;
    std::vector<BoundConstraint>& all = c.constraints.all;
    Loop loop{.joint = {{edge.joint}}};
    if (edge.half >= 0) {
        loop.how = LoopClosure::split;
        loop.split = BodyId{edge.half};
        all.push_back(bind(c, HalvesConstraint{p.name, loop.split, loop.split}, {}));
        all.back().body[1] = c.node_of_joint[at(edge.joint)];
    } else if (edge.held != Held{}) {
        const LoopConstraint held{p.name, {p.from, p.X_PF}, {p.to, p.X_BM}, edge.held};
        all.push_back(bind(c, held, {c.joint_parameters[at(edge.joint)].X_PF_p, 24}));
    } else return loop;
    loop.constraint = ConstraintId{static_cast<int>(all.size()) - 1};
    loop.equations = all.back().counts.all();
    return loop;
}

/// Where the forces of every equation act.
std::vector<ColumnForces> columns_of(const Compiled& c) {
    std::vector<ColumnForces> columns;
    for (const BoundConstraint& bound : c.constraints.all) {
        const int bodies = static_cast<int>(bound.body.size()),
                  coordinates = static_cast<int>(bound.coordinates.size());
        const bool balanced = with_constraint(bound.element, [&]<class E>(const E&) {
            if constexpr (requires { E::internal; }) return E::internal;
            else return true;
        });
        for (int i = 0; i < bound.counts.all(); ++i) {
            ColumnForces& column = columns.emplace_back();
            column.balanced = balanced;
            for (int b = 0; b < bound.acted_on; ++b)
                column.bodies.push_back({bound.body[at(b)], bound.row + i * bodies + b});
            for (int k = 0; k < coordinates; ++k) {
                const CoordinatePlace& place = bound.coordinates[at(k)];
                column.speeds.push_back(
                    {place.joint, place.u - c.tree[place.joint].u, bound.coefficient + i * coordinates + k});
            }
        }
    }
    return columns;
}

// Numbers that a State may hold for its constraints: 1 GB of them.
constexpr double most_numbers = 1.25e8;

bool check_memory(const Compiled& c, double numbers, Faults& faults) {
    if (numbers <= most_numbers) return true;
    faults.add(
        "model " + quoted(c.model.name) + ": its " + std::to_string(c.constraints.a) +
        " equations of constraints and loops act on one another through so many bodies that a State would "
        "need " +
        rounded(numbers * sizeof(double) / 1e9, 2) +
        " GB for them; at most 1 GB is allowed. Close fewer loops, or hold bodies nearer to one another.");
    return false;
}

/// Which constraints act one way only, then which give way; their names are known to be those of constraints.
void bind_one_way(Compiled& c) {
    BoundConstraints& all = c.constraints;
    for (const OneWay& condition : c.model.one_way) {
        BoundOneWay bound;
        bound.constraint = c.model.constraint(condition.name).index;
        bound.sign = condition.free == FreeSide::above ? 1 : -1;
        bound.parameters = add_parameters(*c.layout, condition);
        const BoundConstraint& of = all.all[at(bound.constraint)];
        bound.slips = of.counts.nonholonomic == 2;
        bound.tangent = all.tangents;
        if (bound.slips) all.tangents += 2 * static_cast<int>(of.body.size());
        all.one_way.push_back(bound);
    }
    for (const Bounded& condition : c.model.bounded) {
        BoundOneWay bound;
        bound.constraint = c.model.constraint(condition.name).index;
        bound.parameters = add_parameters(*c.layout, condition);
        bound.bounded = true;
        const BoundConstraint& of = all.all[at(bound.constraint)];
        bound.tangent = all.tangents;
        bound.coefficient = all.given_way;
        all.tangents += static_cast<int>(of.body.size());
        all.given_way += static_cast<int>(of.coordinates.size());
        all.one_way.push_back(bound);
    }
}

/// Which constraints take part, and which of them slide. What acts one way only begins apart.
void lay_out_switches(Compiled& c) {
    BoundConstraints& all = c.constraints;
    std::vector<std::uint8_t> bytes(all.all.size());
    for (const BoundOneWay& condition : all.one_way) bytes[at(condition.constraint)] = 1;
    all.disabled = c.layout->add_variable_bytes("disabled_constraints", bytes.data(), bytes.size(), 1,
                                                PlainType{}, Stage::instance);
    if (all.one_way.empty()) return;
    all.one_way_of.assign(all.all.size(), -1);
    for (std::size_t i = 0; i < all.one_way.size(); ++i)
        all.one_way_of[at(all.one_way[i].constraint)] = static_cast<int>(i);
    std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
    all.sliding = c.layout->add_variable_bytes("sliding_constraints", bytes.data(), bytes.size(), 1,
                                               PlainType{}, Stage::instance);
    std::vector<double> numbers(3 * all.one_way.size());
    for (std::size_t i = 0; i < all.one_way.size(); ++i) numbers[3 * i] = 1;
    all.touching = c.layout->add_variable_bytes(
        "touching", numbers.data(), numbers.size() * sizeof(double), alignof(double),
        PlainType{ValueType::real, sizeof(double), true}, Stage::instance);
}

}  // namespace

void bind_constraints(Compiled& c, const std::vector<LoopEdge>& loops, Faults& faults) {
    for (const AnyConstraint& constraint : c.model.constraints) {
        c.constraints.all.push_back(visit(
            [&](const auto& element) { return bind(c, element, add_all_parameters(*c.layout, element)); },
            constraint));
        BoundConstraint& bound = c.constraints.all.back();
        bound.share = bound.parameters.first + bound.parameters.count;
    }
    bind_one_way(c);
    for (const LoopEdge& edge : loops) c.loops.push_back(bind_loop(c, edge));
    if (c.constraints.all.empty()) return;
    const std::vector<ColumnForces> columns = columns_of(c);
    const std::vector<ColumnIsland> islands = find_islands(c.tree, columns);
    const ColumnSizes sizes = sizes_of(c.tree, columns, islands);
    if (!check_memory(c, sizes.Y + 2 * sizes.W, faults)) return;
    c.constraints.plan = plan_columns(c.tree, columns, islands);
    lay_out_switches(c);
}

}  // namespace sinew
