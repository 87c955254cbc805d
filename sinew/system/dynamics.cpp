// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/inverse_mass_matrix.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/own_factors.h>
#include <sinew/dynamics/rates.h>
#include <sinew/dynamics/square_root.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constrain.h>
#include <sinew/system/driven.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <vector>

namespace sinew {

std::span<const double> forward_dynamics(const System& system, const State& state) {
    return {accelerations(system, state).u_dot, size(system.nu())};
}

std::span<const double> z_dot(const System& system, const State& state) {
    return {accelerations(system, state).z_dot, size(system.nz())};
}

void q_dot_dot(const System& system, const State& state, std::span<double> out) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    check_size("q_dot_dot", out.size(), system.nq());
    const AccelerationView a = accelerations(system, state);
    check_angles(c, state);
    second_rates(c.tree, instance_of(c, state).passes, positions(system, state), state.q().data(),
                 state.u().data(), a.u_dot, out.data());
}

void forward_dynamics(const System& system, const State& state, const Loads& loads, std::span<double> u_dot) {
    const Compiled& c = system.compiled();
    check_size("u_dot", u_dot.size(), system.nu());
    Work work(system, state);
    const TreeLoads on_tree = work.loads(system, state, loads);
    const Driven given = driven(system, state);
    if (given.bodies) given_accelerations(system, state, given, u_dot.data());
    const int singular =
        forward_dynamics(c.tree, positions(system, state), velocities(system, state),
                         ForwardT<double>{on_tree.f, on_tree.F_W, {}, given.bodies, u_dot.data(), work.A},
                         work.pending, free_factors_memory(c, state, given));
    if (singular) throw_singular(system, state, given.bodies);
    mark_free_factors(c, state, given);
    if (is_constrained(c, state)) constrain(system, state, u_dot.data(), work.A, nullptr);
}

namespace {

void inverse(const System& system, const State& state, const Work& work, std::span<const double> u_dot,
             const double* f, const SpatialForce* F_W, std::span<double> residual) {
    check_size("u_dot", u_dot.size(), system.nu());
    check_size("f", residual.size(), system.nu());
    inverse_dynamics(system.compiled().tree, positions(system, state), velocities(system, state),
                     InverseT<double>{u_dot.data(), f, F_W, residual.data(), work.A, work.z});
}

}  // namespace

void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      std::span<double> f) {
    check_size("u_dot", u_dot.size(), system.nu());
    check_size("f", f.size(), system.nu());
    const Work work(system, state);
    const Kinematics kin = kinematics_of(system, state);
    const LoadsView forces = loads(system, state, kin);
    inverse_dynamics(
        system.compiled().tree, kin.x, kin.v,
        InverseT<double>{u_dot.data(), forces.f, forces.F_W, f.data(), work.A, work.z, forces.gravity});
}

void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      const Loads& loads, std::span<double> f) {
    Work work(system, state);
    const TreeLoads on_tree = work.loads(system, state, loads);
    inverse(system, state, work, u_dot, on_tree.f, on_tree.F_W, f);
}

void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      std::span<const double> lambda, std::span<double> f) {
    const Compiled& c = fitting(system, state);
    check_size("lambda", lambda.size(), c.constraints.a);
    if (lambda.empty()) return inverse_dynamics(system, state, u_dot, f);
    const ForcesView forces = applied_forces(system, state);
    const Work work(system, state);
    std::copy_n(forces.F_W, c.tree.size(), work.F);
    std::copy_n(forces.f, c.tree.nu, work.f);
    add_constraint_forces(system, state, lambda.data(), -1, work.F, work.f);
    inverse(system, state, work, u_dot, work.f, work.F, f);
}

namespace {

/// Marks the joints listed and those that are driven, and fills in what the latter do.
std::vector<std::uint8_t> mark_given(const System& system, const State& state,
                                     std::span<const AnyJointId> listed, std::span<double> u_dot) {
    const Compiled& c = system.compiled();
    std::vector<std::uint8_t> given(size(c.tree.size()));
    const Driven driven_by_state = driven(system, state);
    std::vector<double> asked(u_dot.begin(), u_dot.end());
    if (driven_by_state.bodies) {
        given.assign(driven_by_state.bodies, driven_by_state.bodies + c.tree.size());
        given_accelerations(system, state, driven_by_state, u_dot.data());
    }
    for (const AnyJointId joint : listed) {
        const int B = c.node(joint);
        const Node& node = c.tree[B];
        given[size(B)] = 1;
        std::copy_n(asked.begin() + node.u, node.nu, u_dot.begin() + node.u);
    }
    return given;
}

}  // namespace

void mixed_dynamics(const System& system, const State& state, std::span<const AnyJointId> prescribed,
                    std::span<double> u_dot, std::span<double> tau, std::span<double> lambda) {
    const Compiled& c = fitting(system, state);
    check_size("u_dot", u_dot.size(), system.nu());
    check_size("tau", tau.size(), system.nu());
    if (!lambda.empty()) check_size("lambda", lambda.size(), c.constraints.a);
    const std::vector<std::uint8_t> given = mark_given(system, state, prescribed, u_dot);
    OwnFactors factors(c.tree);
    std::vector<double> held(size(c.constraints.a));
    const ArticulatedT<double> y = factors.view();
    const Work work(system, state);
    const ForcesView forces = applied_forces(system, state);
    const int singular = forward_dynamics(
        c.tree, positions(system, state), velocities(system, state),
        ForwardT<double>{forces.f, forces.F_W, {}, given.data(), u_dot.data(), work.A}, work.pending, y);
    if (singular) throw_singular(system, state, given.data());
    if (is_constrained(c, state))
        constrain_given(system, state, y, given.data(), u_dot.data(), work.A, held.data());
    inverse_dynamics(system, state, u_dot, held, tau);  // what is missing: nothing but for the joints given
    for (int node = 1; node < c.tree.size(); ++node)
        if (!given[size(node)]) std::fill_n(tau.begin() + c.tree[node].u, c.tree[node].nu, 0.0);
    std::copy_n(held.begin(), lambda.size(), lambda.begin());
}

