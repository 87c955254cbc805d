// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <fmt/format.h>

#include <array>
#include <memory>

namespace sinew::cli {

namespace {

std::string kind_of(const AnyJoint& joint) {
#define SINEW_ONE(J) , #J
    constexpr std::array names{"Weld" SINEW_MOVING_JOINTS(SINEW_ONE)};
#undef SINEW_ONE
    return names[static_cast<std::size_t>(joint.index())];
}

std::string listing(const char* title, const std::vector<std::string>& lines) {
    if (lines.empty()) return {};
    std::string text = fmt::format("{} ({})\n", title, lines.size());
    for (const std::string& line : lines) text += "  " + line + "\n";
    return text;
}

Json vector_json(const Vec3& v) { return std::vector<double>{v.x, v.y, v.z}; }

int tell_info(const ModelChoice& choice, bool parameters, const Output& out) {
    const Loaded loaded = load(choice, out);
    const Model& model = loaded.system.model();
    const StateLayout& layout = loaded.system.layout();
    std::vector<std::string> bodies, joints, forces, constraints, surfaces, motions, markers, postures,
        coordinates, paths;
    Json json = Json::object(), json_bodies = Json::array(), json_joints = Json::array();
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const Body& body = model.bodies[i];
        const Vec3& c = body.mass.com;
        bodies.push_back(fmt::format("{:<24} {} kg, mass centre {} {} {}", sinew::escaped(body.name),
                                     rounded(body.mass.mass), rounded(c.x, 4), rounded(c.y, 4),
                                     rounded(c.z, 4)));
        json_bodies.push(
            Json::object().set("name", body.name).set("mass", body.mass.mass).set("com", vector_json(c)));
    }
    for (const JointElement& joint : model.joints) {
        const JointPlacement& p = joint.placement;
        const auto name = [&](BodyId body) {
            return model.bodies[static_cast<std::size_t>(body.index)].name;
        };
        joints.push_back(fmt::format("{:<24} {}, from {} to {}", sinew::escaped(p.name), kind_of(joint.joint),
                                     sinew::escaped(name(p.from)), sinew::escaped(name(p.to))));
        json_joints.push(Json::object()
                             .set("name", p.name)
                             .set("kind", kind_of(joint.joint))
                             .set("from", name(p.from))
                             .set("to", name(p.to)));
    }
    for (std::size_t i = 0; i < layout.q_names.size(); ++i)
        coordinates.push_back(
            fmt::format("{:<24} {}", sinew::escaped(layout.q_names[i]), shortest(loaded.state.q()[i])));
    for (const AnyForce& force : model.forces) forces.push_back(sinew::escaped(name_of(force)));
    for (const AnyConstraint& constraint : model.constraints)
        constraints.push_back(sinew::escaped(name_of(constraint)));
    for (const ContactSurface& s : model.surfaces)
        surfaces.push_back(
            fmt::format("{:<24} {} on {}, friction {}", sinew::escaped(s.name), kind_of(s.shape),
                        sinew::escaped(model.bodies[static_cast<std::size_t>(s.body.index)].name),
                        rounded(s.material.sliding_friction)));
    for (const Motion& motion : model.motions) motions.push_back(sinew::escaped(motion.name));
    for (const Marker& marker : model.markers) markers.push_back(sinew::escaped(marker.name));
    for (const Posture& posture : model.postures) postures.push_back(sinew::escaped(posture.name));
    for (const ParameterSlot& slot : layout.parameters)
        paths.push_back(
            fmt::format("{:<36} {}", sinew::escaped(slot.path), shortest(loaded.state.parameter(slot.path))));

    const MassCentre centre = mass_centre_at_velocity(loaded.system, loaded.state);
    std::string text =
        fmt::format("{}: {} bodies, {} coordinates, {} speeds, {} kg\n", sinew::escaped(model.name),
                    bodies.size(), loaded.system.nq(), loaded.system.nu(), rounded(centre.m));
    if (!model.title.empty()) text += sinew::escaped(model.title) + "\n";
    if (!model.description.empty()) text += sinew::escaped(model.description) + "\n";
    text += "\n" + listing("Bodies", bodies) + listing("Joints", joints) +
            listing("Coordinates", coordinates) + listing("Forces", forces) +
            listing("Constraints", constraints) + listing("Surfaces", surfaces) +
            listing("Motions", motions) + listing("Markers", markers) + listing("Postures", postures);
    if (parameters) text += listing("Parameters", paths);
    else
        text += fmt::format("Parameters ({}): sinew info {} --parameters lists them\n", paths.size(),
                            choice.model);
    out.text(text);

    json.set("file", loaded.path)
        .set("name", model.name)
        .set("title", model.title)
        .set("description", model.description);
    json.set("nq", loaded.system.nq()).set("nu", loaded.system.nu()).set("nz", loaded.system.nz());
    json.set("mass", centre.m).set("mass_centre", vector_json(centre.p_WC));
    json.set("bodies", std::move(json_bodies)).set("joints", std::move(json_joints));
    json.set("coordinates", layout.q_names).set("speeds", layout.u_names).set("auxiliary", layout.z_names);
    json.set("forces", forces)
        .set("constraints", constraints)
        .set("surfaces", surfaces)
        .set("motions", motions);
    json.set("markers", markers).set("postures", postures);
    Json values = Json::object();
    for (const ParameterSlot& slot : layout.parameters)
        values.set(slot.path, loaded.state.parameter(slot.path));
    json.set("parameters", std::move(values));
    out.result(json);
    return ended_well;
}

}  // namespace

Command info_command() {
    struct Options {
        ModelChoice choice;
        bool parameters = false;
    };
    auto options = std::make_shared<Options>();
    Command command{"info",
                    "What a model consists of: bodies, joints, coordinates, forces, parameters by name."};
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    command.options.push_back(
        {"--parameters", "", "list every parameter with its value", &options->parameters});
    command.examples = {{"sinew info humanoid", ""}, {"sinew info arm.urdf --parameters", "names for --set"}};
    command.run = [options](const Output& out) {
        return tell_info(options->choice, options->parameters, out);
    };
    return command;
}

}  // namespace sinew::cli
