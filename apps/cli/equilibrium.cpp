// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/state_file.h>
#include <sinew/sinew.h>

#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::string save;
    bool nearest = false;
    double accuracy = 1e-10;
};

int rest_it(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const Equilibrium rest = equilibrate(loaded.system, loaded.state,
                                         {.downhill = !options.nearest, .accuracy = options.accuracy});
    out.text(rest.summary + "\n" + coordinates_text(loaded.system, rest.state));
    out.result(Json::object()
                   .set("converged", rest.converged)
                   .set("stability", name_of(rest.stability))
                   .set("energy", rest.energy)
                   .set("unbalanced", rest.unbalanced)
                   .set("unbalanced_speed", rest.unbalanced_speed)
                   .set("constraint_error", rest.constraint_error)
                   .set("iterations", rest.iterations)
                   .set("multipliers", rest.multipliers)
                   .set("motor_forces", rest.motor_forces)
                   .set("stiffness", rest.stiffness)
                   .set("summary", rest.summary)
                   .set("state", json_of(rest.state)));
    save_state(options.save, rest.state);
    return rest.converged ? ended_well : run_failed;
}

}  // namespace

Command equilibrium_command() {
    auto options = std::make_shared<Options>();
    Command command{"equilibrium", "Where a model stays at rest, and whether it comes back when pushed."};
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(
        {"--nearest", "", "the nearest place where forces balance, stable or not", &options->nearest});
    o.push_back({"--accuracy", "SIZE", "how well, 1e-10 unless told", &options->accuracy});
    o.push_back(save_option(&options->save));
    command.examples = {{"sinew equilibrium double_pendulum --set shoulder.angle=2", ""}};
    command.run = [options](const Output& out) { return rest_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
