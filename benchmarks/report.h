// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure.h"
#include "side.h"

namespace bench {

struct SideResult {
    Timing time;
    double allocations = 0;              // per call
    std::optional<double> instructions;  // per call
};

/// One line of the table: one operation on one model.
struct Row {
    std::string model;
    int dofs = 0;
    Op op{};
    double disagreement = 0;  // largest difference over largest value, over all states
    SideResult ours, simbody;
};

/// Time of one forward dynamics per body, over sizes of one shape of tree.
struct ScalingRow {
    std::string shape;
    int bodies = 0;
    Timing time;
};

/// Time on the clock of one forward dynamics of one State whose branches are shared among threads.
struct BranchRow {
    std::string shape;
    int bodies = 0, threads = 0;
    Timing time;
};

/// Time of one forward dynamics of all states of a batch.
struct BatchRow {
    int states = 0, lanes = 0;
    Timing time;
};

struct Report {
    std::vector<Row> rows;
    std::vector<ScalingRow> scaling;
    std::vector<BranchRow> branches;
    std::vector<BatchRow> batches;
    std::string instructions_by;  // or why there are none
    int core = -1;
};

constexpr double agreement_bar = 1e-9;

/// Simbody's time over ours; none where they do not agree.
std::optional<double> ratio(const Row&);

void print_heading();
void print(const Row&);
void print(const std::vector<ScalingRow>&);
void print(const std::vector<BranchRow>&);
void print(const std::vector<BatchRow>&);
void write_json(const Report&, const std::string& path);

}  // namespace bench
