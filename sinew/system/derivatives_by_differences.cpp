// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// What joints, forces, constraints and Motions of the user's own have to say, who know plain numbers only: extrapolated
// differences between States a little to either side.

#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/rates.h>
#include <sinew/joints/coordinates.h>
#include <sinew/math/extrapolate.h>
#include <sinew/system/apply.h>
#include <sinew/system/compliant.h>
#include <sinew/system/constrain.h>
#include <sinew/system/derivative_memory.h>
#include <sinew/system/driven.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/one_way.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// From steps that suit smooth functions to such as are short beside how deep surfaces yield and the slip at which
/// friction sets in.
constexpr double longest = 0.01;

/// The limit of central differences of f(h, out), count numbers, as h goes to none (2.51).
template <class F>
void limit_of_differences(std::size_t count, double h, F&& f, std::vector<double>& out) {
    std::vector<double> plus(count), minus(count), D(count * most_differences);
    double rounding = 0;
    for (std::size_t level = 0; level < most_differences; ++level, h /= 2) {
        f(h, plus.data()), f(-h, minus.data());
        if (level == 0) rounding = rounding_over(h, plus.data(), count);
        for (std::size_t i = 0; i < count; ++i) D[level * count + i] = (plus[i] - minus[i]) / (2 * h);
    }
    out.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = extrapolated(D.data() + i, most_differences, static_cast<std::ptrdiff_t>(count), rounding);
}

/// A State moved by h along a mobility, or in a speed.
State moved(const System& system, const State& state, int k, bool along_q, double h) {
    State there = state;
    std::vector<double> u(state.u().begin(), state.u().end());
    if (!along_q) {
        u[size(k)] += h;
        there.set_u(u);
        return there;
    }
    std::vector<double> e(u.size()), q_prime(state.q().size()), q(state.q().begin(), state.q().end());
    e[size(k)] = h;
    multiply_by_N(system, state, e, q_prime);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_prime[i];
    there.set_q(q);
    return there;
}

/// The derivative of f(State) along every direction, to to(k, along_q, derivative).
template <class F, class To>
void differences(const System& system, const State& state, std::size_t count, F&& f, To&& to) {
    std::vector<double> derivative;
    for (int k = 0; k < system.nu(); ++k)
        for (const bool along_q : {true, false}) {
            const double h = longest * (along_q ? 1 : std::fmax(1, std::abs(state.u()[size(k)])));
            limit_of_differences(
                count, h, [&](double by, double* out) { f(moved(system, state, k, along_q, by), out); },
                derivative);
            to(k, along_q, derivative);
        }
}

/// Jᵀ F + f of all elements of the user's own, and of surfaces that yield.
void users_own_forces(const System& system, const State& state, const double* lambda, SpatialForce* F_W,
                      double* f) {
    const Compiled& c = system.compiled();
    std::vector<SpatialForce> F(size(c.tree.size()));
    std::vector<double> on_speeds(size(c.tree.nu));
    const auto* disabled =
        reinterpret_cast<const std::uint8_t*>(state.variable_bytes(c.disabled_forces, c.forces.size()));
    for (std::size_t i = 0; i < c.forces.size(); ++i) {
        if (!knows_plain_numbers_only(c.forces[i]) || disabled[i]) continue;
        apply_force(c, state, kinematics_of(system, state), static_cast<int>(i),
                    {F.data(), on_speeds.data()});
        for (std::size_t b = 0; b < F.size(); ++b) F_W[b] += F[b];
        for (std::size_t k = 0; f && k < on_speeds.size(); ++k) f[k] += on_speeds[k];
    }
    if (c.contact) {
        const Kinematics kin = kinematics_of(system, state);
        Applied out{kin.x.X_WB, F_W, f};
        apply_contact(c, state, kin, out);
    }
    for (std::size_t i = 0; lambda && i < c.constraints.all.size(); ++i)
        if (knows_plain_numbers_only(c.constraints.all[i]))
            add_constraint_forces(system, state, lambda, static_cast<int>(i), F_W, f);
}

}  // namespace

bool knows_plain_numbers_only(const BoundForce& force) {
    const auto* own = force.element.if_a<CustomForce>();
    return own && !own->is_exact();
}

bool knows_plain_numbers_only(const BoundConstraint& bound) {
    const auto* own = bound.element.if_a<CustomConstraint>();
    return own && !own->is_exact();
}

