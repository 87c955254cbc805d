// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/compare_recordings.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr std::array kind_words{"q", "u", "z", "output"};

const std::vector<double>& numbers_of(const Recording::Raw& raw, Recorded kind) {
    switch (kind) {
        case Recorded::q: return raw.q;
        case Recorded::u: return raw.u;
        case Recorded::z: return raw.z;
        default: return raw.outputs;
    }
}

const std::vector<RecordedLayout::Entry>& names_of(const RecordedLayout& layout, Recorded kind) {
    switch (kind) {
        case Recorded::q: return layout.q;
        case Recorded::u: return layout.u;
        case Recorded::z: return layout.z;
        default: return layout.outputs;
    }
}

/// A variable that both have, and its place in each.
struct Pair {
    std::size_t a, b;
    double largest = 0;
};

std::size_t place_of(const std::vector<RecordedLayout::Entry>& entries, const std::string& name) {
    std::size_t i = 0;
    while (i < entries.size() && entries[i].name != name) ++i;
    return i;
}

double distance(double a, double b) {
    if (std::memcmp(&a, &b, sizeof a) == 0 || a == b) return 0;
    const double apart = std::abs(a - b);
    return std::isnan(apart) ? (std::isnan(a) && std::isnan(b) ? 0 : INFINITY) : apart;
}

void find_pairs(const Recording& a, const Recording& b, RecordingComparison& out, std::vector<Pair>& pairs) {
    for (const Recorded kind : {Recorded::q, Recorded::u, Recorded::z, Recorded::output}) {
        const auto &of_a = names_of(a.layout(), kind), &of_b = names_of(b.layout(), kind);
        const std::string word = std::string(kind_words[static_cast<std::size_t>(kind)]) + " ";
        for (std::size_t i = 0; i < of_a.size(); ++i) {
            // Nearly always at the same place: a search for each would be quadratic.
            const bool here = i < of_b.size() && of_b[i].name == of_a[i].name;
            const std::size_t j = here ? i : place_of(of_b, of_a[i].name);
            if (j == of_b.size()) {
                out.only_in_a.push_back(word + of_a[i].name);
                continue;
            }
            pairs.push_back({i, j});
            out.variables.push_back({.kind = kind, .name = of_a[i].name});
        }
        for (std::size_t j = 0; j < of_b.size(); ++j)
            if (!(j < of_a.size() && of_a[j].name == of_b[j].name) &&
                place_of(of_a, of_b[j].name) == of_a.size())
                out.only_in_b.push_back(word + of_b[j].name);
    }
}

/// Names of the parameters and discrete variables that differ, unless they were named before.
void name_others(const Recording& a, const Recording& b, const Recording::Raw& x, const Recording::Raw& y,
                 std::vector<std::string>& named, std::vector<std::string>& others) {
    const auto add = [&](const std::string& what) {
        if (std::find(named.begin(), named.end(), what) != named.end()) return;
        named.push_back(what);
        others.push_back(what + " differs from time " + shortest(x.time) + " on");
    };
    if (x.parameters != y.parameters) {
        const std::vector<double> p = a.raw_parameters(x.parameters), r = b.raw_parameters(y.parameters);
        std::size_t first = 0;
        const auto &of_a = a.layout().parameters, &of_b = b.layout().parameters;
        if (of_a != of_b) add("the list of parameters");
        else
            for (const RecordedLayout::Entry& entry : of_a) {
                const auto count = static_cast<std::size_t>(entry.count);
                if (std::memcmp(p.data() + first, r.data() + first, count * sizeof(double)) != 0)
                    add("parameter " + quoted(entry.name));
                first += count;
            }
    }
    if (x.discrete != y.discrete) {
        const std::vector<std::string> p = a.raw_discrete(x.discrete), r = b.raw_discrete(y.discrete);
        const auto &of_a = a.layout().variables, &of_b = b.layout().variables;
        if (of_a != of_b || p.size() != r.size()) add("the list of discrete variables");
        else
            for (std::size_t i = 0; i < p.size(); ++i)
                if (p[i] != r[i]) add("discrete variable " + quoted(of_a[i].name));
    }
}

}  // namespace

