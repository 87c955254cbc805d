// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "heading.h"

namespace bench {

std::optional<double> ratio(const Row& row) {
    if (!(row.disagreement <= agreement_bar)) return {};
    return row.simbody.time.median / row.ours.time.median;
}

namespace {

std::string or_dash(const std::optional<double>& value, const char* pattern) {
    return value ? fmt::format(fmt::runtime(pattern), *value) : "-";
}

constexpr const char* line = "{:24} {:19} {:>10} {:>10} {:>8} {:>11} {:>11} {:>6} {:>7} {:>9}\n";

}  // namespace

void print_heading() {
    fmt::print(fmt::runtime(line), "model", "operation", "ours us", "Simbody us", "ratio", "ours instr",
               "Sb instr", "alloc", "Sb all.", "differ");
}

void print(const Row& row) {
    const auto micro = [](const SideResult& side) { return fmt::format("{:.3f}", 1e6 * side.time.median); };
    const auto allocations = [](const SideResult& side) { return fmt::format("{:g}", side.allocations); };
    fmt::print(fmt::runtime(line), row.model, name(row.op), micro(row.ours), micro(row.simbody),
               or_dash(ratio(row), "{:.1f}x"), or_dash(row.ours.instructions, "{:.0f}"),
               or_dash(row.simbody.instructions, "{:.0f}"), allocations(row.ours), allocations(row.simbody),
               fmt::format("{:.1e}", row.disagreement));
    std::fflush(stdout);
}

void print(const std::vector<ScalingRow>& rows) {
    fmt::print("\n{:14} {:>9} {:>14} {:>12}\n", "shape", "bodies", "ns per body", "against 100");
    const auto per_body = [](const ScalingRow& row) { return 1e9 * row.time.median / row.bodies; };
    for (const ScalingRow& row : rows) {
        const auto hundred = std::find_if(rows.begin(), rows.end(), [&](const ScalingRow& other) {
            return other.shape == row.shape && other.bodies == 100;
        });
        fmt::print("{:14} {:>9} {:>14.2f} {:>11.2f}x\n", row.shape, row.bodies, per_body(row),
                   per_body(row) / per_body(*hundred));
    }
}

void print(const std::vector<BranchRow>& rows) {
    fmt::print("\n{:<12} {:>9} {:>8} {:>12}\n", "branches of", "bodies", "threads", "ms by clock");
    for (const BranchRow& row : rows)
        fmt::print("{:<12} {:>9} {:>8} {:>12.2f}\n", row.shape, row.bodies, row.threads,
                   1e3 * row.time.median);
}

void print(const std::vector<BatchRow>& rows) {
    fmt::print("\n{:>9} {:>6} {:>14}\n", "states", "lanes", "us per state");
    for (const BatchRow& row : rows)
        fmt::print("{:>9} {:>6} {:>14.3f}\n", row.states, row.lanes, 1e6 * row.time.median / row.states);
}

namespace {

using nlohmann::json;

json to_json(const Timing& time) {
    return {{"median_s", time.median}, {"fastest_s", time.fastest}, {"quartile_spread", time.spread}};
}

json to_json(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json to_json(const SideResult& side) {
    json out = to_json(side.time);
    out["allocations"] = side.allocations;
    out["instructions"] = to_json(side.instructions);
    return out;
}

}  // namespace

void write_json(const Report& report, const std::string& path) {
    json out = heading(report.core);
    out["agreement_bar"] = agreement_bar;
    out["instructions_by"] = report.instructions_by;
    out["rows"] = out["scaling"] = out["branches"] = out["batches"] = json::array();
    for (const Row& row : report.rows) {
        out["rows"].push_back({{"model", row.model},
                               {"dofs", row.dofs},
                               {"operation", name(row.op)},
                               {"ours", to_json(row.ours)},
                               {"simbody", to_json(row.simbody)},
                               {"ratio", to_json(ratio(row))},
                               {"disagreement", row.disagreement}});
    }
    for (const ScalingRow& row : report.scaling) {
        json line = to_json(row.time);
        line["shape"] = row.shape;
        line["bodies"] = row.bodies;
        line["s_per_body"] = row.time.median / row.bodies;
        out["scaling"].push_back(line);
    }
    for (const BranchRow& row : report.branches) {
        json line = to_json(row.time);
        line["shape"] = row.shape;
        line["bodies"] = row.bodies;
        line["threads"] = row.threads;
        out["branches"].push_back(line);
    }
    for (const BatchRow& row : report.batches) {
        json line = to_json(row.time);
        line["states"] = row.states;
        line["lanes"] = row.lanes;
        line["s_per_state"] = row.time.median / row.states;
        out["batches"].push_back(line);
    }
    std::ofstream file(path);
    file << out.dump(1) << '\n';
    if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
