// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Sinew and Simbody on the same models and the same states: one table, one JSON file.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "allocations.h"
#include "instructions.h"
#include "program.h"
#include "report.h"
#include "scaling.h"
#include "simbody_peer.h"
#include "sinew_side.h"

namespace bench {
namespace {

constexpr int ring = 16;  // states taken in turn, so that nothing is found already computed

struct Options {
    std::string model, op, json;  // parts of names; a path
    TimingOptions timing;
    bool instructions = true, scaling = true, compare = true;
    bool count_only = false;  // under callgrind
    std::string loop;         // ours or simbody: run it and nothing else, for a profiler
    double loop_seconds = 5;
};

constexpr const char* usage = R"(sinew_bench [options]
  --model PART         only models whose name contains PART
  --op PART            only operations whose name contains PART
  --repetitions N      batches per median (15)
  --batch MS           milliseconds per batch (5)
  --json FILE          write the results there
  --no-instructions    do not count instructions
  --no-scaling         leave out time per body over the size of trees
  --only-scaling       nothing but that
  --loop ours|simbody  run the chosen cases for some seconds each, for a profiler
  --seconds S          that many (5)
)";

Options parse(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto value = [&] {
            if (++i >= count) throw std::runtime_error(word + " needs a value.\n" + usage);
            return std::string(words[i]);
        };
        if (word == "--model") options.model = value();
        else if (word == "--op") options.op = value();
        else if (word == "--json") options.json = value();
        else if (word == "--repetitions")
            options.timing.repetitions = std::max(1, std::atoi(value().c_str()));
        else if (word == "--batch") options.timing.batch_seconds = 1e-3 * std::atof(value().c_str());
        else if (word == "--no-instructions") options.instructions = false;
        else if (word == "--no-scaling") options.scaling = false;
        else if (word == "--only-scaling") options.compare = false;
        else if (word == "--count-only") options.count_only = true;
        else if (word == "--loop") options.loop = value();
        else if (word == "--seconds") options.loop_seconds = std::atof(value().c_str());
        else throw std::runtime_error("unknown option " + word + ".\n" + usage);
    }
    return options;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Largest difference over the largest value, over all states; infinite if one of them is no number.
double disagreement(Side& ours, Side& theirs, Op op) {
    double worst = 0;
    for (int k = 0; k < ring; ++k) {
        ours.run(op, k);
        theirs.run(op, k);
        worst = std::max(worst, relative_difference(ours.result(op), theirs.result(op)));
    }
    return worst;
}

double allocations_per_call(const std::function<void(int)>& call) {
    for (int i = 0; i < ring; ++i) call(i);
    const long before = allocations_so_far();
    for (int i = 0; i < ring; ++i) call(i);
    return static_cast<double>(allocations_so_far() - before) / ring;
}

std::function<void(int)> caller(Side& side, Op op) {
    return [&side, op](int i) { side.run(op, i % ring); };
}

std::string label(const std::string& model, Op op, bool ours) {
    return model + "/" + name(op) + (ours ? "/ours" : "/Simbody");
}

class Comparison {
public:
    Comparison(const Options& options, Report& report) : options_(options), report_(report) {}

    void run() {
        if (options_.instructions && !counter_.available() && !options_.count_only && options_.loop.empty())
            ask_callgrind();
        if (options_.instructions && counter_.available())
            report_.instructions_by = "the processor's counter";
        if (!options_.count_only) print_heading();
        for (const auto& models : {all_models(), structured_models()})
            for (const BenchModel& model : models)
                if (contains(model.name, options_.model)) run(model);
    }

private:
    void ask_callgrind() {
        std::string reason;
        counted_ = count_with_callgrind(
            "--count-only --model '" + options_.model + "' --op '" + options_.op + "'", reason);
        report_.instructions_by =
            counted_.empty() ? "none: " + counter_.reason() + "; " + reason : "valgrind's callgrind";
    }

    void run(const BenchModel& model) {
        auto states = random_states(model, ring, 2026);
        const bool is_closed = !model.rods.empty() || !model.balls.empty();
        if (is_closed) make_states_obey(model, states);
        const auto ours = make_sinew_side(model, states), theirs = make_simbody_side(model, states);
        for (const Op op : all_ops) {
            if (!contains(name(op), options_.op)) continue;
            if ((is_closed || !model.prescribed.empty()) && op != Op::forward_dynamics &&
                op != Op::batch_of_8)
                continue;  // constraints change nothing else; products with M⁻¹ differ where motion is given
            if (op == Op::mass_matrix && mobilities(model) > 2000) continue;  // most of it zeros
            if (options_.count_only) {
                count_under_callgrind(label(model.name, op, true), caller(*ours, op));
                count_under_callgrind(label(model.name, op, false), caller(*theirs, op));
            } else if (!options_.loop.empty()) {
                loop(options_.loop == "ours" ? *ours : *theirs, op);
            } else {
                report_.rows.push_back(measure(model, *ours, *theirs, op));
                print(report_.rows.back());
            }
        }
    }

    void loop(Side& side, Op op) const {
        const double end = thread_seconds() + options_.loop_seconds;
        while (thread_seconds() < end)
            for (int i = 0; i < 64; ++i) side.run(op, i % ring);
    }

    Row measure(const BenchModel& model, Side& ours, Side& theirs, Op op) const {
        const double differ = disagreement(ours, theirs, op);
        const std::vector<std::function<void(int)>> calls{caller(ours, op), caller(theirs, op)};
        const auto times = time_in_turns(calls, options_.timing);
        const auto result = [&](std::size_t i) {
            return SideResult{.time = times[i],
                              .allocations = allocations_per_call(calls[i]),
                              .instructions = instructions(label(model.name, op, i == 0), calls[i])};
        };
        return {.model = model.name,
                .dofs = mobilities(model),
                .op = op,
                .disagreement = differ,
                .ours = result(0),
                .simbody = result(1)};
    }

    std::optional<double> instructions(const std::string& of, const std::function<void(int)>& call) const {
        if (!options_.instructions) return {};
        if (counter_.available()) return counter_.per_call(call, ring);
        const auto found = counted_.find(of);
        return found == counted_.end() ? std::optional<double>{} : found->second;
    }

    const Options& options_;
    Report& report_;
    InstructionCounter counter_;
    std::map<std::string, double> counted_;
};

}  // namespace

int run(int count, char** words) {
    const Options options = parse(count, words);
    Report report;
    report.core = pin_to_one_core();
    if (options.compare) Comparison(options, report).run();
    if (options.scaling && !options.count_only && options.loop.empty()) {
        measure_batches(options.timing, report);
        measure_sizes(options.timing, report);
        measure_branches(options.timing, report);
    }
    if (!options.json.empty()) write_json(report, options.json);
    if (!report.instructions_by.empty())
        fmt::print("\ninstructions counted by: {}\n", report.instructions_by);
    const bool agree = std::all_of(report.rows.begin(), report.rows.end(),
                                   [](const Row& row) { return row.disagreement <= agreement_bar; });
    if (!agree) fmt::print("Some results differ by more than {:g}: no ratio for those.\n", agreement_bar);
    return agree ? 0 : 1;
}

}  // namespace bench
