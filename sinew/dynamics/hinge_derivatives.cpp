// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/across.h>
#include <sinew/dynamics/hinge_derivatives.h>
#include <sinew/joints/coordinates.h>

namespace sinew {

namespace {

template <class T>
Vec3T<T> derivative(const Vec3T<DualT<T>>& a) {
    return {a.x.d, a.y.d, a.z.d};
}
template <class T, class Kind>
MotionT<T, Kind> derivative(const MotionT<DualT<T>, Kind>& V) {
    return {derivative(V.w), derivative(V.v)};
}

template <class T>
Vec3T<DualT<T>> constant(const Vec3T<T>& a) {
    return {{a.x, T(0.0)}, {a.y, T(0.0)}, {a.z, T(0.0)}};
}

/// The joint's functions on dual numbers: coordinates q + ε q', speeds u + ε u'.
template <class J, class T>
struct Across {
    using D = DualT<T>;
    const Node& node;
    const RotationT<D> R_WF;
    D q[max_nq], k[UserJoint::max_parameters], u[max_nu];
    JointInput<D> in;
    SpatialVelocityT<D> H_W[max_nu];

    Across(const Node& of, const RotationT<T>& R, const JointInput<T>& at, const T* speeds, D* scratch)
        : node(of), R_WF{{constant(R.x), constant(R.y), constant(R.z)}}, in{k, q, scratch, at.data} {
        for (int i = 0; i < nq_of<J>(at.data); ++i) q[i] = {at.q[i], T(0.0)};
        for (int i = 0; i < parameter_count_of<J>(at.data); ++i) k[i] = {at.k[i], T(0.0)};
        for (int i = 0; i < nu_of<J>(at.data); ++i) u[i] = {speeds[i], T(0.0)};
    }
    void hinge() {
        TransformT<D> X_FB;
        across<J>(node, in, X_FB, H_W);
        for (int j = 0; j < node.nu; ++j) H_W[j] = R_WF * H_W[j];
    }
    SpatialAccelerationT<T> bias() { return derivative(bias_in_W<J>(node, in, R_WF, H_W, u)); }
};

template <class J, class T>
[[gnu::noinline]] void differentiate(const Node& node, const RotationT<T>& R_WF, const JointInput<T>& in,
                                     const T* u, const T* u_dot, DualT<T>* scratch,
                                     HingeDerivativesT<T>& out) {
    Across<J, T> joint(node, R_WF, in, u, scratch);
    const int nq = nq_of<J>(in.data);
    for (int k = 0; k < node.nu; ++k) {
        T along[max_nu], q_prime[max_nq];
        for (int j = 0; j < node.nu; ++j) along[j] = T(j == k ? 1.0 : 0.0);
        multiply_N<J>(in, along, q_prime);
        for (int i = 0; i < nq; ++i) joint.q[i].d = q_prime[i];
        joint.hinge();
        out.V[k] = {};
        out.A[k] = joint.bias();
        for (int j = 0; j < node.nu; ++j) {
            out.H[k][j] = derivative(joint.H_W[j]);
            out.V[k] += u[j] * out.H[k][j];
            out.A[k].w += u_dot[j] * out.H[k][j].w;
            out.A[k].v += u_dot[j] * out.H[k][j].v;
        }
    }
    for (int i = 0; i < nq; ++i) joint.q[i].d = T(0.0);
    joint.hinge();
    for (int k = 0; k < node.nu; ++k) {
        joint.u[k].d = T(1.0);
        out.b_u[k] = joint.bias();
        joint.u[k].d = T(0.0);
    }
}

template <class T>
void of_any_kind(const Node& node, bool by_angles, const InstanceT<T>& instance, const PositionT<T>& x,
                 const RotationT<T>& R_WF, const T* q, const T* u, const T* u_dot, DualT<T>* scratch,
                 HingeDerivativesT<T>& out) {
    const JointInput<T> in = joint_input(node, instance, q, x.scratch);
    with_joint(node.kind, by_angles,
               [&]<class J> { differentiate<J>(node, R_WF, in, u + node.u, u_dot + node.u, scratch, out); });
}

}  // namespace

template <>
void hinge_derivatives(const Node& node, bool by_angles, const InstanceT<double>& instance,
                       const PositionT<double>& x, const Rotation& R_WF, const double* q, const double* u,
                       const double* u_dot, Dual* scratch, HingeDerivativesT<double>& out) {
    of_any_kind(node, by_angles, instance, x, R_WF, q, u, u_dot, scratch, out);
}

template <>
void hinge_derivatives(const Node& node, bool by_angles, const InstanceT<Dual>& instance,
                       const PositionT<Dual>& x, const RotationT<Dual>& R_WF, const Dual* q, const Dual* u,
                       const Dual* u_dot, DualT<Dual>* scratch, HingeDerivativesT<Dual>& out) {
    of_any_kind(node, by_angles, instance, x, R_WF, q, u, u_dot, scratch, out);
}

}  // namespace sinew
