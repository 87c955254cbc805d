// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How functions are evaluated on any scalar. Needed by function.cpp and by those who bring a scalar of their own.

#include <limits>
#include <type_traits>

#include <sinew/math/dual.h>
#include <sinew/math/function_compiled.h>
#include <sinew/math/function_jet.h>

namespace sinew::function {

template <class T>
SampleT<T> evaluate_polynomial(const std::vector<double>& c, const T& x) {
    T value(0.0), d1(0.0), half_d2(0.0);
    for (const double coefficient : c) {
        half_d2 = half_d2 * x + d1;
        d1 = d1 * x + value;
        value = value * x + coefficient;
    }
    return {value, d1, 2.0 * half_d2};
}

template <class T>
SampleT<T> evaluate_sinusoid(double amplitude, double frequency, double phase, const T& x) {
    const auto [sin, cos] = sin_cos(frequency * x + phase);
    const T value = amplitude * sin;
    return {value, amplitude * frequency * cos, -frequency * frequency * value};
}

/// (2.42)
template <class T>
SampleT<T> evaluate_step(double from, double rise, double start, double width, const T& x) {
    const T s = (x - start) / width;
    if (value_of(s) <= 0.0) return {T(from), T(0.0), T(0.0)};
    if (value_of(s) >= 1.0) return {T(from + rise), T(0.0), T(0.0)};
    const T s2 = s * s, r = 1.0 - s;
    return {from + rise * s2 * s * (10.0 + s * (6.0 * s - 15.0)), (30.0 * rise / width) * s2 * r * r,
            (60.0 * rise / (width * width)) * s * r * (1.0 - 2.0 * s)};
}

template <class T>
T value(const Compiled& f, const T* x);

/// The scalars that a tree can be evaluated on: plain ones, and jets of them.
template <class T>
struct ScalarRules {
    static T constant(double c) { return T(c); }
    static T scale(double s, const T& x) { return s * x; }
    static T apply(const Compiled& f, const T& x);
    static T custom(const Custom& f, const T* x);
};

template <class T, int N>
struct ScalarRules<Jet<T, N>> {
    static Jet<T, N> constant(double c) { return Jet<T, N>::constant(T(c)); }
    static Jet<T, N> scale(double s, const Jet<T, N>& x) { return T(s) * x; }
    static Jet<T, N> apply(const Compiled& f, const Jet<T, N>& x);
    static Jet<T, N> custom(const Custom& f, const Jet<T, N>* x);
};

/// The kinds with one argument and a formula of their own.
template <class T>
SampleT<T> sample(const Compiled& f, const T& x) {
    switch (f.op) {
        case Op::affine: return {f.a + f.b * x, T(f.b), T(0.0)};
        case Op::table: return f.table.evaluate(x);
        case Op::polynomial: return evaluate_polynomial(f.numbers, x);
        case Op::sinusoid: return evaluate_sinusoid(f.a, f.b, f.c, x);
        case Op::step: return evaluate_step(f.a, f.b, f.c, f.d, x);
        default: return {T(f.a), T(0.0), T(0.0)};
    }
}

/// The tree, on a scalar or a jet.
template <class S>
S value(const Compiled& f, const S* x) {
    using Rules = ScalarRules<S>;
    switch (f.op) {
        case Op::constant: return Rules::constant(f.a);
        case Op::argument: return x[f.index];
        case Op::on_argument: return Rules::apply(*f.children[0], x[f.index]);
        case Op::linear: {
            S r = Rules::constant(f.a);
            for (std::size_t i = 0; i < f.numbers.size(); ++i) r = r + Rules::scale(f.numbers[i], x[i]);
            return r;
        }
        case Op::scaled: return Rules::scale(f.a, value(*f.children[0], x));
        case Op::sum: {
            S r = Rules::constant(f.a);
            for (const auto& child : f.children) r += value(*child, x);
            return r;
        }
        case Op::product: {
            S r = Rules::scale(f.a, value(*f.children[0], x));
            for (std::size_t i = 1; i < f.children.size(); ++i) r = r * value(*f.children[i], x);
            return r;
        }
        case Op::composition: {
            const std::size_t count = f.children.size() - 1;
            if (count == 1) {
                const S inner = value(*f.children[0], x);
                return value(*f.children[1], &inner);
            }
            S inner[max_arguments];
            for (std::size_t i = 0; i < count; ++i) inner[i] = value(*f.children[i], x);
            return value(*f.children[count], inner);
        }
        case Op::custom: return Rules::custom(*f.custom, x);
        default: return Rules::apply(f, x[0]);
    }
}

template <class T>
T ScalarRules<T>::apply(const Compiled& f, const T& x) {
    return sample(f, x).value;
}

template <class T, int N>
Jet<T, N> ScalarRules<Jet<T, N>>::apply(const Compiled& f, const Jet<T, N>& x) {
    return chain(sample(f, x.v), x);
}

/// Calls f(part, along) for each set of derivatives that some of n numbers carry: part(x) is that of x, `along` all of
/// them. Other scalars than dual numbers have none.
template <class T, class F>
void each_derivative(const T*, int, F&&) {}
template <class F>
void each_derivative(const Dual* x, int n, F&& f) {
    double along[max_arguments];
    bool any = false;
    for (int i = 0; i < n; ++i) along[i] = x[i].d, any = any || along[i] != 0;
    if (any) f(Dual{0, 1}, along);
}
template <class F>
void each_derivative(const DualT<Dual>* x, int n, F&& f) {
    const DualT<Dual> units[] = {{Dual{0, 1}, Dual{}}, {Dual{}, Dual{1, 0}}, {Dual{}, Dual{0, 1}}};
    for (int part = 0; part < 3; ++part) {
        double along[max_arguments];
        bool any = false;
        for (int i = 0; i < n; ++i) {
            along[i] = part == 0 ? x[i].v.d : part == 1 ? x[i].d.v : x[i].d.d;
            any = any || along[i] != 0;
        }
        if (any) f(units[part], along);
    }
}

/// A custom function knows double only. Other scalars are x + δ with a nilpotent δ, for which Taylor's formula with
/// three derivatives is exact: to third order in δ for the value, to second for the gradient, to first for the Hessian.
template <class T>
struct CustomSample {
    T value, gradient[max_arguments], hessian[max_arguments * max_arguments];
    int n;

