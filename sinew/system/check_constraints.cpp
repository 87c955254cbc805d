// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/bind.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/ties.h>

#include <algorithm>

namespace sinew {

namespace {

void check_bodies(const Model& model, const Ties& ties, const std::string& who, Faults& faults) {
    for (const BodyId body : ties.bodies)
        if (!is_of(model, body))
            return faults.add(who + " holds no body of the model. Give it the id that add() returned.");
    if (ties.may_repeat) return;
    for (int i = 0; i < ties.acted_on; ++i)
        for (int j = 0; j < i; ++j)
            if (ties.bodies[at(i)] == ties.bodies[at(j)])
                return faults.add(who + " holds body " +
                                  quoted(model.bodies[at(ties.bodies[at(i)].index)].name) +
                                  " against itself. It needs two bodies; one may be the world.");
}

void check_coordinates(const Model& model, const Ties& ties, const std::string& who, Faults& faults) {
    const int n = static_cast<int>(ties.coordinates.size());
    if (n > function::max_arguments)
        return faults.add(who + " ties " + std::to_string(n) + " coordinates. At most " +
                          std::to_string(function::max_arguments) + " are allowed.");
    for (int i = 0; i < n; ++i)
        if (const std::string fault =
                fault_of_coordinate(model, ties.coordinates[at(i)], i >= ties.first_needed);
            !fault.empty())
            faults.add(who + fault);
    if (ties.arguments > n)
        faults.add(who + ": its function takes " + std::to_string(ties.arguments) + " arguments, but " +
                   std::to_string(n) + " coordinates are given.");
}

template <class E>
void check(const Model& model, const E& element, Faults& faults) {
    const std::string who = described(element);
    if (!has_law(element, "has its equations", faults)) return;
    const Ties ties = ties_of(element);
    check_bodies(model, ties, who, faults);
    check_coordinates(model, ties, who, faults);
    check_numbers(element, faults, [](const std::string& name, std::span<const double> numbers) {
        return std::is_same_v<E, Rod> && name == "length" && numbers[0] == 0
                   ? " Use a BallConstraint to keep two points together."
                   : "";
    });
    if constexpr (requires { element.check(who, faults); }) element.check(who, faults);
}

void check_friction(const OneWay& condition, const EquationCounts& counts, const std::string& who,
                    Faults& faults) {
    const double most =
        std::max({condition.static_friction, condition.sliding_friction, condition.viscous_friction});
    if (most > 0 && counts.nonholonomic == 0)
        faults.add(
            who +
            " has friction, but its constraint has no equations against slip for it to act along. "
            "Use one that rolls: a sphere (of radius 0 for a point) or disk on a plane, or two spheres.");
    if (condition.sliding_friction > condition.static_friction)
        faults.add(who + ": sliding_friction " + shortest(condition.sliding_friction) +
                   " is more than static_friction " + shortest(condition.static_friction) +
                   ". What slides has no more friction than what sticks.");
}

/// Constraints by name, and those that conditions were about so far.
struct Named {
    std::vector<std::string> names{}, seen{};
};

/// The constraint that a condition is about; null if there is none.
template <class E>
const AnyConstraint* constraint_of(const Model& model, const E& condition, const std::string& who,
                                   Named& named, Faults& faults) {
    check_numbers(condition, faults, [](const auto&...) { return ""; });
    std::vector<std::string>&names = named.names, &seen = named.seen;
    const auto found = std::find(names.begin(), names.end(), condition.name);
    if (found == names.end()) {
        const std::string nearest = nearest_name(condition.name, names);
        faults.add(who + ": there is no constraint of that name." +
                   (nearest.empty() ? "" : " Did you mean " + quoted(nearest) + "?"));
        return nullptr;
    }
    if (std::find(seen.begin(), seen.end(), condition.name) != seen.end())
        faults.add(who + ": two of the model's conditions are about this constraint. Keep one.");
    seen.push_back(condition.name);
    return &model.constraints[at(static_cast<int>(found - names.begin()))];
}

std::string numbers_of_equations(const EquationCounts& counts) {
    return ": its constraint has " + std::to_string(counts.holonomic) + " equations of positions, " +
           std::to_string(counts.nonholonomic) + " of speeds and " +
           std::to_string(counts.acceleration_only) + " of accelerations.";
}

void check_bounded(const Model& model, Named& named, Faults& faults) {
    for (const Bounded& condition : model.bounded) {
        const std::string who = described(condition);
        const AnyConstraint* of = constraint_of(model, condition, who, named, faults);
        if (!of) continue;
        const EquationCounts counts = visit([](const auto& e) { return counts_of(e); }, *of);
        if (counts.holonomic != 0 || counts.nonholonomic != 1 || counts.acceleration_only != 0)
            faults.add(who + numbers_of_equations(counts) +
                       " What gives way has one of speeds: a ConstantSpeed, a SpeedCoupler, a NoSlip.");
    }
}

void check_one_way(const Model& model, Named& named, Faults& faults) {
    for (const OneWay& condition : model.one_way) {
        const std::string who = described(condition);
        const AnyConstraint* of = constraint_of(model, condition, who, named, faults);
        if (!of) continue;
        if (condition.restitution > 1)
            faults.add(who + ": restitution " + shortest(condition.restitution) +
                       " is more than 1, so every bounce would be higher than the last.");
        const EquationCounts counts = visit([](const auto& e) { return counts_of(e); }, *of);
        const bool of_positions =
                       counts.holonomic == 1 && (counts.nonholonomic == 0 || counts.nonholonomic == 2),
                   of_speeds = counts.holonomic == 0 && counts.nonholonomic == 1;
        if (!(of_positions || of_speeds) || counts.acceleration_only != 0)
            faults.add(who + numbers_of_equations(counts) +
                       " What acts one way has one of positions and none or two against slip, or one of "
                       "speeds.");
        else if (of_speeds && condition.restitution > 0)
            faults.add(who +
                       " has restitution, but its constraint is about speeds alone: nothing bounces there.");
        else check_friction(condition, counts, who, faults);
    }
}

}  // namespace

void check_constraints(const Model& model, Faults& faults) {
    for (const AnyConstraint& constraint : model.constraints)
        visit([&](const auto& element) { check(model, element, faults); }, constraint);
    if (model.one_way.empty() && model.bounded.empty()) return;
    Named named;
    for (const AnyConstraint& constraint : model.constraints) named.names.push_back(name_of(constraint));
    check_one_way(model, named, faults);
    check_bounded(model, named, faults);
}

}  // namespace sinew
