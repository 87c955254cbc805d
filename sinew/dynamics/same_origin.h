// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/pack.h>
#include <sinew/math/vec3.h>

namespace sinew {

/// Whether a body's origin is where its parent's is, as between the axes of a hip: then there is nothing to shift. Of
/// packs: in all lanes. Scalars that carry derivatives do not ask, since these need not be zero.
template <class T>
bool has_same_origin(const Vec3T<T>& p) {
    if constexpr (std::is_same_v<T, double>) return p.x == 0 && p.y == 0 && p.z == 0;
    else return false;
}
template <int n>
bool has_same_origin(const Vec3T<PackT<n>>& p) {
    return are_zero(p.x, p.y, p.z);
}

}  // namespace sinew
