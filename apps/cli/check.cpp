// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>
#include <sinew/stepping/overlaps.h>

#include <fmt/format.h>

#include <memory>

namespace sinew::cli {

namespace {

Json json_of(const Diagnosis& diagnosis) {
    return Json::object()
        .set("speeds", diagnosis.speeds)
        .set("driven", diagnosis.driven)
        .set("equations", diagnosis.equations)
        .set("rank", diagnosis.rank)
        .set("mobility", diagnosis.mobility)
        .set("position_error", diagnosis.position_error)
        .set("velocity_error", diagnosis.velocity_error)
        .set("redundant", diagnosis.redundant.size())
        .set("contradictory", diagnosis.contradictory.size())
        .set("near_singularities", diagnosis.near_singularities.size())
        .set("text", diagnosis.text);
}

/// Rigid surfaces that are in one another, and pairs of them that steps through contact have no answer for.
std::vector<std::string> overlaps_in(const System& system, const State& state) {
    try {
        return texts_of(system, overlaps(system, state));
    } catch (const ModelError& error) {
        return {error.what()};
    }
}

int check_it(const ModelChoice& choice, bool assemble_first, bool strict, const Output& out) {
    const Loaded loaded = load(choice, out, false);
    const Model& model = loaded.system.model();
    State state = loaded.state;
    std::string assembly;
    if (assemble_first) {
        const Assembly assembled = assemble(loaded.system, state);
        state = assembled.state;
        assembly = assembled.summary;
    }
    std::vector<std::string> notes, warned = loaded.system.warnings();
    bool all_read = true;
    for (const ReadNote& note : loaded.file.notes) {
        notes.push_back(text_of(note));
        all_read = all_read && note.assumed;
    }
    for (const std::string& warning : warnings(loaded.system, state)) warned.push_back(warning);
    for (const std::string& overlap : overlaps_in(loaded.system, state)) warned.push_back(overlap);
    const Diagnosis diagnosis = diagnose(loaded.system, state);

    std::string text = fmt::format(
        "{}: \"{}\" was understood: {} bodies, {} joints, {} forces, {} constraints, {} motions, {} "
        "surfaces, {} visuals, {} markers\n",
        sinew::escaped(loaded.path), sinew::escaped(model.name), model.bodies.size() - 1, model.joints.size(),
        model.forces.size(), model.constraints.size(), model.motions.size(), model.surfaces.size(),
        model.visuals.size(), model.markers.size());
    for (const std::string& note : notes) text += "note: " + note + "\n";
    for (const std::string& warning : warned) text += "warning: " + warning + "\n";
    if (notes.empty() && warned.empty()) text += "No notes, no warnings.\n";
    if (!assembly.empty()) text += assembly + "\n";
    text += fmt::format("{} coordinates, {} speeds, {} degrees of freedom\n\n{}", loaded.system.nq(),
                        loaded.system.nu(), diagnosis.mobility, diagnosis.text);

    out.text(text);
    out.result(Json::object()
                   .set("file", loaded.path)
                   .set("model", model.name)
                   .set("bodies", model.bodies.size() - 1)
                   .set("joints", model.joints.size())
                   .set("forces", model.forces.size())
                   .set("constraints", model.constraints.size())
                   .set("surfaces", model.surfaces.size())
                   .set("nq", loaded.system.nq())
                   .set("nu", loaded.system.nu())
                   .set("notes", notes)
                   .set("warnings", warned)
                   .set("explained", loaded.system.explain())
                   .set("diagnosis", json_of(diagnosis)));
    const bool fights = !diagnosis.contradictory.empty();
    return strict && (fights || !all_read || !warned.empty()) ? run_failed : ended_well;
}

}  // namespace

Command check_command() {
    struct Options {
        ModelChoice choice;
        bool assemble = false, strict = false;
    };
    auto options = std::make_shared<Options>();
    Command command{"check",
                    "What was understood of a file, what was not, how it can move, and what holds it twice."};
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    command.options.push_back(
        {"--assemble", "", "bring it together first, and look at it there", &options->assemble});
    command.options.push_back({"--strict", "",
                               "what was not read, warnings and contradictions are failures (exit code 3)",
                               &options->strict});
    command.examples = {{"sinew check my_robot.urdf", ""},
                        {"sinew check four_bar --assemble", "mobility where the loop is closed"},
                        {"sinew check my_robot.urdf --strict --quiet --json", "for continuous integration"}};
    command.run = [options](const Output& out) {
        return check_it(options->choice, options->assemble, options->strict, out);
    };
    return command;
}

}  // namespace sinew::cli
