// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Motions in time: Sinew's and Simbody's integrators with the same methods and accuracies on the same problems.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "compare_runs.h"
#include "diagram.h"
#include "heading.h"
#include "measure.h"
#include "program.h"

namespace bench {
namespace {

using nlohmann::json;

struct Options {
    std::string json, svg;
    double seconds = 20;  // simulated with the same method; 0: only the diagram
    int repeats = 3;
};

/// What an error costs: every method of both libraries over eight decades of accuracy.
Panel work_and_precision(const RunProblem& problem, const Options& options, json& out) {
    const Sides sides(problem);
    const double at_start = difference_at_start(sides);
    const RunAccount exact = sides.ours->run(RunMethod::dormand_prince_8, 1e-13, problem.seconds);
    const double apart = distance(exact, sides.simbody->run(RunMethod::merson, 1e-11, problem.seconds));
    fmt::print("\n{}, {} s: both libraries end within {:.1e} m\n{:<28} {:>8} {:>9} {:>9} {:>10}\n",
               problem.name, problem.seconds, apart, "method", "accuracy", "error, m", "evals", "CPU s");
    json curves;
    Panel panel{.title = problem.name, .x_label = "error, m", .y_label = "CPU s"};
    const auto follow = [&](RunSide& side, RunMethod method, const char* colour) {
        const bool ours = &side == sides.ours.get();
        Line curve{std::string(ours ? "Sinew, " : "Simbody, ") + name(method), colour, !ours, {}, {}};
        json rows;
        int errors_rose = 0, efforts_fell = 0;
        double error_before = INFINITY;
        long effort_before = 0;
        for (double accuracy = 1e-2; accuracy > 0.5e-9; accuracy /= 10) {
            RunAccount a = side.run(method, accuracy, problem.seconds);
            for (int i = 1; i < options.repeats; ++i)
                if (a.seconds < 1) a = faster(a, side.run(method, accuracy, problem.seconds));
            const double error = distance(exact, a);
            fmt::print("{:<28} {:>8.0e} {:>9.1e} {:>9} {:>10.6f}\n", curve.name, accuracy, error,
                       a.evaluations, a.seconds);
            std::fflush(stdout);
            rows.push_back({{"accuracy", accuracy}, {"error_m", error}, {"account", to_json(a)}});
            curve.x.push_back(std::max(error, 1e-15));
            curve.y.push_back(a.seconds);
            errors_rose += error > error_before;
            efforts_fell += a.evaluations < effort_before;
            error_before = error;
            effort_before = a.evaluations;
        }
        if (errors_rose + efforts_fell > 0)
            fmt::print("{:<28} from decade to decade, error rose {} times, effort fell {} times\n", "",
                       errors_rose, efforts_fell);
        curves.push_back({{"curve", curve.name},
                          {"rows", rows},
                          {"errors_rose", errors_rose},
                          {"efforts_fell", efforts_fell}});
        panel.curves.push_back(curve);
    };
    const std::pair<RunMethod, const char*> methods[] = {{RunMethod::runge_kutta_3, "#2a9d5c"},
                                                         {RunMethod::merson, "#1f5a96"},
                                                         {RunMethod::dormand_prince, "#d1791f"},
                                                         {RunMethod::dormand_prince_8, "#a02c5a"},
                                                         {RunMethod::fehlberg, "#d1791f"},
                                                         {RunMethod::rosenbrock, "#555555"},
                                                         {RunMethod::bdf, "#8f6fd1"}};
    for (RunSide* side : {sides.ours.get(), sides.simbody.get()})
        for (const auto& [method, colour] : methods)
            if (side->has(method) &&
                (problem.stiff || (method != RunMethod::rosenbrock && method != RunMethod::bdf)))
                follow(*side, method, colour);
    out.push_back({{"problem", problem.name},
                   {"simulated_s", problem.seconds},
                   {"acceleration_difference", at_start},
                   {"libraries_apart_m", apart},
                   {"curves", curves}});
    return panel;
}

}  // namespace

int run(int count, char** words) {
    Options options;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string word = words[i];
        if (word == "--json") options.json = words[i + 1];
        else if (word == "--svg") options.svg = words[i + 1];
        else if (word == "--seconds") options.seconds = std::atof(words[i + 1]);
        else if (word == "--repeats") options.repeats = std::atoi(words[i + 1]);
        else
            throw std::runtime_error(
                "sinew_bench_simulate [--json FILE] [--svg FILE] [--seconds T] [--repeats N]");
    }
    json out = heading(pin_to_one_core());
    const RunProblem chains = moving_chains(11, 20);
    const Sides sides(chains);
    fmt::print("{}: accelerations at the start agree to {:.1e}\n", chains.name, difference_at_start(sides));
    if (options.seconds > 0) {
        out["same_method"].push_back(
            compare(sides, RunMethod::merson, run_accuracies, options.seconds, options.repeats));
        // A tenth of the time is enough for the slower method.
        out["same_method"].push_back(
            compare(sides, RunMethod::runge_kutta_3, run_accuracies, options.seconds / 10, options.repeats));
    }
    std::vector<Panel> panels;
    for (const RunProblem& problem : all_run_problems())
        panels.push_back(work_and_precision(problem, options, out["work_precision"]));
    if (!options.svg.empty()) std::ofstream(options.svg) << diagram(panels);
    if (!options.json.empty()) std::ofstream(options.json) << out.dump(1) << "\n";
    return 0;
}

}  // namespace bench
