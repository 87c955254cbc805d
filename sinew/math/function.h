// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <sinew/base/one_of.h>
#include <sinew/math/function_compiled.h>

namespace sinew {

namespace function {
/// Dual numbers, packs of lanes: whatever is not one of the language's own numbers, which all become double.
template <class T>
concept OtherScalar = !std::is_arithmetic_v<T>;

struct Constant;
struct Linear;
struct Polynomial;
struct Sinusoid;
struct Step;
struct PiecewiseLinear;
struct NaturalCubicSpline;
struct SimmSpline;
struct Argument;
struct Scaled;
struct Sum;
struct Product;
struct Composition;
using Kind = OneOf<Constant, Linear, Polynomial, Sinusoid, Step, PiecewiseLinear, NaturalCubicSpline,
                   SimmSpline, Argument, Scaled, Sum, Product, Composition, std::shared_ptr<const Custom>>;
}  // namespace function

/// A scalar function of some coordinates, with exact first and second derivatives. A value: cheap to copy, immutable,
/// evaluated by many threads at once without allocation, lock or exception.
///
///     const Function f = function::SimmSpline{.x = {-1, 0, 1, 2}, .y = {0, 1, 0, 3}};
///     const auto [value, d1, d2] = f.evaluate(0.3);
///
/// Making one checks it: bad input throws ModelError with a sentence for every fault.
/// Evaluation is compiled for double, Dual and DualT<Dual>; for another scalar include function_evaluate.h.
class Function {
public:
    /// The same value everywhere, zero by default.
    Function(double value = 0.0);
    Function(function::Constant);
    Function(function::Linear);
    Function(function::Polynomial);
    Function(function::Sinusoid);
    Function(function::Step);
    Function(function::PiecewiseLinear);
    Function(function::NaturalCubicSpline);
    Function(function::SimmSpline);
    Function(function::Argument);
    Function(function::Scaled);
    Function(function::Sum);
    Function(function::Product);
    Function(function::Composition);
    Function(std::shared_ptr<const function::Custom>);
    template <std::derived_from<const function::Custom> C>
    Function(std::shared_ptr<C> f) : Function(std::shared_ptr<const function::Custom>(std::move(f))) {}

    /// How many arguments it looks at. Evaluating with more is fine: it does not depend on the rest.
    int arguments() const { return node_->arguments; }

    /// A function of one argument (or none): value, first and second derivative at once.
    Sample evaluate(double x) const { return node_->evaluate(x); }
    template <function::OtherScalar T>
    SampleT<T> evaluate(const T& x) const {
        return node_->evaluate(x);
    }

    /// A function of many: the value at x[0 .. n), n ≥ arguments(), and unless null the gradient (n numbers) and the
    /// Hessian (n × n, symmetric, all of it written). One pass over the function up to n = 6, (n/3)²/2 passes beyond.
    template <class T>
    T evaluate(const T* x, int n, std::type_identity_t<T>* gradient = nullptr,
               std::type_identity_t<T>* hessian = nullptr) const {
        return node_->evaluate(x, n, gradient, hessian);
    }

    /// Along x + s v: the value, df/ds = ∇f·v and d²f/ds² = vᵀ ∇²f v at s = 0, in one pass whatever n (2.50).
    template <class T>
    SampleT<T> evaluate_along(const T* x, const std::type_identity_t<T>* v, int n) const {
        return node_->evaluate_along(x, v, n);
    }

    double operator()(double x) const { return node_->evaluate(x).value; }
    double operator()(std::span<const double> x) const {
        return evaluate<double>(x.data(), static_cast<int>(x.size()));
    }

    /// What it was made of, to read, save or change (visit it).
    const function::Kind& kind() const;
    /// What evaluates it. Functions made of this one share it.
    const std::shared_ptr<const function::Compiled>& compiled() const { return node_; }

    friend Function operator+(const Function& f, const Function& g);
    friend Function operator-(const Function& f, const Function& g);
    friend Function operator*(const Function& f, const Function& g);
    friend Function operator*(double scale, const Function& f);
    friend Function operator-(const Function& f);

private:
    std::shared_ptr<const function::Compiled> node_;
};

/// outer(inner...): compose(f, {g, h}) is f(g(x), h(x)).
Function compose(Function outer, std::vector<Function> inner);
/// f of chosen arguments: of_arguments(f, {2}) is f(x[2]), and with {1, 0} it is f(x[1], x[0]).
Function of_arguments(Function f, const std::vector<int>& arguments);

namespace function {

/// The same value everywhere.
struct Constant {
    double value = 0.0;
};

/// slopes · x + offset, of as many arguments as there are slopes. {{1}, 0} is the identity.
struct Linear {
    std::vector<double> slopes = {1.0};
    double offset = 0.0;
};

/// c[0] xᵏ + c[1] xᵏ⁻¹ + ... + c[k]: highest power first, as Simbody and OpenSim write them.
struct Polynomial {
    std::vector<double> coefficients;
};

/// amplitude · sin(frequency · x + phase), the angle in radians (2.40).
struct Sinusoid {
    double amplitude = 1.0, frequency = 1.0, phase = 0.0;
};

/// Constant, then over from x = start to x = end by the quintic with zero slope and curvature at both, then constant
/// again (2.42). start may lie above end.
struct Step {
    double from = 0.0, to = 1.0, start = 0.0, end = 1.0;
};

/// Straight lines through at least two points; the outer lines go on beyond them (2.41).
struct PiecewiseLinear {
    std::vector<double> x, y;
};

/// The C² spline through at least two points, straight at and beyond its ends (2.43), (2.44).
/// A `<NaturalCubicSpline>` of an OpenSim file is not this one: OpenSim reads it as its SimmSpline.
struct NaturalCubicSpline {
    std::vector<double> x, y;
};

/// The C² spline of SIMM and OpenSim: its outer cubics bend as the cubic through the four outer points (2.43), (2.45);
/// three points give a parabola, two a line. Beyond the ends it goes on straight with the end's slope.
struct SimmSpline {
    std::vector<double> x, y;
};

/// x[index]
struct Argument {
    int index = 0;
};

struct Scaled {
    double scale = 1.0;
    Function function;
};

/// The sum of none is 0.
struct Sum {
    std::vector<Function> terms;
};

/// The product of none is 1.
struct Product {
    std::vector<Function> factors;
};

/// outer(inner[0](x), inner[1](x), ...), at most max_arguments of them.
struct Composition {
    Function outer;
    std::vector<Function> inner;
};

}  // namespace function
}  // namespace sinew
