// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/demos.h>
#include <apps/cli/load.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>

#include <fmt/format.h>

#include <cmath>
#include <memory>

namespace sinew::cli {

namespace {

int list_them(const Output& out) {
    const std::string folder = models_folder();
    if (folder.empty())
        throw RunError(
            "the demos are not where this program looks for them (models/ of the sources, share/sinew/models "
            "beside "
            "bin/). Name their folder in the environment variable SINEW_MODELS.");
    std::string text = "Demos, each the name of a MODEL (sinew simulate NAME):\n\n";
    Json json = Json::array();
    for (const std::string& name : demo_names()) {
        ModelChoice choice;
        choice.model = name;
        std::string title, description;
        try {
            const Model model = read_chosen(choice).model;
            title = model.title;
            description = model.description;
        } catch (const Error& e) {
            title = std::string("can not be read: ") + e.what();
        }
        text += fmt::format("  {:<22} {}\n", name, sinew::escaped(title.empty() ? description : title));
        json.push(Json::object().set("name", name).set("title", title).set("description", description));
    }
    out.text(text + "\nFiles: " + folder + "\n");
    out.result(Json::object().set("folder", folder).set("demos", std::move(json)));
    return ended_well;
}

/// Andrews' squeezer has gone round sixteen times in a tenth of a second.
double usual_end(const std::string& name) { return name == "andrews" ? 0.1 : 10; }

}  // namespace

Command demo_command() {
    auto name = std::make_shared<std::string>();
    auto until = std::make_shared<double>(std::nan(""));
    Command command{"demo", "Models that come along: a list of them, or a run of one."};
    command.options.push_back({"NAME",
                               "NAME",
                               "the demo to run; without it they are listed",
                               name.get(),
                               false,
                               {},
                               Complete::model});
    command.options.push_back({"-t,--until", "TIME",
                               "the end of the run; unless told 10 s, andrews 0.1 s (it turns fast)",
                               until.get()});
    command.examples = {{"sinew demo", "what there is"},
                        {"sinew demo double_pendulum", "the same as sinew simulate double_pendulum"}};
    command.run = [name, until](const Output& out) -> int {
        if (name->empty()) return list_them(out);
        place_of(*name, demo_names(), "demos");
        Command simulate = simulate_command();
        for (Option& option : simulate.options) {
            if (option.names == "MODEL") *std::get<std::string*>(option.into) = *name;
            if (option.names == "-t,--until")
                *std::get<double*>(option.into) = std::isnan(*until) ? usual_end(*name) : *until;
        }
        return simulate.run(out);
    };
    return command;
}

}  // namespace sinew::cli
