// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/spatial/mass_rules.h>
#include <sinew/system/check.h>

namespace sinew {

void check_masses(const Model& model, Faults& faults) {
    constexpr double most_ratio = 1e12;
    const Body *lightest = nullptr, *heaviest = nullptr;
    for (std::size_t i = 1; i < model.bodies.size();
         ++i) {  // the world never moves: its mass does not matter
        const Body& body = model.bodies[i];
        if (const std::string fault = fault_of(body.mass); !fault.empty()) {
            faults.add("body " + quoted(body.name) + ": " + fault);
            continue;
        }
        if (const std::string warning = warning_of(body.mass); !warning.empty())
            faults.warn("body " + quoted(body.name) + ": " + warning);
        if (body.mass.mass == 0) continue;
        if (!lightest || body.mass.mass < lightest->mass.mass) lightest = &body;
        if (!heaviest || body.mass.mass > heaviest->mass.mass) heaviest = &body;
    }
    if (lightest && lightest->mass.mass < heaviest->mass.mass / most_ratio)
        faults.warn("masses range from " + shortest(lightest->mass.mass) + " (body " +
                    quoted(lightest->name) + ") to " + shortest(heaviest->mass.mass) + " (body " +
                    quoted(heaviest->name) + "), a ratio of " +
                    rounded(heaviest->mass.mass / lightest->mass.mass, 3) +
                    ": where the heavy hangs on the light, accelerations may lose all their digits.");
}

void check_parameters(const Compiled& c, const double* values) {
    for (int node = 1; node < c.tree.size(); ++node) {
        const BodyParameters& p = c.body_parameters[static_cast<std::size_t>(node)];
        const double *com = values + p.com, *I = values + p.inertia;
        const MassProperties mass{
            values[p.mass], {com[0], com[1], com[2]}, {I[0], I[1], I[2], I[3], I[4], I[5]}};
        if (const std::string fault = fault_of(mass); !fault.empty()) {
            const auto body = static_cast<std::size_t>(c.body_of_node[static_cast<std::size_t>(node)]);
            throw StateError("body " + quoted(c.model.bodies[body].name) +
                             " with the parameters of this state: " + fault);
        }
    }
}

}  // namespace sinew
