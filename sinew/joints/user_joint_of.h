// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/wide_kernel.h>
#include <sinew/joints/coordinates.h>
#include <sinew/joints/custom.h>
#include <sinew/joints/place.h>

namespace sinew {

/// A joint of your own, written as ours are (pin.h is the shortest, universal.h has an axis that moves, screw.h a
/// parameter, ball.h a quaternion): a struct with static functions that are templates of the scalar.
///
///     nq, nu, coordinate_names, columns                                     as ours
///     parameter_names, parameters(k), scratch_size, Rates, fit              as ours, if it has them
///     X_FM(in), H_FM(in, H), bias_FM(in, u)                                 the last two unless all columns are fixed
///     fixed_hinge = true       H_FM is the same for all q although columns are not along F's axes
///     looks_at_values = true   its functions ask value_of() of a number to choose between formulas
///
/// It works on numbers alone: what differs between two joints of one type is a parameter; in.data is null. Then
/// passes take it in lanes like ours, and derivatives are exact. A joint that looks at values is asked lane by lane.
template <class J>
concept JointFormula = requires(const JointInput<double>& in) {
    { J::nq } -> std::convertible_to<int>;
    { J::nu } -> std::convertible_to<int>;
    J::coordinate_names.size();
    J::columns.size();
    { J::X_FM(in) } -> std::convertible_to<Transform>;
}
&&(has_fixed_axes<J>() || requires(const JointInput<Dual>& in, SpatialVelocityT<Dual>* H, const Dual* u) {
    J::H_FM(in, H);
    { J::bias_FM(in, u) } -> std::convertible_to<SpatialAccelerationT<Dual>>;
});

template <class J>
constexpr bool looks_at_values() {
    if constexpr (requires { J::looks_at_values; }) return J::looks_at_values;
    else return false;
}
template <class J>
constexpr bool promises_fixed_hinge() {
    if constexpr (requires { J::fixed_hinge; }) return J::fixed_hinge;
    else return has_fixed_axes<J>();
}

/// What a table of functions is made of, as plain functions.
template <class J, class T>
struct FormulaSteps {
    /// Where one joint of its type goes for another, nothing must depend on which.
    static JointInput<T> numbers(const JointInput<T>& in) { return {in.k, in.q, in.scratch, nullptr}; }

    static void X_FM(const JointInput<T>& in, TransformT<T>& X) { X = J::X_FM(numbers(in)); }
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) { hinge_map<J>(numbers(in), H); }
    static void bias_FM(const JointInput<T>& in, const T* u, SpatialAccelerationT<T>& A) {
        A = hinge_bias<J>(numbers(in), u);
    }
    static void N(const JointInput<T>& in, T* N) {
        for (int j = 0; j < J::nu; ++j) {
            T u[J::nu + 1], q_dot[J::nq + 1];
            for (int k = 0; k < J::nu; ++k) u[k] = T(k == j ? 1.0 : 0.0);
            multiply_N<J>(numbers(in), static_cast<const T*>(u), q_dot);
            for (int i = 0; i < J::nq; ++i) N[i * J::nu + j] = q_dot[i];
        }
    }
    static void N_inverse(const JointInput<T>& in, T* N_inv) {
        for (int i = 0; i < J::nq; ++i) {
            T q_dot[J::nq + 1], u[J::nu + 1];
            for (int k = 0; k < J::nq; ++k) q_dot[k] = T(k == i ? 1.0 : 0.0);
            multiply_N_inverse<J>(numbers(in), static_cast<const T*>(q_dot), u);
            for (int j = 0; j < J::nu; ++j) N_inv[j * J::nq + i] = u[j];
        }
    }
    static void N_dot(const JointInput<T>& in, const T* q_dot, T* N_dot) {
        for (int j = 0; j < J::nu; ++j) {
            T u[J::nu + 1], column[J::nq + 1];
            for (int k = 0; k < J::nu; ++k) u[k] = T(k == j ? 1.0 : 0.0);
            multiply_N_dot<J>(numbers(in), q_dot, static_cast<const T*>(u), column);
            for (int i = 0; i < J::nq; ++i) N_dot[i * J::nu + j] = column[i];
        }
    }
    /// Into numbers of its own first, which nothing else can be kept in.
    static void place(const JointInput<T>& in, const TransformT<T>& X_WP, const TransformT<T>& X_PF,
                      TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
        TransformT<T> X;
        Vec3T<T> p;
        SpatialVelocityT<T> H[J::nu + 1];
        if constexpr (has_fixed_axes<J>()) {
            place_by_fixed_axes<J>(J::X_FM(numbers(in)), X_WP, X_PF, X, p, H);
        } else {
            const TransformT<T> X_FB = J::X_FM(numbers(in));
            SpatialVelocityT<T> H_FB[J::nu + 1];
            hinge_map<J>(numbers(in), H_FB);
            place_by_columns(J::nu, only_turns<J>(), X_WP, X_PF, X_FB, H_FB, X, p, H);
        }
        X_WB = X, p_PB_W = p;
        for (int i = 0; i < J::nu; ++i) H_W[i] = H[i];
    }
};

