// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/joints/check.h>
#include <sinew/system/check.h>

#include <cmath>

namespace sinew {

namespace {

void check_names(std::string_view what, const std::vector<std::string>& names, Faults& faults) {
    constexpr std::size_t longest = 4096;
    std::vector<std::string> seen;
    for (const std::string& name : names) {
        if (name.empty())
            faults.add("a " + std::string(what) +
                       " has no name. Give it one: messages and parameters use it.");
        if (name.size() > longest)
            faults.add(std::string(what) + " " + quoted(name) + " has a name of " +
                       std::to_string(name.size()) + " bytes; at most 4096 are allowed.");
    }
}

void check_frame(const std::string& joint, std::string_view frame, const Transform& X, Faults& faults) {
    for (int i = 0; i < 3; ++i)
        if (!std::isfinite(X.p[i]))
            faults.add("joint " + quoted(joint) + ": the origin of " + std::string(frame) +
                       " is not finite.");
    const double defect = rotation_defect(X.R);
    if (defect > 1e-6)
        faults.add("joint " + quoted(joint) + ": " + std::string(frame) +
                   ".R is not a rotation: RᵀR differs from 1 by " + shortest(defect) + ".");
}

}  // namespace

std::string fault_of(const MassProperties& m) {
    if (std::isnan(m.mass)) return "mass is not a number";
    if (!std::isfinite(m.mass)) return "mass is not finite";
    if (m.mass < 0) return "mass " + shortest(m.mass) + " is negative";
    return "";
}

void check_elements(const Model& model, Faults& faults) {
    std::vector<std::string> bodies, joints, forces;
    for (const Body& body : model.bodies) bodies.push_back(body.name);
    for (const JointElement& joint : model.joints) joints.push_back(joint.placement.name);
    for (const AnyForce& force : model.forces) forces.push_back(name_of(force));
    check_names("body", bodies, faults);
    check_names("joint", joints, faults);
    check_names("force", forces, faults);
    for (const Body& body : model.bodies)
        if (const std::string fault = fault_of(body.mass); !fault.empty())
            faults.add("body " + quoted(body.name) + ": " + fault + ".");
    for (const JointElement& joint : model.joints) {
        check_frame(joint.placement.name, "X_PF", joint.placement.X_PF, faults);
        check_frame(joint.placement.name, "X_BM", joint.placement.X_BM, faults);
        check_joint(joint.joint, joint.placement.name, faults);
    }
}

void check_inertia(const Compiled&, Faults&) {}

void check_parameters(const Compiled& c, const double* values) {
    for (int node = 1; node < c.tree.size(); ++node) {
        const BodyParameters& p = c.body_parameters[static_cast<std::size_t>(node)];
        const double* I = values + p.inertia;
        const MassProperties mass{values[p.mass],
                                  {values[p.com], values[p.com + 1], values[p.com + 2]},
                                  {I[0], I[1], I[2], I[3], I[4], I[5]}};
        if (const std::string fault = fault_of(mass); !fault.empty())
            throw StateError(
                "body " +
                quoted(
                    c.model.bodies[static_cast<std::size_t>(c.body_of_node[static_cast<std::size_t>(node)])]
                        .name) +
                ": " + fault + ".");
    }
}

}  // namespace sinew
