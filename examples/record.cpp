// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A recording: a run that is left off in the middle goes on from its file, and is the same run, bit for bit.
#include <sinew/formats/compare_recordings.h>
#include <sinew/formats/recorder.h>
#include <sinew/sinew.h>

#include <cstdio>
#include <filesystem>

using namespace sinew;

/// Steps of a simple method until a time, each a frame and a place to go on from.
void go_on(const System& system, Resumed& run, double until) {
    State& state = run.state;
    const double h = run.next_step;
    while (state.time() < until) {
        std::vector<double> u(state.u().begin(), state.u().end());
        const auto u_dot = forward_dynamics(system, state);
        for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * u_dot[i];
        state.set_u(u);
        std::vector<double> q(state.q().begin(), state.q().end());
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += h * q_dot(system, state)[i];
        state.set_q(q);
        state.set_time(state.time() + h);
        const double energy = total_energy(system, state);
        run.recorder.append(state, std::span(&energy, 1), h);
    }
}

int main() {
    Model model;
    model.name = "pendulum";
    const auto bob = model.add(Body{.name = "bob", .mass = {.mass = 1.0, .com = {0, -0.5, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State start = system.default_state();
    start.q(swing) = 1.0;

    const auto folder = std::filesystem::temp_directory_path();
    const std::string whole = (folder / "sinew_example_whole.sinew").string();
    const std::string parts = (folder / "sinew_example_parts.sinew").string();
    const RecorderOptions options{.outputs = {"energy"}, .overwrite = true};
    {
        Resumed run{Recorder(whole, system, options), start, 0.01};
        go_on(system, run, 2.0);
    }
    {
        Resumed run{Recorder(parts, system, options), start, 0.01};
        go_on(system, run, 0.7);  // and here the program ends, by whatever cause
    }
    {
        Resumed run = Recorder::resume(parts, system);
        std::printf("goes on from time %.2f\n", run.state.time());
        go_on(system, run, 2.0);
    }
    const Recording recording(parts);
    const auto angles = recording.values(Recorded::q, "swing.angle");
    std::printf("%ld frames; the last: %.6f rad, %.6f J\n", recording.frames(), angles.back(),
                recording.output("energy").back());
    const RecordingComparison comparison = compare(Recording(whole), recording);
    std::printf("%s", comparison.text().c_str());
    write_table((folder / "sinew_example.sto").string(), recording.table());  // for OpenSim and others
    for (const char* name : {"sinew_example_whole.sinew", "sinew_example_parts.sinew", "sinew_example.sto"})
        for (const char* tail : {"", "-wal", "-shm"})
            std::filesystem::remove(folder / (std::string(name) + tail));
    return comparison.same() ? 0 : 1;
}
