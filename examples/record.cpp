// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A recording: a run that is left off in the middle goes on from its file, and is the same run, bit for bit.
#include <sinew/formats/compare_recordings.h>
#include <sinew/sinew.h>

#include <cstdio>
#include <filesystem>

using namespace sinew;

int main() {
    Model model;
    model.name = "pendulum";
    const auto bob = model.add(Body{.name = "bob", .mass = {.mass = 1.0, .com = {0, -0.5, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State start = system.default_state();
    start.q(swing) = 1.0;

    const auto folder = std::filesystem::temp_directory_path() / "sinew_example_record";
    std::filesystem::create_directory(folder);
    RecordOptions how{.file = (folder / "whole.sinew").string(), .every = 0.01, .overwrite = true};
    how.outputs = {measure::total_energy().named("energy"),
                   maximum(measure::position(Station{bob, {0, -0.5, 0}}).y).named("highest")};
    const std::string whole = how.file;
    record(system, start, {.until = 2.0, .accuracy = 1e-6}, how);

    how.file = (folder / "parts.sinew").string();
    SimulationOptions left_off{.until = 2.0, .accuracy = 1e-6};
    int steps = 0;
    left_off.cancel = [&] { return ++steps > 15; };  // or the program is killed: it makes no difference
    std::printf("left off at time %.2f\n", record(system, start, std::move(left_off), how).to);
    resume(system, {.until = 2.0, .accuracy = 1e-6}, how);

    const Recording recording(how.file);
    const State end = recording.state(system, recording.frames() - 1);
    std::printf("%ld frames; at the end %.6f rad, %.6f J; highest %.4f m\n", recording.frames(), end.q(swing),
                recording.output("energy").back(), recording.output("highest").back());
    const RecordingComparison comparison = compare(Recording(whole), recording);
    std::printf("%s", comparison.text().c_str());
    write_table((folder / "run.sto").string(), recording.table());  // for OpenSim and others
    std::filesystem::remove_all(folder);
    return comparison.same() ? 0 : 1;
}
