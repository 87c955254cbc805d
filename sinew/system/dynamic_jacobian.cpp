// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/coordinates.h>
#include <sinew/system/derivative_memory.h>

#include <algorithm>

namespace sinew {

namespace {

/// Of one joint, row by row: N, N⁺, and how q̇ = N u changes with q.
struct RateBlocks {
    int nq = 0;
    double N[max_nq * max_nu]{}, N_inv[max_nu * max_nq]{}, of_q[max_nq * max_nq]{};
};

template <class J>
void fill(const JointInput<double>& in, const double* u, Dual* scratch, RateBlocks& out) {
    const int nq = out.nq = nq_of<J>(in.data), nu = nu_of<J>(in.data);
    double e[max_nq]{}, column[max_nq]{};
    for (int k = 0; k < nu; ++k) {
        e[k] = 1;
        multiply_N<J>(in, e, column);
        for (int i = 0; i < nq; ++i) out.N[i * nu + k] = column[i];
        e[k] = 0;
    }
    for (int j = 0; j < nq; ++j) {
        e[j] = 1;
        multiply_N_inverse<J>(in, e, column);
        for (int k = 0; k < nu; ++k) out.N_inv[k * nq + j] = column[k];
        e[j] = 0;
    }
    if constexpr (!std::is_same_v<typename RatesOf<J>::Type, SpeedsAreRates>) {
        Dual q[max_nq], k[UserJoint::max_parameters], speeds[max_nu], rates[max_nq];
        for (int i = 0; i < nq; ++i) q[i] = in.q[i];
        for (int i = 0; i < parameter_count_of<J>(in.data); ++i) k[i] = in.k[i];
        for (int i = 0; i < nu; ++i) speeds[i] = u[i];
        for (int j = 0; j < nq; ++j) {
            q[j].d = 1;
            multiply_N<J>(JointInput<Dual>{k, q, scratch, in.data}, static_cast<const Dual*>(speeds), rates);
            for (int i = 0; i < nq; ++i) out.of_q[i * nq + j] = rates[i].d;
            q[j].d = 0;
        }
    }
}

}  // namespace

/// y = (q, u, z), with q̇ = N u:
///     ∂q̇/∂q = ∂(N u)/∂q     ∂q̇/∂u = N     ∂u̇/∂q = (∂u̇/∂q_k) N⁺                                             (9.86)
void DynamicsDerivatives::jacobian(const State& state, std::span<double> J) {
    Memory& memory = *memory_;
    find_forward_derivatives(memory, state, false);
    const ForwardDerivatives& by = memory.forward;
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const int nq = c.tree.nq, n = c.tree.nu, nz = c.layout->nz, all = nq + n + nz;
    check_size("J", J.size(), all * all);
    std::fill(J.begin(), J.end(), 0.0);
    const auto entry = [&](int row, int column) -> double& { return J[size(row * all + column)]; };
    const Instance instance = instance_of(c, state);
    const PositionT<double> x = positions(system, state);
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = (*instance.tree)[B];
        const JointInput<double> in{instance.passes.k + node.k, state.q().data() + node.q,
                                    x.scratch + node.scratch, node.data};
        RateBlocks joint;
        with_joint(node.kind, instance.passes.by_angles[B], [&]<class Kind> {
            fill<Kind>(in, state.u().data() + node.u, memory.scratch.data(), joint);
        });
        for (int i = 0; i < joint.nq; ++i) {
            for (int k = 0; k < node.nu; ++k) entry(node.q + i, nq + node.u + k) = joint.N[i * node.nu + k];
            for (int j = 0; j < joint.nq; ++j) entry(node.q + i, node.q + j) = joint.of_q[i * joint.nq + j];
        }
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < node.nu; ++k)
                for (int j = 0; j < joint.nq; ++j)
                    entry(nq + i, node.q + j) +=
                        by.by_q[size(i * n + node.u + k)] * joint.N_inv[k * joint.nq + j];
    }
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) entry(nq + i, nq + k) = by.by_u[size(i * n + k)];
        for (int k = 0; k < nz; ++k) entry(nq + i, nq + n + k) = by.by_z[size(i * nz + k)];
    }
    auxiliary_rate_derivatives(memory, state, J.data());
    add_unreached_directions(memory, state, J.data());
}

void dynamic_jacobian(const System& system, const State& state, std::span<double> J) {
    DynamicsDerivatives(system).jacobian(state, J);
}

}  // namespace sinew
