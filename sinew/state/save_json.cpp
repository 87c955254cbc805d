// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/save.h>
#include <sinew/state/variables.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "sinew state";
constexpr int newest_version = 1;

Json numbers(std::span<const double> values) {
    return values.size() == 1 ? Json(values[0]) : Json(std::vector<double>(values.begin(), values.end()));
}

Json named(const std::vector<std::string>& names, std::span<const double> values) {
    Json object = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) object[names[i]] = values[i];
    return object;
}

/// A discrete variable by its type: true, 3, 0.5 or a list of these; other types as bytes.
Json value_of_variable(const VariableSlot& slot, std::span<const std::byte> bytes) {
    switch (slot.type) {
        case ValueType::boolean: return bytes[0] != std::byte{0};
        case ValueType::integer: {
            std::int64_t value;
            std::memcpy(&value, bytes.data(), sizeof value);
            return value;
        }
        case ValueType::real:
            if (!bytes.empty() && bytes.size() % sizeof(double) == 0) {
                std::vector<double> values(bytes.size() / sizeof(double));
                std::memcpy(values.data(), bytes.data(), bytes.size());
                return numbers(values);
            }
            break;
        case ValueType::bytes: break;
    }
    return "0x" + hexadecimal(bytes);
}

[[noreturn]] void refuse(const std::string& why) {
    throw StateError("this is not the saved state of this system: " + why);
}

const Json& member(const Json& object, const std::string& name, const std::string& where) {
    if (!object.is_object() || !object.contains(name))
        refuse(where + " " + sinew::quoted(name) + " is missing.");
    return object[name];
}

/// Exactly as many numbers as asked for.
std::vector<double> numbers_in(const Json& value, std::size_t count, const std::string& what) {
    std::vector<double> found;
    if (value.is_number()) found.push_back(value.get<double>());
    else if (value.is_array())
        for (const Json& entry : value) {
            if (!entry.is_number()) refuse(what + " holds something that is not a number.");
            found.push_back(entry.get<double>());
        }
    else refuse(what + " is not a number.");
    if (found.size() != count)
        refuse(what + " has " + std::to_string(found.size()) + " numbers, but needs " +
               std::to_string(count) + ".");
    return found;
}

std::vector<double> values_of(const Json& file, const char* part, const std::vector<std::string>& names) {
    const Json& object = member(file, part, "the part");
    std::vector<double> values;
    for (const std::string& name : names)
        values.push_back(
            numbers_in(member(object, name, part), 1, std::string(part) + " of " + sinew::quoted(name))[0]);
    if (object.size() != names.size())
        refuse(std::string("its part ") + sinew::quoted(part) + " has names this system does not know.");
    return values;
}

std::vector<std::byte> bytes_in(const VariableSlot& slot, const Json& value) {
    const auto size = static_cast<std::size_t>(slot.size);
    std::vector<std::byte> bytes(size);
    const std::string what = "variable " + sinew::quoted(slot.name);
    if (slot.type == ValueType::boolean && value.is_boolean())
        bytes[0] = static_cast<std::byte>(value.get<bool>());
    else if (slot.type == ValueType::integer && value.is_number_integer()) {
        const auto integer = value.get<std::int64_t>();
        std::memcpy(bytes.data(), &integer, size);
    } else if (value.is_string()) {
        const auto text = value.get<std::string>();
        if (text.size() != 2 + 2 * size || text.substr(0, 2) != "0x") refuse(what + " has another size.");
        for (std::size_t i = 0; i < size; ++i) {
            unsigned byte = 0;
            for (const char c : text.substr(2 + 2 * i, 2)) {
                const std::size_t digit = std::string_view("0123456789abcdef").find(c);
                if (digit == std::string_view::npos) refuse(what + " is not written in hexadecimal digits.");
                byte = 16 * byte + static_cast<unsigned>(digit);
            }
            bytes[i] = static_cast<std::byte>(byte);
        }
    } else {
        const std::vector<double> values = numbers_in(value, size / sizeof(double), what);
        if (values.size() * sizeof(double) != size) refuse(what + " has another type.");
        if (size > 0) std::memcpy(bytes.data(), values.data(), size);
    }
    return bytes;
}

}  // namespace

std::string to_json(const State& state) {
    const StateLayout& layout = state.layout();
    Json file;
    file["format"] = format_name;
    file["version"] = newest_version;
    file["system"] = layout.system_name;
    file["fingerprint"] = std::to_string(layout.fingerprint);
    file["time"] = state.time();
    file["q"] = named(layout.q_names, state.q());
    file["u"] = named(layout.u_names, state.u());
    file["z"] = named(layout.z_names, state.z());
    file["variables"] = Json::object();
    for (std::size_t i = 0; i < layout.variables.size(); ++i)
        file["variables"][layout.variables[i].name] =
            value_of_variable(layout.variables[i], bytes_of(state, static_cast<int>(i)));
    file["parameters"] = Json::object();
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        file["parameters"][layout.parameters[i].path] =
            numbers(state.parameter(ParameterId{static_cast<int>(i)}));
    return file.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

State from_json(const State& like, std::string_view text) {
    const StateLayout& layout = like.layout();
    Json file;
    try {
        file = Json::parse(text);
    } catch (const Json::parse_error& error) {
        refuse("byte " + std::to_string(error.byte) + " of the text breaks the rules of JSON.");
    }
    if (member(file, "format", "its") != format_name) refuse("its \"format\" is not \"sinew state\".");
    if (member(file, "version", "its") != newest_version)
        refuse("its version is " + file["version"].dump() + "; this program reads version 1.");
    if (member(file, "fingerprint", "its") != std::to_string(layout.fingerprint))
        refuse("it belongs to system " + member(file, "system", "its").dump() + ", not to " +
               sinew::quoted(layout.system_name) + ".");
    State state = like;
    const Json& variables = member(file, "variables", "the part");
    for (std::size_t i = 0; i < layout.variables.size(); ++i)
        state.set_bytes(
            static_cast<int>(i),
            bytes_in(layout.variables[i], member(variables, layout.variables[i].name, "variable")));
    const Json& parameters = member(file, "parameters", "the part");
    for (std::size_t i = 0; i < layout.parameters.size(); ++i) {
        const ParameterSlot& slot = layout.parameters[i];
        state.set_parameter(
            ParameterId{static_cast<int>(i)},
            numbers_in(member(parameters, slot.path, "parameter"), static_cast<std::size_t>(slot.range.count),
                       "parameter " + sinew::quoted(slot.path)));
    }
    state.set_time(numbers_in(member(file, "time", "its"), 1, "time")[0]);
    state.set_q(values_of(file, "q", layout.q_names));
    state.set_u(values_of(file, "u", layout.u_names));
    state.set_z(values_of(file, "z", layout.z_names));
    return state;
}

}  // namespace sinew
