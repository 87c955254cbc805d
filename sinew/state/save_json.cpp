// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/state/json_value.h>
#include <sinew/state/save.h>
#include <sinew/state/variables.h>

#include <bit>
#include <cstring>

namespace sinew {

namespace {

using Json = JsonValue;
using Kind = JsonValue::Kind;

constexpr const char* format_name = "sinew state";
constexpr int newest_version = 1;

std::string list_of(std::span<const double> values) {
    if (values.size() == 1) return json_of(values[0]);
    std::string list = "[";
    for (std::size_t i = 0; i < values.size(); ++i) (list += i == 0 ? "" : ", ") += json_of(values[i]);
    return list + "]";
}

/// One part of the file, a line per variable: value(i) is the text of the i-th.
template <class Name, class Value>
void add_part(std::string& text, const char* part, std::size_t count, Name name, Value value) {
    ((text += ",\n  \"") += part) += "\": {";
    for (std::size_t i = 0; i < count; ++i)
        (((text += i == 0 ? "\n    " : ",\n    ") += json_of(std::string_view(name(i)))) += ": ") += value(i);
    text += count == 0 ? "}" : "\n  }";
}

void add_numbers(std::string& text, const char* part, const std::vector<std::string>& names,
                 std::span<const double> values) {
    add_part(
        text, part, names.size(), [&](std::size_t i) -> auto& { return names[i]; },
        [&](std::size_t i) { return json_of(values[i]); });
}

[[noreturn]] void refuse(const std::string& why) {
    throw StateError("this is not the saved state of this system: " + why);
}

const Json& member(const Json& object, const std::string& name, const std::string& where) {
    const Json* found = object.member(name);
    if (!found) refuse(where + " " + quoted(name) + " is missing.");
    return *found;
}

/// As many members as there are names; which ones, member() finds out.
const Json& part_of(const Json& file, const char* name, std::size_t size) {
    const Json& part = member(file, name, "the part");
    if (part.members.size() != size)
        refuse("its part " + quoted(name) + " has " + std::to_string(part.members.size()) +
               " members, but this system has " + std::to_string(size) + ".");
    return part;
}

/// The inverse of hexadecimal(); nothing if it is none.
bool from_hexadecimal(std::string_view text, std::string& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    bytes.clear();
    if (text.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const std::size_t high = digits.find(text[i]), low = digits.find(text[i + 1]);
        if (high > 15 || low > 15) return false;
        bytes += static_cast<char>(16 * high + low);
    }
    return true;
}

double number_in(const Json& value, const std::string& what) {
    if (value.is_number()) return value.real;
    std::string bits;
    if (value.text.starts_with("0x") && from_hexadecimal(value.text.substr(2), bits) && bits.size() == 8) {
        std::uint64_t all = 0;
        for (const char c : bits) all = all << 8 | static_cast<unsigned char>(c);
        return std::bit_cast<double>(all);
    }
    refuse(what + " is not a number.");
}

/// Exactly as many numbers as asked for.
std::vector<double> numbers_in(const Json& value, std::size_t count, const std::string& what) {
    std::vector<double> found;
    if (value.kind != Kind::list) found.push_back(number_in(value, what));
    else
        for (const Json& entry : value.items) found.push_back(number_in(entry, what));
    if (found.size() != count)
        refuse(what + " has " + std::to_string(found.size()) + " numbers, but needs " +
               std::to_string(count) + ".");
    return found;
}

std::vector<double> values_of(const Json& file, const char* name, const std::vector<std::string>& names) {
    const Json& part = part_of(file, name, names.size());
    std::vector<double> values;
    for (const std::string& each : names)
        values.push_back(number_in(member(part, each, name), std::string(name) + " of " + quoted(each)));
    return values;
}

/// The bytes of one value of a plain variable.
std::string bytes_of_value(PlainType type, const Json& value, const std::string& what) {
    std::string bytes(static_cast<std::size_t>(type.element), '\0');
    if (type.type == ValueType::boolean) {
        if (value.kind != Kind::boolean) refuse(what + " is neither true nor false.");
        bytes[0] = value.boolean ? 1 : 0;
    } else if (type.type == ValueType::integer) {
        const int unused = 64 - 8 * type.element;
        const std::uint64_t high = value.integer << unused;
        const std::uint64_t fitting =
            type.is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(high) >> unused)
                           : high >> unused;
        if (value.kind != Kind::integer || fitting != value.integer ||
            (type.is_signed && static_cast<std::int64_t>(fitting) < 0) != (value.real < 0))
            refuse(what + " is not an integer of " + std::to_string(type.element) + " bytes.");
        std::memcpy(bytes.data(), &value.integer, bytes.size());
    } else if (type.element == sizeof(float)) {
        const auto x = static_cast<float>(number_in(value, what));
        std::memcpy(bytes.data(), &x, sizeof x);
    } else {
        const double x = number_in(value, what);
        std::memcpy(bytes.data(), &x, sizeof x);
    }
    return bytes;
}

std::string bytes_of_variable(const VariableSlot& slot, const Json& value) {
    const std::string what = "variable " + quoted(slot.name);
    std::string bytes;
    if (slot.type.type == ValueType::text && value.kind == Kind::text) return value.text;
    if (slot.type.type >= ValueType::bytes) {
        const Json& text = member(value, "bytes", what + ":");
        if (text.kind != Kind::text || !from_hexadecimal(text.text, bytes))
            refuse(what + " is not written in pairs of hexadecimal digits.");
    } else if (value.kind == Kind::list) {
        for (const Json& entry : value.items) bytes += bytes_of_value(slot.type, entry, what);
    } else {
        bytes = bytes_of_value(slot.type, value, what);
    }
    if (slot.object < 0 && bytes.size() != static_cast<std::size_t>(slot.size))
        refuse(what + " has another size.");
    return bytes;
}

}  // namespace

