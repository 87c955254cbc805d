// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include "models.h"

namespace bench {

/// The same model for Sinew: body i is BodyId i + 1.
sinew::Model model_of(const BenchModel&);

}  // namespace bench
