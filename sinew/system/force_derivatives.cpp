// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/parameter_columns.h>

namespace sinew {

namespace {

/// Elements that look at all bodies, or all speeds.
template <class E>
constexpr bool is_wide =
    std::is_same_v<E, Gravity> || std::is_same_v<E, Thermostat> || std::is_same_v<E, DiscreteForces> ||
    std::is_same_v<E, GlobalDamper> || std::is_same_v<E, CustomForce>;

/// One element on dual numbers, again and again.
template <class E>
struct DualElement {
    const E& element;
    DualMotion& motion;
    KinematicsT<Dual> kin;
    ForceInput<Dual> in;
    std::span<Dual> rates;

    DualElement(const E& of, const Compiled& c, const BoundForce& force, const State& state, DualMotion& how)
        : element(of),
          motion(how),
          kin(how.kinematics(c, state.time())),
          in{kin,
             force.body,
             force.q[by_angles(c, state)[force.joint] != 0],
             force.u,
             variable(force, state),
             force.excluded.empty() ? nullptr : force.excluded.data(),
             {how.k.data(), size(force.parameters.count)},
             {how.z.data() + force.z.first, size(force.z.count)},
             &state,
             c.node_of_body,
             force.coordinates,
             force.path,
             by_angles(c, state)},
          rates(how.z_dot.data() + force.z.first, size(force.z.count)) {
        const double* k = state.parameter_block().values.data() + force.parameters.first;
        for (int i = 0; i < force.parameters.count; ++i) motion.k[size(i)] = k[i];
    }
    static const std::uint8_t* by_angles(const Compiled& c, const State& state) {
        return instance_of(c, state).passes.by_angles;
    }
    static const double* variable(const BoundForce& force, const State& state) {
        if (force.variable < 0) return nullptr;
        return reinterpret_cast<const double*>(
            state.variable_bytes(force.variable, size(force.numbers) * sizeof(double)));
    }
    void apply() {
        AppliedT<Dual> out{motion.X_WM.data(), motion.F.data(), motion.f.data()};
        element.apply(dual_values_of<E>(motion.k), in, out);
    }
    void find_rates() {
        if constexpr (requires { element.z_dot(in, rates); }) element.z_dot(in, rates);
    }
};

/// Its bodies and coordinates. What acts between bodies follows how they move against one another.
template <class E>
void begin(ElementDirections& directions, const BoundForce& force) {
    using Reach = ElementDirections::Reach;
    Reach reach = is_wide<E> ? Reach::all : Reach::absolute;
    if constexpr (requires { E::internal; }) reach = E::internal ? Reach::relative : Reach::absolute;
    int bodies[2], count = 0;
    for (const int b : force.body)
        if (b > 0 || reach == Reach::relative) bodies[count++] = b;
    CoordinatePlace own{force.joint, force.u, force.q};
    const bool one = force.coordinates.empty() && force.u >= 0;
    directions.begin(
        force.path.empty() ? std::span<const int>(bodies, size(count)) : std::span<const int>(force.path),
        one ? std::span<const CoordinatePlace>(&own, 1) : force.coordinates, reach);
}

template <class E>
void differentiate(DynamicsDerivatives::Memory& memory, ElementDirections& directions, const State& state,
                   const BoundForce& force, const E& element) {
    const Compiled& c = memory.system.compiled();
    const int n = c.tree.nu, nz = c.layout->nz;
    if constexpr (std::is_same_v<E, GlobalDamper>) {  // −c on the diagonal
        const double damping = state.parameter_block().values[size(force.parameters.first)];
        for (int k = 0; k < n; ++k) memory.inverse.by_u[size(k * n + k)] += damping;
        return;
    }
    begin<E>(directions, force);
    DualElement<E> dual(element, c, force, state, memory.motion);
    const auto take = [&](double* matrix, double* of_rates, int column, int width) {
        directions.clear_forces();
        dual.apply();
        directions.take_forces(matrix + column, width);
        if (!dual.rates.empty()) {
            dual.find_rates();
            for (std::size_t i = 0; i < dual.rates.size(); ++i)
                of_rates[(force.z.first + static_cast<int>(i)) * width + column] = dual.rates[i].d;
        }
        directions.clear();
    };
    for (const int k : directions.mobilities()) {
        directions.set_along_q(k);
        take(memory.inverse.by_q.data(), memory.z_by_q.data(), k, n);
        directions.set_along_u(k);
        take(memory.inverse.by_u.data(), memory.z_by_u.data(), k, n);
    }
    for (int i = force.z.first; i < force.z.first + force.z.count; ++i) {
        memory.motion.z[size(i)].d = 1;
        take(memory.inverse.by_z.data(), memory.z_by_z.data(), i, nz);
        memory.motion.z[size(i)].d = 0;
    }
}

}  // namespace

void add_force_derivatives(DynamicsDerivatives::Memory& memory, const State& state) {
    const Compiled& c = memory.system.compiled();
    const auto* disabled =
        reinterpret_cast<const std::uint8_t*>(state.variable_bytes(c.disabled_forces, c.forces.size()));
    const auto counts = [&](std::size_t i) { return !disabled[i] && !c.forces[i].is_uniform; };
    std::size_t i = 0;
    while (i < c.forces.size() && !counts(i)) ++i;
    if (i == c.forces.size()) return;
    ElementDirections directions(memory, state);
    const State::Computing computing(state);
    for (; i < c.forces.size(); ++i)
        if (counts(i) && !knows_plain_numbers_only(c.forces[i]))
            with_force(c.forces[i].element, [&](const auto& element) {
                differentiate(memory, directions, state, c.forces[i], element);
            });
}

namespace {

const std::uint8_t* disabled_forces(const Compiled& c, const State& state) {
    return reinterpret_cast<const std::uint8_t*>(state.variable_bytes(c.disabled_forces, c.forces.size()));
}

}  // namespace

void add_by_force_number(DynamicsDerivatives::Memory& memory, ElementDirections& directions,
                         const State& state, int index, int number, int column) {
    const Compiled& c = memory.system.compiled();
    const BoundForce& force = c.forces[size(index)];
    if (disabled_forces(c, state)[index]) return;
    const State::Computing computing(state);
    with_force(force.element, [&]<class E>(const E& element) {
        begin<E>(directions, force);
        DualElement<E> dual(element, c, force, state, memory.motion);
        memory.motion.k[size(number)].d = 1;
        directions.clear_forces();
        dual.apply();
        directions.take_forces(memory.by_parameters.of_tau.data() + column, memory.by_parameters.columns);
    });
}

void add_by_inertia(DynamicsDerivatives::Memory& memory, ElementDirections& directions, const State& state,
                    int column) {
    const Compiled& c = memory.system.compiled();
    const std::uint8_t* disabled = disabled_forces(c, state);
    const State::Computing computing(state);
    for (std::size_t i = 0; i < c.forces.size(); ++i)
        if (!disabled[i] && !c.forces[i].is_uniform)
            with_force(c.forces[i].element, [&]<class E>(const E& element) {
                if constexpr (std::is_same_v<E, Gravity> || std::is_same_v<E, Thermostat>) {
                    begin<E>(directions, c.forces[i]);
                    DualElement<E> dual(element, c, c.forces[i], state, memory.motion);
                    directions.clear_forces();
                    dual.apply();
                    directions.take_forces(memory.by_parameters.of_tau.data() + column,
                                           memory.by_parameters.columns);
                }
            });
}

}  // namespace sinew
