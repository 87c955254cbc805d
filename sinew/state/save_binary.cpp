// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/save.h>
#include <sinew/state/variables.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace sinew {

namespace {

// magic, version, size of all, checksum of what follows | fingerprint, name | t q u z parameters | discrete variables.
// Texts, bytes and objects are preceded by their size.
static_assert(std::endian::native == std::endian::little, "the compact form is written as memory has it");

constexpr std::uint32_t magic = 0x53574e53;  // "SNWS"
constexpr std::uint32_t newest_version = 1;
constexpr std::size_t header_size = 24;

template <class T>
void put(std::string& out, const T& value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_text(std::string& out, std::string_view text) {
    put(out, static_cast<std::uint64_t>(text.size()));
    out += text;
}

[[noreturn]] void refuse(const std::string& why) {
    throw StateError("these bytes are not the saved state of this system: " + why);
}

/// Hands out the bytes in order, never more than there are.
struct Reader {
    std::string_view rest;

    std::string_view bytes(std::uint64_t count) {
        if (count > rest.size()) refuse("they end too early.");
        const std::string_view taken = rest.substr(0, count);
        rest.remove_prefix(count);
        return taken;
    }
    template <class T>
    T one() {
        T value;
        std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view text() { return bytes(one<std::uint64_t>()); }
    std::vector<double> reals(int count) {
        std::vector<double> values(static_cast<std::size_t>(count));
        const std::string_view taken = bytes(values.size() * sizeof(double));
        if (count > 0) std::memcpy(values.data(), taken.data(), taken.size());
        return values;
    }
};

std::string content_of(const State& state) {
    const StateLayout& layout = state.layout();
    std::string out;
    put(out, layout.fingerprint);
    put_text(out, layout.system_name);
    for_each_number(state, [&](const char*, const std::string&, std::span<const double> numbers) {
        out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    });
    for (std::size_t v = 0; v < layout.variables.size(); ++v)
        put_text(out, bytes_of(state, static_cast<int>(v)));
    return out;
}

}  // namespace

std::vector<std::byte> to_binary(const State& state) {
    const std::string content = content_of(state);
    std::string out;
    put(out, magic);
    put(out, newest_version);
    put(out, static_cast<std::uint64_t>(header_size + content.size()));
    put(out, checksum_of(content));
    out += content;
    const std::span<const std::byte> bytes = std::as_bytes(std::span(out));
    return {bytes.begin(), bytes.end()};
}

State from_binary(const State& like, std::span<const std::byte> bytes) {
    const StateLayout& layout = like.layout();
    Reader reader{{reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
    if (bytes.size() < header_size) refuse("there are only " + std::to_string(bytes.size()) + " of them.");
    if (reader.one<std::uint32_t>() != magic) refuse("they do not begin as a saved state does.");
    if (const auto version = reader.one<std::uint32_t>(); version != newest_version)
        refuse("their version is " + std::to_string(version) + "; this program reads version 1.");
    if (const auto size = reader.one<std::uint64_t>(); size != bytes.size())
        refuse("there are " + std::to_string(bytes.size()) + " of them, but there should be " +
               std::to_string(size) + ".");
    if (reader.one<std::uint64_t>() != checksum_of(reader.rest))
        refuse("their checksum is wrong, so they were damaged.");
    const auto fingerprint = reader.one<std::uint64_t>();
    const std::string_view name = reader.text();
    if (fingerprint != layout.fingerprint)
        refuse("they belong to system " + sinew::quoted(name) + ", not to " +
               sinew::quoted(layout.system_name) + ", or to another version of it.");
    State state = like;
    const double time = reader.one<double>();
    const std::vector<double> q = reader.reals(layout.nq), u = reader.reals(layout.nu),
                              z = reader.reals(layout.nz);
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        state.set_parameter(ParameterId{static_cast<int>(i)}, reader.reals(layout.parameters[i].range.count));
    for (std::size_t v = 0; v < layout.variables.size(); ++v)
        set_from_bytes(state, static_cast<int>(v), reader.text());
    if (!reader.rest.empty()) refuse("there are more of them than its variables need.");
    state.set_time(time);
    state.set_q(q);
    state.set_u(u);
    state.set_z(z);
    return state;
}

std::uint64_t hash_of(const State& state) {
    const StateLayout& layout = state.layout();
    std::string out;
    put(out, layout.fingerprint);
    for_each_number(state, [&](const char*, const std::string&, std::span<const double> numbers) {
        out.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    });
    for (std::size_t v = 0; v < layout.variables.size(); ++v)
        if (layout.variables[v].object < 0 || layout.variables[v].object_type->to_bytes)
            put_text(out, bytes_of(state, static_cast<int>(v)));
    return checksum_of(out);
}

}  // namespace sinew
