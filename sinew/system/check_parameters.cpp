// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/spatial/mass_rules.h>
#include <sinew/system/check.h>

namespace sinew {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& fault) {
    throw StateError(what + " with the parameters of this state: " + fault);
}

}  // namespace

void check_parameters(const Compiled& c, const double* values) {
    for (int node = 1; node < c.tree.size(); ++node) {
        const BodyParameters& p = c.body_parameters[at(node)];
        const double *com = values + p.com, *I = values + p.inertia;
        const MassProperties mass{
            values[p.mass], {com[0], com[1], com[2]}, {I[0], I[1], I[2], I[3], I[4], I[5]}};
        if (const std::string fault = fault_of(mass); !fault.empty())
            refuse("body " + quoted(c.model.bodies[at(c.body_of_node[at(node)])].name), fault);
        const JointElement& element = c.model.joints[at(c.joint_of_node[at(node)])];
        visit(
            [&]<class J>(const J&) {
                if constexpr (requires { J::fault_of(values); })
                    if (const std::string fault = J::fault_of(values + p.joint.k); !fault.empty())
                        refuse("joint " + quoted(element.placement.name), fault);
            },
            element.joint);
    }
}

}  // namespace sinew
