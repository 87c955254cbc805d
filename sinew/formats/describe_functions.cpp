// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/formats/fields.h>

namespace sinew {

namespace {

template <class Points>
void points(Fields& f, Points& s) {
    f.field("x", s.x, "ascending");
    f.field("y", s.y, "as many");
}

void own(Fields& f, function::Constant& s) {
    f.field("value", s.value, "everywhere; a plain number says the same");
}
void own(Fields& f, function::Linear& s) {
    f.field("slopes", s.slopes, "one per argument");
    f.field("offset", s.offset, "where all arguments are zero");
}
void own(Fields& f, function::Polynomial& s) {
    f.field("coefficients", s.coefficients, "highest power first");
}
void own(Fields& f, function::Sinusoid& s) {
    f.field("amplitude", s.amplitude, "amplitude sin(frequency x + phase)");
    f.field("frequency", s.frequency, "rad per unit of the argument");
    f.field("phase", s.phase, "rad");
}
void own(Fields& f, function::Step& s) {
    f.field("from", s.from, "value before");
    f.field("to", s.to, "value after");
    f.field("start", s.start, "where it begins to change");
    f.field("end", s.end, "where it has changed");
}
void own(Fields& f, function::PiecewiseLinear& s) { points(f, s); }
void own(Fields& f, function::NaturalCubicSpline& s) { points(f, s); }
void own(Fields& f, function::SimmSpline& s) { points(f, s); }
void own(Fields& f, function::Argument& s) { f.field("index", s.index, "which argument, from 0"); }
void own(Fields& f, function::Scaled& s) {
    f.field("scale", s.scale, "what the function is multiplied by");
    f.field("function", s.function, "what is multiplied");
}
void own(Fields& f, function::Sum& s) { f.list("terms", s.terms, "what is added"); }
void own(Fields& f, function::Product& s) { f.list("factors", s.factors, "what is multiplied"); }
void own(Fields& f, function::Composition& s) {
    f.field("outer", s.outer, "outer(inner[0](x), inner[1](x), ...)");
    f.list("inner", s.inner, "its arguments");
}
void own(Fields& f, std::shared_ptr<const function::Custom>&) { f.users_own("a function of its own in C++"); }

}  // namespace

const KindsOf<function::Kind>& function_kinds() {
    using namespace function;
    static const KindsOf<Kind> all{
        {"constant", "linear", "polynomial", "sinusoid", "step", "piecewise_linear", "natural_cubic_spline",
         "simm_spline", "argument", "scaled", "sum", "product", "composition"},
        {Constant{}, Linear{}, Polynomial{}, Sinusoid{}, Step{}, PiecewiseLinear{}, NaturalCubicSpline{},
         SimmSpline{}, Argument{}, Scaled{}, Sum{}, Product{}, Composition{}}};
    return all;
}

void Fields::field(const char* key, Function& value, const char* about) {
    using Custom = std::shared_ptr<const function::Custom>;
    function::Kind kind = value.kind();
    if (kind.is<Custom>()) return own(*this, kind.as<Custom>());
    const function::Constant* constant = kind.if_a<function::Constant>();
    double number = constant ? constant->value : 0;
    if (number_instead(key, number, constant != nullptr, about)) {
        if (reads()) value = number;
        return;
    }
    if (!open(key, about, "function")) return;
    if (reads()) kind = function::Kind();
    choice(kind, function_kinds(), [&](function::Kind& any) { visit([&](auto& s) { own(*this, s); }, any); });
    close();
    if (!reads()) return;
    try {
        visit([&](auto& s) { value = Function(s); }, kind);
    } catch (const ModelError& error) {
        for (const std::string& text : error.faults) fault(text);
    }
}

}  // namespace sinew
