// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/bind.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/ties.h>

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

}  // namespace

void check_constraints(const Model& model, Faults& faults) {
    for (const AnyConstraint& constraint : model.constraints)
        visit([&](const auto& element) { check(model, element, faults); }, constraint);
}

}  // namespace sinew
