// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/motion_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::string motion, out;
    std::vector<std::string> unactuated, free;
};

int invert_it(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const System& system = loaded.system;
    std::vector<std::string> unused, joints;
    MotionFile motion = read_motion(options.motion, system, loaded.state, unused);
    for (const std::string& name : unused)
        out.note("note: column " + sinew::quoted(name) + " is no coordinate; it is left out.");
    for (const JointElement& joint : system.model().joints) joints.push_back(joint.placement.name);
    InversionOptions how;
    const auto joint_of = [&](const std::string& name) {
        AnyJointId joint;
        joint.index = static_cast<int>(place_of(name, joints, "joints"));
        return joint;
    };
    for (const std::string& name : options.unactuated) how.unactuated.push_back(joint_of(name));
    for (const std::string& name : options.free) how.free.push_back(joint_of(name));
    const RecordedMotion recorded{std::move(motion.times), std::move(motion.q), std::move(motion.u), {}};
    const Inversion answer = invert(system, loaded.state, recorded, how);

    const std::vector<std::string>& names = system.layout().u_names;
    Table table{.name = system.layout().system_name + " forces", .columns = {"time"}};
    for (const std::string& name : names) table.columns.push_back(name + "/force");
    table.columns.emplace_back("power");
    std::vector<double> largest(names.size());
    for (std::size_t frame = 0; frame < recorded.times.size(); ++frame) {
        table.values.push_back(recorded.times[frame]);
        for (std::size_t i = 0; i < names.size(); ++i) {
            const double f = answer.forces[frame * names.size() + i];
            table.values.push_back(f);
            largest[i] = std::max(largest[i], std::abs(f));
        }
        table.values.push_back(answer.power[frame]);
    }
    const std::string file =
        options.out.empty() ? std::filesystem::path(options.motion).stem().string() + "_id.sto" : options.out;
    write_table(file, table);
    std::string text = answer.summary + "\n";
    Json most = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += "  " + sinew::escaped(names[i]) + ": " + rounded(largest[i]) + " at most\n";
        most.set(names[i], largest[i]);
    }
    out.text(text + file + "\n");
    out.result(Json::object()
                   .set("frames", answer.frames)
                   .set("largest_forces", std::move(most))
                   .set("largest_residual", answer.largest_residual)
                   .set("largest_residual_speed", answer.largest_residual_speed)
                   .set("position_error", answer.position_error)
                   .set("file", file)
                   .set("summary", answer.summary));
    return ended_well;
}

}  // namespace

Command id_command() {
    auto options = std::make_shared<Options>();
    Command command{"id", "Inverse dynamics: the forces behind a recorded motion."};
    command.text =
        "Speeds and accelerations that the motion does not hold are found by differentiation. Forces are "
        "those on speeds "
        "that act beside the model's own.";
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(file_option("MOTION", "MOTION",
                            "a recording, or a table (.sto, .mot, .csv) with columns named as coordinates",
                            &options->motion, true));
    o.push_back(file_option("-o,--out", "FILE", "the forces as .sto, .mot or .csv; MOTION_id.sto unless told",
                            &options->out));
    o.push_back(
        {"--unactuated", "JOINT", "a joint without a motor; may be given often", &options->unactuated});
    o.push_back({"--free", "JOINT", "a joint whose acceleration follows from the forces; may be given often",
                 &options->free});
    command.examples = {{"sinew id pendulum pendulum.sinew", ""},
                        {"sinew id leg.json walk.sto -o forces.csv", ""}};
    command.run = [options](const Output& out) { return invert_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
