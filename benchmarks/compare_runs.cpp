// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "compare_runs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace bench {

using nlohmann::json;

namespace {

/// d log(evaluations)/d log(accuracy), by least squares.
double slope(const std::vector<double>& accuracy, const std::vector<double>& evaluations) {
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(accuracy.size());
    for (std::size_t i = 0; i < accuracy.size(); ++i) {
        const double a = std::log(accuracy[i]), b = std::log(evaluations[i]);
        x += a, y += b, xx += a * a, xy += a * b;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

void print(const RunAccount& a) {
    fmt::print(" {:>8} {:>8} {:>9} {:>9.4f} {:>7.2f}", a.steps, a.rejected, a.evaluations, a.seconds,
               1e6 * a.seconds / static_cast<double>(a.evaluations));
}

}  // namespace

Sides::Sides(const RunProblem& problem)
    : ours(make_sinew_runs(problem)), simbody(make_simbody_runs(problem)) {}

double difference_at_start(const Sides& sides, double allowed) {
    const std::vector<double> a = sides.ours->accelerations(), b = sides.simbody->accelerations();
    double difference = 0, largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        difference = std::max(difference, std::abs(a[i] - b[i]));
        largest = std::max(largest, std::abs(b[i]));
    }
    if (!(difference <= allowed * largest)) throw std::runtime_error("accelerations at the start differ");
    return difference / largest;
}

double distance(const RunAccount& a, const RunAccount& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.places.size(); ++i)
        most = std::max(most, std::hypot(a.places[i][0] - b.places[i][0], a.places[i][1] - b.places[i][1],
                                         a.places[i][2] - b.places[i][2]));
    return most;
}

RunAccount faster(const RunAccount& a, const RunAccount& b) { return a.seconds < b.seconds ? a : b; }

json to_json(const RunAccount& account) {
    return {{"seconds", account.seconds},
            {"steps", account.steps},
            {"rejected", account.rejected},
            {"evaluations", account.evaluations}};
}

json compare(const Sides& sides, RunMethod method, const std::vector<double>& accuracies, double until,
             int repeats) {
    fmt::print("\n{}, {} s\n{:>8} | {:^45} | {:^45} | ratio\n{:>8} |", name(method), until, "", "Sinew",
               "Simbody", "accuracy");
    for (int i = 0; i < 2; ++i)
        fmt::print(" {:>8} {:>8} {:>9} {:>9} {:>7} |", "steps", "rejected", "evals", "CPU s", "us/eval");
    fmt::print(" per run, per evaluation\n");
    json rows;
    std::vector<double> ours, simbody, used;
    for (const double accuracy : accuracies) {
        RunAccount a = sides.ours->run(method, accuracy, until),
                   b = sides.simbody->run(method, accuracy, until);
        for (int i = 1; i < repeats; ++i) {
            a = faster(a, sides.ours->run(method, accuracy, until));
            if (b.seconds < 5) b = faster(b, sides.simbody->run(method, accuracy, until));
        }
        const double ratio = b.seconds / a.seconds,
                     each = ratio * static_cast<double>(a.evaluations) / static_cast<double>(b.evaluations);
        fmt::print("{:>8.0e} |", accuracy);
        print(a);
        fmt::print(" |");
        print(b);
        fmt::print(" | {:>5.1f} {:>5.1f}\n", ratio, each);
        std::fflush(stdout);
        rows.push_back({{"accuracy", accuracy},
                        {"ours", to_json(a)},
                        {"simbody", to_json(b)},
                        {"ratio", ratio},
                        {"ratio_per_evaluation", each}});
        used.push_back(accuracy);
        ours.push_back(static_cast<double>(a.evaluations));
        simbody.push_back(static_cast<double>(b.evaluations));
    }
    const double our_slope = slope(used, ours), their_slope = slope(used, simbody);
    fmt::print("effort ~ accuracy^({:.3f}) in Sinew, ^({:.3f}) in Simbody\n", our_slope, their_slope);
    return {{"method", name(method)},
            {"simulated_s", until},
            {"rows", rows},
            {"our_exponent", our_slope},
            {"simbody_exponent", their_slope}};
}

}  // namespace bench
