// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/system/check.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/postures.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

void check_place(const Model& model, const std::string& who, BodyId body, const std::string& frame,
                 const Transform& X, Faults& faults) {
    if (!is_of(model, body))
        faults.add(who + " is on no body of the model. Give it the id that add() returned.");
    const EachParameter each{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
        if (const std::string broken = broken_rule(rule, numbers); !broken.empty())
            faults.add(who + ": " + name + " = " + shortest(numbers) + " " + broken + ".");
    }};
    each(frame, X, Rule::rotation);
}

void check_visual(const Model& model, const Visual& visual, Faults& faults) {
    const std::string who = "visual " + quoted(visual.name);
    check_place(model, who, visual.body, "X_BG", visual.X_BG, faults);
    if (const std::string fault = fault_of(visual.shape); !fault.empty()) faults.add(who + ": " + fault);
    const Colour& c = visual.colour;
    for (const double part : {c.red, c.green, c.blue, c.opacity})
        if (!(part >= 0 && part <= 1)) {
            const double all[] = {c.red, c.green, c.blue, c.opacity};
            return faults.add(who + ": colour " + shortest(std::span<const double>(all)) +
                              " is none. Red, green, blue and opacity go from 0 to 1.");
        }
}

void check_limits(const Model& model, const CoordinateLimits& limits, Faults& faults) {
    std::string fault = fault_of_coordinate(model, limits.coordinate, true);
    if (!fault.empty()) return faults.add("a pair of limits" + fault);
    if (limits.low <= limits.high) return;
    const std::string& joint =
        model.joints[static_cast<std::size_t>(limits.coordinate.joint.index)].placement.name;
    faults.add("joint " + quoted(joint) + ": coordinate " + std::to_string(limits.coordinate.index) +
               " has the limits " + shortest(limits.low) + " and " + shortest(limits.high) +
               ". The lower must not be above the upper, and both must be numbers.");
}

using Named = std::vector<std::pair<std::string, double>>;

void check_values(const std::string& who, const char* what, const Named& values,
                  const std::vector<std::string>& known, Faults& faults) {
    std::vector<std::string> seen;
    for (const auto& [name, value] : values) {
        if (!std::binary_search(known.begin(), known.end(), name)) {
            const std::string nearest = nearest_name(name, known);
            faults.add(who + " names the " + what + " " + quoted(name) + ", but there is none." +
                       (nearest.empty() ? "" : " Did you mean " + quoted(nearest) + "?"));
        }
        if (!std::isfinite(value))
            faults.add(who + ": " + quoted(name) + " is " + shortest(value) + ", not a finite number.");
        seen.push_back(name);
    }
    std::sort(seen.begin(), seen.end());
    if (const auto twice = std::adjacent_find(seen.begin(), seen.end()); twice != seen.end())
        faults.add(who + " names the " + what + " " + quoted(*twice) + " twice.");
}

void check_postures(const Model& model, Faults& faults) {
    if (model.postures.empty()) return;
    std::vector<std::string> q, u;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const AnyJointId joint{{static_cast<int>(j)}};
        for (std::string& name : coordinate_names(model, joint)) q.push_back(std::move(name));
        for (std::string& name : speed_names(model, joint)) u.push_back(std::move(name));
    }
    std::sort(q.begin(), q.end());
    std::sort(u.begin(), u.end());
    for (const Posture& posture : model.postures) {
        const std::string who = "posture " + quoted(posture.name);
        check_values(who, "coordinate", posture.q, q, faults);
        check_values(who, "speed", posture.u, u, faults);
    }
}

}  // namespace

void check_scenery(const Model& model, Faults& faults) {
    for (const Visual& visual : model.visuals) check_visual(model, visual, faults);
    for (const Marker& marker : model.markers)
        check_place(model, "marker " + quoted(marker.name), marker.on.body, "X_BF", marker.on.X_BF, faults);
    if (!std::isfinite(norm(model.up)))
        faults.add("model " + quoted(model.name) + ": up = " + shortest(std::span(&model.up.x, 3)) +
                   " is not finite.");
    if (!faults.empty()) return;  // what follows asks joints for their names
    for (const CoordinateLimits& limits : model.limits) check_limits(model, limits, faults);
    check_postures(model, faults);
}

}  // namespace sinew
