// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/rates_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

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
