// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/bind.h>
#include <sinew/system/each_parameter.h>

namespace sinew {

namespace {

template <class E>
void check(const Model& model, const E& element, Faults& faults) {
    const std::string who = described(element);
    if (!has_law(element, "computes the force", faults)) return;
    if constexpr (requires { element.bodies(); })
        for (const BodyId body : element.bodies())
            if (!is_of(model, body))
                faults.add(who + " acts on no body of the model. Give it the id that add() returned.");
    if constexpr (requires { element.except; })
        for (const BodyId body : element.except)
            if (!is_of(model, body)) faults.add(who + " leaves out a body that is not in the model.");
    if constexpr (requires { element.coordinate; })
        if (const std::string fault = fault_of_coordinate(
                model, element.coordinate, requires { E::needs_coordinate; });
            !fault.empty())
            faults.add(who + fault);
    if constexpr (requires { element.coordinates(); })
        for (const CoordinateOf& coordinate : element.coordinates())
            if (const std::string fault = fault_of_coordinate(model, coordinate, true); !fault.empty())
                faults.add(who + fault);
    if constexpr (requires { element.path; })
        for (const Station& station : element.path)
            if (!is_of(model, station.body))
                faults.add(who +
                           " passes a body that is not in the model. Give it the id that add() returned.");
    if constexpr (requires { element.fault(); })
        if (const std::string fault = element.fault(); !fault.empty()) faults.add(who + ": " + fault + ".");
    check_numbers(element, faults, [&](const std::string& name, std::span<const double> numbers) {
        if (const std::string odd = oddity_of(who, name, numbers); !odd.empty()) faults.warn(odd);
        return "";
    });
    if constexpr (requires { element.initial(0, 0); })
        if (!broken_rule(Rule::finite, element.initial(1, 0)).empty())
            faults.add(who + ": what it starts with is not a finite number.");
    if constexpr (requires { element.initial_z(); })
        if (!broken_rule(Rule::finite, element.initial_z()).empty())
            faults.add(who + ": an initial value of its z is not a finite number.");
}

template <class E>
BoundForce bind(Compiled& c, const E& element) {
    BoundForce bound;
    bound.element = element;
    StateLayout& layout = *c.layout;
    bound.parameters = add_parameters(layout, element);
    constexpr bool on_speeds = requires { element.coordinate; }
    || requires { element.coordinates(); };
    bound.on_bodies = !on_speeds && !std::is_same_v<E, GlobalDamper>;
    if constexpr (requires { element.coordinates(); })
        for (const CoordinateOf& coordinate : element.coordinates())
            bound.coordinates.push_back(place_of(c, coordinate));
    if constexpr (requires { element.path; })
        for (const Station& station : element.path)
            bound.path.push_back(c.node_of_body[at(station.body.index)]);
    if constexpr (requires { element.bodies(); }) {
        const auto bodies = element.bodies();
        for (std::size_t i = 0; i < bodies.size(); ++i) bound.body[i] = c.node_of_body[at(bodies[i].index)];
    }
    if constexpr (requires { element.coordinate; }) {
        const CoordinatePlace place = place_of(c, element.coordinate);
        bound.joint = place.joint, bound.u = place.u, bound.q = place.q;
    }
    if constexpr (std::is_same_v<E, Gravity>) {
        bound.is_uniform = element.except.empty();
        if (!element.except.empty()) bound.excluded.assign(at(c.tree.size()), 0);
        for (const BodyId body : element.except) {
            bound.excluded[at(c.node_of_body[at(body.index)])] = 1;
            for (const Compiled::Half& half : c.halves)
                if (half.body == body.index) bound.excluded[at(half.node)] = 1;
        }
    }
    if constexpr (requires { E::variable_name; }) {
        const std::vector<double> initial = element.initial(c.tree.size(), c.tree.nu);
        bound.numbers = static_cast<int>(initial.size());
        bound.variable = layout.add_variable_bytes(
            element.name + "." + E::variable_name, initial.data(), initial.size() * sizeof(double),
            alignof(double), PlainType{ValueType::real, sizeof(double), true}, Stage::force);
    }
    bound.z.first = layout.nz;
    if constexpr (requires { element.initial_z(); })
        for (const double z : element.initial_z()) {
            layout.z_names.push_back(element.name + ".z" + std::to_string(bound.z.count++));
            layout.z_default.push_back(z);
        }
    layout.nz += bound.z.count;
    layout.z_of_force.push_back(bound.z);
    return bound;
}

}  // namespace

CoordinatePlace place_of(const Compiled& c, const CoordinateOf& coordinate) {
    CoordinatePlace place{c.node_of_joint[at(coordinate.joint.index)], 0, {-1, -1}};
    const Node& node = c.tree[place.joint];
    place.u = node.u + coordinate.index;
    for (const bool by_angles : {false, true})
        with_joint(node.kind, by_angles, [&]<class J> {
            const int q = coordinate_of<J>(node.data, coordinate.index);
            place.q[by_angles] = q < 0 ? -1 : node.q + q;
        });
    return place;
}

void check_forces(const Model& model, Faults& faults) {
    for (const AnyForce& force : model.forces)
        visit([&](const auto& element) { check(model, element, faults); }, force);
}

void bind_forces(Compiled& c) {
    for (const AnyForce& force : c.model.forces)
        c.forces.push_back(visit([&](const auto& element) { return bind(c, element); }, force));
    const std::vector<std::uint8_t> none(c.forces.size());
    c.disabled_forces = c.layout->add_variable_bytes("disabled_forces", none.data(), none.size(), 1,
                                                     PlainType{}, Stage::force);
}

}  // namespace sinew
