// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/dice.h>
#include <apps/cli/evaluate.h>
#include <apps/cli/load.h>
#include <apps/cli/state_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace sinew::cli {

namespace {

/// Coordinates off the start's by up to 1, any orientation, speeds up to 1; then onto the constraints.
State random_state(const System& system, const State& start, long seed) {
    State state = start;
    Dice dice(static_cast<std::uint64_t>(seed));
    std::vector<double> q(start.q().begin(), start.q().end()), u(start.u().size());
    for (double& x : q) x += dice.next();
    for (double& x : u) x = dice.next();
    state.set_q(q);
    state.set_u(u);
    normalise_quaternions(system, state);
    const EquationCounts equations = equation_counts(system);
    if (equations.holonomic + equations.nonholonomic == 0) return state;
    const Assembly assembly = assemble(system, state);
    if (!assembly.converged)
        throw RunError("--random: from there the constraints can not be met. " + assembly.summary);
    return assembly.state;
}

std::string text_of(const System& system, const State& state) {
    const StateLayout& layout = system.layout();
    std::string text =
        fmt::format("{} at t = {}\n\n", sinew::escaped(layout.system_name), shortest(state.time()));
    const std::span<const double> u_dot = forward_dynamics(system, state);
    text += fmt::format("  {:<32}{:>16}\n", "coordinate", "q");
    for (std::size_t i = 0; i < layout.q_names.size(); ++i)
        text += fmt::format("  {:<32}{:>16.9g}\n", sinew::escaped(layout.q_names[i]), state.q()[i]);
    text += fmt::format("\n  {:<32}{:>16}{:>16}\n", "speed", "u", "u'");
    for (std::size_t i = 0; i < layout.u_names.size(); ++i)
        text += fmt::format("  {:<32}{:>16.9g}{:>16.9g}\n", sinew::escaped(layout.u_names[i]), state.u()[i],
                            u_dot[i]);
    text += fmt::format("\n  {:<24}{:>12}{:>12}{:>12}\n", "body", "x", "y", "z");
    const Model& model = system.model();
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const Vec3 p = pose(system, state, BodyId{static_cast<int>(i)}).p;
        text += fmt::format("  {:<24}{:>12.6g}{:>12.6g}{:>12.6g}\n", sinew::escaped(model.bodies[i].name),
                            p.x, p.y, p.z);
    }
    text += fmt::format("\n  kinetic energy {:.9g} J, potential {:.9g} J, total {:.9g} J\n",
                        kinetic_energy(system, state), potential_energy(system, state),
                        total_energy(system, state));
    return text + "  --json gives all of it: M, bias, momenta, reactions, multipliers\n";
}

struct Options {
    ModelChoice choice;
    std::vector<std::string> what;
    std::string save;
    long random = -1;
};

int eval_it(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const State state =
        options.random >= 0 ? random_state(loaded.system, loaded.state, options.random) : loaded.state;
    std::vector<std::string> parts;
    for (const std::string& words : options.what)
        for (const std::string& word : split(words, ',')) {
            place_of(word, evaluated_parts(), "parts of an evaluation");
            parts.push_back(word);
        }
    save_state(options.save, state);
    if (out.json || !parts.empty()) {
        const Json json = evaluate(loaded.system, state, parts);
        Output to = out;
        to.json = true;
        to.result(json);
    } else {
        out.text(text_of(loaded.system, state));
    }
    return ended_well;
}

}  // namespace

Command eval_command() {
    auto options = std::make_shared<Options>();
    Command command{
        "eval", "All there is to know of one state: poses, M, forces, accelerations, energies, reactions."};
    command.text =
        "Vectors are in the world's frame; the angular part of spatial vectors comes first; matrices are "
        "lists of rows. "
        "A state to read is JSON with any of time, q, u, z (lists, or objects by name) and parameters.";
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back({"--random", "SEED", "a random state, the same for the same number", &options->random});
    std::string names;
    for (const std::string& part : evaluated_parts()) names += (names.empty() ? "" : ", ") + part;
    o.push_back({"--what", "PARTS",
                 "only these, as JSON, apart by commas, of " + names + "; all but jacobians unless told",
                 &options->what});
    o.push_back(save_option(&options->save));
    command.examples = {
        {"sinew eval pendulum --set swing.angle=60deg", ""},
        {"sinew eval arm.urdf --random 1 --json > arm.json", "numbers to the last bit"},
        {"echo '{\"q\": {\"swing.angle\": 1}}' | sinew eval pendulum --state - --what mass_matrix,bias", ""}};
    command.run = [options](const Output& out) { return eval_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
