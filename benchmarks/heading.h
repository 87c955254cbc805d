// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace bench {

/// When, where and with what: the start of every file of results.
nlohmann::json heading(int pinned_to_core);

}  // namespace bench
