// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "runs.h"

namespace bench {

/// One problem in both libraries.
struct Sides {
    explicit Sides(const RunProblem& problem);
    std::unique_ptr<RunSide> ours, simbody;
};

/// The largest difference of accelerations at the start, as a share of the largest; throws if it is more than allowed.
double difference_at_start(const Sides& sides, double allowed = 1e-9);
/// The largest distance between where the two put a point.
double distance(const RunAccount& a, const RunAccount& b);
RunAccount faster(const RunAccount& a, const RunAccount& b);
nlohmann::json to_json(const RunAccount& account);

inline const std::vector<double> run_accuracies{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
/// The same method at the same accuracies, both libraries in turns, the fastest of some repeats: a table.
nlohmann::json compare(const Sides& sides, RunMethod method, const std::vector<double>& accuracies,
                       double until, int repeats);

}  // namespace bench
