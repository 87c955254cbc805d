// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/finite.h>
#include <sinew/base/kernel.h>
#include <sinew/base/names.h>
#include <sinew/system/apply.h>
#include <sinew/system/compliant.h>
#include <sinew/system/work.h>

#include <cstring>

namespace sinew {

namespace {

/// One byte per element: not zero if it takes no part.
const std::uint8_t* disabled_forces(const Compiled& c, const State& state) {
    return reinterpret_cast<const std::uint8_t*>(state.variable_bytes(c.disabled_forces, c.forces.size()));
}

ForceInput<double> input_of(const Compiled& c, const BoundForce& force, const Kinematics& kin,
                            const State& state, const std::uint8_t* by_angles) {
    const double* variable = nullptr;
    if (force.variable >= 0)
        variable = reinterpret_cast<const double*>(
            state.variable_bytes(force.variable, size(force.numbers) * sizeof(double)));
    return {kin,
            force.body,
            force.q[by_angles[force.joint] != 0],
            force.u,
            variable,
            force.excluded.empty() ? nullptr : force.excluded.data(),
            {state.parameter_block().values.data() + force.parameters.first, size(force.parameters.count)},
            state.z().subspan(size(force.z.first), size(force.z.count)),
            &state,
            c.node_of_body,
            force.coordinates,
            force.path,
            by_angles};
}

/// The element's numbers as the State has them.
template <class E>
auto values_of(const ForceInput<double>& in) {
    using Values = typename E::template Values<double>;
    Values k;
    if constexpr (!std::is_empty_v<Values>) {
        static_assert(std::is_trivially_copyable_v<Values>);
        std::memcpy(static_cast<void*>(&k), in.k.data(), sizeof k);
    }
    return k;
}

/// Which elements a sum runs over.
struct Selection {
    std::size_t first, last;
    bool with_uniform_gravity;
    bool with_contact;
    const std::uint8_t* marked = nullptr;  ///< those alone; null: all that are not disabled
};

/// Fills out with the forces of some elements; F_W of null is left out. One kernel for all sums, so that they
/// agree in every bit.
SINEW_KERNEL void apply_some(const Compiled& c, const State& state, const Kinematics& kin,
                             const Selection& some, const ForcesView& out) {
    if (out.F_W)
        for (int B = 0; B < c.tree.size(); ++B) out.F_W[B] = {};
    for (int i = 0; i < c.tree.nu; ++i) out.f[i] = 0;
    Applied applied{kin.x.X_WB, out.F_W, out.f};
    const State::Computing computing(state);
    const std::uint8_t* disabled = disabled_forces(c, state);
    const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
    for (std::size_t i = some.first; i < some.last; ++i) {
        const BoundForce& force = c.forces[i];
        if (some.marked ? !some.marked[i] : disabled[i] || (force.is_uniform && !some.with_uniform_gravity))
            continue;
        const ForceInput<double> in = input_of(c, force, kin, state, by_angles);
        with_force(force.element,
                   [&]<class E>(const E& element) { element.apply(values_of<E>(in), in, applied); });
    }
    if (c.contact && some.with_contact) apply_contact(c, state, kin, applied);
}

/// The first body or speed that a force on it is not finite for, in words; empty if there is none.
std::string not_finite_in(const System& system, const ForcesView& forces) {
    const Compiled& c = system.compiled();
    for (int B = 0; B < c.tree.size(); ++B)
        if (!all_finite(&forces.F_W[B].m.x, 6))
            return "body " + quoted(c.model.bodies[size(c.body_of_node[size(B)])].name);
    for (int i = 0; i < c.tree.nu; ++i)
        if (!all_finite(forces.f + i, 1)) return quoted(c.layout->u_names[size(i)]);
    return "";
}

}  // namespace

void apply_forces(const Compiled& c, const State& state, const Kinematics& kin, const ForcesView& out) {
    apply_some(c, state, kin, {0, c.forces.size(), true, true}, out);
}

void apply_marked(const Compiled& c, const State& state, const Kinematics& kin, const std::uint8_t* marked,
                  const ForcesView& out) {
    apply_some(c, state, kin, {0, c.forces.size(), true, false, marked}, out);
}

LoadsView loads_of(const Compiled& c, const State& state, const ForcesView& memory) {
    const std::uint8_t* disabled = disabled_forces(c, state);
    LoadsView loads{c.contact ? memory.F_W : nullptr, memory.f, {}};
    for (std::size_t i = 0; i < c.forces.size(); ++i) {
        const BoundForce& force = c.forces[i];
        if (disabled[i]) continue;
        if (force.is_uniform) {
            const double* g = state.parameter_block().values.data() + force.parameters.first;
            loads.gravity += {g[0], g[1], g[2]};
        } else if (force.on_bodies) {
            loads.F_W = memory.F_W;
        }
    }
    return loads;
}

void apply_loads(const Compiled& c, const State& state, const Kinematics& kin, const LoadsView& out) {
    apply_some(c, state, kin, {0, c.forces.size(), false, true}, {out.F_W, out.f});
}

void apply_force(const Compiled& c, const State& state, const Kinematics& kin, int force,
                 const ForcesView& out) {
    apply_some(c, state, kin, {size(force), size(force) + 1, true, false}, out);
}

double potential_energy(const Compiled& c, const State& state, const Kinematics& kin, int i) {
    const BoundForce& force = c.forces[size(i)];
    if (disabled_forces(c, state)[i]) return 0;
    const State::Computing computing(state);
    const ForceInput<double> in = input_of(c, force, kin, state, instance_of(c, state).passes.by_angles);
    return with_force(force.element, [&]<class E>(const E& element) -> double {
        if constexpr (requires { element.potential_energy(values_of<E>(in), in); })
            return element.potential_energy(values_of<E>(in), in);
        else return 0;
    });
}

void auxiliary_rates(const Compiled& c, const State& state, const Kinematics& kin,
                     const AccelerationView& a) {
    if (c.layout->nz == 0) return;
    const State::Computing computing(state);
    const std::uint8_t* disabled = disabled_forces(c, state);
    for (std::size_t i = 0; i < c.forces.size(); ++i) {
        const BoundForce& force = c.forces[i];
        if (force.z.count == 0) continue;
        const ForceInput<double> in = input_of(c, force, kin, state, instance_of(c, state).passes.by_angles);
        const std::span<double> z_dot(a.z_dot + force.z.first, size(force.z.count));
        for (double& rate : z_dot) rate = 0;
        if (disabled[i]) continue;
        with_force(force.element, [&]<class E>(const E& element) {
            if constexpr (requires { element.z_dot(in, a.A_WM, {}, z_dot); })
                element.z_dot(in, a.A_WM, {a.u_dot, size(c.tree.nu)}, z_dot);
            else if constexpr (requires { element.z_dot(in, z_dot); }) element.z_dot(in, z_dot);
        });
    }
    if (c.contact) a.z_dot[c.contact->heat] = contact_heat_rate(c, state, kin);
}

bool all_finite(const double* x, int n) { return all_finite(std::span(x, size(n))); }

void throw_not_finite(const System& system, const State& state, const AccelerationView& a) {
    const Compiled& c = system.compiled();
    const std::string when = " at time " + shortest(state.time());
    check_poses(c, state, positions(system, state));
    check_velocities(c, state, velocities(system, state));
    const Work work(system, state);
    for (int i = 0; i < static_cast<int>(c.forces.size()); ++i) {
        const BoundForce& force = c.forces[size(i)];
        apply_force(c, state, kinematics_of(system, state), i, {work.F, work.f});
        const std::string where = not_finite_in(system, {work.F, work.f});
        const bool rates = !all_finite(a.z_dot + force.z.first, force.z.count);
        if (where.empty() && !rates) continue;
        with_force(force.element, [&]<class E>(const E& element) {
            std::string why;
            if constexpr (requires { E::undefined; }) why = std::string(" ") + E::undefined;
            const std::string who = std::string(E::kind) + " " + quoted(element.name);
            if (where.empty())
                throw StateError(who + ": the rate of its z is not a finite number" + when + ".");
            throw StateError(who + ": its force on " + where + " is not a finite number" + when + "." + why);
        });
    }
    if (c.contact) {
        apply_some(c, state, kinematics_of(system, state), {0, 0, false, true}, {work.F, work.f});
        if (const std::string where = not_finite_in(system, {work.F, work.f}); !where.empty())
            throw StateError("contact: its force on " + where + " is not a finite number" + when + ".");
    }
    for (int i = 0; i < c.tree.nu; ++i)
        if (!all_finite(a.u_dot + i, 1))
            throw StateError("the acceleration of " + quoted(c.layout->u_names[size(i)]) +
                             " is too large for a number" + when +
                             ": forces, speeds or ratios of masses are out of proportion.");
    throw StateError("accelerations are not finite" + when + ".");
}

}  // namespace sinew
