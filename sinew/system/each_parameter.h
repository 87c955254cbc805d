// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/joints/sizes.h>
#include <sinew/system/model.h>

namespace sinew {

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

/// What messages about an element begin with: rod "r1".
template <class E>
std::string described(const E& element) {
    return std::string(E::kind) + " " + sinew::quoted(element.name);
}

/// What is odd about a stiffness, though it is taken; empty if nothing is.
inline std::string oddity_of(const std::string& who, const std::string& name,
                             std::span<const double> numbers) {
    if (name.find("stiffness") == std::string::npos) return "";
    for (const double x : numbers)
        if (x < 0)
            return who + ": " + name + " " + shortest(x) + " is negative, so it pushes away from rest.";
    return "";
}

/// False, and a fault, for an element of the user's own without the object that `does` something.
template <class E>
bool has_law(const E& element, const char* does, Faults& faults) {
    if constexpr (requires { element.law; })
        if (!element.law) {
            faults.add(described(element) + " has no law. Set its member `law` to the object that " + does +
                       ".");
            return false;
        }
    return true;
}

/// Faults of an element's numbers that break their rules, each with a last word from hint(name, numbers).
template <class E, class Hint>
void check_numbers(const E& element, Faults& faults, Hint hint) {
    E::parameters(
        element, EachParameter{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
            const std::string last_word = hint(name, numbers), broken = broken_rule(rule, numbers);
            if (broken.empty()) return;
            std::string text;
            for (const double x : numbers) text += (text.empty() ? "" : ", ") + shortest(x);
            faults.add(described(element) + ": " + name + " = " + text + " " + broken + "." + last_word);
        }});
}

/// Gives an element's numbers their places among a State's parameters.
template <class E>
Range add_parameters(StateLayout& layout, const E& element) {
    const int first = static_cast<int>(layout.parameter_defaults.size());
    E::parameters(element,
                  EachParameter{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
                      layout.add_parameter(std::string(element.name) + "." + name, numbers.data(),
                                           static_cast<int>(numbers.size()), rule);
                  }});
    return {first, static_cast<int>(layout.parameter_defaults.size()) - first};
}

inline bool is_of(const Model& model, BodyId body) {
    return body.index >= 0 && static_cast<std::size_t>(body.index) < model.bodies.size();
}

/// The coordinate whose rate speed number `index` of a joint is, counted in the joint; −1 if there is none.
template <class J>
int coordinate_of(const JointData* data, int index) {
    using Rates = typename RatesOf<J>::Type;
    if (Rates::q_part < 0 || index < Rates::u_part || index >= nu_of<J>(data)) return -1;
    return index - Rates::u_part + Rates::q_part;
}

/// What is wrong with the speed an element acts on, as the end of a sentence.
inline std::string fault_of_coordinate(const Model& model, const CoordinateOf& c, bool needs_coordinate) {
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    if (c.joint.index < 0 || at(c.joint.index) >= model.joints.size())
        return " acts on no joint of the model. Give it the id that add() returned.";
    const JointElement& joint = model.joints[at(c.joint.index)];
    return visit(
        [&]<class J>(const J& definition) -> std::string {
            const auto data = data_of(definition);
            const int nu = nu_of<J>(data.get());
            const std::string name = "joint " + sinew::quoted(joint.placement.name) + " (" + J::name + ")";
            if (c.index < 0 || c.index >= nu)
                return " acts on speed " + std::to_string(c.index) + " of " + name + ", which has " +
                       std::to_string(nu) + ". They are counted from 0.";
            if (needs_coordinate && coordinate_of<J>(data.get(), c.index) < 0)
                return " needs a coordinate, but speed " + std::to_string(c.index) + " of " + name +
                       " is no coordinate's rate. Use a linear bushing, or a joint by angles such as a "
                       "gimbal.";
            return "";
        },
        joint.joint);
}

}  // namespace sinew
