// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <sinew/math/function_table.h>

namespace sinew::function {

/// Functions take at most so many arguments (a Linear by itself any number), so that evaluation needs no heap.
inline constexpr int max_arguments = 32;
/// Functions of functions nest at most so deep, so that evaluation cannot exhaust the stack.
inline constexpr int max_depth = 32;

/// A function of your own: derive, make it with std::make_shared, and hand it to Function. It is shared between copies
/// and threads, so evaluate must not change the object; it must not throw either.
class Custom {
public:
    virtual ~Custom() = default;
    virtual int arguments() const = 0;
    /// The value at x[0 .. n), n = arguments(), and unless null the gradient (n numbers) and the Hessian (n × n, row
    /// by row).
    virtual double evaluate(const double* x, double* gradient, double* hessian) const = 0;
    /// How the Hessian changes along v: Σₖ vₖ ∂³f/∂xᵢ∂xⱼ∂xₖ, n × n. Where functions move joints or constraints,
    /// derivatives of the dynamics need it. Unless you write it, it is found by extrapolated differences of the Hessian
    /// (2.51): to 1e-10 or so of its size where that is smooth, and not counted as exact.
    virtual void hessian_along(const double* x, const double* v, double* change) const;
    /// True of one that writes hessian_along itself.
    virtual bool knows_third_derivatives() const { return false; }
};

enum class Op : unsigned char {
    constant,     // a
    affine,       // a + b x
    table,        // cubics between knots
    polynomial,   // numbers: coefficients, highest power first
    sinusoid,     // a sin(b x + c)
    step,         // from a to a + b while x goes from c to c + d
    argument,     // x[index]
    on_argument,  // the child, a function of one argument, at x[index]
    linear,       // a + numbers · x
    scaled,       // a · child
    sum,          // a + children
    product,      // a · children
    composition,  // the last child, applied to what the others give
    custom,
};

/// A function as evaluation likes it: one record per node, constants folded, splines of any kind as one table.
/// The first three kinds are answered inline; together they are nearly all that joints use.
struct Compiled {
    Op op = Op::constant;
    int arguments = 0;
    int depth = 1;
    int index = 0;
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    CubicTable table;
    std::vector<double> numbers;
    std::vector<std::shared_ptr<const Compiled>> children;
    std::shared_ptr<const Custom> custom;
    bool has_custom = false;   ///< it, or a function within it, is one of the user's own
    bool knows_thirds = true;  ///< and all of these know their third derivatives

    template <class T>
    SampleT<T> evaluate(const T& x) const {
        if (op == Op::table) return table.evaluate(x);
        if (op == Op::affine) return {a + b * x, T(b), T(0.0)};
        if (op == Op::constant) return {T(a), T(0.0), T(0.0)};
        return evaluate_other(x);
    }

    template <class T>
    T evaluate(const T* x, int n, T* gradient, T* hessian) const;

    template <class T>
    SampleT<T> evaluate_along(const T* x, const T* v, int n) const;

private:
    template <class T>
    SampleT<T> evaluate_other(const T& x) const;
};

}  // namespace sinew::function
