// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/starts.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/system/free_variables.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew::cli {

namespace {

int index_of(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// The joint that has a number, by the ranges of all joints.
AnyJointId joint_with(const std::vector<sinew::Range>& ranges, int place) {
    for (std::size_t i = 0; i < ranges.size(); ++i)
        if (ranges[i].first >= 0 && place >= ranges[i].first && place < ranges[i].first + ranges[i].count)
            return {{static_cast<int>(i)}};
    return {};
}

bool contains(const std::vector<int>& some, int one) {
    return std::find(some.begin(), some.end(), one) != some.end();
}

/// Which number of a parameter "com.y" or "x[3]" means, and the parameter's name; −1 for none.
int part_of(const std::string& name, std::string& parameter) {
    if (name.size() > 2 && name[name.size() - 2] == '.' && name.back() >= 'x' && name.back() <= 'z') {
        parameter = name.substr(0, name.size() - 2);
        return name.back() - 'x';
    }
    const std::size_t bracket = name.rfind('[');
    if (bracket == std::string::npos || name.back() != ']' || name.size() - bracket > 8) return -1;
    const std::string digits = name.substr(bracket + 1, name.size() - bracket - 2);
    if (digits.empty() ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return -1;
    parameter = name.substr(0, bracket);
    return std::stoi(digits);
}

}  // namespace

bool Variable::find_parameter(const std::string& name, const State& state) {
    std::string vector;
    const int part = part_of(name, vector);
    const std::vector<ParameterSlot>& slots = state.layout().parameters;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const int count = slots[i].range.count;
        if (slots[i].path == name && count != 1)
            throw UsageError("--vary " + name + ": this parameter is " + std::to_string(count) +
                             " numbers. Say which: " + name +
                             (count == 3 ? ".x, .y or .z." : "[0], [1], ..."));
        if (slots[i].path != name && !(slots[i].path == vector && part >= 0 && part < count)) continue;
        of_ = Of::parameter, place_ = static_cast<int>(i), part_ = slots[i].path == name ? 0 : part;
        return true;
    }
    return false;
}

bool Variable::find(const std::string& name, const System& system, const State& state) {
    const StateLayout& layout = state.layout();
    const bool is_speed = name.ends_with("/speed");
    const std::string bare = is_speed ? name.substr(0, name.size() - 6) : name;
    const auto take = [&](Of of, int place) {
        of_ = of, place_ = place;
        return place >= 0;
    };
    if (!is_speed && take(Of::q, index_of(layout.q_names, name))) return true;
    if (take(Of::u, index_of(layout.u_names, bare))) return true;
    if (take(Of::z, index_of(layout.z_names, name))) return true;
    const std::vector<JointElement>& joints = system.model().joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (joints[i].placement.name != bare) continue;
        const sinew::Range range = (is_speed ? layout.u_of_joint : layout.q_of_joint)[i];
        if (range.first < 0 || range.count != 1)
            throw UsageError("--vary " + name + ": this joint has " +
                             std::to_string(range.first < 0 ? 0 : range.count) +
                             " numbers of its own. Vary one of them by its name.");
        return take(is_speed ? Of::u : Of::q, range.first);
    }
    return find_parameter(name, state);
}

/// What Motions, locks and the length of a quaternion give cannot be chosen.
void Variable::check(const std::string& what, const System& system, const State& state) const {
    const StateLayout& layout = state.layout();
    const FreeVariables free = free_variables(system, state);
    const bool given =
        (of_ == Of::q && contains(free.given_q, place_)) || (of_ == Of::u && contains(free.given_u, place_));
    const auto joint_name = [&](const std::vector<sinew::Range>& ranges) {
        return system.model()
            .joints[static_cast<std::size_t>(joint_with(ranges, place_).index)]
            .placement.name;
    };
    if (given)
        throw UsageError(what + ": a Motion or a lock of joint " +
                         sinew::quoted(joint_name(of_ == Of::q ? layout.q_of_joint : layout.u_of_joint)) +
                         " gives it. Vary what is free, or a parameter.");
    if (of_ != Of::q) return;
    for (const FreeVariables::Coordinates& c : free.coordinates)
        if (c.quaternion && place_ >= c.q && place_ < c.q + 4)
            throw UsageError(what +
                             ": this is one of the four numbers of a quaternion, none of which changes by "
                             "itself. Vary a speed of the "
                             "joint, such as " +
                             sinew::quoted(layout.u_names[static_cast<std::size_t>(c.u)] + "/speed") +
                             ", or begin each sweep with another --set " + joint_name(layout.q_of_joint) +
                             "=...");
}