bool any_of_users_own(const Compiled& c) {
    return c.contact ||
           std::any_of(c.forces.begin(), c.forces.end(),
                       [](const BoundForce& f) { return knows_plain_numbers_only(f); }) ||
           std::any_of(c.constraints.all.begin(), c.constraints.all.end(),
                       [](const BoundConstraint& b) { return knows_plain_numbers_only(b); });
}

void leave_out_users_own(const System& system, const State& state, const double* lambda, SpatialForce* F_W) {
    const Compiled& c = system.compiled();
    if (!any_of_users_own(c)) return;
    std::vector<SpatialForce> F(size(c.tree.size()));
    users_own_forces(system, state, lambda, F.data(), nullptr);
    for (std::size_t b = 0; b < F.size(); ++b) F_W[b] -= F[b];
}

void add_by_differences(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                        const double* lambda) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    if (!any_of_users_own(c)) return;
    const std::size_t n = size(c.tree.nu), m = lambda ? size(c.constraints.a) : 0;
    const auto ask = [&](const State& there, double* out) {
        std::vector<SpatialForce> F(size(c.tree.size())), z(F.size());
        std::vector<double> f(n);
        users_own_forces(system, there, lambda, F.data(), f.data());
        const PositionT<double> x = positions(system, there);
        multiply_by_J_transpose(c.tree, x, F.data(), out, z.data());
        for (std::size_t i = 0; i < n; ++i) out[i] += f[i];
        if (m == 0) return;
        std::vector<SpatialAcceleration> A(F.size());
        accelerations(c.tree, x, velocities(system, there).c_W, u_dot, A.data());
        constraint_errors(system, there, {.a = out + n, .A_WM = A.data(), .u_dot = u_dot});
    };
    differences(system, state, n + m, ask, [&](int k, bool along_q, const std::vector<double>& d) {
        std::vector<double>& by = along_q ? memory.inverse.by_q : memory.inverse.by_u;
        for (std::size_t i = 0; i < n; ++i) by[i * n + size(k)] -= d[i];
        std::vector<double>& errors_by = along_q ? memory.inverse.errors_by_q : memory.inverse.errors_by_u;
        for (const BoundConstraint& bound : c.constraints.all)
            for (int e = bound.a;
                 m > 0 && knows_plain_numbers_only(bound) && e < bound.a + bound.counts.all(); ++e)
                errors_by[size(e) * n + size(k)] = d[n + size(e)];
    });
    for (std::size_t i = 0; i < c.forces.size(); ++i) {  // by their own z
        const Range own = c.forces[i].z;
        for (int j = own.first; knows_plain_numbers_only(c.forces[i]) && j < own.first + own.count; ++j) {
            std::vector<double> z(state.z().begin(), state.z().end()), d;
            const double middle = z[size(j)];
            State there = state;
            limit_of_differences(
                n, longest * std::fmax(1, std::abs(middle)),
                [&](double by, double* out) {
                    z[size(j)] = middle + by, there.set_z(z);
                    applied_mobility_force(system, there, {out, n});
                },
                d);
            for (std::size_t r = 0; r < n; ++r) memory.inverse.by_z[r * size(c.layout->nz) + size(j)] -= d[r];
        }
    }
}

void find_slip_by_differences(const System& system, const State& state, int constraint, double* by_q) {
    const int n = system.nu();
    const auto ask = [&](const State& there, double* out) {
        const std::array<double, 2> v = slip_velocity(system, there, {constraint});
        out[0] = v[0], out[1] = v[1];
    };
    differences(system, state, 2, ask, [&](int k, bool along_q, const std::vector<double>& d) {
        if (along_q) by_q[k] = d[0], by_q[n + k] = d[1];
    });
}

namespace {

bool follow_time_alone(const Compiled& c, const Driven& given) {
    return std::all_of(given.nodes.begin(), given.nodes.end(), [&](int B) {
        if (given.motion[B] < 0) return true;
        const Node& node = c.tree[B];
        return with_joint(node.kind, false, [&]<class J> { return speeds_are_rates<J>(node.data); }) &&
               c.model.motions[size(given.motion[B])].level == MotionLevel::position;
    });
}

}  // namespace

bool motions_follow_time_alone(const System& system, const State& state) {
    return follow_time_alone(system.compiled(), driven(system, state));
}

