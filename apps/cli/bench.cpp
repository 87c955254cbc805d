// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/demos.h>
#include <apps/cli/load.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace sinew::cli {

namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The least time of one call, in seconds, of as many tries as a tenth of a second has room for.
template <class F>
double time_of(F f) {
    double least = 1e300;
    const double end = now() + 0.1;
    int calls = 1;
    while (now() < end) {
        const double start = now();
        for (int i = 0; i < calls; ++i) f();
        const double seconds = (now() - start) / calls;
        least = std::min(least, seconds);
        calls = std::clamp(static_cast<int>(1e-3 / std::max(seconds, 1e-9)), 1, 10000);
    }
    return least;
}

int measure_it(const ModelChoice& choice, double until, double accuracy, const Output& out) {
    const Loaded loaded = load(choice, out);
    const System& system = loaded.system;
    State state = loaded.state;
    const std::vector<double> q(state.q().begin(), state.q().end());
    std::vector<double> f(static_cast<std::size_t>(system.nu())), u_dot(f.size());
    std::vector<double> M(f.size() * f.size());
    const double forward = time_of([&] {
        state.set_q(q);  // makes all of it stale
        forward_dynamics(system, state);
    });
    const double inverse = time_of([&] {
        state.set_q(q);
        inverse_dynamics(system, state, u_dot, f);
    });
    const double matrix = time_of([&] {
        state.set_q(q);
        mass_matrix(system, state, M);
    });
    SimulationOptions run;
    run.until = loaded.state.time() + until;
    run.accuracy = accuracy;
    run.time_limit = 10;
    Simulation simulation(system, loaded.state, std::move(run));
    const double start = now();
    simulation.advance_to(loaded.state.time() + until);
    const double seconds = now() - start;
    const SimulationReport report = simulation.report();
    out.text(fmt::format(
        "{}: {} speeds\n  forward dynamics {:>10.2f} us\n  inverse dynamics {:>10.2f} us\n  mass matrix      "
        "{:>10.2f} us\n  simulation       {:>10.3g} x real time ({} steps, accuracy {})\n",
        sinew::escaped(system.layout().system_name), system.nu(), 1e6 * forward, 1e6 * inverse, 1e6 * matrix,
        (report.to - report.from) / seconds, report.statistics.steps, shortest(accuracy)));
    out.result(Json::object()
                   .set("model", system.layout().system_name)
                   .set("speeds", system.nu())
                   .set("forward_dynamics_seconds", forward)
                   .set("inverse_dynamics_seconds", inverse)
                   .set("mass_matrix_seconds", matrix)
                   .set("real_time_factor", (report.to - report.from) / seconds)
                   .set("steps", report.statistics.steps));
    return ended_well;
}

}  // namespace

Command bench_command() {
    struct Options {
        ModelChoice choice;
        double until = 2, accuracy = 1e-6;
    };
    auto options = std::make_shared<Options>();
    Command command{"bench",
                    "How fast this machine is with a model: forward and inverse dynamics, M, a run."};
    command.text =
        "Takes about a second. Comparisons with other programs are made by tools/bench of the sources.";
    add_model_options(command, options->choice);
    add_merge_option(command, options->choice);
    add_state_options(command, options->choice);
    command.options.push_back({"-t,--until", "TIME", "length of the run, 2 s unless told", &options->until});
    command.options.push_back({"-a,--accuracy", "SHARE", "of the run, 1e-6 unless told", &options->accuracy});
    command.examples = {{"sinew bench humanoid", ""}};
    command.run = [options](const Output& out) {
        return measure_it(options->choice, options->until, options->accuracy, out);
    };
    return command;
}

}  // namespace sinew::cli
