// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>
#include <sinew/joints/user_joint.h>

namespace sinew {

/// One of our joints behind the interface that users write theirs for.
template <class J>
class AsUserJoint : public UserJoint {
public:
    explicit AsUserJoint(const J& joint = {}) {
        nq = J::nq;
        nu = J::nu;
        scratch_size = scratch_size_of<J>();
        coordinate_names.assign(J::coordinate_names.begin(), J::coordinate_names.end());
        const auto names = parameter_names_of<J>();
        parameter_names.assign(names.begin(), names.end());
        parameter_values.resize(names.size());
        parameters_of(joint, nullptr, parameter_values.data());
        has_quaternion = sinew::has_quaternion<J>(nullptr);
        own_rates = RatesOf<J>::Type::q_part > 0 && !std::same_as<typename RatesOf<J>::Type, QuaternionRates>;
    }
    Transform X_FM(const JointInput<double>& in) const override { return J::X_FM(in); }
    void H_FM(const JointInput<double>& in, SpatialVelocity* H) const override { hinge_map<J>(in, H); }
    SpatialAcceleration bias_FM(const JointInput<double>& in, const double* u) const override {
        return hinge_bias<J>(in, u);
    }
    void N(const JointInput<double>& in, double* N) const override {
        for (int j = 0; j < nu; ++j) {
            double u[max_nu] = {}, q_dot[max_nq] = {};
            u[j] = 1;
            multiply_N<J>(in, u, q_dot);
            for (int i = 0; i < nq; ++i) N[i * nu + j] = q_dot[i];
        }
    }
};

}  // namespace sinew
