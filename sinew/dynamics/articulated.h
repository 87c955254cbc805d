// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/dynamics/triples.h>
#include <sinew/math/pack.h>

namespace sinew {

/// What bodies that are still to come have been given by those that hang on them. The passes from tip to base
/// keep these on a stack: in depth-first order only the innermost is ever touched, so it stays in the nearest
/// cache whatever the number of bodies.
template <class T>
struct PendingT {
    int body;
    bool complete;  ///< of what bodies in lanes gave: all of it is here
    ArticulatedInertiaT<T> Y;
    SpatialForceT<T> z;
};

/// The same of one body of one State.
struct PendingTriples {
    int body;
    TripleInertia Y;
    TripleForce z;
};

/// Work space for these: one, or four in lanes.
struct Pending {
    PendingTriples* one;
    PendingT<Pack>* four;  ///< first one for each of tree.alike: what it gives to the bodies it hangs from
    int stack = 0;         ///< how far the stacks in `one` are apart: the trunk's, then one for each branch
};

/// How many of these a tree needs at a time, of a chain one in a stack.
struct PendingCount {
    int one = 1, four = 0, stack = 1;
};
PendingCount pending_count(const Tree& tree);

/// Work space of one's own.
struct PendingMemory {
    std::vector<PendingTriples> one;
    std::vector<PendingT<Pack>> four;
    int stack;
    explicit PendingMemory(const PendingCount& count)
        : one(static_cast<std::size_t>(count.one)),
          four(static_cast<std::size_t>(count.four)),
          stack(count.stack) {}
    operator Pending() { return {one.data(), four.data(), stack}; }
};

/// Tip to base: the inertia every body shows together with all that hangs on it by free joints. O(n).   (7.8)-(7.10)
/// prescribed marks bodies whose joint's u̇ is given (may be null): such a joint passes inertia on like a weld.
/// pending is work space for pending_count(tree). Returns 0, or a body whose joint moves no inertia at all
/// (the one nearest to the base): M is singular there.
template <class T>
int articulated_inertias(const Tree& tree, const PositionT<T>& x, const std::uint8_t* prescribed,
                         const Pending& pending, const ArticulatedT<T>& out);

/// What forward dynamics is given and what it finds.
template <class T>
struct ForwardT {
    const T* f;                      ///< mobility forces (tree.nu)
    const SpatialForceT<T>* F_B_W;   ///< force on each body about B; may be null
    Vec3T<T> gravity;                ///< acts on all bodies beside these
    const std::uint8_t* prescribed;  ///< per body; may be null
    T* u_dot;                        ///< out; entries of prescribed joints are read
    SpatialAccelerationT<T>* A_WB;   ///< out
};

/// u̇ and the bodies' accelerations from forces. O(n). One pass to the base finds articulated inertias and
/// what forces are felt inboard together: each waits for little, and the work of one hides the waiting of the
/// other. One pass to the tips follows. Also leaves what articulated_inertias leaves, to the same bits.
/// Returns what it returns.   (7.11)-(7.13)
template <class T>
int forward_dynamics(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                     const ForwardT<T>& problem, const Pending& pending, const ArticulatedT<T>& out);

/// M⁻¹ f; where prescribed is set, rows of M_ff⁻¹ alone, zero elsewhere. O(n). z_W and A_WB are work space, one per
/// body.                                                                                               (7.14)
template <class T>
void multiply_by_M_inverse(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                           const std::uint8_t* prescribed, const T* f, T* u_dot, SpatialForceT<T>* z_W,
                           SpatialAccelerationT<T>* A_WB);

}  // namespace sinew
