// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/command.h>
#include <apps/cli/motion_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/recording.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

namespace sinew::cli {

namespace {

bool is_table(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    return ending == ".sto" || ending == ".mot" || ending == ".csv";
}

MotionFile from_recording(const std::string& file, const System& system) {
    const Recording recording(file);
    recording.check(system);
    MotionFile motion;
    for (long frame = 0; frame < recording.frames(); ++frame) {
        const Recording::Raw raw = recording.raw(frame);
        if (!motion.times.empty() && raw.time <= motion.times.back())
            continue;  // an event: the first State of its time
        motion.times.push_back(raw.time);
        motion.q.insert(motion.q.end(), raw.q.begin(), raw.q.end());
        motion.u.insert(motion.u.end(), raw.u.begin(), raw.u.end());
    }
    return motion;
}

/// Angles are what tables in degrees hold in degrees: by the ending of a coordinate's name.
bool is_angle(const std::string& name) {
    return name.ends_with("angle") || name.ends_with("azimuth") || name.ends_with("zenith");
}

}  // namespace

MotionFile read_motion(const std::string& file, const System& system, const State& like,
                       std::vector<std::string>& unused) {
    if (!is_table(file)) return from_recording(file, system);
    const Table table = read_table(file);
    const StateLayout& layout = system.layout();
    std::vector<int> q_of(table.columns.size(), -1), u_of(table.columns.size(), -1);
    std::size_t found = 0, speeds = 0;
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
        const std::string& name = table.columns[c];
        const auto q = std::find(layout.q_names.begin(), layout.q_names.end(), name);
        const std::string bare = name.ends_with("/speed") ? name.substr(0, name.size() - 6) : std::string();
        const auto u = std::find(layout.u_names.begin(), layout.u_names.end(), bare);
        if (q != layout.q_names.end()) q_of[c] = static_cast<int>(q - layout.q_names.begin()), ++found;
        else if (u != layout.u_names.end()) u_of[c] = static_cast<int>(u - layout.u_names.begin()), ++speeds;
        else unused.push_back(name);
    }
    if (found == 0)
        throw FileError(
            sinew::escaped(file) + " has no column with the name of a coordinate." +
            suggestion(table.columns.size() > 1 ? table.columns[1] : "", layout.q_names, "coordinates"));
    const bool all_speeds = speeds == layout.u_names.size();
    MotionFile motion;
    std::vector<double> q(like.q().begin(), like.q().end()), u(layout.u_names.size());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t c = 1; c < table.columns.size(); ++c) {
            const double unit = table.in_degrees && is_angle(table.columns[c]) ? std::numbers::pi / 180 : 1;
            if (q_of[c] >= 0) q[static_cast<std::size_t>(q_of[c])] = unit * table.at(row, c);
            if (u_of[c] >= 0) u[static_cast<std::size_t>(u_of[c])] = unit * table.at(row, c);
        }
        motion.times.push_back(table.at(row, 0));
        motion.q.insert(motion.q.end(), q.begin(), q.end());
        if (all_speeds && !u.empty()) motion.u.insert(motion.u.end(), u.begin(), u.end());
    }
    return motion;
}

std::string model_text(const Model& model) {
    try {
        return to_json_model(model);
    } catch (const ModelError&) {  // it has elements of a program's own, which no file can hold
        return {};
    }
}

void write_motion(const std::string& file, const System& system, const State& like,
                  const MotionFile& motion) {
    const StateLayout& layout = system.layout();
    const std::size_t nq = layout.q_names.size(), nu = motion.u.empty() ? 0 : layout.u_names.size();
    if (is_table(file)) {
        Table table{.name = layout.system_name, .columns = {"time"}};
        for (const std::string& name : layout.q_names) table.columns.push_back(name);
        for (std::size_t i = 0; i < nu; ++i) table.columns.push_back(layout.u_names[i] + "/speed");
        for (std::size_t frame = 0; frame < motion.times.size(); ++frame) {
            table.values.push_back(motion.times[frame]);
            for (std::size_t i = 0; i < nq; ++i) table.values.push_back(motion.q[frame * nq + i]);
            for (std::size_t i = 0; i < nu; ++i) table.values.push_back(motion.u[frame * nu + i]);
        }
        return write_table(file, table);
    }
    if (!file.ends_with(".sinew"))
        throw UsageError("--out " + sinew::quoted(file) +
                         ": a motion is written as .sto, .mot, .csv or .sinew.");
    RecorderOptions options;
    options.model = model_text(system.model());
    options.overwrite = true;
    Recorder recorder(file, system, options);
    State state = like;
    for (std::size_t frame = 0; frame < motion.times.size(); ++frame) {
        state.set_time(motion.times[frame]);
        state.set_q(std::span(motion.q).subspan(frame * nq, nq));
        if (nu > 0) state.set_u(std::span(motion.u).subspan(frame * nu, nu));
        recorder.append(state);
    }
    recorder.close();
}

}  // namespace sinew::cli
