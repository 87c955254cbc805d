// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/loop_choice.h>

#include <algorithm>

namespace sinew {

namespace {

struct LoopEquations {
    bool known;
    Held held;
};

/// What each kind of joint holds of M in F (9.31). Kinds that are not here are closed by splitting a body.
LoopEquations equations_of_kind(JointKind kind) {
    using enum Held;
    constexpr Held point = x | y | z;
    switch (kind) {
        case JointKind::Weld: return {true, point | orientation};
        case JointKind::Pin: return {true, point | axis};
        case JointKind::Slider: return {true, y | z | orientation};
        case JointKind::Universal: return {true, point | cross};
        case JointKind::Cylinder: return {true, x | y | axis};
        case JointKind::BendStretch: return {true, z | y_of_M | axis};
        case JointKind::Planar: return {true, z | axis};
        case JointKind::Gimbal:
        case JointKind::Ball: return {true, point};
        case JointKind::Cartesian: return {true, orientation};
        case JointKind::Free:
        case JointKind::Bushing: return {true, Held{}};
        default: return {false, Held{}};
    }
}

/// How well a body stands at the tip of a tree: 2 with mass and inertia about every axis, 1 with mass, 0 with none.
/// The world does not move and stands anywhere.
std::vector<int> strengths(const Model& model) {
    std::vector<int> strength{2};
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const MassProperties& mass = model.bodies[b].mass;
        const Vec3 moments = principal_moments(mass.inertia);
        strength.push_back(mass.mass > 0 ? (moments.x > 1e-9 * moments.z ? 2 : 1) : 0);
    }
    return strength;
}

/// Marks the joints whose coordinates something in the model acts on or reads.
void mark_used(const Model& model, std::vector<LoopChoice>& choices) {
    const auto mark = [&](AnyJointId joint) {
        if (joint.index >= 0 && at(joint.index) < choices.size())
            choices[at(joint.index)].needs_coordinates = true;
    };
    for (const AnyForce& force : model.forces)
        visit(
            [&]<class E>(const E& element) {
                if constexpr (requires { element.coordinate.joint; }) mark(element.coordinate.joint);
                if constexpr (requires { element.coordinates(); })
                    for (const CoordinateOf& coordinate : element.coordinates()) mark(coordinate.joint);
                if constexpr (std::is_same_v<E, GlobalDamper>)  // acts on every speed there is
                    for (LoopChoice& choice : choices) choice.needs_coordinates = true;
            },
            force);
    for (const AnyConstraint& constraint : model.constraints)
        visit(
            [&](const auto& element) {
                if constexpr (requires { element.law; })
                    if (!element.law) return;  // a fault that has been told
                if constexpr (requires { element.coordinates(); })
                    for (const CoordinateOf& coordinate : element.coordinates()) mark(coordinate.joint);
            },
            constraint);
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        if (model.joints[j].placement.armature > 0) choices[j].needs_coordinates = true;
    for (const Motion& motion : model.motions) {
        mark(motion.joint);
        for (const AnyJointId read : motion.reads) mark(read);
    }
}

}  // namespace

std::vector<LoopChoice> loop_choices(const Model& model) {
    const std::vector<int> strength = strengths(model);
    std::vector<LoopChoice> choices(model.joints.size());
    mark_used(model, choices);
    for (std::size_t j = 0; j < choices.size(); ++j) {
        LoopChoice& choice = choices[j];
        const JointPlacement& p = model.joints[j].placement;
        if (!is_of(model, p.from) || !is_of(model, p.to)) continue;
        const LoopEquations known = equations_of_kind(static_cast<JointKind>(model.joints[j].joint.index()));
        choice.has_equations = known.known;
        choice.held = known.held;
        if (model.joints[j].joint.is<Weld>()) choice.needs_coordinates = false;
        // The body at the far end is the one to split, unless it is too light to be.
        for (const BodyId end : {p.to, p.from})
            if (end != world && strength[at(end.index)] > 0 &&
                (choice.half < 0 || strength[at(end.index)] > strength[at(choice.half)]))
                choice.half = end.index;
        const bool must_split = !choice.has_equations || choice.needs_coordinates;
        choice.split = p.loop == LoopClosure::split || (p.loop != LoopClosure::cut && must_split);

        const int weakest = std::min(strength[at(p.from.index)], strength[at(p.to.index)]);
        choice.keep = 10 * (choice.split ? 6 : equations_of(choice.held));
        if (choice.split) choice.keep += 100;
        if (weakest < 2) choice.keep += weakest == 1 ? 1'000 : 10'000;
        if (choice.split && choice.half < 0) choice.keep += 100'000;
        if (p.loop == LoopClosure::in_tree) choice.keep += 1'000'000;
        if (p.loop == LoopClosure::cut || p.loop == LoopClosure::split) choice.keep -= 1'000'000;
    }
    return choices;
}

}  // namespace sinew
