// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/measure_node.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Watches measures along a run: shown the State at the end of each step (or at each report), it knows their values,
/// also of those that look back. A value: copy it together with a State to branch a history.
///
///     Observer watch(system, {height, maximum(height)});
///     for (const State& now : simulate(system, start, {.until = 2})) watch.observe(now);
///     watch[1]
///
/// Between two States a measure is taken for the cubic that has its values and rates at both ends, so what looks
/// back is of fourth order in the steps. Allocates in the first calls only, and when a delay has to remember more
/// steps than ever before.
class Observer {
public:
    Observer(const System& system, std::vector<Measure> measures);

    /// The next State of the run. Its time is not before that of the last one; at the same time it is what an
    /// event made of it.
    void observe(const State& state);
    /// As if nothing had been seen.
    void restart();
    /// All it remembers, as bytes; and back, in an observer of the same measures, to the last bit. For runs that
    /// are left off and resumed (Recorder::checkpoint).
    std::string memory() const;
    void restore(std::string_view memory);

    /// Values at the last State observed, by number or by measure; throws StudyError if none was or it is not watched.
    double operator[](std::size_t i) const;
    double value(const Measure& measure) const;
    std::size_t size() const { return wanted_.size(); }
    const Measure& measure(std::size_t i) const { return measures_[i]; }
    double time() const { return time_; }
    long observed() const { return observed_; }

private:
    /// One measure that looks back or is looked back at, after all it is made of.
    struct Op {
        Measure measure;
        int child[4] = {-1, -1, -1, -1};  ///< Ops; −1: none
        int rate = -1;                    ///< Op of its child's rate, for what looks back; −1: not wanted
        bool whole = false;               ///< evaluated in one go: nothing in it looks back
        int memory = -1;
    };
    struct Sample {
        double t = 0, f = 0, rate = 0;
    };
    /// What an Op that looks back remembers.
    struct Memory {
        Sample last{};               ///< of its child, at the last State
        double value = 0, when = 0;  ///< the integral, extreme or sample; when it was taken
        std::vector<Sample> past{};  ///< of a delay: a ring
        std::size_t first = 0, count = 0;
    };

    int add(const Measure& measure);
    void look_back(const Op& op, double& value);
    void remember(Memory& memory, const Sample& sample, double oldest);
    static double recall(const Memory& memory, double t, const MeasureNode& node);

    System system_;
    std::vector<Measure> measures_;
    std::vector<int> wanted_;
    std::vector<Op> ops_;
    std::vector<double> values_;
    std::vector<Memory> memories_;
    MeasureScratch scratch_;
    double time_ = 0, step_ = 0;
    long observed_ = 0;
};

}  // namespace sinew
