// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/formats/recording_format.h>
#include <sinew/state/variables.h>

#include <bit>
#include <cstring>

namespace sinew {

static_assert(std::endian::native == std::endian::little, "recordings are written as memory has it");

std::int64_t FrameRow::checksum() const {
    std::uint64_t hash = 14695981039346656037u;
    const auto mix = [&](const void* from, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(from);
        for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    };
    mix(&time, sizeof time);
    mix(&next_step, sizeof next_step);
    for (const std::string_view part : {q, u, z, outputs}) mix(part.data(), part.size());
    mix(&parameters, sizeof parameters);
    mix(&discrete, sizeof discrete);
    return static_cast<std::int64_t>(hash);
}

void pack_discrete(const State& state, std::string& out) {
    out.clear();
    for (int v = 0; v < static_cast<int>(state.layout().variables.size()); ++v) {
        const std::string bytes = sinew::bytes_of(state, v);
        const std::uint64_t size = bytes.size();
        out.append(reinterpret_cast<const char*>(&size), sizeof size);
        out += bytes;
    }
}

std::vector<std::string_view> unpack_discrete(std::string_view bytes) {
    std::vector<std::string_view> parts;
    while (!bytes.empty()) {
        std::uint64_t size = 0;
        if (bytes.size() < sizeof size) throw StateError("discrete variables are cut off.");
        std::memcpy(&size, bytes.data(), sizeof size);
        bytes.remove_prefix(sizeof size);
        if (size > bytes.size()) throw StateError("discrete variables are cut off.");
        parts.push_back(bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return parts;
}

}  // namespace sinew
