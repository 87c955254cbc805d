// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>
#include <sinew/joints/custom.h>
#include <sinew/joints/fit.h>
#include <sinew/joints/test/any_case.h>
#include <sinew/joints/test/as_user_joint.h>

namespace sinew {

/// A case of a joint of type J; see AnyCase.
template <class J>
struct CaseOf : AnyCase {
    CaseOf(std::shared_ptr<const JointData> joint_data, Numbers parameters) {
        name = J::name;
        own_size = has_own_size<J>;
        data = std::move(joint_data);
        has_quaternion = sinew::has_quaternion<J>(data.get());
        columns.assign(J::columns.begin(), J::columns.end());
        k = std::move(parameters);
        scratch_size = static_cast<std::size_t>(scratch_size_of<J>(data.get()));
        q.resize(static_cast<std::size_t>(nq_of<J>(data.get())));
        u.resize(static_cast<std::size_t>(nu_of<J>(data.get())));
    }
    std::unique_ptr<AnyCase> copy() const override { return std::make_unique<CaseOf>(*this); }

    Transform X() const override { return J::X_FM(At(*this, q).in); }
    TransformT<Dual> X(const Duals& q_dual) const override { return J::X_FM(At(*this, q_dual).in); }
    std::vector<SpatialVelocity> H() const override { return H_at(q); }
    std::vector<SpatialVelocityT<Dual>> H(const Duals& q_dual) const override { return H_at(q_dual); }
    SpatialAcceleration bias() const override { return hinge_bias<J>(At(*this, q).in, u.data()); }

    Numbers N(const Numbers& speeds) const override {
        Numbers rates(q.size());
        multiply_N<J>(At(*this, q).in, speeds.data(), rates.data());
        return rates;
    }
    Duals N(const Duals& q_dual, const Duals& speeds) const override {
        Duals rates(q.size());
        multiply_N<J>(At(*this, q_dual).in, speeds.data(), rates.data());
        return rates;
    }
    Numbers N_inverse(const Numbers& rates) const override {
        Numbers speeds(u.size());
        multiply_N_inverse<J>(At(*this, q).in, rates.data(), speeds.data());
        return speeds;
    }
    Numbers N_transpose(const Numbers& f_q) const override {
        Numbers f_u(u.size());
        multiply_N_transpose<J>(At(*this, q).in, f_q.data(), f_u.data());
        return f_u;
    }
    Numbers N_inverse_transpose(const Numbers& f_u) const override {
        Numbers f_q(q.size());
        multiply_N_inverse_transpose<J>(At(*this, q).in, f_u.data(), f_q.data());
        return f_q;
    }
    Numbers N_dot(const Numbers& rates, const Numbers& speeds) const override {
        Numbers result(q.size());
        multiply_N_dot<J>(At(*this, q).in, rates.data(), speeds.data(), result.data());
        return result;
    }

    Numbers reference() const override {
        Numbers result(q.size());
        reference_q<J>(data.get(), result.data());
        return result;
    }
    Numbers fit(const Transform& X_FM, const Numbers& guess) const override {
        Numbers result = guess;
        J::fit(At(*this, q).in, X_FM, result.data());
        return result;
    }
    Numbers fit_velocity(const SpatialVelocity& V) const override {
        Numbers speeds(u.size());
        sinew::fit_velocity<J>(At(*this, q).in, V, speeds.data());
        return speeds;
    }
    bool overruns_scratch() const override {
        const double mark = 1e300;
        Numbers guarded(scratch_size + 8, mark);
        const JointInput<double> in{k.data(), q.data(), guarded.data(), data.get()};
        SpatialVelocity columns_here[max_nu];
        static_cast<void>(J::X_FM(in));
        hinge_map<J>(in, columns_here);
        static_cast<void>(hinge_bias<J>(in, u.data()));
        for (std::size_t i = scratch_size; i < guarded.size(); ++i)
            if (guarded[i] != mark) return true;
        return false;
    }
    std::unique_ptr<AnyCase> as_custom() const override {
        if constexpr (has_own_size<J>) {
            auto user = std::make_shared<AsUserJoint<J>>();
            user->parameter_values = k;
            auto custom = std::make_unique<CaseOf<CustomJoint>>(user, k);
            custom->q = q;
            custom->u = u;
            return custom;
        } else {
            return nullptr;
        }
    }

private:
    /// The input at some coordinates, after X_FM.
    template <class T>
    struct At {
        std::vector<T> k, scratch;
        JointInput<T> in;
        At(const CaseOf& c, const std::vector<T>& q) : k(c.k.begin(), c.k.end()), scratch(c.scratch_size) {
            in = {k.data(), q.data(), scratch.data(), c.data.get()};
            static_cast<void>(J::X_FM(in));
        }
    };
    template <class T>
    At(const CaseOf&, const std::vector<T>&) -> At<T>;

    template <class T>
    std::vector<SpatialVelocityT<T>> H_at(const std::vector<T>& at) const {
        std::vector<SpatialVelocityT<T>> result(max_nu);
        hinge_map<J>(At(*this, at).in, result.data());
        result.resize(u.size());
        return result;
    }
};

/// A joint of the Model, of type Joint, as J: itself, or its variant by angles.
template <class J, class Joint>
CaseOf<J> make_case(const Joint& joint, Numbers q = {}, Numbers u = {}) {
    const auto data = data_of(joint);
    Numbers k(static_cast<std::size_t>(parameter_count_of<J>(data.get())));
    parameters_of(joint, data.get(), k.data());
    CaseOf<J> result(data, k);
    if (!q.empty()) result.q = std::move(q);
    if (!u.empty()) result.u = std::move(u);
    return result;
}
template <class J>
CaseOf<J> case_of(const J& joint, Numbers q = {}, Numbers u = {}) {
    return make_case<J>(joint, std::move(q), std::move(u));
}

}  // namespace sinew
