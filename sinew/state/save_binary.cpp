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

// magic, version, fingerprint | t q u z parameters | discrete variables | checksum of all before.
static_assert(std::endian::native == std::endian::little, "the compact form is written as memory has it");

constexpr std::uint32_t magic = 0x53574e53;  // "SNWS"
constexpr std::uint32_t newest_version = 1;
constexpr std::size_t header_size = 16, checksum_size = 8;

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const std::byte b : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 1099511628211u;
    return hash;
}

template <class T>
void put(std::vector<std::byte>& out, const T* values, std::size_t count) {
    const auto* bytes = reinterpret_cast<const std::byte*>(values);
    out.insert(out.end(), bytes, bytes + count * sizeof(T));
}

/// Hands out the bytes in order.
struct Reader {
    std::span<const std::byte> rest;
    template <class T>
    T one() {
        T value;
        std::memcpy(&value, rest.data(), sizeof value);
        rest = rest.subspan(sizeof value);
        return value;
    }
    std::vector<double> reals(int count) {
        std::vector<double> values(static_cast<std::size_t>(count));
        if (count > 0) std::memcpy(values.data(), rest.data(), values.size() * sizeof(double));
        rest = rest.subspan(values.size() * sizeof(double));
        return values;
    }
};

std::size_t size_of_file(const StateLayout& layout) {
    const std::size_t reals =
        1 + static_cast<std::size_t>(layout.nq + layout.nu + layout.nz) + layout.parameter_defaults.size();
    std::size_t bytes = 0;
    for (const VariableSlot& slot : layout.variables) bytes += static_cast<std::size_t>(slot.size);
    return header_size + reals * sizeof(double) + bytes + checksum_size;
}

[[noreturn]] void refuse(const std::string& why) {
    throw StateError("these bytes are not the saved state of this system: " + why);
}

}  // namespace

std::vector<std::byte> to_binary(const State& state) {
    const StateLayout& layout = state.layout();
    std::vector<std::byte> out;
    out.reserve(size_of_file(layout));
    put(out, &magic, 1);
    put(out, &newest_version, 1);
    put(out, &layout.fingerprint, 1);
    for_each_number(state, [&](const std::string&, std::span<const double> numbers) {
        put(out, numbers.data(), numbers.size());
    });
    for (int v = 0; v < static_cast<int>(layout.variables.size()); ++v) {
        const std::span<const std::byte> bytes = bytes_of(state, v);
        put(out, bytes.data(), bytes.size());
    }
    const std::uint64_t checksum = checksum_of(out);
    put(out, &checksum, 1);
    return out;
}

State from_binary(const State& like, std::span<const std::byte> bytes) {
    const StateLayout& layout = like.layout();
    if (bytes.size() < header_size + checksum_size)
        refuse("there are only " + std::to_string(bytes.size()) + " of them.");
    Reader reader{bytes};
    if (reader.one<std::uint32_t>() != magic) refuse("they do not begin as a saved state does.");
    if (const auto version = reader.one<std::uint32_t>(); version != newest_version)
        refuse("their version is " + std::to_string(version) + "; this program reads version 1.");
    if (reader.one<std::uint64_t>() != layout.fingerprint)
        refuse("they belong to another system than " + quoted(layout.system_name) + ".");
    if (bytes.size() != size_of_file(layout))
        refuse("there are " + std::to_string(bytes.size()) + " of them, but " +
               std::to_string(size_of_file(layout)) + " are needed.");
    if (Reader{bytes.last(checksum_size)}.one<std::uint64_t>() !=
        checksum_of(bytes.first(bytes.size() - checksum_size)))
        refuse("their checksum is wrong, so they were damaged.");
    State state = like;
    const double time = reader.one<double>();
    const std::vector<double> q = reader.reals(layout.nq), u = reader.reals(layout.nu),
                              z = reader.reals(layout.nz);
    for (std::size_t i = 0; i < layout.parameters.size(); ++i)
        state.set_parameter(ParameterId{static_cast<int>(i)}, reader.reals(layout.parameters[i].range.count));
    for (std::size_t v = 0; v < layout.variables.size(); ++v) {
        const auto size = static_cast<std::size_t>(layout.variables[v].size);
        state.set_bytes(static_cast<int>(v), reader.rest.first(size));
        reader.rest = reader.rest.subspan(size);
    }
    state.set_time(time);
    state.set_q(q);
    state.set_u(u);
    state.set_z(z);
    return state;
}

}  // namespace sinew
