// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/constraints/coupler.h>

namespace sinew {

std::vector<CoordinateOf> SpeedCoupler::coordinates() const {
    std::vector<CoordinateOf> all = speeds;
    all.insert(all.end(), depends_on.begin(), depends_on.end());
    return all;
}

}  // namespace sinew