Variable::Variable(const std::string& name, const System& system, const State& state) {
    const std::string what = "--vary " + name;
    if (name == "t")
        throw UsageError(what +
                         ": all runs of a sweep begin and end at the same times. Say --set t=TIME for the "
                         "beginning and --until for the length.");
    if (!find(name, system, state))
        throw UsageError("--vary: the model has no variable or parameter " + sinew::quoted(name) + "." +
                         suggestion(name, settable_names(state, system.model()), "names"));
    check(what, system, state);
}

double Variable::in(const State& state) const {
    const std::size_t place = static_cast<std::size_t>(place_);
    switch (of_) {
        case Of::q: return state.q()[place];
        case Of::u: return state.u()[place];
        case Of::z: return state.z()[place];
        case Of::parameter: break;
    }
    return state.parameter(ParameterId{place_})[static_cast<std::size_t>(part_)];
}

void Variable::set(State& state, double number) const {
    const auto changed = [&](std::span<const double> now, int place) {
        std::vector<double> all(now.begin(), now.end());
        all[static_cast<std::size_t>(place)] = number;
        return all;
    };
    switch (of_) {
        case Of::q: return state.set_q(changed(state.q(), place_));
        case Of::u: return state.set_u(changed(state.u(), place_));
        case Of::z: return state.set_z(changed(state.z(), place_));
        case Of::parameter: break;
    }
    const ParameterId id{place_};
    state.set_parameter(id, changed(state.parameter(id), part_));
}

namespace {

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts = split(assignment_of(text, "--vary").value, ':');
    if (parts.size() < 2 || parts.size() > 3)
        throw UsageError("--vary " + sinew::quoted(text) +
                         " is not of the form NAME=FROM:TO or NAME=FROM:TO:COUNT.");
    return parts;
}

}  // namespace

Range::Range(const std::string& text, const System& system, const State& state)
    : name(assignment_of(text, "--vary").name), variable(name, system, state) {
    const std::vector<std::string> parts = parts_of(text);
    from = number_of(parts[0], "--vary " + name), to = number_of(parts[1], "--vary " + name);
    const double wanted = parts.size() == 3 ? number_of(parts[2], "--vary " + name) : 11;
    if (!(wanted >= 1 && wanted <= 1e7) || wanted != std::floor(wanted))
        throw UsageError("--vary " + name + ": " + parts[2] + " is no count of values.");
    count = static_cast<long>(wanted);
}

double Range::at(long i) const {
    return count == 1       ? from
           : i == count - 1 ? to
                            : from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1);
}

Starts::Starts(const std::vector<std::string>& vary, long random, long seed, const System& system,
               const State& state)
    : by_chance_(random != not_by_chance), dice_(static_cast<std::uint64_t>(seed)) {
    for (const std::string& text : vary) {
        ranges_.emplace_back(text, system, state);
        for (std::size_t i = 0; i + 1 < ranges_.size(); ++i)
            if (ranges_[i].variable == ranges_.back().variable)
                throw UsageError("--vary " + ranges_.back().name + " and --vary " + ranges_[i].name +
                                 " are the same number. It can be varied once.");
    }
    if (ranges_.empty()) throw UsageError("nothing to vary: say --vary NAME=FROM:TO.");
    double count = 1;
    for (const Range& range : ranges_) count *= static_cast<double>(range.count);
    if (by_chance_) count = static_cast<double>(random);
    if (!(count >= 1 && count <= 1e7))
        throw UsageError(fmt::format("{:g} runs: there may be 1 to ten million.", count));
    count_ = static_cast<int>(count);
}

std::vector<double> Starts::next(int run) {
    std::vector<double> values(ranges_.size());
    long rest = run;
    for (std::size_t k = ranges_.size(); k-- > 0;) {
        const Range& range = ranges_[k];
        if (!by_chance_) values[k] = range.at(rest % range.count), rest /= range.count;
    }
    if (by_chance_)
        for (std::size_t k = 0; k < ranges_.size(); ++k)
            values[k] = ranges_[k].from + (ranges_[k].to - ranges_[k].from) * 0.5 * (1 + dice_.next());
    return values;
}

}  // namespace sinew::cli
