// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include <sinew/base/error.h>
#include <sinew/math/dual.h>
#include <sinew/math/extrapolate.h>
#include <sinew/math/function.h>
#include <sinew/math/function_check.h>
#include <sinew/math/function_evaluate.h>

namespace sinew {
namespace function {
namespace {

struct Described : Compiled {
    Kind kind;
};

void compile(const Constant& f, Compiled& out) { out.a = f.value; }

void compile(const Linear& f, Compiled& out) {
    out.op = f.slopes.empty() ? Op::constant : f.slopes.size() == 1 ? Op::affine : Op::linear;
    out.a = f.offset;
    out.b = f.slopes.empty() ? 0.0 : f.slopes[0];
    out.numbers = f.slopes;
    out.arguments = static_cast<int>(f.slopes.size());
}

void compile(const Polynomial& f, Compiled& out) {
    const auto& c = f.coefficients;
    out.numbers.assign(std::find_if(c.begin(), c.end(), [](double ci) { return ci != 0.0; }), c.end());
    const std::size_t count = out.numbers.size();
    out.op = count < 2 ? Op::constant : count == 2 ? Op::affine : Op::polynomial;
    out.arguments = 1;
    if (count > 0) out.a = out.numbers.back();
    if (count == 2) out.b = out.numbers[0];
}

void compile(const Sinusoid& f, Compiled& out) {
    out.op = Op::sinusoid;
    out.arguments = 1;
    out.a = f.amplitude;
    out.b = f.frequency;
    out.c = f.phase;
}

void compile(const Step& f, Compiled& out) {
    out.op = Op::step;
    out.arguments = 1;
    out.a = f.from;
    out.b = f.to - f.from;
    out.c = f.start;
    out.d = f.end - f.start;
}

void compile(CubicTable table, Compiled& out) {
    out.op = Op::table;
    out.arguments = 1;
    out.table = std::move(table);
}

void compile(const PiecewiseLinear& f, Compiled& out) { compile(CubicTable::linear(f.x, f.y), out); }
void compile(const NaturalCubicSpline& f, Compiled& out) { compile(CubicTable::natural(f.x, f.y), out); }
void compile(const SimmSpline& f, Compiled& out) { compile(CubicTable::simm(f.x, f.y), out); }

void compile(const Argument& f, Compiled& out) {
    out.op = f.index == 0 ? Op::affine : Op::argument;
    out.b = 1.0;
    out.index = f.index;
    out.arguments = f.index + 1;
}

/// The node with the others beneath it, except that constants are folded into its own number.
void compile_children(Op op, const std::vector<Function>& parts, Compiled& out) {
    out.op = op;
    for (const Function& part : parts) {
        const Compiled& node = *part.compiled();
        out.arguments = std::max(out.arguments, node.arguments);
        if (node.op != Op::constant) {
            out.children.push_back(part.compiled());
            out.depth = std::max(out.depth, 1 + node.depth);
        } else if (op == Op::sum) {
            out.a += node.a;
        } else {
            out.a *= node.a;
        }
    }
    if (out.children.empty()) out.op = Op::constant;
}

void compile(const Sum& f, Compiled& out) { compile_children(Op::sum, f.terms, out); }

void compile(const Product& f, Compiled& out) {
    out.a = 1.0;
    compile_children(Op::product, f.factors, out);
}

/// A scaled line, spline or polynomial is another one: OpenSim files scale nearly every function of a joint.
void compile(const Scaled& f, Compiled& out) {
    const Compiled& node = *f.function.compiled();
    switch (node.op) {
        case Op::constant:
        case Op::affine:
        case Op::linear:
        case Op::polynomial:
        case Op::sinusoid:
        case Op::step:
        case Op::table:
            out = node;
            out.a *= f.scale;
            if (node.op == Op::affine || node.op == Op::step) out.b *= f.scale;
            if (node.op == Op::linear || node.op == Op::polynomial)
                for (double& number : out.numbers) number *= f.scale;
            if (node.op == Op::table) out.table = node.table.scaled(f.scale);
            return;
        default:
            out.op = Op::scaled;
            out.a = f.scale;
            out.arguments = node.arguments;
            out.depth = 1 + node.depth;
            out.children = {f.function.compiled()};
    }
}

/// Does the node just pass on one of its arguments?
bool is_argument(const Compiled& f) {
    return f.op == Op::argument || (f.op == Op::affine && f.a == 0.0 && f.b == 1.0);
}

/// Has the node one argument and a formula for it, no children?
bool is_formula(const Compiled& f) {
    return f.op == Op::affine || f.op == Op::table || f.op == Op::polynomial || f.op == Op::sinusoid ||
           f.op == Op::step;
}

void compile(const Composition& f, Compiled& out) {
    out.op = Op::composition;
    std::vector<Function> parts = f.inner;
    parts.push_back(f.outer);
    for (const Function& part : parts) {
        out.children.push_back(part.compiled());
        out.depth = std::max(out.depth, 1 + part.compiled()->depth);
    }
    for (const Function& inner : f.inner) out.arguments = std::max(out.arguments, inner.arguments());
    if (f.outer.compiled()->op == Op::constant || f.inner.empty()) {
        out.op = Op::constant;
        out.a = function::value<double>(*f.outer.compiled(), nullptr);
    } else if (is_formula(*f.outer.compiled()) && is_argument(*f.inner[0].compiled())) {
        out.op = Op::on_argument;
        out.index = f.inner[0].compiled()->index;
        out.children = {f.outer.compiled()};
    }
}

void compile(const std::shared_ptr<const Custom>& f, Compiled& out) {
    out.op = Op::custom;
    out.arguments = f->arguments();
    out.custom = f;
}

void note_custom(Compiled& f) {
    if (f.op == Op::custom) f.has_custom = true, f.knows_thirds = f.custom->knows_third_derivatives();
    for (const auto& child : f.children) {
        f.has_custom = f.has_custom || child->has_custom;
        f.knows_thirds = f.knows_thirds && child->knows_thirds;
    }
}

template <class K>
std::shared_ptr<const Compiled> make(K kind) {
    Faults faults;
    check(kind, faults);
    faults.throw_if_any();
    auto node = std::make_shared<Described>();
    compile(kind, *node);
    note_custom(*node);
    check(*node, faults);
    faults.throw_if_any();
    node->kind = std::move(kind);
    return node;
}

}  // namespace

namespace {

/// For at most so many arguments; those of more take more of the stack.
template <int most>
void differences_of_hessian(const Custom& f, const double* x, const double* v, double* change) {
    const int n = f.arguments(), all = n * n;
    double D[usual_differences * most * most], side[2][most * most], there[most], size = 0, length = 0;
    for (int i = 0; i < n; ++i)
        size = std::fmax(size, std::abs(x[i])), length = std::fmax(length, std::abs(v[i]));
    if (!(length > 0)) {
        std::fill_n(change, all, 0.0);
        return;
    }
    double h = 0.1 * std::fmax(1, size) / length, rounding = 0;
    for (int level = 0; level < usual_differences; ++level, h /= 2) {
        for (const int s : {0, 1}) {
            for (int i = 0; i < n; ++i) there[i] = x[i] + (s ? -h : h) * v[i];
            f.evaluate(there, nullptr, side[s]);
        }
        if (level == 0) rounding = rounding_over(h, side[0], static_cast<std::size_t>(all));
        for (int i = 0; i < all; ++i) D[level * all + i] = (side[0][i] - side[1][i]) / (2 * h);
    }
    for (int i = 0; i < all; ++i) change[i] = extrapolated(D + i, usual_differences, all, rounding);
}

}  // namespace

void Custom::hessian_along(const double* x, const double* v, double* change) const {
    if (arguments() <= 4) differences_of_hessian<4>(*this, x, v, change);
    else differences_of_hessian<max_arguments>(*this, x, v, change);
}

// What the header promises to have compiled. A Hessian on dual numbers gives third derivatives.
#define SINEW_FUNCTION_SCALAR(T)                                  \
    template SampleT<T> Compiled::evaluate_other(const T&) const; \
    template T Compiled::evaluate(const T*, int, T*, T*) const;   \
    template SampleT<T> Compiled::evaluate_along(const T*, const T*, int) const;
SINEW_FUNCTION_SCALAR(double)
SINEW_FUNCTION_SCALAR(Dual)
SINEW_FUNCTION_SCALAR(DualT<Dual>)
#undef SINEW_FUNCTION_SCALAR

}  // namespace function

Function::Function(double value) : Function(function::Constant{value}) {}
Function::Function(function::Constant f) : node_(function::make(f)) {}
Function::Function(function::Linear f) : node_(function::make(std::move(f))) {}
Function::Function(function::Polynomial f) : node_(function::make(std::move(f))) {}
Function::Function(function::Sinusoid f) : node_(function::make(f)) {}
Function::Function(function::Step f) : node_(function::make(f)) {}
Function::Function(function::PiecewiseLinear f) : node_(function::make(std::move(f))) {}
Function::Function(function::NaturalCubicSpline f) : node_(function::make(std::move(f))) {}
Function::Function(function::SimmSpline f) : node_(function::make(std::move(f))) {}
Function::Function(function::Argument f) : node_(function::make(f)) {}
Function::Function(function::Scaled f) : node_(function::make(std::move(f))) {}
Function::Function(function::Sum f) : node_(function::make(std::move(f))) {}
Function::Function(function::Product f) : node_(function::make(std::move(f))) {}
Function::Function(function::Composition f) : node_(function::make(std::move(f))) {}
Function::Function(std::shared_ptr<const function::Custom> f) : node_(function::make(std::move(f))) {}

const function::Kind& Function::kind() const { return static_cast<const function::Described&>(*node_).kind; }

Function operator+(const Function& f, const Function& g) { return function::Sum{{f, g}}; }
Function operator-(const Function& f, const Function& g) { return function::Sum{{f, -g}}; }
Function operator*(const Function& f, const Function& g) { return function::Product{{f, g}}; }
Function operator*(double scale, const Function& f) { return function::Scaled{scale, f}; }
Function operator-(const Function& f) { return function::Scaled{-1.0, f}; }

Function compose(Function outer, std::vector<Function> inner) {
    return function::Composition{std::move(outer), std::move(inner)};
}

Function of_arguments(Function f, const std::vector<int>& arguments) {
    std::vector<Function> inner;
    for (const int index : arguments) inner.push_back(function::Argument{index});
    return compose(std::move(f), std::move(inner));
}

}  // namespace sinew