namespace {

/// The functions that joints move by and constraints hold: their third derivatives are asked for, fourth ones by second
/// derivatives of the dynamics.
template <class F>
void each_function(const Compiled& c, F&& f) {
    for (const Node& node : c.tree.nodes)
        if (node.kind == JointKind::FunctionBased) {
            const auto& tables = static_cast<const FunctionBased::Tables&>(*node.data);
            for (const auto& turn : tables.turns) f(turn.function);
            for (const auto& shift : tables.shifts) f(shift.function);
        }
    for (const BoundConstraint& bound : c.constraints.all)
        with_constraint(bound.element, [&](const auto& element) {
            if constexpr (requires { element.function.compiled(); }) f(element.function);
            else if constexpr (requires { element.surface.compiled(); }) f(element.surface);
            else if constexpr (requires { element.surfaces[0].compiled(); })
                for (const Function& surface : element.surfaces) f(surface);
        });
}

}  // namespace

bool has_custom_functions(const Compiled& c) {
    bool any = false;
    each_function(c, [&](const Function& f) { any = any || f.compiled()->has_custom; });
    return any;
}

bool knows_third_derivatives(const Compiled& c) {
    bool all = true;
    each_function(c, [&](const Function& f) { all = all && f.compiled()->knows_thirds; });
    return all;
}

bool has_exact_derivatives(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (any_of_users_own(c) || c.has_plain_joints || !c.model.fast.empty()) return false;
    return knows_third_derivatives(c) && follow_time_alone(c, driven(system, state));
}

bool given_derivatives(DynamicsDerivatives::Memory& memory, const State& state) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const Driven given = driven(system, state);
    const std::size_t n = size(c.tree.nu);
    if (follow_time_alone(c, given)) return false;
    memory.given_by_q.assign(n * n, 0.0);
    memory.given_by_u.assign(n * n, 0.0);
    const auto ask = [&](const State& there, double* out) {
        std::fill_n(out, n, 0.0);
        given_accelerations(system, there, driven(system, there), out);
    };
    differences(system, state, n, ask, [&](int k, bool along_q, const std::vector<double>& d) {
        std::vector<double>& by = along_q ? memory.given_by_q : memory.given_by_u;
        for (std::size_t i = 0; i < n; ++i) by[i * n + size(k)] = d[i];
    });
    return true;
}

namespace {

/// Rates of z of elements of the user's own, and of what surfaces that yield make heat of.
void differentiate_users_rates(DynamicsDerivatives::Memory& memory, const State& state) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const std::size_t nu = size(c.tree.nu), nz = size(c.layout->nz);
    std::vector<char> theirs(nz);
    bool anew = false;  // only the user's own laws look at accelerations; these are then found for each State
    for (const BoundForce& force : c.forces)
        for (int i = force.z.first; knows_plain_numbers_only(force) && i < force.z.first + force.z.count; ++i)
            theirs[size(i)] = 1, anew = true;
    if (c.contact) theirs[size(c.contact->heat)] = 1;
    if (std::find(theirs.begin(), theirs.end(), 1) == theirs.end()) return;
    const AccelerationView here = accelerations(system, state);
    const auto ask = [&](const State& there, double* out) {
        AccelerationView a = anew ? accelerations(system, there) : here;
        a.z_dot = out;
        auxiliary_rates(c, there, kinematics_of(system, there), a);
    };
    differences(system, state, nz, ask, [&](int k, bool along_q, const std::vector<double>& d) {
        std::vector<double>& by = along_q ? memory.z_by_q : memory.z_by_u;
        for (std::size_t i = 0; i < nz; ++i)
            if (theirs[i]) by[i * nu + size(k)] = d[i];
    });
    for (std::size_t j = 0; j < nz; ++j) {
        std::vector<double> z(state.z().begin(), state.z().end()), d;
        const double middle = z[j];
        State there = state;
        limit_of_differences(
            nz, longest * std::fmax(1, std::abs(middle)),
            [&](double by, double* out) { z[j] = middle + by, there.set_z(z), ask(there, out); }, d);
        for (std::size_t i = 0; i < nz; ++i)
            if (theirs[i]) memory.z_by_z[i * nz + j] = d[i];
    }
}

}  // namespace

void auxiliary_rate_derivatives(DynamicsDerivatives::Memory& memory, const State& state, double* J) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const std::size_t nq = size(c.tree.nq), nu = size(c.tree.nu), nz = size(c.layout->nz), all = nq + nu + nz;
    if (nz == 0) return;
    if (any_of_users_own(c)) differentiate_users_rates(memory, state);
    for (std::size_t i = 0; i < nz; ++i) {
        double* row = J + (nq + nu + i) * all;
        multiply_by_N_inverse_transpose(system, state, {memory.z_by_q.data() + i * nu, nu}, {row, nq});
        std::copy_n(memory.z_by_u.data() + i * nu, nu, row + nq);
        std::copy_n(memory.z_by_z.data() + i * nz, nz, row + nq + nu);
    }
}

}  // namespace sinew