std::string to_json(const State& state) {
    const UsualFloats floats;
    const StateLayout& layout = state.layout();
    std::string text = "{\n  \"format\": " + json_of(std::string_view(format_name)) +
                       ",\n  \"version\": " + std::to_string(newest_version) +
                       ",\n  \"system\": " + json_of(std::string_view(layout.system_name)) +
                       ",\n  \"fingerprint\": \"" + std::to_string(layout.fingerprint) +
                       "\",\n  \"time\": " + json_of(state.time());
    add_numbers(text, "q", layout.q_names, state.q());
    add_numbers(text, "u", layout.u_names, state.u());
    add_numbers(text, "z", layout.z_names, state.z());
    add_part(
        text, "variables",
        layout.variables.size(), [&](std::size_t i) -> auto& { return layout.variables[i].name; },
        [&](std::size_t i) { return json_of(state, static_cast<int>(i)); });
    add_part(
        text, "parameters",
        layout.parameters.size(), [&](std::size_t i) -> auto& { return layout.parameters[i].path; },
        [&](std::size_t i) { return list_of(state.parameter(ParameterId{static_cast<int>(i)})); });
    return text + "\n}\n";
}

State from_json(const State& like, std::string_view text) {
    const UsualFloats floats;
    const StateLayout& layout = like.layout();
    const Json file = parse_json(text);
    if (member(file, "format", "its").text != format_name) refuse("its \"format\" is not \"sinew state\".");
    if (const Json& version = member(file, "version", "its"); version.real != newest_version)
        refuse("its version is " + shortest(version.real) + "; this program reads version 1.");
    if (member(file, "fingerprint", "its").text != std::to_string(layout.fingerprint))
        refuse("it belongs to system " + quoted(member(file, "system", "its").text) + ", not to " +
               quoted(layout.system_name) + ", or to another version of it.");
    State state = like;
    const Json& variables = part_of(file, "variables", layout.variables.size());
    for (std::size_t i = 0; i < layout.variables.size(); ++i) {
        const VariableSlot& slot = layout.variables[i];
        set_from_bytes(state, static_cast<int>(i),
                       bytes_of_variable(slot, member(variables, slot.name, "variable")));
    }
    const Json& parameters = part_of(file, "parameters", layout.parameters.size());
    for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
        const ParameterSlot& slot = layout.parameters[i];
        state.set_parameter(
            ParameterId{static_cast<int>(i)},
            numbers_in(member(parameters, slot.path, "parameter"), static_cast<std::size_t>(slot.range.count),
                       "parameter " + quoted(slot.path)));
    }
    state.set_time(number_in(member(file, "time", "its"), "time"));
    state.set_q(values_of(file, "q", layout.q_names));
    state.set_u(values_of(file, "u", layout.u_names));
    state.set_z(values_of(file, "z", layout.z_names));
    return state;
}

}  // namespace sinew