/// The same compiled for the processor at hand, as the passes are that call them.
template <class Function>
struct Kernels;
template <class... A>
struct Kernels<void (*)(A...)> {
    template <void (*step)(A...)>
    SINEW_KERNEL static void usual(A... a) {
        step(a...);
    }
    template <void (*step)(A...)>
    SINEW_WIDE_KERNEL static void wide(A... a) {
        step(a...);
    }
};
template <auto step, class T>
constexpr auto kernel_of() {
    using K = Kernels<decltype(step)>;
    if constexpr (std::is_same_v<T, PackT<8>>) return &K::template wide<step>;
    else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, PackT<4>>)
        return &K::template usual<step>;
    else return step;
}

template <class J, class T>
constexpr FormulaOn<T> formula_on() {
    using Steps = FormulaSteps<J, T>;
    constexpr bool is_plain = std::is_same_v<T, double>, is_dual = requires(T x) { x.d; };
    if constexpr (looks_at_values<J>() && !is_plain && !is_dual) {
        return {};
    } else {
        FormulaOn<T> out{kernel_of<&Steps::X_FM, T>(),
                         kernel_of<&Steps::H_FM, T>(),
                         kernel_of<&Steps::bias_FM, T>(),
                         kernel_of<&Steps::N, T>(),
                         kernel_of<&Steps::N_inverse, T>(),
                         kernel_of<&Steps::N_dot, T>(),
                         nullptr};
        if constexpr (!is_dual) out.place = kernel_of<&Steps::place, T>();
        return out;
    }
}
template <class J>
inline constinit const UserFormula formula_of{{formula_on<J, double>()},
                                              {formula_on<J, Dual>()},
                                              {formula_on<J, DualT<Dual>>()},
                                              {formula_on<J, PackT<4>>()},
                                              {formula_on<J, PackT<8>>()}};

/// Such a joint behind the interface of all joints of users' own.
template <JointFormula J>
class UserJointOf final : public UserJoint {
    using Rates = typename RatesOf<J>::Type;
    static_assert(J::nu >= 0 && J::nu <= max_nu && J::nu <= J::nq && J::nq <= max_nq,
                  "0 ≤ nu ≤ 6 and nu ≤ nq ≤ 7");
    static_assert(J::coordinate_names.size() == J::nq, "one name for each of the nq coordinates");
    static_assert(J::columns.size() == J::nu, "one column for each of the nu speeds");
    static_assert(Rates::q_part > 0 || J::nq == J::nu,
                  "give Rates where there are more coordinates than speeds");

public:
    explicit UserJointOf(const J& joint = {}) {
        nq = J::nq;
        nu = J::nu;
        scratch_size = scratch_size_of<J>();
        coordinate_names.assign(J::coordinate_names.begin(), J::coordinate_names.end());
        const auto names = parameter_names_of<J>();
        parameter_names.assign(names.begin(), names.end());
        parameter_values.resize(names.size());
        parameters_of(joint, nullptr, parameter_values.data());
        has_quaternion = Rates::q_part == 4;
        own_rates = Rates::q_part > 0 && !std::same_as<Rates, QuaternionRates>;
        only_turns = sinew::only_turns<J>();
        fixed_hinge = promises_fixed_hinge<J>();
        formula = &formula_of<J>;
    }
    Transform X_FM(const JointInput<double>& in) const override { return J::X_FM(On::numbers(in)); }
    void H_FM(const JointInput<double>& in, SpatialVelocity* H) const override { On::H_FM(in, H); }
    SpatialAcceleration bias_FM(const JointInput<double>& in, const double* u) const override {
        return hinge_bias<J>(On::numbers(in), u);
    }
    void N(const JointInput<double>& in, double* N) const override { On::N(in, N); }
    void N_inverse(const JointInput<double>& in, double* N_inv) const override { On::N_inverse(in, N_inv); }
    void N_dot(const JointInput<double>& in, const double* q_dot, double* N_dot) const override {
        On::N_dot(in, q_dot, N_dot);
    }
    void fit(const JointInput<double>& in, const Transform& X_FM, double* q) const override {
        if constexpr (requires { J::fit(in, X_FM, q); }) J::fit(On::numbers(in), X_FM, q);
        else UserJoint::fit(in, X_FM, q);
    }

private:
    using On = FormulaSteps<J, double>;
};

/// For the Model: model.add(custom_joint(Mine{.length = 2}), {.name = "mine", ...}).
template <JointFormula J>
CustomJoint custom_joint(const J& joint = {}) {
    return {std::make_shared<UserJointOf<J>>(joint)};
}

}  // namespace sinew
