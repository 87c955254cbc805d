// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report.h"

namespace bench {

// Ours alone.

/// Forward dynamics per body, which must not depend on the size or the shape of the tree: ten to a million bodies.
void measure_sizes(const TimingOptions& timing, Report& report);
/// Forward dynamics of one large State on one thread and on two, by the clock. Call it last: threads leave the core.
void measure_branches(const TimingOptions& timing, Report& report);
/// The time of a state, which must not depend on how many there are, once the lanes are full.
void measure_batches(const TimingOptions& timing, Report& report);

}  // namespace bench
