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

}  // namespace sinew
