// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/rates.h>
#include <sinew/joints/coordinates.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

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
        multiply_N<J>(in, u + node.u, q_dot + node.q);
        clear_unused<J>(node, q_dot);
    });
}

}  // namespace

template <>
SINEW_KERNEL void multiply_by_N(const Tree& tree, const InstanceT<double>& instance,
                                const PositionT<double>& x, const double* q, const double* u, double* q_dot) {
    first_rates(tree, instance, x, q, u, q_dot);
}

template <>
void multiply_by_N(const Tree& tree, const InstanceT<Dual>& instance, const PositionT<Dual>& x, const Dual* q,
                   const Dual* u, Dual* q_dot) {
    first_rates(tree, instance, x, q, u, q_dot);
}

template <>
SINEW_KERNEL void multiply_by_N_transpose(const Tree& tree, const InstanceT<double>& instance,
                                          const PositionT<double>& x, const double* q, const double* f_q,
                                          double* f_u) {
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<double>& in) {
        multiply_N_transpose<J>(in, f_q + node.q, f_u + node.u);
    });
}

template <>
SINEW_KERNEL void multiply_by_N_inverse(const Tree& tree, const InstanceT<double>& instance,
                                        const PositionT<double>& x, const double* q, const double* q_dot,
                                        double* u) {
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<double>& in) {
        multiply_N_inverse<J>(in, q_dot + node.q, u + node.u);
    });
}

template <>
SINEW_KERNEL void multiply_by_N_inverse_transpose(const Tree& tree, const InstanceT<double>& instance,
                                                  const PositionT<double>& x, const double* q,
                                                  const double* f_u, double* f_q) {
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<double>& in) {
        multiply_N_inverse_transpose<J>(in, f_u + node.u, f_q + node.q);
        clear_unused<J>(node, f_q);
    });
}

template <>
SINEW_KERNEL void multiply_by_N_dot(const Tree& tree, const InstanceT<double>& instance,
                                    const PositionT<double>& x, const double* q, const double* u,
                                    double* out) {
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<double>& in) {
        double q_dot[max_nq];
        multiply_N<J>(in, u + node.u, q_dot);
        multiply_N_dot<J>(in, q_dot, u + node.u, out + node.q);
        clear_unused<J>(node, out);
    });
}

template <>
SINEW_KERNEL void second_rates(const Tree& tree, const InstanceT<double>& instance,
                               const PositionT<double>& x, const double* q, const double* u,
                               const double* u_dot, double* q_dot_dot) {
    multiply_by_N_dot(tree, instance, x, q, u, q_dot_dot);
    for_each_joint(tree, instance, x, q, [&]<class J>(const Node& node, const JointInput<double>& in) {
        double from_u_dot[max_nq];
        multiply_N<J>(in, u_dot + node.u, from_u_dot);
        for (int i = 0; i < nq_of<J>(node.data); ++i) q_dot_dot[node.q + i] += from_u_dot[i];
    });
}

}  // namespace sinew