    CustomSample(const Custom& f, const T* x) : n(f.arguments()) {
        double x0[max_arguments], g[max_arguments], second[max_arguments * max_arguments];
        T change[max_arguments];
        for (int i = 0; i < n; ++i) x0[i] = value_of(x[i]), change[i] = x[i] - x0[i];
        value = T(f.evaluate(x0, g, second));
        for (int i = 0; i < n * n; ++i) hessian[i] = T(second[i]);
        each_derivative(x, n, [&](const T& unit, const double* along) {
            double third[max_arguments * max_arguments];
            f.hessian_along(x0, along, third);
            for (int i = 0; i < n * n; ++i) hessian[i] = hessian[i] + third[i] * unit;
        });
        for (int i = 0; i < n; ++i) {
            gradient[i] = T(g[i]);
            for (int j = 0; j < n; ++j)
                gradient[i] = gradient[i] + 0.5 * (second[i * n + j] + hessian[i * n + j]) * change[j];
        }
        for (int i = 0; i < n; ++i) value = value + 0.5 * (g[i] + gradient[i]) * change[i];
    }
};

template <class T>
T ScalarRules<T>::custom(const Custom& f, const T* x) {
    if constexpr (std::is_same_v<T, double>) return f.evaluate(x, nullptr, nullptr);
    else return CustomSample<T>(f, x).value;
}

template <class T, int N>
Jet<T, N> ScalarRules<Jet<T, N>>::custom(const Custom& f, const Jet<T, N>* x) {
    T x0[max_arguments];
    for (int i = 0; i < f.arguments(); ++i) x0[i] = x[i].v;
    const CustomSample<T> s(f, x0);
    Jet<T, N> r = Jet<T, N>::constant(s.value);
    for (int p = 0; p < s.n; ++p) {
        for (int i = 0; i < N; ++i) r.d[i] = r.d[i] + s.gradient[p] * x[p].d[i];
        for (int k = 0; k < Jet<T, N>::pairs; ++k) r.dd[k] = r.dd[k] + s.gradient[p] * x[p].dd[k];
        for (int q = 0; q < s.n; ++q)
            for (int i = 0, k = 0; i < N; ++i)
                for (int j = 0; j <= i; ++j, ++k)
                    r.dd[k] = r.dd[k] + s.hessian[p * s.n + q] * x[p].d[i] * x[q].d[j];
    }
    return r;
}

/// The answer where fewer arguments are given than the function takes: harmless, and not to be overlooked.
template <class T>
T not_a_number() {
    return T(std::numeric_limits<double>::quiet_NaN());
}

template <class T>
SampleT<T> Compiled::evaluate_other(const T& x) const {
    if (arguments > 1) return {not_a_number<T>(), not_a_number<T>(), not_a_number<T>()};
    if (op == Op::polynomial || op == Op::sinusoid || op == Op::step) return sample(*this, x);
    const Jet<T, 1> at{x, {T(1.0)}, {T(0.0)}};
    const Jet<T, 1> r = value(*this, &at);
    return {r.v, r.d[0], r.dd[0]};
}

/// One pass: argument which[k] is direction k of the jets (none where which[k] ≥ n); writes what these directions give.
template <class T, int N>
T evaluate_directions(const Compiled& f, const T* x, int n, const int (&which)[N], T* gradient, T* hessian,
                      int stride) {
    Jet<T, N> at[max_arguments];
    for (int i = 0; i < n; ++i) at[i] = Jet<T, N>::constant(x[i]);
    for (int k = 0; k < N; ++k)
        if (which[k] < n) at[which[k]].d[k] = T(1.0);
    const Jet<T, N> r = value(f, static_cast<const Jet<T, N>*>(at));
    for (int i = 0, k = 0; i < N; ++i) {
        for (int j = 0; j <= i; ++j, ++k)
            if (hessian && which[i] < n && which[j] < n)
                hessian[which[i] * stride + which[j]] = hessian[which[j] * stride + which[i]] = r.dd[k];
        if (gradient && which[i] < n) gradient[which[i]] = r.d[i];
    }
    return r.v;
}

/// More than three arguments, in blocks of three, two blocks a pass: each block once for the gradient, every pair of
/// blocks for the Hessian.
template <class T>
T evaluate_blocks(const Compiled& f, const T* x, int n, T* gradient, T* hessian, int stride) {
    T result(0.0);
    const auto pass = [&](int i, int j) {
        result =
            evaluate_directions<T, 6>(f, x, n, {i, i + 1, i + 2, j, j + 1, j + 2}, gradient, hessian, stride);
    };
    if (hessian) {
        for (int i = 0; i < n; i += 3)
            for (int j = i + 3; j < n; j += 3) pass(i, j);
    } else {
        for (int i = 0; i < n; i += 6) pass(i, i + 3);
    }
    return result;
}

template <class T>
T Compiled::evaluate(const T* x, int n, T* gradient, T* hessian) const {
    const T fill = arguments > n ? not_a_number<T>() : T(0.0);
    for (int i = 0; gradient && i < n; ++i) gradient[i] = fill;
    for (int i = 0; hessian && i < n * n; ++i) hessian[i] = fill;
    if (arguments > n) return fill;
    if (op == Op::linear)
        for (int i = 0; gradient && i < arguments; ++i) gradient[i] = T(numbers[static_cast<std::size_t>(i)]);
    if (op == Op::linear || op == Op::constant || (!gradient && !hessian)) return value(*this, x);
    switch (arguments) {
        case 0: return value(*this, x);
        case 1: return evaluate_directions<T, 1>(*this, x, 1, {0}, gradient, hessian, n);
        case 2: return evaluate_directions<T, 2>(*this, x, 2, {0, 1}, gradient, hessian, n);
        case 3: return evaluate_directions<T, 3>(*this, x, 3, {0, 1, 2}, gradient, hessian, n);
        default: return evaluate_blocks(*this, x, arguments, gradient, hessian, n);
    }
}

/// (2.50): one direction, v.
template <class T>
SampleT<T> Compiled::evaluate_along(const T* x, const T* v, int n) const {
    if (arguments > n) return {not_a_number<T>(), not_a_number<T>(), not_a_number<T>()};
    if (op == Op::linear) {
        SampleT<T> r{T(a), T(0.0), T(0.0)};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            r.value = r.value + numbers[i] * x[i];
            r.d1 = r.d1 + numbers[i] * v[i];
        }
        return r;
    }
    Jet<T, 1> at[max_arguments];
    for (int i = 0; i < arguments; ++i) at[i] = {x[i], {v[i]}, {T(0.0)}};
    const Jet<T, 1> r = value(*this, static_cast<const Jet<T, 1>*>(at));
    return {r.v, r.d[0], r.dd[0]};
}

}  // namespace sinew::function
