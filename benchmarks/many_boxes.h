// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace bench {

/// Which of many boxes overlap: by the tree, built and while all move, and each against each. Prints a table, adds it
/// to `out`; throws if the two do not find the same pairs.
void many_boxes(nlohmann::json& out);

}  // namespace bench
