// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/ask_joint.h>
#include <sinew/dynamics/rates.h>
#include <sinew/joints/coordinates.h>

namespace sinew {

/// Calls f<J>(node, what the joint's functions are given) for every joint that moves.
template <class T, class F>
void for_each_joint(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                    F&& f) {
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        if (node.nu == 0) continue;
        const JointInput<T> in = joint_input(node, instance, q, x.scratch);
        with_joint(node.kind, instance.by_angles[B], [&]<class J> { f.template operator()<J>(node, in); });
    }
}

/// Coordinates that a joint by angles does not use.
template <class J, class T>
void clear_unused(const Node& node, T* q_like) {
    for (int i = nq_of<J>(node.data); i < node.nq; ++i) q_like[node.q + i] = T(0.0);
}

template <class T>
void first_rates(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                 const T* u, T* q_dot) {
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<T>& in) {
        ask_rates<J>(in, u + node.u, q_dot + node.q);
        clear_unused<J>(node, q_dot);
    });
}

}  // namespace sinew
