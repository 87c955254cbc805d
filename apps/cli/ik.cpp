// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/motion_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/formats/trc.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::string markers, out;
    std::vector<std::string> weights, kept;
    bool limits = false;
    double stay = 0;
};

struct Matched {
    Trackers trackers;
    MotionFrames frames;
    std::vector<std::string> not_in_model;
};

/// The markers that both the file and the model have, by name.
Matched match(const Model& model, const MarkerRecording& recording) {
    Matched matched;
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < recording.names.size(); ++i) {
        const auto found = std::find_if(model.markers.begin(), model.markers.end(),
                                        [&](const Marker& m) { return m.name == recording.names[i]; });
        if (found == model.markers.end()) {
            matched.not_in_model.push_back(recording.names[i]);
            continue;
        }
        matched.trackers.markers.push_back({found->name, {found->on.body, found->on.X_BF.p}, 1});
        columns.push_back(i);
    }
    matched.frames.times = recording.times;
    for (std::size_t frame = 0; frame < recording.frames(); ++frame)
        for (const std::size_t column : columns)
            matched.frames.markers.push_back(recording.places[frame * recording.names.size() + column]);
    return matched;
}

int follow(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const Model& model = loaded.system.model();
    const MarkerRecording recording = read_markers(options.markers);
    if (recording.frames() == 0) throw FileError(sinew::quoted(options.markers) + " holds no frame.");
    Matched matched = match(model, recording);
    std::vector<std::string> of_model;
    for (const Marker& marker : model.markers) of_model.push_back(marker.name);
    if (matched.trackers.markers.empty())
        throw UsageError("none of the markers of " + sinew::quoted(options.markers) + " (" +
                         sinew::escaped(recording.names[0]) + ", ...) is a marker of the model." +
                         suggestion(recording.names[0], of_model, "markers of the model"));
    for (const std::string& name : matched.not_in_model)
        out.note("note: the model has no marker " + sinew::quoted(name) + "; it is left out.");
    std::vector<std::string> followed;
    for (const TrackedMarker& marker : matched.trackers.markers) followed.push_back(marker.name);
    for (const std::string& weight : options.weights) {
        const Assignment a = assignment_of(weight, "--weight");
        matched.trackers.markers[place_of(a.name, followed, "markers that are followed")].weight =
            number_of(a.value, "--weight " + a.name);
    }
    TrackOptions how;
    how.stay = options.stay;
    how.threads = 0;
    if (options.limits)
        for (const CoordinateLimits& limit : model.limits)
            how.bounds.push_back({limit.coordinate, limit.low, limit.high});
    const Tracking tracking = track(loaded.system, loaded.state, matched.trackers, matched.frames, how);

    const std::string file = options.out.empty()
                                 ? std::filesystem::path(options.markers).stem().string() + "_ik.sto"
                                 : options.out;
    const MotionFile motion{matched.frames.times, tracking.q, {}};
    write_motion(file, loaded.system, loaded.state, motion);
    out.text(tracking.summary + "\n" + file + "\n");
    Json markers = Json::array();
    for (const TrackerError& marker : tracking.markers)
        markers.push(Json::object()
                         .set("name", marker.name)
                         .set("rms", marker.rms)
                         .set("largest", marker.largest)
                         .set("seen", marker.seen));
    out.result(Json::object()
                   .set("frames", tracking.frames.size())
                   .set("lost", tracking.lost)
                   .set("rms", tracking.rms)
                   .set("largest", tracking.largest)
                   .set("markers", std::move(markers))
                   .set("not_in_model", matched.not_in_model)
                   .set("file", file)
                   .set("summary", tracking.summary));
    return tracking.lost == 0 ? ended_well : run_failed;
}

}  // namespace

Command ik_command() {
    auto options = std::make_shared<Options>();
    Command command{"ik", "Inverse kinematics: coordinates that follow recorded markers, frame by frame."};
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(file_option("MARKERS", "MARKERS",
                            "a .trc file, or a table with columns NAME.x, NAME.y, NAME.z", &options->markers,
                            true));
    o.push_back(file_option("-o,--out", "FILE",
                            "the motion: .sto, .mot, .csv, or a recording .sinew; MARKERS_ik.sto unless told",
                            &options->out));
    o.push_back({"--weight", "MARKER=VALUE", "how much a marker counts, 1 unless told; may be given often",
                 &options->weights});
    o.push_back({"--stay", "WEIGHT", "how much a frame is to be like the one before", &options->stay});
    o.push_back({"--limits", "", "keep to the limits of the model's coordinates", &options->limits});
    command.examples = {
        {"sinew ik leg.json walk.trc -o walk.sto", ""},
        {"sinew ik leg.json walk.trc -o walk.sinew && sinew report walk.sinew", "to look at it"}};
    command.run = [options](const Output& out) { return follow(*options, out); };
    return command;
}

}  // namespace sinew::cli
