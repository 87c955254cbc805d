// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../models.h"

namespace bench {

/// A body's mass centre with its principal axes, for libraries that have diagonal inertias only.
struct Principal {
    Pose X_BC;
    Vec3 moments;
};
Principal principal_of(const BenchBody&);

}  // namespace bench
