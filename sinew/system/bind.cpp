// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/system/bind.h>

namespace sinew {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Turns each(name, number, rule) of an element's parameters into f(name, numbers, rule); a frame is two
/// parameters.
template <class F>
struct EachParameter {
    F f;
    void operator()(const std::string& name, double number, Rule rule) const {
        f(name, std::span(&number, 1), rule);
    }
    void operator()(const std::string& name, const Vec3& v, Rule rule) const {
        f(name, std::span(&v.x, 3), rule);
    }
    void operator()(const std::string& name, std::span<const double> numbers, Rule rule) const {
        f(name, numbers, rule);
    }
    void operator()(const std::string& name, const Transform& X, Rule rule) const {
        const double rows[9] = {X.R.x.x, X.R.y.x, X.R.z.x, X.R.x.y, X.R.y.y,
                                X.R.z.y, X.R.x.z, X.R.y.z, X.R.z.z};
        f(name + ".p", std::span(&X.p.x, 3), Rule::finite);
        f(name + ".R", std::span<const double>(rows), rule);
    }
};

template <class F>
EachParameter(F) -> EachParameter<F>;

bool is_of(const Model& model, BodyId body) {
    return body.index >= 0 && at(body.index) < model.bodies.size();
}

/// The coordinate whose rate speed number `index` of a joint is, counted in the joint; −1 if there is none.
template <class J>
int coordinate_of(const JointData* data, int index) {
    using Rates = typename RatesOf<J>::Type;
    if (Rates::q_part < 0 || index < Rates::u_part || index >= nu_of<J>(data)) return -1;
    return index - Rates::u_part + Rates::q_part;
}

/// What is wrong with the speed an element acts on, as the end of a sentence.
template <class E>
std::string fault_of_coordinate(const Model& model, const E& element) {
    const CoordinateOf& c = element.coordinate;
    if (c.joint.index < 0 || at(c.joint.index) >= model.joints.size())
        return " acts on no joint of the model. Give it the id that add() returned.";
    const JointElement& joint = model.joints[at(c.joint.index)];
    return std::visit(
        [&]<class J>(const J& definition) -> std::string {
            const auto data = data_of(definition);
            const int nu = nu_of<J>(data.get());
            const std::string name = "joint " + quoted(joint.placement.name) + " (" + J::name + ")";
            if (c.index < 0 || c.index >= nu)
                return " acts on speed " + std::to_string(c.index) + " of " + name + ", which has " +
                       std::to_string(nu) + ". They are counted from 0.";
            if constexpr (requires { E::needs_coordinate; })
                if (coordinate_of<J>(data.get(), c.index) < 0)
                    return " needs a coordinate, but speed " + std::to_string(c.index) + " of " + name +
                           " is no coordinate's rate. Use a linear bushing, or a joint by angles such as a "
                           "gimbal.";
            return "";
        },
        joint.joint);
}

template <class E>
void check(const Model& model, const E& element, Faults& faults) {
    const std::string who = std::string(E::kind) + " " + quoted(element.name);
    if constexpr (requires { element.law; })
        if (!element.law)
            return faults.add(who +
                              " has no law. Set its member `law` to the object that computes the force.");
    if constexpr (requires { element.bodies(); })
        for (const BodyId body : element.bodies())
            if (!is_of(model, body))
                faults.add(who + " acts on no body of the model. Give it the id that add() returned.");
    if constexpr (requires { element.except; })
        for (const BodyId body : element.except)
            if (!is_of(model, body)) faults.add(who + " leaves out a body that is not in the model.");
    if constexpr (requires { element.coordinate; })
        if (const std::string fault = fault_of_coordinate(model, element); !fault.empty())
            faults.add(who + fault);
    E::parameters(element,
                  EachParameter{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
                      for (const double x : numbers)
                          if (name.find("stiffness") != std::string::npos && x < 0)
                              faults.warn(who + ": " + name + " " + shortest(x) +
                                          " is negative, so it pushes away from rest.");
                      const std::string broken = broken_rule(rule, numbers);
                      if (broken.empty()) return;
                      std::string text;
                      for (const double x : numbers) text += (text.empty() ? "" : ", ") + shortest(x);
                      faults.add(who + ": " + name + " = " + text + " " + broken + ".");
                  }});
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
    bound.parameters.first = static_cast<int>(layout.parameter_defaults.size());
    E::parameters(element,
                  EachParameter{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
                      layout.add_parameter(element.name + "." + name, numbers.data(),
                                           static_cast<int>(numbers.size()), rule);
                  }});
    bound.parameters.count = static_cast<int>(layout.parameter_defaults.size()) - bound.parameters.first;
    bound.on_bodies = !requires { element.coordinate; }
    &&!std::is_same_v<E, GlobalDamper>;
    if constexpr (requires { element.bodies(); }) {
        const auto bodies = element.bodies();
        for (std::size_t i = 0; i < bodies.size(); ++i) bound.body[i] = c.node_of_body[at(bodies[i].index)];
    }
    if constexpr (requires { element.coordinate; }) {
        bound.joint = c.node_of_joint[at(element.coordinate.joint.index)];
        const Node& node = c.tree[bound.joint];
        bound.u = node.u + element.coordinate.index;
        for (const bool by_angles : {false, true})
            with_joint(node.kind, by_angles, [&]<class J> {
                const int q = coordinate_of<J>(node.data, element.coordinate.index);
                bound.q[by_angles] = q < 0 ? -1 : node.q + q;
            });
    }
    if constexpr (std::is_same_v<E, Gravity>) {
        bound.is_uniform = element.except.empty();
        if (!element.except.empty()) bound.excluded.assign(at(c.tree.size()), 0);
        for (const BodyId body : element.except) bound.excluded[at(c.node_of_body[at(body.index)])] = 1;
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

void check_forces(const Model& model, Faults& faults) {
    for (const AnyForce& force : model.forces)
        std::visit([&](const auto& element) { check(model, element, faults); }, force);
}

void bind_forces(Compiled& c) {
    for (const AnyForce& force : c.model.forces)
        c.forces.push_back(std::visit([&](const auto& element) { return bind(c, element); }, force));
    const std::vector<std::uint8_t> none(c.forces.size());
    c.disabled_forces = c.layout->add_variable_bytes("disabled_forces", none.data(), none.size(), 1,
                                                     PlainType{}, Stage::force);
}

}  // namespace sinew
