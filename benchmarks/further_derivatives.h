// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace bench {

/// What derivatives by parameters and second derivatives cost, on the humanoid of pins; prints it, too.
nlohmann::json measure_further_derivatives();

}  // namespace bench
