// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/write_model.h>
#include <sinew/base/names.h>

#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::string out, format;
    bool strict = false;
};

int convert_it(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const std::string format = options.format.empty() ? format_of(options.out) : options.format;
    const std::vector<std::string> lost = write_model(loaded.file.model, options.out, format);
    std::string text = options.out + " (" + format + "): ";
    text += lost.empty() ? "nothing was lost.\n"
                         : std::to_string(lost.size()) + " things can not be said there:\n";
    for (const std::string& line : lost) text += "  " + line + "\n";
    Json result = Json::object().set("file", options.out).set("format", format).set("lost", lost);
    if (options.choice.merge_welds) {
        text += std::to_string(loaded.merged.size()) + " bodies have become parts of others.\n";
        for (const std::string& line : loaded.merged) text += "  " + line + "\n";
        result.set("merged", loaded.merged).set("remarks", loaded.remarks);
    }
    out.text(text);
    out.result(result);
    return options.strict && !lost.empty() ? run_failed : ended_well;
}

}  // namespace

Command convert_command() {
    auto options = std::make_shared<Options>();
    Command command{"convert", "A model in another format, with a list of what that format can not say."};
    add_model_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(file_option("-o,--out", "FILE", "what to write", &options->out, true));
    o.push_back({"--to", "FORMAT", "the format, if the name does not tell", &options->format, false,
                 model_formats()});
    add_merge_option(command, options->choice);
    o.push_back({"--strict", "", "what is lost is a failure (exit code 3)", &options->strict});
    command.examples = {{"sinew convert arm.urdf -o arm.json", "Sinew's own format, which holds everything"},
                        {"sinew convert humanoid.xml --to urdf -o humanoid.urdf", ""},
                        {"sinew convert arm.urdf --merge-welds -o light.json", "with as few bodies as move"}};
    command.run = [options](const Output& out) { return convert_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
