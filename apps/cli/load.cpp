// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/demos.h>
#include <apps/cli/load.h>
#include <apps/cli/state_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/system/merge_welds.h>
#include <sinew/system/postures.h>

#include <algorithm>

namespace sinew::cli {

namespace {

int index_of(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

const std::vector<std::string> contact_kinds{"compliant", "rigid", "none"};  // in the order of ContactKind

void merge(Loaded& loaded) {
    MergedWelds merged = merge_welds(loaded.file.model);
    for (std::size_t b = 0; b < merged.gone.size(); ++b)
        if (merged.gone[b])
            loaded.merged.push_back(
                sinew::quoted(loaded.file.model.bodies[b].name) + " is part of " +
                sinew::quoted(
                    merged.model.bodies[static_cast<std::size_t>(merged.moved.body[b].body.index)].name));
    loaded.remarks = std::move(merged.remarks);
    loaded.file.model = std::move(merged.model);
    loaded.system = compile(loaded.file);
}

enum class Part : unsigned char { q, u, z };

void set_one(State& state, Part part, int place, double value) {
    const std::span<const double> old = part == Part::q ? state.q() : part == Part::u ? state.u() : state.z();
    std::vector<double> all(old.begin(), old.end());
    all[static_cast<std::size_t>(place)] = value;
    if (part == Part::q) state.set_q(all);
    else if (part == Part::u) state.set_u(all);
    else state.set_z(all);
}

}  // namespace

void add_model_options(Command& command, ModelChoice& choice) {
    command.options.push_back(file_option("MODEL", "MODEL",
                                          "a file (JSON, URDF, SDF, MJCF) or the name of a demo",
                                          &choice.model, true, Complete::model));
    command.options.push_back(
        {"-D,--define", "NAME=VALUE", "a parameter of the model file; may be given often", &choice.defines});
    command.options.push_back({"--package",
                               "FOLDER",
                               "where package:// names are looked for; may be given often",
                               &choice.packages,
                               false,
                               {},
                               Complete::file});
    command.options.push_back(
        {"--contact", "KIND",
         "shapes that collide touch one another: they yield (compliant) or do not (rigid); none",
         &choice.contact, false, contact_kinds});
    command.options.push_back({"--floating", "", "URDF: the root link is free to move", &choice.floating});
}

void add_merge_option(Command& command, ModelChoice& choice) {
    command.options.push_back(
        {"--merge-welds", "",
         "bodies on welds become parts of what they are welded to, which is faster; what "
         "goes through these welds can not be asked for then",
         &choice.merge_welds});
}

void add_state_options(Command& command, ModelChoice& choice) {
    command.options.push_back(
        file_option("--state", "FILE",
                    "begin with a state: JSON as eval takes and gives it, or a recording, of "
                    "which the last frame counts",
                    &choice.state_file));
    command.options.push_back({"--posture", "NAME",
                               "begin with a posture of the model (\"default\" if it has one)",
                               &choice.posture});
    command.options.push_back(
        {"-s,--set", "NAME=VALUE",
         "a coordinate (knee.angle), speed (knee.angle/speed), all of a joint (base=1,0,0,0), "
         "parameter (shank.mass) or t; angles in radians, or as 60deg; may be given often",
         &choice.sets});
}

ModelFile read_chosen(const ModelChoice& choice) {
    ReadOptions options;
    options.package_paths = choice.packages;
    options.floating_base = choice.floating;
    if (!choice.contact.empty())
        options.contact = static_cast<ContactKind>(index_of(contact_kinds, choice.contact));
    for (const std::string& define : choice.defines) {
        const Assignment a = assignment_of(define, "--define");
        options.parameters.emplace_back(a.name, number_of(a.value, "--define " + a.name));
    }
    return read_model(model_path(choice.model), options);
}

State start_of(const System& system, const ModelChoice& choice) {
    const Model& model = system.model();
    std::vector<std::string> postures;
    for (const Posture& one : model.postures) postures.push_back(one.name);
    if (!choice.posture.empty()) place_of(choice.posture, postures, "postures of the model");
    State state = choice.posture.empty() ? start_state(system) : posture(system, choice.posture);
    if (!choice.state_file.empty()) state = read_state(choice.state_file, system, state);
    for (const std::string& set : choice.sets) {
        const Assignment a = assignment_of(set, "--set");
        set_by_name(state, model, a.name, a.value, "--set");
    }
    return state;
}

Loaded load(const ModelChoice& choice, const Output& out, bool tell_notes) {
    const std::string path = model_path(choice.model);
    ModelFile file = read_chosen(choice);
    System system = compile(file);
    if (tell_notes) {
        for (const ReadNote& note : file.notes) out.note("note: " + text_of(note));
        for (const std::string& warning : system.warnings()) out.note("warning: " + warning);
    }
    Loaded loaded{path, std::move(file), system, system.default_state()};
    if (choice.merge_welds) merge(loaded);
    for (const std::string& remark : loaded.remarks) out.note("note: " + remark);
    loaded.state = start_of(loaded.system, choice);
    return loaded;
}

std::vector<std::string> settable_names(const State& state, const Model& model) {
    const StateLayout& layout = state.layout();
    std::vector<std::string> names{"t"};
    for (const std::string& name : layout.q_names) names.push_back(name);
    for (const std::string& name : layout.u_names) names.push_back(name + "/speed");
    for (const std::string& name : layout.z_names) names.push_back(name);
    for (const ParameterSlot& slot : layout.parameters) names.push_back(slot.path);
    for (const JointElement& joint : model.joints) names.push_back(joint.placement.name);
    return names;
}

void set_by_name(State& state, const Model& model, const std::string& name, const std::string& value,
                 const std::string& who) {
    const StateLayout& layout = state.layout();
    const std::string what = who + " " + name;
    const auto one = [&] { return number_of(value, what); };
    const bool is_speed = name.ends_with("/speed");
    const std::string bare = is_speed ? name.substr(0, name.size() - 6) : name;
    if (name == "t") return state.set_time(one());
    if (!is_speed)
        if (const int place = index_of(layout.q_names, name); place >= 0)
            return set_one(state, Part::q, place, one());
    if (const int place = index_of(layout.u_names, bare); place >= 0)
        return set_one(state, Part::u, place, one());
    if (const int place = index_of(layout.z_names, name); place >= 0)
        return set_one(state, Part::z, place, one());
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
        if (model.joints[i].placement.name != bare) continue;
        const std::vector<double> values = numbers_of(value, what);
        AnyJointId joint;
        joint.index = static_cast<int>(i);
        return is_speed ? state.set_u(joint, values) : state.set_q(joint, values);
    }
    for (const ParameterSlot& slot : layout.parameters)
        if (slot.path == name) return state.set_parameter(name, numbers_of(value, what));
    throw UsageError(who + ": the model has no variable or parameter " + sinew::quoted(name) + "." +
                     suggestion(name, settable_names(state, model), "names"));
}

std::string text_of(const ReadNote& note) { return to_text(note.where) + ": " + note.text; }

}  // namespace sinew::cli
