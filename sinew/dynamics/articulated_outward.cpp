// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

namespace {

SINEW_KERNEL void one_by_one(const Outward<double>& pass, int begin, int end) { pass.one_by_one(begin, end); }

SINEW_KERNEL void in_lanes(const Outward<double>& pass, const Alike& alike) { pass.in_lanes(alike); }

}  // namespace

void outward(const Outward<double>& pass) {
    pass.A_WB[0] = {};
    outward_runs(
        pass.tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { in_lanes(pass, alike); });
}

}  // namespace sinew
