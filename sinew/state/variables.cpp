// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/variables.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>

namespace sinew {

namespace {

/// An integer of 1, 2, 4 or 8 bytes.
std::string integer_text(const char* bytes, PlainType type) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, static_cast<std::size_t>(type.element));
    const int unused = 64 - 8 * type.element;
    if (!type.is_signed) return std::to_string(bits);
    return std::to_string(static_cast<std::int64_t>(bits << unused) >> unused);
}

std::string real_text(const char* bytes, PlainType type) {
    if (type.element == sizeof(float)) {
        float x;
        std::memcpy(&x, bytes, sizeof x);
        return json_of(static_cast<double>(x));
    }
    double x;
    std::memcpy(&x, bytes, sizeof x);
    return json_of(x);
}

std::string value_text(const char* bytes, PlainType type) {
    if (type.type == ValueType::boolean) return *bytes ? "true" : "false";
    return type.type == ValueType::integer ? integer_text(bytes, type) : real_text(bytes, type);
}

}  // namespace

std::string bytes_of(const State& state, int variable) {
    const VariableSlot& slot = state.layout().variable(variable);
    if (slot.object < 0) {
        const auto size = static_cast<std::size_t>(slot.size);
        return {reinterpret_cast<const char*>(state.variable_bytes(variable, size)), size};
    }
    if (!slot.object_type->to_bytes)
        throw StateError(
            "discrete variable " + quoted(slot.name) +
            " is of a type of your own that does not say how it is saved. Specialise sinew::Saved for it.");
    return slot.object_type->to_bytes(state.object(variable, *slot.object_type).get());
}

void set_from_bytes(State& state, int variable, std::string_view bytes) {
    const VariableSlot& slot = state.layout().variable(variable);
    if (slot.object < 0) return state.set_bytes(variable, std::as_bytes(std::span(bytes)));
    if (!slot.object_type->from_bytes)
        throw StateError(
            "discrete variable " + quoted(slot.name) +
            " is of a type of your own that does not say how it is saved. Specialise sinew::Saved for it.");
    std::shared_ptr<const void> value;
    try {
        value = slot.object_type->from_bytes(bytes);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        std::throw_with_nested(
            StateError("discrete variable " + quoted(slot.name) + " cannot be read: " + error.what()));
    }
    state.set_object(variable, *slot.object_type, std::move(value));
}

std::string hexadecimal(std::string_view bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (const char c : bytes)
        (text += digits[static_cast<unsigned char>(c) / 16]) += digits[static_cast<unsigned char>(c) % 16];
    return text;
}

std::uint64_t checksum_of(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037u;
    for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return hash;
}

std::string json_of(double x) {
    if (!std::isfinite(x)) {
        std::string digits;
        for (int shift = 60; shift >= 0; shift -= 4)
            digits += "0123456789abcdef"[std::bit_cast<std::uint64_t>(x) >> shift & 15];
        return "\"0x" + digits + '"';
    }
    const std::string text = shortest(x);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string json_of(std::string_view text) {
    constexpr const char* digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') (out += '\\') += c;
        else if (byte < 0x20 || byte == 0x7f) ((out += "\\u00") += digits[byte / 16]) += digits[byte % 16];
        else out += c;
    }
    return out + '"';
}

std::string json_of(const State& state, int variable) {
    const VariableSlot& slot = state.layout().variable(variable);
    const std::string bytes = bytes_of(state, variable);
    const PlainType type = slot.type;
    if (type.type == ValueType::text && is_utf8(bytes)) return json_of(std::string_view(bytes));
    if (type.type >= ValueType::bytes) return "{\"bytes\": \"" + hexadecimal(bytes) + "\"}";
    const auto element = static_cast<std::size_t>(type.element);
    if (slot.object < 0 && bytes.size() == element) return value_text(bytes.data(), type);
    std::string list = "[";
    for (std::size_t i = 0; i < bytes.size(); i += element)
        (list += i == 0 ? "" : ", ") += value_text(bytes.data() + i, type);
    return list + "]";
}

}  // namespace sinew
