// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

std::vector<ConstraintBlock> constraint_blocks(const Compiled& c) {
    const ColumnPlan& plan = c.constraints.plan;
    std::vector<ConstraintBlock> blocks(plan.islands.size());
    std::vector<int> island_of(size(c.constraints.a));
    for (std::size_t k = 0; k < blocks.size(); ++k)
        for (int i = 0; i < plan.islands[k].count; ++i) {
            const int column = plan.islands[k].first + i;
            island_of[size(column)] = static_cast<int>(k);
            blocks[k].equations.push_back(plan.order[size(column)]);
        }
    for (const ColumnPlan::Visit& visit : plan.visits) {
        const Node& node = c.tree[visit.body];
        if (node.nu == 0) continue;
        ConstraintBlock& block = blocks[size(island_of[size(plan.columns[size(visit.column)])])];
        for (int i = 0; i < node.nu; ++i) block.speeds.push_back(node.u + i);
    }
    for (ConstraintBlock& block : blocks) {
        std::sort(block.equations.begin(), block.equations.end());
        std::sort(block.speeds.begin(), block.speeds.end());
        block.speeds.erase(std::unique(block.speeds.begin(), block.speeds.end()), block.speeds.end());
    }
    return blocks;
}

std::vector<EquationPlace> equation_places(const Compiled& c) {
    std::vector<EquationPlace> places;
    for (std::size_t k = 0; k < c.constraints.all.size(); ++k) {
        const BoundConstraint& b = c.constraints.all[k];
        const int holonomic = b.counts.holonomic, moving = holonomic + b.counts.nonholonomic;
        for (int i = 0; i < b.counts.all(); ++i)
            places.push_back(
                {static_cast<int>(k), i, i < holonomic ? b.e + i : -1, i < moving ? b.v + i : -1});
    }
    const ColumnPlan& plan = c.constraints.plan;
    for (const ColumnPlan::Island& island : plan.islands)
        for (int i = island.first; i < island.first + island.count; ++i)
            places[size(plan.order[size(i)])].top = island.top;
    return places;
}

void fill_rows_of_G(const System& system, const State& state, const std::vector<EquationPlace>& places,
                    const std::vector<int>& equations, const int* place, int columns, double* G) {
    const Compiled& c = system.compiled();
    std::fill_n(G, equations.size() * size(columns), 0.0);
    if (equations.empty()) return;
    const PositionT<double> x = positions(system, state);
    const RowsView rows = constraint_rows(system, state);
    double* row = G;
    for (const int equation : equations) {
        const BoundConstraint& b = c.constraints.all[size(places[size(equation)].constraint)];
        const int own = places[size(equation)].own, bodies = static_cast<int>(b.body.size()),
                  n = static_cast<int>(b.coordinates.size());
        for (int k = 0; k < b.acted_on; ++k) {
            SpatialForce F = rows.rows[b.row + own * bodies + k];
            for (int B = b.body[size(k)]; B != places[size(equation)].top; B = c.tree[B].parent) {
                const Node& node = c.tree[B];
                for (int u = node.u; u < node.u + node.nu; ++u)
                    if (place[u] >= 0) row[place[u]] += dot(F, x.H_W[u]);
                F = shift_inward(F, x.p_PB_W[B]);
            }
        }
        for (int k = 0; k < n; ++k)
            if (const int u = place[b.coordinates[size(k)].u]; u >= 0)
                row[u] += rows.coefficients[b.coefficient + own * n + k];
        row += columns;
    }
}

}  // namespace sinew
