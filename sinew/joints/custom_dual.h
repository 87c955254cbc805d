// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a user's joint serves dual numbers: by its formula, or where it knows double only, by central differences along
// their derivatives.

#include <sinew/joints/custom.h>

namespace sinew {

/// The numbers f(in, v, out) gives for a joint at v + d ε, from its values at v and at v ± h d. X_FM comes before f, as
/// the contract has it; v stands for further arguments (speeds, rates).
template <class S, class F>
void by_differences(const JointInput<DualT<S>>& in, const DualT<S>* v, int nv, DualT<S>* out, int count,
                    F f) {
    const int nq = sized(in.data).nq, nk = static_cast<int>(sized(in.data).parameter_names.size());
    double largest = 0;
    const auto look = [&](const DualT<S>* x, int n) {
        for (int i = 0; i < n; ++i) largest = std::fmax(largest, std::abs(value_of(x[i].d)));
    };
    look(in.q, nq);
    look(in.k, nk);
    look(v, nv);
    const double h =
        largest > 0 ? 6e-6 / largest : 1;  // cube root of the rounding: differences and rounding err alike
    S results[3][6 * max_nq];
    for (const int step : {1, -1, 0}) {
        S q[max_nq], k[UserJoint::max_parameters], w[max_nq];
        const auto take = [&](const DualT<S>* x, int n, S* to) {
            for (int i = 0; i < n; ++i) to[i] = x[i].v + S(step * h) * x[i].d;
        };
        take(in.q, nq, q);
        take(in.k, nk, k);
        take(v, nv, w);
        // A DualT<S> is two S, so the scratch for the one has room for the other.
        const JointInput<S> near{k, q, reinterpret_cast<S*>(in.scratch), in.data};
        static_cast<void>(CustomJoint::X_FM(near));
        f(near, w, results[step + 1]);
    }
    for (int i = 0; i < count; ++i) out[i] = {results[1][i], (results[2][i] - results[0][i]) / S(2 * h)};
}

template <class T, class Kind>
void to_numbers(const MotionT<T, Kind>& V, T* out) {
    for (int i = 0; i < 3; ++i) out[i] = V.w[i], out[3 + i] = V.v[i];
}
template <class Motion, class T>
Motion from_numbers(const T* a) {
    return {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}};
}

template <class S>
TransformT<DualT<S>> CustomJoint::X_FM(const JointInput<DualT<S>>& in) {
    if (const auto* formula = formula_on<DualT<S>>(in.data)) {
        TransformT<DualT<S>> X;
        formula->X_FM(in, X);
        return X;
    }
    DualT<S> a[12];
    by_differences<S>(in, nullptr, 0, a, 12, [](const JointInput<S>& at, const S*, S* out) {
        const TransformT<S> X = X_FM(at);
        for (int i = 0; i < 3; ++i)
            out[i] = X.R.x[i], out[3 + i] = X.R.y[i], out[6 + i] = X.R.z[i], out[9 + i] = X.p[i];
    });
    return {{{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}}}, {a[9], a[10], a[11]}};
}

template <class S>
void CustomJoint::H_FM(const JointInput<DualT<S>>& in, SpatialVelocityT<DualT<S>>* H) {
    if (const auto* formula = formula_on<DualT<S>>(in.data)) return formula->H_FM(in, H);
    const int n = sized(in.data).nu;
    DualT<S> a[6 * max_nu];
    by_differences<S>(in, nullptr, 0, a, 6 * n, [n](const JointInput<S>& at, const S*, S* out) {
        SpatialVelocityT<S> columns_here[max_nu];
        H_FM(at, columns_here);
        for (int j = 0; j < n; ++j) to_numbers(columns_here[j], out + 6 * j);
    });
    for (int j = 0; j < n; ++j) H[j] = from_numbers<SpatialVelocityT<DualT<S>>>(a + 6 * j);
}

template <class S>
SpatialAccelerationT<DualT<S>> CustomJoint::bias_FM(const JointInput<DualT<S>>& in, const DualT<S>* u) {
    if (const auto* formula = formula_on<DualT<S>>(in.data)) {
        SpatialAccelerationT<DualT<S>> A;
        formula->bias_FM(in, u, A);
        return A;
    }
    DualT<S> a[6];
    by_differences<S>(in, u, sized(in.data).nu, a, 6, [](const JointInput<S>& at, const S* speeds, S* out) {
        to_numbers(bias_FM(at, speeds), out);
    });
    return from_numbers<SpatialAccelerationT<DualT<S>>>(a);
}

template <class S>
void CustomRates::own_matrix(const JointInput<DualT<S>>& in, DualT<S>* N) {
    if (const auto* formula = CustomJoint::formula_on<DualT<S>>(in.data)) return formula->N(in, N);
    by_differences<S>(in, nullptr, 0, N, sized(in.data).nq * sized(in.data).nu,
                      [](const JointInput<S>& at, const S*, S* out) { own_matrix(at, out); });
}
template <class S>
void CustomRates::own_inverse(const JointInput<DualT<S>>& in, DualT<S>* N_inv) {
    if (const auto* formula = CustomJoint::formula_on<DualT<S>>(in.data))
        return formula->N_inverse(in, N_inv);
    by_differences<S>(in, nullptr, 0, N_inv, sized(in.data).nq * sized(in.data).nu,
                      [](const JointInput<S>& at, const S*, S* out) { own_inverse(at, out); });
}
template <class S>
void CustomRates::own_derivative(const JointInput<DualT<S>>& in, const DualT<S>* q_dot, DualT<S>* N_dot) {
    if (const auto* formula = CustomJoint::formula_on<DualT<S>>(in.data))
        return formula->N_dot(in, q_dot, N_dot);
    by_differences<S>(
        in, q_dot, sized(in.data).nq, N_dot, sized(in.data).nq * sized(in.data).nu,
        [](const JointInput<S>& at, const S* rates, S* out) { own_derivative(at, rates, out); });
}

}  // namespace sinew
