// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/page.h>
#include <sinew/base/names.h>
#include <sinew/formats/gltf.h>

#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    std::string file, out, model;
    double rate = 60;
};

int export_it(const Options& options, const Output& out) {
    const std::string ending = std::filesystem::path(options.out).extension().string();
    if (ending == ".csv" || ending == ".sto" || ending == ".mot") {
        const Table table = Recording(options.file).table();
        write_table(options.out, table);
        out.result(
            Json::object().set("file", options.out).set("rows", table.rows()).set("columns", table.columns));
    } else if (ending == ".glb") {
        const OpenRecording open = open_recording(options.file, options.model);
        if (!(options.rate > 0)) throw UsageError("--rate must be positive.");
        write_gltf(options.out, open.system, open.recording, {.frames_per_second = options.rate});
        out.result(Json::object().set("file", options.out));
    } else {
        throw UsageError("-o " + sinew::quoted(options.out) +
                         ": a recording is exported as .csv, .sto, .mot or .glb (glTF).");
    }
    out.text(options.out + "\n");
    return ended_well;
}

}  // namespace

Command export_command() {
    auto options = std::make_shared<Options>();
    Command command{"export", "A recording as a table (CSV, .sto, .mot) or an animated scene (glTF)."};
    command.text =
        "Tables hold time, all coordinates, speeds (as NAME/speed), auxiliary variables and outputs, to the "
        "last bit.";
    std::vector<Option>& o = command.options;
    o.push_back(file_option("RECORDING", "RECORDING", "what simulate wrote", &options->file, true));
    o.push_back(
        file_option("-o,--out", "FILE", "what to write: .csv, .sto, .mot or .glb", &options->out, true));
    o.push_back({"--rate", "HZ", "frames per second of an animation, 60 unless told", &options->rate});
    o.push_back(file_option("--model", "FILE", "the model, if the recording does not hold it",
                            &options->model, false, Complete::model));
    command.examples = {{"sinew export pendulum.sinew -o pendulum.csv", ""},
                        {"sinew export humanoid.sinew -o humanoid.glb", "for Blender, a browser, slides"}};
    command.run = [options](const Output& out) { return export_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
