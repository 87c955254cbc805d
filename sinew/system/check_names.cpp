// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/system/check.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace sinew {

namespace {

using Names = std::vector<std::string_view>;

/// Calls f(first, second) for every element whose name an earlier one has: the earliest such, and itself.
template <class F>
void for_each_repetition(const Names& names, F f) {
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return names[a] < names[b]; });
    for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
        if (names[order[i]] != names[order[first]]) first = i;
        else f(order[first], order[i]);
    }
}

void check_names_of(std::string_view what, std::string_view list, const Names& names, Faults& faults) {
    constexpr std::size_t longest = 4096;
    const auto place = [&](std::size_t i) { return std::string(list) + "[" + std::to_string(i) + "]"; };
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string_view name = names[i];
        if (name.empty())
            faults.add(place(i) + ": a " + std::string(what) +
                       " without a name. Give it one: messages and parameters use it.");
        if (name.size() > longest)
            faults.add(place(i) + ": " + std::string(what) + " " + quoted(name) + " has a name of " +
                       std::to_string(name.size()) + " bytes. At most 4096 are allowed.");
        if (!is_utf8(name))
            faults.add(place(i) + ": " + std::string(what) + " " + quoted(name) +
                       " has a name that is not UTF-8.");
    }
    for_each_repetition(names, [&](std::size_t first, std::size_t second) {
        if (names[first].empty()) return;
        faults.add(place(first) + " and " + place(second) + " are both named " + quoted(names[first]) +
                   ". Rename one " + std::string(what) +
                   ": parameters and messages tell them apart by name.");
    });
}

}  // namespace

void check_budget(const Model& model, Faults& faults) {
    // The first of them is the world.
    if (model.bodies.size() > max_bodies + 1)
        faults.add("model " + quoted(model.name) + " has " + std::to_string(model.bodies.size() - 1) +
                   " bodies. At most " + std::to_string(max_bodies) + " are allowed.");
}

void check_names(const Model& model, Faults& faults) {
    if (model.bodies.empty())
        faults.add("model " + quoted(model.name) +
                   " has no bodies, not even the world. The first body is the world; do not "
                   "remove it.");
    Names bodies, joints, forces, constraints, surfaces, motions, variables, fast, visuals, markers, postures;
    for (const Body& body : model.bodies) bodies.push_back(body.name);
    for (const JointElement& joint : model.joints) joints.push_back(joint.placement.name);
    for (const AnyForce& force : model.forces) forces.push_back(name_of(force));
    for (const AnyConstraint& constraint : model.constraints) constraints.push_back(name_of(constraint));
    for (const ContactSurface& surface : model.surfaces) surfaces.push_back(surface.name);
    for (const Motion& motion : model.motions) motions.push_back(motion.name);
    for (const DeclaredVariable& variable : model.variables) variables.push_back(variable.name);
    for (const FastVariables& own : model.fast) fast.push_back(own.name);
    for (const Visual& visual : model.visuals) visuals.push_back(visual.name);
    for (const Marker& marker : model.markers) markers.push_back(marker.name);
    for (const Posture& posture : model.postures) postures.push_back(posture.name);
    check_names_of("body", "bodies", bodies, faults);
    check_names_of("joint", "joints", joints, faults);
    check_names_of("force", "forces", forces, faults);
    check_names_of("motion", "motions", motions, faults);
    check_names_of("constraint", "constraints", constraints, faults);
    check_names_of("surface", "surfaces", surfaces, faults);
    check_names_of("variable", "variables", variables, faults);
    check_names_of("set of fast variables", "fast", fast, faults);
    check_names_of("visual", "visuals", visuals, faults);
    check_names_of("marker", "markers", markers, faults);
    check_names_of("posture", "postures", postures, faults);
}

void check_paths(const StateLayout& layout, Faults& faults) {
    Names paths, variables;
    for (const ParameterSlot& slot : layout.parameters) paths.push_back(slot.path);
    for (const VariableSlot& slot : layout.variables) variables.push_back(slot.name);
    for_each_repetition(paths, [&](std::size_t first, std::size_t) {
        faults.add("two parameters have the path " + quoted(paths[first]) +
                   ": a body, a joint, a force, a constraint and a surface of one name have a parameter of "
                   "one name. "
                   "Rename one of them.");
    });
    for_each_repetition(variables, [&](std::size_t first, std::size_t) {
        faults.add("two discrete variables are named " + quoted(variables[first]) + ". Rename one of them.");
    });
}

}  // namespace sinew
