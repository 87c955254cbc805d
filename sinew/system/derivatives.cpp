// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/newton_euler.h>
#include <sinew/system/constrain.h>
#include <sinew/system/derivative_memory.h>

#include <algorithm>

namespace sinew {

DynamicsDerivatives::Memory::Memory(const System& of) : system(of), motion(of.compiled()) {
    const Compiled& c = of.compiled();
    const std::size_t bodies = size(c.tree.size()), n = size(c.tree.nu), m = size(c.constraints.a),
                      nz = size(c.layout->nz);
    inverse.by_q.resize(n * n), inverse.by_u.resize(n * n), inverse.by_u_dot.resize(n * n),
        inverse.by_z.resize(n * nz);
    z_by_q.resize(nz * n), z_by_u.resize(nz * n), z_by_z.resize(nz * nz);
    B.resize(bodies), along.resize(n), columns.resize(33 * n), A_WM.resize(bodies);
    std::size_t most_scratch = 0;
    for (const Node& node : c.tree.nodes)
        with_joint(node.kind, false, [&]<class J> {
            most_scratch = std::max(most_scratch, size(scratch_size_of<J>(node.data)));
        });
    scratch.resize(most_scratch + 1);
    body_of_mobility.resize(n), subtree_end.resize(bodies);
    for (int b = c.tree.size() - 1; b >= 0; --b) {
        subtree_end[size(b)] = std::max(subtree_end[size(b)], b + 1);
        int& of_parent = subtree_end[size(c.tree[b].parent)];
        of_parent = std::max(of_parent, subtree_end[size(b)]);
        std::fill_n(body_of_mobility.begin() + c.tree[b].u, c.tree[b].nu, b);
    }
    touched.reserve(bodies), mobilities.reserve(n), body_seen.resize(bodies), mobility_seen.resize(n);
    std::size_t most_places = 1;
    for (const BoundForce& force : c.forces) most_places = std::max(most_places, force.coordinates.size());
    for (const BoundConstraint& bound : c.constraints.all)
        most_places = std::max(most_places, bound.coordinates.size());
    places.reserve(most_places);
    inverse.errors_by_q.resize(m * n), inverse.errors_by_u.resize(m * n);
    const std::size_t one_way = c.constraints.one_way.size();
    friction.sliding.resize(one_way), friction.normal.resize(one_way);
    friction.share_by_slip.resize(4 * one_way), friction.share_by_number.resize(4 * one_way),
        friction.matrix.resize(one_way * one_way), friction.of_friction.resize(one_way * m),
        friction.S.resize(one_way * n);
    for (std::vector<double>* of_slip :
         {&friction.tangents, &friction.slip_by_q, &friction.share_by_q, &friction.share_by_u})
        of_slip->resize(2 * one_way * n);
}

InverseDerivativesWork DynamicsDerivatives::Memory::kernel(const Work& work) {
    return {work.K, B.data(), along.data(), columns.data(), work.z, work.end, scratch.data(), &hinge};
}

DynamicsDerivatives::DynamicsDerivatives(const System& system) : memory_(std::make_unique<Memory>(system)) {}
DynamicsDerivatives::~DynamicsDerivatives() = default;
DynamicsDerivatives::DynamicsDerivatives(DynamicsDerivatives&&) noexcept = default;
DynamicsDerivatives& DynamicsDerivatives::operator=(DynamicsDerivatives&&) noexcept = default;

Vec3 uniform_gravity(const Compiled& c, const State& state) {
    Vec3 g{};
    const auto* disabled =
        reinterpret_cast<const std::uint8_t*>(state.variable_bytes(c.disabled_forces, c.forces.size()));
    for (std::size_t i = 0; i < c.forces.size(); ++i)
        if (c.forces[i].is_uniform && !disabled[i]) {
            const double* k = state.parameter_block().values.data() + c.forces[i].parameters.first;
            g += {k[0], k[1], k[2]};
        }
    return g;
}

/// The kernel takes all forces on bodies to go along with these, as fixed in them; what elements do beside that they
/// add one by one (9.81), (9.82).
void find_inverse_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                              const double* lambda, bool with_M, const SpatialAcceleration* A_WM) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const PositionT<double> x = positions(system, state);
    const VelocityT<double> v = velocities(system, state);
    const LoadsView forces = loads(system, state, kinematics_of(system, state));
    const Instance instance = instance_of(c, state);
    InverseDerivatives& out = memory.inverse;
    memory.gravity = forces.gravity;
    {
        const Work work(system, state);
        const bool pulled = forces.F_W || lambda || any_of_users_own(c);
        if (forces.F_W) std::copy_n(forces.F_W, c.tree.size(), work.F);
        else if (pulled) std::fill_n(work.F, c.tree.size(), SpatialForce{});
        if (lambda) add_constraint_forces(system, state, lambda, -1, work.F, nullptr);
        leave_out_users_own(system, state, lambda, work.F);
        if (A_WM) std::copy_n(A_WM, c.tree.size(), memory.A_WM.data());
        else accelerations(c.tree, x, v.c_W, u_dot, memory.A_WM.data());
        inverse_dynamics_derivatives(
            *instance.tree, instance.passes, x, v,
            InverseDerivativesAt{state.q().data(), state.u().data(), u_dot, memory.gravity,
                                 memory.A_WM.data(), pulled ? work.F : nullptr, out.by_q.data(),
                                 out.by_u.data(), with_M ? out.by_u_dot.data() : nullptr},
            memory.kernel(work));
    }
    for (std::vector<double>* matrix :
         {&out.by_z, &out.errors_by_q, &out.errors_by_u, &memory.z_by_q, &memory.z_by_u, &memory.z_by_z})
        std::fill(matrix->begin(), matrix->end(), 0.0);
    add_force_derivatives(memory, state);
    add_constraint_derivatives(memory, state, u_dot, lambda);
    add_by_differences(memory, state, u_dot, lambda);
}

const InverseDerivatives& DynamicsDerivatives::inverse(const State& state, std::span<const double> u_dot,
                                                       std::span<const double> lambda) {
    const Compiled& c = fitting(memory_->system, state);
    check_size("u_dot", u_dot.size(), c.tree.nu);
    if (!lambda.empty()) check_size("lambda", lambda.size(), c.constraints.a);
    find_inverse_derivatives(*memory_, state, u_dot.data(), lambda.empty() ? nullptr : lambda.data(), true);
    return memory_->inverse;
}

void give_matrix(const char* what, const std::vector<double>& from, int n, std::span<double> to) {
    if (to.empty()) return;
    check_size(what, to.size(), n * n);
    std::copy(from.begin(), from.end(), to.begin());
}

void inverse_dynamics_derivatives(const System& system, const State& state, std::span<const double> u_dot,
                                  std::span<double> by_q, std::span<double> by_u,
                                  std::span<double> by_u_dot) {
    DynamicsDerivatives derivatives(system);
    const InverseDerivatives& found = derivatives.inverse(state, u_dot);
    give_matrix("by_q", found.by_q, system.nu(), by_q);
    give_matrix("by_u", found.by_u, system.nu(), by_u);
    give_matrix("by_u_dot", found.by_u_dot, system.nu(), by_u_dot);
}

}  // namespace sinew
