// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Calls f.operator()<n, turns>() with the body's number of mobilities as a constant, and whether its hinge only turns
/// about B: all that the dynamics passes know of a joint.
template <class F>
void with_mobilities(const Node& node, F&& f) {
    if (node.turns) switch (node.nu) {
            case 1: return f.template operator()<1, true>();
            case 2: return f.template operator()<2, true>();
            case 3: return f.template operator()<3, true>();
            default: break;
        }
    switch (node.nu) {
        case 0: return f.template operator()<0, false>();
        case 1: return f.template operator()<1, false>();
        case 2: return f.template operator()<2, false>();
        case 3: return f.template operator()<3, false>();
        case 4: return f.template operator()<4, false>();
        case 5: return f.template operator()<5, false>();
        default: return f.template operator()<6, false>();
    }
}

/// Hᵀ F for one column; half the work where the column has no translation.
template <bool turns, class T>
T hinge_dot(const SpatialVelocityT<T>& H, const SpatialForceT<T>& F) {
    if constexpr (turns) return dot(H.w, F.m);
    else return dot(F, H);
}

/// V + H s for one column.
template <bool turns, class T, class Kind>
void add_hinge(MotionT<T, Kind>& V, const SpatialVelocityT<T>& H, const T& s) {
    V.w += s * H.w;
    if constexpr (!turns) V.v += s * H.v;
}

template <class T>
JointInput<T> joint_input(const Node& node, const InstanceT<T>& instance, const T* q, T* scratch) {
    return {instance.k + node.k, q + node.q, scratch + node.scratch, node.data};
}

}  // namespace sinew
