// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// A State as text or as bytes, without loss: what is read back is equal to the last bit. Reading wants a State of the
// same system to begin with (its default_state(), say); it is not changed. What does not fit is refused with a
// StateError that says where and why.

/// JSON with every variable by its name, for people, diffs and other programs.
std::string to_json(const State& state);
State from_json(const State& like, std::string_view text);

/// A compact form, little-endian, with the system's name and fingerprint, and a checksum.
std::vector<std::byte> to_binary(const State& state);
State from_binary(const State& like, std::span<const std::byte> bytes);

/// A number that equal States share and others almost never do.
std::uint64_t hash_of(const State& state);

/// A line for every variable in which two States of one system differ: its name and both values.
std::vector<std::string> differences(const State& a, const State& b);

}  // namespace sinew
