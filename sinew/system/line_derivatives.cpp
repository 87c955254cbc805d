// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Coordinates that no speed moves: a line may stand turned about itself, but does not turn. (9.96)
#include <sinew/joints/coordinates.h>
#include <sinew/math/extrapolate.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/derivative_memory.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/one_way.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

bool is_line(const Node& node) {
    return node.kind == JointKind::LineOrientation || node.kind == JointKind::FreeLine;
}

/// What is left of coordinate j of a joint when N N⁺ has taken its part.
void left_over(const Instance& instance, const PositionT<double>& x, const State& state, const Node& node,
               int B, int j, double* r) {
    const JointInput<double> in{instance.passes.k + node.k, state.q().data() + node.q,
                                x.scratch + node.scratch, node.data};
    with_joint(node.kind, instance.passes.by_angles[B], [&]<class J> {
        double e[max_nq]{}, u[max_nu]{}, back[max_nq]{};
        e[j] = 1;
        multiply_N_inverse<J>(in, e, u);
        multiply_N<J>(in, u, back);
        for (int i = 0; i < nq_of<J>(node.data); ++i) r[i] = e[i] - back[i];
    });
}

/// Among errors at velocity level, the first of a condition that slides with friction.
int slip_equation(const Compiled& c, const Sliding& sliding) {
    const BoundConstraint& bound =
        c.constraints.all[size(c.constraints.one_way[size(sliding.condition)].constraint)];
    return bound.v + bound.counts.holonomic;
}

/// ∂τ, ∂a, ∂v and ∂ż along q' of one joint by dual numbers.
void ask_dual(DynamicsDerivatives::Memory& memory, const Node& node, int nq, const double* r) {
    DynamicsOn<Dual>& on = *memory.on_dual;
    for (int i = 0; i < nq; ++i) on.q[size(node.q + i)].d = r[i];
    on.evaluate();
    for (int i = 0; i < nq; ++i) on.q[size(node.q + i)].d = 0;
    for (std::size_t i = 0; i < memory.tau.size(); ++i) memory.tau[i] = on.tau[i].d;
    for (std::size_t e = 0; e < memory.errors.size(); ++e) memory.errors[e] = on.errors[e].d;
    for (std::size_t i = 0; i < memory.z_rates.size(); ++i) memory.z_rates[i] = on.z_dot[i].d;
    const Compiled& c = memory.system.compiled();
    for (std::size_t i = 0; i < memory.slips.size(); ++i)
        memory.slips[i] =
            on.velocity_errors[size(slip_equation(c, memory.friction.sliding[i / 2])) + i % 2].d;
}

/// The same by extrapolated differences, where somebody knows plain numbers only.
void ask_differences(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                     const double* lambda, const Node& node, int nq, const double* r) {
    const std::size_t n = memory.tau.size(), m = memory.errors.size();
    std::vector<double>* const parts[] = {&memory.tau, &memory.errors, &memory.z_rates, &memory.slips};
    std::size_t all = 0;
    for (const std::vector<double>* part : parts) all += part->size();
    std::vector<double> D, side[2], multipliers(m);
    if (lambda) std::copy_n(lambda, m, multipliers.begin());
    double h = 0.01, rounding = 0;
    for (int level = 0; level < usual_differences; ++level, h /= 2) {
        for (const int s : {0, 1}) {
            State there = state;
            std::vector<double> q(state.q().begin(), state.q().end());
            for (int i = 0; i < nq; ++i) q[size(node.q + i)] += (s ? -h : h) * r[i];
            there.set_q(q);
            side[s].assign(all, 0.0);
            inverse_dynamics(memory.system, there, {u_dot, n}, multipliers, {side[s].data(), n});
            if (lambda) acceleration_errors(memory.system, there, {u_dot, n}, {side[s].data() + n, m});
            const std::span<const double> rates = z_dot(memory.system, there);
            std::copy(rates.begin(), rates.end(), side[s].data() + n + m);
            for (std::size_t i = 0; i < memory.slips.size(); ++i) {
                const Sliding& sliding = memory.friction.sliding[i / 2];
                const BoundOneWay& condition =
                    memory.system.compiled().constraints.one_way[size(sliding.condition)];
                side[s][n + m + rates.size() + i] =
                    slip_velocity(memory.system, there, {condition.constraint})[i % 2];
            }
        }
        if (level == 0) rounding = rounding_over(h, side[0].data(), all);
        for (std::size_t i = 0; i < all; ++i) D.push_back((side[0][i] - side[1][i]) / (2 * h));
    }
    const double* next = D.data();
    for (std::vector<double>* part : parts)
        for (double& x : *part)
            x = extrapolated(next++, usual_differences, static_cast<std::ptrdiff_t>(all), rounding);
}

}  // namespace

void add_unreached_directions(DynamicsDerivatives::Memory& memory, const State& state, double* J) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    if (std::none_of(c.tree.nodes.begin(), c.tree.nodes.end(), is_line)) return;
    const std::size_t nq = size(c.tree.nq), n = size(c.tree.nu), nz = size(c.layout->nz), all = nq + n + nz;
    const AccelerationView a = accelerations(system, state);
    const bool constrained = is_constrained(c, state), plain = any_of_users_own(c);
    const double* lambda = constrained ? multipliers_of(system, state) : nullptr;
    FrictionDerivatives& friction = memory.friction;
    memory.tau.resize(n), memory.errors.resize(size(c.constraints.a));
    memory.z_rates.resize(nz), memory.slips.resize(2 * size(friction.count));
    if (!plain) {
        if (!memory.on_dual) memory.on_dual = std::make_unique<DynamicsOn<Dual>>(system);
        memory.on_dual->take(state, a.u_dot, lambda);
    }
    const Instance instance = instance_of(c, state);
    const PositionT<double> x = positions(system, state);
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = (*instance.tree)[B];
        if (!is_line(node)) continue;
        const int own = with_joint(node.kind, instance.passes.by_angles[B],
                                   [&]<class Kind> { return nq_of<Kind>(node.data); });
        for (int j = 0; j < own; ++j) {
            double r[max_nq]{};
            left_over(instance, x, state, node, B, j, r);
            if (std::all_of(r, r + own, [](double part) { return std::abs(part) < 1e-15; })) continue;
            if (plain) ask_differences(memory, state, a.u_dot, lambda, node, own, r);
            else ask_dual(memory, node, own, r);
            memory.shares.resize(memory.slips.size());
            for (int k = 0; k < friction.count; ++k)
                for (int t = 0; t < 2; ++t)
                    memory.shares[size(2 * k + t)] =
                        friction.share_change(k, t, memory.slips[size(2 * k)], memory.slips[size(2 * k + 1)]);
            if (friction.count > 0) add_shares(friction, lambda, memory.shares, c.tree.nu, 1, memory.tau);
            memory.line.resize(n), memory.lambda_by.assign(memory.errors.size(), 0.0);
            solve_for_accelerations(memory, state, memory.tau.data(), 1, memory.line.data());
            if (constrained)
                obey_constraints(memory, state, 1, &memory.errors, memory.line, memory.lambda_by,
                                 &memory.shares, lambda);
            for (std::size_t i = 0; i < n; ++i) J[(nq + i) * all + size(node.q + j)] += memory.line[i];
            for (std::size_t i = 0; i < nz; ++i)
                J[(nq + n + i) * all + size(node.q + j)] += memory.z_rates[i];
        }
    }
}

}  // namespace sinew
