// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "side.h"

namespace bench {

std::unique_ptr<Side> make_simbody_side(const BenchModel&, const std::vector<BenchState>&);

}  // namespace bench
