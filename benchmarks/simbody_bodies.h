// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The layout of Simbody's classes depends on NDEBUG, and Debian builds it without: so must be what includes this.
#ifdef NDEBUG
#error "compile this without NDEBUG, as Debian's Simbody was"
#endif
#include <Simbody.h>

#include "models.h"

namespace bench {

SimTK::Vec3 to(const Vec3& v);
SimTK::Transform to(const Pose& X);
/// Adds a body with its joint.
SimTK::MobilizedBody join(SimTK::MobilizedBody& parent, const BenchBody& body);

}  // namespace bench
