// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The name among candidates that takes the fewest edits to become the given one; empty if none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// A name as it stands in a message: quoted, control characters escaped, cut if very long.
std::string quoted(std::string_view name);

/// The shortest text that reads back as the same number.
std::string shortest(double value);

}  // namespace sinew