RecordingComparison compare(const Recording& a, const Recording& b, double tolerance) {
    RecordingComparison out{.tolerance = tolerance, .frames_of_a = a.frames(), .frames_of_b = b.frames()};
    std::vector<Pair> pairs;
    find_pairs(a, b, out, pairs);
    std::vector<std::string> named;
    long i = 0, j = 0;
    while (i < out.frames_of_a && j < out.frames_of_b) {
        const Recording::Raw x = a.raw(i), y = b.raw(j);
        // The same time, but for rounding: two programs may count 0.1 + 0.2 differently.
        const double apart = x.time - y.time;
        if (std::abs(apart) > 1e-12 * std::max(1.0, std::abs(x.time))) {
            ++(apart < 0 ? i : j);
            continue;
        }
        for (std::size_t v = 0; v < pairs.size(); ++v) {
            VariableDifference& variable = out.variables[v];
            const double of_a = numbers_of(x, variable.kind)[pairs[v].a],
                         of_b = numbers_of(y, variable.kind)[pairs[v].b];
            for (const double value : {of_a, of_b})
                if (std::abs(value) > pairs[v].largest && std::isfinite(value))
                    pairs[v].largest = std::abs(value);
            const double difference = distance(of_a, of_b);
            if (difference > variable.difference) {
                variable.difference = difference;
                variable.time = x.time;
                variable.a = of_a;
                variable.b = of_b;
                variable.frame_of_a = i;
            }
        }
        name_others(a, b, x, y, named, out.others);
        ++out.compared, ++i, ++j;
    }
    for (std::size_t v = 0; v < pairs.size(); ++v)
        out.variables[v].allowed = tolerance * std::max(1.0, pairs[v].largest);
    return out;
}

bool RecordingComparison::same() const {
    return compared == frames_of_a && compared == frames_of_b && only_in_a.empty() && only_in_b.empty() &&
           others.empty() &&
           std::all_of(variables.begin(), variables.end(), [](const auto& v) { return v.within(); });
}

const VariableDifference* RecordingComparison::worst() const {
    const VariableDifference* found = nullptr;
    const auto size = [](const VariableDifference& v) {
        return v.allowed > 0 ? v.difference / v.allowed : v.difference;
    };
    for (const VariableDifference& v : variables)
        if (!found || size(v) > size(*found)) found = &v;
    return found;
}

std::string RecordingComparison::text() const {
    std::string out = std::to_string(compared) + " frames compared";
    if (compared != frames_of_a || compared != frames_of_b)
        out += ", of " + std::to_string(frames_of_a) + " and " + std::to_string(frames_of_b) +
               "; the others have no partner of the same time";
    out += "\n";
    std::vector<const VariableDifference*> far;
    for (const VariableDifference& v : variables)
        if (!v.within()) far.push_back(&v);
    std::stable_sort(far.begin(), far.end(),
                     [](const auto* x, const auto* y) { return x->difference > y->difference; });
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < std::min(far.size(), most); ++i) {
        const VariableDifference& v = *far[i];
        out += std::string(kind_words[static_cast<std::size_t>(v.kind)]) + " " + escaped(v.name) + ": " +
               rounded(v.difference, 3) + " at time " + shortest(v.time) + " (frame " +
               std::to_string(v.frame_of_a) + "): " + shortest(v.a) + " | " + shortest(v.b) + "\n";
    }
    if (far.size() > most) out += "... and " + std::to_string(far.size() - most) + " more variables\n";
    for (const std::string& name : only_in_a) out += escaped(name) + ": only in the first\n";
    for (const std::string& name : only_in_b) out += escaped(name) + ": only in the second\n";
    for (const std::string& line : others) out += line + "\n";
    const std::size_t near = variables.size() - far.size();
    out += std::to_string(near) + " of " + std::to_string(variables.size()) + " variables " +
           (tolerance == 0 ? "are equal" : "are within tolerance " + shortest(tolerance)) + "\n";
    return out;
}

}  // namespace sinew
