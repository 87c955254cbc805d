// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace bench {

/// What implicit methods take with exact Jacobians and with differences of rates, on stiff models; prints it, too.
nlohmann::json measure_implicit_runs();

}  // namespace bench
