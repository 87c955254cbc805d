// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/dice.h>
#include <sinew/sinew.h>

#include <string>
#include <vector>

namespace sinew::cli {

/// One number of a State that runs may begin with: a coordinate, a speed, an auxiliary variable or one number of a
/// parameter.
class Variable {
public:
    /// By its name; throws UsageError where there is none, or where runs could not begin with any number there.
    Variable(const std::string& name, const System& system, const State& state);
    double in(const State& state) const;
    void set(State& state, double number) const;
    friend bool operator==(const Variable&, const Variable&) = default;

private:
    enum class Of : unsigned char { q, u, z, parameter };
    bool find(const std::string& name, const System& system, const State& state);
    bool find_parameter(const std::string& name, const State& state);
    void check(const std::string& what, const System& system, const State& state) const;

    Of of_ = Of::q;
    int place_ = -1, part_ = 0;
};

/// NAME=FROM:TO[:COUNT].
struct Range {
    std::string name;
    double from, to;
    long count;
    Variable variable;

    Range(const std::string& text, const System& system, const State& state);
    double at(long i) const;
};

/// What each run begins with: all combinations, the last range changing fastest, or so many by chance.
class Starts {
public:
    static constexpr long not_by_chance = -1'000'000'000'000'000;
    Starts(const std::vector<std::string>& vary, long random, long seed, const System& system,
           const State& state);
    int count() const { return count_; }
    const std::vector<Range>& ranges() const { return ranges_; }
    /// To be asked for run after run.
    std::vector<double> next(int run);

private:
    std::vector<Range> ranges_;
    bool by_chance_;
    Dice dice_;
    int count_ = 0;
};

}  // namespace sinew::cli
