// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/state_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/text_file.h>
#include <sinew/state/json_value.h>
#include <sinew/state/save.h>

#include <cstdio>
#include <vector>

namespace sinew::cli {

namespace {

using Kind = JsonValue::Kind;

double number_in(const JsonValue& value, const std::string& what) {
    if (!value.is_number()) throw StateError(what + " is not a number.");
    return value.real;
}

std::vector<double> numbers_in(const JsonValue& value, const std::string& what) {
    std::vector<double> numbers;
    if (value.kind != Kind::list) return {number_in(value, what)};
    for (const JsonValue& item : value.items) numbers.push_back(number_in(item, what));
    return numbers;
}

/// All numbers as a list, or some by name.
std::vector<double> part_of(const JsonValue& value, std::span<const double> old,
                            const std::vector<std::string>& names, const std::string& what) {
    if (value.kind == Kind::list) {
        std::vector<double> numbers = numbers_in(value, what);
        if (numbers.size() != old.size())
            throw StateError(what + " has " + std::to_string(numbers.size()) + " numbers; this model has " +
                             std::to_string(old.size()) + ".");
        return numbers;
    }
    if (value.kind != Kind::object)
        throw StateError(what + " is neither a list of numbers nor an object by name.");
    std::vector<double> numbers(old.begin(), old.end());
    for (const JsonValue::Member& member : value.members)
        numbers[place_of(member.name, names, ("names of " + what).c_str())] =
            number_in(member.value, what + " " + member.name);
    return numbers;
}

State some_of(const JsonValue& file, const State& like) {
    if (file.kind != Kind::object) throw StateError("it is no object of JSON.");
    State state = like;
    const StateLayout& layout = like.layout();
    const std::vector<std::string> known{"time", "q", "u", "z", "parameters"};
    for (const JsonValue::Member& member : file.members) place_of(member.name, known, "members of a state");
    if (const JsonValue* all = file.member("parameters"))
        for (const JsonValue::Member& member : all->members)
            state.set_parameter(member.name, numbers_in(member.value, "parameter " + member.name));
    if (const JsonValue* t = file.member("time")) state.set_time(number_in(*t, "time"));
    if (const JsonValue* q = file.member("q")) state.set_q(part_of(*q, state.q(), layout.q_names, "q"));
    if (const JsonValue* u = file.member("u")) state.set_u(part_of(*u, state.u(), layout.u_names, "u"));
    if (const JsonValue* z = file.member("z")) state.set_z(part_of(*z, state.z(), layout.z_names, "z"));
    return state;
}

std::string all_of_standard_input() {
    std::string text;
    char buffer[65536];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stdin)) text.append(buffer, got);
    return text;
}

}  // namespace

State read_state(const std::string& file, const System& system, const State& like) {
    const std::string text = file == "-" ? all_of_standard_input() : read_text_file(file);
    if (text.starts_with("SQLite format 3")) {
        const Recording recording(file);
        if (recording.frames() == 0) throw FileError(sinew::quoted(file) + " holds no frame to begin with.");
        recording.check(system);
        return recording.state(system, recording.frames() - 1);
    }
    try {
        const JsonValue json = parse_json(text);
        return json.member("format") ? from_json(like, text) : some_of(json, like);
    } catch (const Error& e) {
        throw StateError(sinew::escaped(file) + ": " + e.what());
    }
}

std::string coordinates_text(const System& system, const State& state) {
    std::string text;
    const std::vector<std::string>& names = system.layout().q_names;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += "  " + sinew::escaped(names[i]) + " = " + shortest(state.q()[i]) + "\n";
    return text;
}

Json json_of(const State& state) { return Json::raw(trimmed(to_json(state))); }

Option save_option(std::string* file) {
    return file_option("--save", "FILE", "write the state, to begin with it elsewhere (--state FILE)", file);
}

void save_state(const std::string& file, const State& state) {
    if (!file.empty()) write_text_file(file, to_json(state));
}

}  // namespace sinew::cli
