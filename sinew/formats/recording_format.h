// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// How a recording is laid out in its SQLite file; what writes and what reads share this.

inline constexpr std::int64_t recording_id = 0x53'4e'57'52;  ///< "SNWR", SQLite's application_id
inline constexpr std::int64_t recording_version = 1;         ///< SQLite's user_version

/// The tables (13.1). Columns that hold exact numbers have no type: SQLite would make 0 of −0. Parameters and discrete
/// variables lie apart, once for all frames that share them; their id is their checksum.
inline constexpr const char* recording_tables = R"(
CREATE TABLE about(key TEXT PRIMARY KEY, value);
CREATE TABLE variables(kind TEXT, place INTEGER, name TEXT, count INTEGER, type INTEGER);
CREATE TABLE frames(frame INTEGER PRIMARY KEY, time, next_step, q BLOB, u BLOB, z BLOB, outputs BLOB,
                    parameters INTEGER, discrete INTEGER, checksum INTEGER);
CREATE TABLE parameters(id INTEGER PRIMARY KEY, numbers BLOB);
CREATE TABLE discrete(id INTEGER PRIMARY KEY, bytes BLOB);
CREATE TABLE checkpoint(id INTEGER PRIMARY KEY, frames INTEGER, events INTEGER, time, next_step, q BLOB, u BLOB,
                        z BLOB, outputs BLOB, parameters INTEGER, discrete INTEGER, checksum INTEGER, memory BLOB);
CREATE TABLE events(event INTEGER PRIMARY KEY, time, name TEXT, text TEXT, frames INTEGER);
CREATE TABLE statistics(name TEXT PRIMARY KEY, value);
CREATE TABLE log(line INTEGER PRIMARY KEY, at REAL, text TEXT);
)";

/// What a row of `frames` holds, as views.
struct FrameRow {
    double time = 0, next_step = 0;
    std::string_view q, u, z, outputs;
    std::int64_t parameters = 0, discrete = 0;

    /// FNV-1a over all of it.
    std::int64_t checksum() const;
};

inline std::string_view bytes_of(std::span<const double> numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

/// All discrete variables, each after its size in eight bytes; written into `out`.
void pack_discrete(const State& state, std::string& out);
/// The same apart again; throws StateError if they do not fit.
std::vector<std::string_view> unpack_discrete(std::string_view bytes);

}  // namespace sinew
