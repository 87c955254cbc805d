// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/model_losses.h>
#include <sinew/formats/text_file.h>

#include <algorithm>

namespace sinew::losses {

const CoordinateLimits* limits_of(const Model& model, int joint) {
    for (const CoordinateLimits& limits : model.limits)
        if (limits.coordinate.joint.index == joint && limits.coordinate.index == 0) return &limits;
    return nullptr;
}

void of_elements(const Model& model, const std::string& format, const std::vector<std::string>& written,
                 bool gravity_is_assumed, std::vector<std::string>& losses) {
    const auto is_written = [&](const std::string& name) {
        return std::find(written.begin(), written.end(), name) != written.end();
    };
    const auto lost = [&](const std::string& what, const std::string& name) {
        losses.push_back(what + " " + sinew::quoted(name) + ": " + format + " has nothing like it.");
    };
    bool gravity = false;
    for (const AnyForce& force : model.forces) {
        if (const auto* g = force.if_a<Gravity>()) {
            gravity = true;
            if (!is_written(g->name) && gravity_is_assumed &&
                (g->g != Vec3{0, 0, -9.81} || !g->except.empty()))
                losses.push_back("force " + sinew::quoted(g->name) + ": programs that read " + format +
                                 " bring their own gravity.");
        } else if (!is_written(name_of(force))) {
            lost("force", name_of(force));
        }
    }
    if (!gravity && gravity_is_assumed)
        losses.push_back("the model has no gravity, and programs that read " + format + " bring their own.");
    for (const AnyConstraint& constraint : model.constraints)
        if (!is_written(name_of(constraint))) lost("constraint", name_of(constraint));
    for (const ContactSurface& surface : model.surfaces)
        if (!is_written(surface.name)) lost("surface", surface.name);
    for (const Motion& motion : model.motions) lost("motion", motion.name);
    for (const DeclaredVariable& variable : model.variables) lost("variable", variable.name);
    for (const FastVariables& fast : model.fast) lost("set of fast variables", fast.name);
    for (const Marker& marker : model.markers)
        if (!is_written(marker.name)) lost("marker", marker.name);
    for (const Posture& posture : model.postures) lost("posture", posture.name);
}

std::vector<std::string> write(std::string (*to_text)(const Model&, std::vector<std::string>&),
                               const Model& model, const std::string& file) {
    std::vector<std::string> losses;
    write_text_file(file, to_text(model, losses));
    return losses;
}

}  // namespace sinew::losses
