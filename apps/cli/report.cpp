// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/page.h>

#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    std::string file, out, title, model;
};

int report_it(const Options& options, const Output& out) {
    const OpenRecording open = open_recording(options.file, options.model);
    const std::string page = options.out.empty()
                                 ? std::filesystem::path(options.file).replace_extension(".html").string()
                                 : options.out;
    write_page(page, open.system, options.file, out, options.title);
    out.text(page + "\n");
    out.result(Json::object().set("file", page).set("frames", open.recording.frames()));
    return ended_well;
}

}  // namespace

Command report_command() {
    auto options = std::make_shared<Options>();
    Command command{
        "report",
        "A recording as one page: three-dimensional replay beside plots, without a server or a network."};
    std::vector<Option>& o = command.options;
    o.push_back(file_option("RECORDING", "RECORDING", "what simulate wrote", &options->file, true));
    o.push_back(file_option("-o,--out", "FILE", "the page; beside the recording unless told", &options->out));
    o.push_back({"--title", "TEXT", "above the page", &options->title});
    o.push_back(file_option("--model", "FILE", "the model, if the recording does not hold it",
                            &options->model, false, Complete::model));
    command.examples = {{"sinew report pendulum.sinew", ""}};
    command.run = [options](const Output& out) { return report_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
