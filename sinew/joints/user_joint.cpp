// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/joints/coordinates.h>
#include <sinew/joints/custom.h>
#include <sinew/joints/fit.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

void UserJoint::N(const JointInput<double>&, double* N) const {
    for (int i = 0; i < nq * nu; ++i) N[i] = i / nu == i % nu;
}

void UserJoint::N_inverse(const JointInput<double>& in, double* N_inv) const {
    double rows[max_nq * max_nu];
    N(in, rows);
    for (int i = 0; i < nq; ++i) {  // column i of N⁺ answers the rate of coordinate i alone
        double A[max_nq * max_nu], b[max_nq] = {}, x[max_nu];
        for (int j = 0; j < nu; ++j)
            for (int r = 0; r < nq; ++r) A[j * nq + r] = rows[r * nu + j];
        b[i] = 1;
        least_squares(A, nq, nu, b, x);
        for (int j = 0; j < nu; ++j) N_inv[j * nq + i] = x[j];
    }
}

void UserJoint::N_dot(const JointInput<double>& in, const double* q_dot, double* N_dot) const {
    double largest = 0, before[max_nq * max_nu], q[max_nq];
    for (int i = 0; i < nq; ++i) largest = std::fmax(largest, std::abs(q_dot[i]));
    const double h = largest > 0 ? 6e-6 / largest : 1;
    const JointInput<double> near{in.k, q, in.scratch, in.data};
    for (int i = 0; i < nq; ++i) q[i] = in.q[i] - h * q_dot[i];
    static_cast<void>(X_FM(near));
    N(near, before);
    for (int i = 0; i < nq; ++i) q[i] = in.q[i] + h * q_dot[i];
    static_cast<void>(X_FM(near));
    N(near, N_dot);
    for (int i = 0; i < nq * nu; ++i) N_dot[i] = (N_dot[i] - before[i]) / (2 * h);
    static_cast<void>(X_FM(in));  // what it leaves in scratch belongs to in.q again
}

void UserJoint::fit(const JointInput<double>& in, const Transform& X_FM, double* q) const {
    fit_by_iteration<CustomJoint>(in, X_FM, q);
}

void CustomJoint::check(const std::string& joint_name, Faults& faults) const {
    if (!joint)
        return faults.add(fmt::format("joint {} is custom but has no object behind it.", quoted(joint_name)));
    const UserJoint& j = *joint;
    if (j.nu < 0 || j.nu > max_nu || j.nq < j.nu || j.nq > max_nq)
        return faults.add(fmt::format("joint {} says nq = {}, nu = {}; it takes 0 ≤ nu ≤ 6 and nu ≤ nq ≤ 7.",
                                      quoted(joint_name), j.nq, j.nu));
    if (j.scratch_size < 0)
        faults.add(fmt::format("joint {} has a scratch_size of {}, less than none.", quoted(joint_name),
                               j.scratch_size));
    if (static_cast<int>(j.coordinate_names.size()) != j.nq)
        faults.add(fmt::format("joint {} names {} coordinates but has {}.", quoted(joint_name),
                               j.coordinate_names.size(), j.nq));
    if (j.parameter_names.size() != j.parameter_values.size())
        faults.add(fmt::format("joint {} has {} parameter names and {} parameter values.", quoted(joint_name),
                               j.parameter_names.size(), j.parameter_values.size()));
    if (static_cast<int>(j.parameter_names.size()) > UserJoint::max_parameters)
        faults.add(fmt::format("joint {} has {} parameters; at most {} will do.", quoted(joint_name),
                               j.parameter_names.size(), UserJoint::max_parameters));
    if (!j.own_rates && j.nq != j.nu + (j.has_quaternion ? 1 : 0))
        faults.add(fmt::format("joint {} has nq = {}, nu = {}{}; set own_rates and give N.",
                               quoted(joint_name), j.nq, j.nu, j.has_quaternion ? " and a quaternion" : ""));
    if (j.has_quaternion && (j.nq < 4 || (!j.own_rates && j.nu < 3)))
        faults.add(fmt::format("joint {} says it has a quaternion, but has only nq = {}, nu = {}.",
                               quoted(joint_name), j.nq, j.nu));
}

std::shared_ptr<const JointData> CustomJoint::data() const {
    Faults faults;
    check(name, faults);
    faults.throw_if_any();
    return joint;
}

double contract_error(const UserJoint& joint, const double* q, const double* u) {
    // All of it is what dual numbers show of a custom joint: they are differences here.
    const int nq = joint.nq, nu = joint.nu;
    std::vector<double> scratch(static_cast<std::size_t>(joint.scratch_size) + 1);
    std::vector<Dual> k_dual(joint.parameter_values.begin(), joint.parameter_values.end()),
        scratch_dual(scratch.size());
    const JointInput<double> in{joint.parameter_values.data(), q, scratch.data(), &joint};
    double error = 0, q_dot[max_nq], back[max_nu], N_dot_u[max_nq];
    const auto compare = [&](double a, double b) { error = std::fmax(error, std::abs(a - b)); };
    const auto compare_derivative = [&](const Vec3T<Dual>& a, const Vec3& d) {
        for (int i = 0; i < 3; ++i) compare(a[i].d, d[i]);
    };

    const Transform X = joint.X_FM(in);
    error = rotation_defect(X.R);
    SpatialVelocity H[max_nu], V;
    joint.H_FM(in, H);
    for (int j = 0; j < nu; ++j) V += u[j] * H[j];
    // What it promises besides is not asked for by the passes.
    if (joint.only_turns)
        for (int j = 0; j < nu; ++j) error = std::fmax(error, norm(H[j].v));
    const SpatialAcceleration bias = joint.fixed_hinge ? SpatialAcceleration{} : joint.bias_FM(in, u);
    multiply_N<CustomJoint>(in, u, q_dot);
    multiply_N_inverse<CustomJoint>(in, q_dot, back);
    for (int j = 0; j < nu; ++j) compare(back[j], u[j]);
    multiply_N_dot<CustomJoint>(in, q_dot, u, N_dot_u);

    Dual q_dual[max_nq], u_dual[max_nu], rates[max_nq];
    for (int i = 0; i < nq; ++i) q_dual[i] = {q[i], q_dot[i]};
    for (int j = 0; j < nu; ++j) u_dual[j] = u[j];
    const JointInput<Dual> moving{k_dual.data(), q_dual, scratch_dual.data(), &joint};
    const TransformT<Dual> X_dual = CustomJoint::X_FM(moving);
    compare_derivative(X_dual.R.x, cross(V.w, X.R.x));
    compare_derivative(X_dual.R.y, cross(V.w, X.R.y));
    compare_derivative(X_dual.R.z, cross(V.w, X.R.z));
    compare_derivative(X_dual.p, V.v);
    SpatialVelocityT<Dual> H_dual[max_nu], V_dual;
    CustomJoint::H_FM(moving, H_dual);
    for (int j = 0; j < nu; ++j) V_dual += u_dual[j] * H_dual[j];
    compare_derivative(V_dual.w, bias.w);
    compare_derivative(V_dual.v, bias.v);
    multiply_N<CustomJoint>(moving, u_dual, rates);
    for (int i = 0; i < nq; ++i) compare(rates[i].d, N_dot_u[i]);
    return error;
}

}  // namespace sinew
