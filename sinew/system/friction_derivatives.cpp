// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives of sliding friction: how its shares in normal forces follow the slip, and what that does. (9.94)
#include <sinew/math/dual.h>
#include <sinew/system/constraints.h>
#include <sinew/system/derivative_memory.h>
#include <sinew/system/friction.h>
#include <sinew/system/one_way.h>

#include <algorithm>

namespace sinew {

void find_friction(DynamicsDerivatives::Memory& memory, const State& state, bool even_without) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    FrictionDerivatives& friction = memory.friction;
    friction.count = 0;
    if (c.constraints.one_way.empty()) return;
    friction.count = find_sliding(system, state, friction.sliding.data(), even_without);
    const std::size_t n = size(c.tree.nu);
    memory.column.assign(size(c.constraints.a), 0.0);
    for (std::size_t j = 0; j < size(friction.count); ++j) {
        const Sliding& sliding = friction.sliding[j];
        const BoundOneWay& condition = c.constraints.one_way[size(sliding.condition)];
        const OneWayNumbers k = numbers_of(condition, state);
        const TouchMemory& touch = touch_memory(c, state, sliding.condition);
        const std::array<double, 2> v = slip_velocity(system, state, {condition.constraint});
        for (std::size_t i = 0; i < 2; ++i) {
            std::array<Dual, 2> slip{Dual(v[0]), Dual(v[1])};
            slip[i].d = 1;
            const auto by_slip = friction_shares(condition.sign, Dual(k.sliding_friction),
                                                 Dual(k.viscous_friction), slip, touch);
            slip[i].d = 0;
            const auto by_number = friction_shares(condition.sign, Dual(k.sliding_friction, i == 0 ? 1 : 0),
                                                   Dual(k.viscous_friction, i == 1 ? 1 : 0), slip, touch);
            for (std::size_t t = 0; t < 2; ++t) {
                friction.share_by_slip[4 * j + 2 * t + i] = by_slip[t].d;
                friction.share_by_number[4 * j + 2 * t + i] = by_number[t].d;
            }
            double& unit = memory.column[size(sliding.multiplier) + 1 + i];
            unit = 1;
            multiply_by_G_transpose(system, state, memory.column,
                                    {friction.tangents.data() + (2 * j + i) * n, n});
            unit = 0;
        }
    }
}

void add_shares(const FrictionDerivatives& friction, const double* lambda, const std::vector<double>& shares,
                int nu, int width, std::vector<double>& tau) {
    const std::size_t n = size(nu), columns = size(width);
    for (std::size_t r = 0; r < 2 * size(friction.count); ++r) {
        const double normal = lambda[friction.sliding[r / 2].multiplier];
        for (std::size_t i = 0; i < n; ++i)
            if (const double tangent = friction.tangents[r * n + i]; tangent != 0)
                for (std::size_t k = 0; k < columns; ++k)
                    tau[i * columns + k] += tangent * normal * shares[r * columns + k];
    }
}

/// Slip is linear in u by its own rows.
void add_friction_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* lambda) {
    const Compiled& c = memory.system.compiled();
    FrictionDerivatives& friction = memory.friction;
    const int n = c.tree.nu;
    for (int j = 0; j < friction.count; ++j) {
        const BoundOneWay& condition = c.constraints.one_way[size(friction.sliding[size(j)].condition)];
        double* by_q = friction.slip_by_q.data() + std::ptrdiff_t{2} * j * n;
        const double* by_u = friction.tangents.data() + std::ptrdiff_t{2} * j * n;
        find_slip_derivatives(memory, state, condition.constraint, by_q);
        for (int t = 0; t < 2; ++t)
            for (int k = 0; k < n; ++k) {
                const std::size_t at = size((2 * j + t) * n + k);
                friction.share_by_q[at] = friction.share_change(j, t, by_q[k], by_q[n + k]);
                friction.share_by_u[at] = friction.share_change(j, t, by_u[k], by_u[n + k]);
            }
    }
    add_shares(friction, lambda, friction.share_by_q, n, n, memory.inverse.by_q);
    add_shares(friction, lambda, friction.share_by_u, n, n, memory.inverse.by_u);
}

void respond_to_friction(DynamicsDerivatives::Memory& memory, const State& state) {
    const Compiled& c = memory.system.compiled();
    FrictionDerivatives& friction = memory.friction;
    const std::size_t n = size(c.tree.nu), m = size(c.constraints.a);
    memory.products.resize(n);
    for (std::size_t j = 0; j < size(friction.count); ++j) {
        const Sliding& sliding = friction.sliding[j];
        double *S = friction.S.data() + j * n, *adds = friction.of_friction.data() + j * m;
        for (std::size_t k = 0; k < n; ++k)
            S[k] = sliding.share[0] * friction.tangents[2 * j * n + k] +
                   sliding.share[1] * friction.tangents[(2 * j + 1) * n + k];
        solve_for_accelerations(memory, state, S, 1, memory.products.data());
        for (std::size_t i = 0; i < n; ++i) memory.products[i] = -memory.products[i];
        std::fill_n(adds, m, 0.0);
        memory.G.add_product(memory.products.data(), 1, adds);
        solve_for_multipliers(memory.system, state, adds);
    }
}

}  // namespace sinew
