// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/bind.h>
#include <sinew/system/check.h>
#include <sinew/system/each_parameter.h>

#include <cmath>

namespace sinew {

namespace {

/// The settings as an element with a name, under which a State has their numbers.
struct NamedSettings {
    const ContactSettings& settings;
    static constexpr const char *kind = "settings of", *name = "contact";
    static void parameters(const NamedSettings& s, auto&& each) {
        ContactSettings::parameters(s.settings, each);
    }
};

/// What a shape that is drawn may be, but one that is touched may not.
std::string fault_of_touched(const Shape& shape) {
    if (std::string fault = fault_of(shape); !fault.empty()) return fault;
    const shape::Mesh* mesh = shape.if_a<shape::Mesh>();
    if (!mesh) return "";
    if (!mesh->triangles)
        return "its mesh " + quoted(mesh->file) +
               " was not read, so there is nothing to touch. Mend the file's name, or remove the surface.";
    if (mesh->triangles->faces.empty()) return "its mesh has no faces, so there is nothing to touch.";
    return "";
}

void check_surface(const Model& model, const ContactSurface& surface, Faults& faults) {
    const std::string who = described(surface);
    if (!is_of(model, surface.body))
        faults.add(who + " is on no body of the model. Give it the id that add() returned.");
    if (const std::string fault = fault_of_touched(surface.shape); !fault.empty())
        faults.add(who + ": " + fault);
    check_numbers(surface, faults, [](const std::string&, std::span<const double>) { return ""; });
    const Material& m = surface.material;
    if (m.sliding_friction > m.static_friction)
        faults.add(who + ": sliding_friction = " + shortest(m.sliding_friction) +
                   " is above static_friction = " + shortest(m.static_friction) +
                   ". What slides is held no better than what sticks; make them equal or swap them.");
    for (const auto& [what, bits] : {std::pair{"group", surface.group}, std::pair{"mask", surface.mask}})
        if (bits < 0)
            faults.add(who + ": " + what + " = " + std::to_string(bits) +
                       " is negative. It is made of bits 0 to 30: from 0 to 2147483647.");
}

/// Where nothing touches, no State may think that it changed what does.
Range add_sizes(Compiled& c, const ContactSurface& surface) {
    StateLayout& layout = *c.layout;
    const int first = static_cast<int>(layout.parameter_defaults.size());
    const EachParameter add{[&](const std::string& name, std::span<const double> numbers, Rule rule) {
        layout.add_parameter(surface.name + "." + name, numbers.data(), static_cast<int>(numbers.size()),
                             rule);
    }};
    if (c.model.contact.kind != ContactKind::none)
        each_size(surface.shape,
                  [&](const char* name, const auto& size) { add(name, size, Rule::positive); });
    return {first, static_cast<int>(layout.parameter_defaults.size()) - first};
}

}  // namespace

void check_surfaces(const Model& model, Faults& faults) {
    for (const ContactSurface& surface : model.surfaces) check_surface(model, surface, faults);
    check_numbers(NamedSettings{model.contact}, faults,
                  [](const std::string&, std::span<const double>) { return ""; });
    if (!(model.contact.step >= 0 && std::isfinite(model.contact.step)))
        faults.add(described(NamedSettings{model.contact}) + ": step = " + shortest(model.contact.step) +
                   " s. Steps through contact have a positive length; 0 is for none.");
    for (const BodyPair& pair : model.contact.excluded)
        if (!is_of(model, pair.first) || !is_of(model, pair.second))
            faults.add(
                described(NamedSettings{model.contact}) +
                " exclude a pair with a body that is not in the model. Give the ids that add() returned.");
}

void bind_surfaces(Compiled& c) {
    for (const ContactSurface& surface : c.model.surfaces)
        c.surfaces.push_back({c.node_of_body[at(surface.body.index)], add_parameters(*c.layout, surface),
                              add_sizes(c, surface)});
    if (!c.surfaces.empty()) c.contact_parameters = add_parameters(*c.layout, NamedSettings{c.model.contact});
}

}  // namespace sinew
