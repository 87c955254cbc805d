// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/assemble.h>
#include <sinew/studies/free_joints.h>
#include <sinew/studies/step_split.h>
#include <sinew/system/constraints.h>
#include <sinew/system/motions.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

/// Newton's steps of least length; one is enough unless an equation is not linear in u.
double assemble_velocities(const System& system, State& state, const AssemblyOptions& options) {
    const UsualFloats floats;
    prescribe_velocities(system, state);
    const Compiled& c = fitting(system, state);
    const auto largest_error = [&] {
        double largest = 0;
        for (const double v : velocity_errors(system, state))
            largest = std::isfinite(v) ? std::max(largest, std::abs(v)) : INFINITY;
        return largest;
    };
    double error = largest_error();
    if (error == 0) return 0;
    const std::vector<bool> moves = free_joints(system, state, StudyLevel::velocities, options.kept);
    std::vector<int> columns, rows;
    for (int B = 1; B < c.tree.size(); ++B)
        for (int i = c.tree[B].u; moves[size(B)] && i < c.tree[B].u + c.tree[B].nu; ++i) columns.push_back(i);
    for (const BoundConstraint& b : c.constraints.all)
        for (int i = 0; i < b.counts.holonomic + b.counts.nonholonomic; ++i) rows.push_back(b.a + i);
    const int n = static_cast<int>(columns.size()), m = static_cast<int>(rows.size());
    const std::size_t nu = size(c.tree.nu);
    StepSplit split(n, m);
    std::vector<double> all(size(c.constraints.a) * nu), G(size(m) * size(n)), step(size(n)),
        u(state.u().begin(), state.u().end()), best = u;
    double least = error;
    for (int i = 0; i < options.max_iterations && error > 1e-3 * options.tolerance; ++i) {
        constraint_matrix(system, state, all);
        double* to = G.data();
        for (const int row : rows)
            for (const int j : columns) *to++ = all[size(row) * nu + size(j)];
        split.factor(G.data(), m, n, 1e-9);
        split.toward(velocity_errors(system, state).data(), 0, step.data());
        for (std::size_t j = 0; j < columns.size(); ++j) u[size(columns[j])] += step[j];
        state.set_u(u);
        error = largest_error();
        if (!(error < least)) break;
        const bool creeps = error > 0.9 * least;
        least = error, best = u;
        if (creeps) break;
    }
    state.set_u(best);
    return least;
}

}  // namespace sinew