void bias_force(const System& system, const State& state, std::span<double> f) {
    check_size("f", f.size(), system.nu());
    const Work work(system, state);
    bias_force(system.compiled().tree, positions(system, state), velocities(system, state), f.data(), work.A,
               work.z);
}

void applied_mobility_force(const System& system, const State& state, std::span<double> f) {
    check_size("f", f.size(), system.nu());
    const Work work(system, state);
    const ForcesView forces = applied_forces(system, state);
    multiply_by_J_transpose(system.compiled().tree, positions(system, state), forces.F_W, f.data(), work.z);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += forces.f[i];
}

void multiply_by_M(const System& system, const State& state, std::span<const double> a, std::span<double> f) {
    check_size("a", a.size(), system.nu());
    check_size("f", f.size(), system.nu());
    const Work work(system, state);
    multiply_by_M(system.compiled().tree, positions(system, state), a.data(), f.data(), work.A, work.z);
}

void multiply_by_M_inverse(const System& system, const State& state, std::span<const double> f,
                           std::span<double> a) {
    check_size("f", f.size(), system.nu());
    check_size("a", a.size(), system.nu());
    const Work work(system, state);
    multiply_by_M_inverse(system.compiled().tree, positions(system, state), factors(system, state), nullptr,
                          f.data(), a.data(), work.z, work.A);
}

void multiply_by_M_inverse_root(const System& system, const State& state, std::span<const double> v,
                                std::span<double> out) {
    check_size("v", v.size(), system.nu());
    check_size("out", out.size(), system.nu());
    const Work work(system, state);
    multiply_by_inverse_root(system.compiled().tree, positions(system, state), factors(system, state),
                             nullptr, v.data(), out.data(), work.A);
}

void multiply_by_M_inverse_root_transpose(const System& system, const State& state, std::span<const double> f,
                                          std::span<double> out) {
    check_size("f", f.size(), system.nu());
    check_size("out", out.size(), system.nu());
    const Work work(system, state);
    multiply_by_inverse_root_transpose(system.compiled().tree, positions(system, state),
                                       factors(system, state), nullptr, f.data(), out.data(), work.z);
}

void mass_matrix(const System& system, const State& state, std::span<double> M) {
    check_size("M", M.size(), system.nu() * system.nu());
    const Work work(system, state);
    mass_matrix(system.compiled().tree, positions(system, state),
                CompositeT<double>{work.K, work.columns, work.end}, M.data());
}

void inverse_mass_matrix(const System& system, const State& state, std::span<double> M_inv) {
    const Compiled& c = system.compiled();
    check_size("M_inv", M_inv.size(), system.nu() * system.nu());
    const Work work(system, state);
    std::vector<double> z(6 * size(c.tree.nu)), A(6 * size(c.tree.nu) * size(c.tree.size()));
    inverse_mass_matrix(c.tree, positions(system, state), factors(system, state), nullptr,
                        InverseMassT<double>{z.data(), A.data(), work.end}, M_inv.data());
}

namespace {

/// One of the products with N, its sizes checked.
template <class Product>
void rate_product(const System& system, const State& state, std::span<const double> in, int in_size,
                  std::span<double> out, int out_size, Product product) {
    const UsualFloats floats;
    check_size("in", in.size(), in_size);
    check_size("out", out.size(), out_size);
    const Compiled& c = system.compiled();
    check_angles(c, state);
    product(c.tree, instance_of(c, state).passes, positions(system, state), state.q().data(), in.data(),
            out.data());
}

}  // namespace

void multiply_by_N(const System& system, const State& state, std::span<const double> u,
                   std::span<double> q_dot) {
    rate_product(system, state, u, system.nu(), q_dot, system.nq(),
                 [](const auto&... all) { sinew::multiply_by_N<double>(all...); });
}
void multiply_by_N_inverse(const System& system, const State& state, std::span<const double> q_dot,
                           std::span<double> u) {
    rate_product(system, state, q_dot, system.nq(), u, system.nu(),
                 [](const auto&... all) { sinew::multiply_by_N_inverse<double>(all...); });
}
void multiply_by_N_transpose(const System& system, const State& state, std::span<const double> f_q,
                             std::span<double> f_u) {
    rate_product(system, state, f_q, system.nq(), f_u, system.nu(),
                 [](const auto&... all) { sinew::multiply_by_N_transpose<double>(all...); });
}
void multiply_by_N_inverse_transpose(const System& system, const State& state, std::span<const double> f_u,
                                     std::span<double> f_q) {
    rate_product(system, state, f_u, system.nu(), f_q, system.nq(),
                 [](const auto&... all) { sinew::multiply_by_N_inverse_transpose<double>(all...); });
}
void multiply_by_N_dot(const System& system, const State& state, std::span<const double> u,
                       std::span<double> out) {
    rate_product(system, state, u, system.nu(), out, system.nq(),
                 [](const auto&... all) { sinew::multiply_by_N_dot<double>(all...); });
}

}  // namespace sinew
