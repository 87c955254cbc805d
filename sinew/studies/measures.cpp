// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/measure_node.h>

#include <cmath>

namespace sinew {

namespace {

using Kind = MeasureKind;

Measure of(Kind kind, std::vector<Measure> children) {
    return made({.kind = kind, .children = std::move(children)});
}

bool is_constant(const Measure& a) { return a.node().kind == Kind::constant && a.name().empty(); }
bool is(const Measure& a, double number) { return is_constant(a) && a.node().number == number; }

VectorMeasure components(Kind kind, const Station& station) {
    const auto component = [&](int i) { return made({.kind = kind, .index = i, .station = station}); };
    return {component(0), component(1), component(2)};
}

}  // namespace

Measure made(MeasureNode node) {
    node.history = looks_back(node.kind);
    node.by_difference = node.kind == Kind::flow;
    for (const Measure& child : node.children) {
        node.history = node.history || child.node().history;
        node.by_difference = node.by_difference || child.node().by_difference;
    }
    return Measure(std::make_shared<const MeasureNode>(std::move(node)));
}

const char* name_of(MeasureKind kind) {
    static constexpr const char* names[] = {"constant",
                                            "time",
                                            "q",
                                            "q_dot",
                                            "q_dot_dot",
                                            "u",
                                            "u_dot",
                                            "z",
                                            "z_dot",
                                            "position",
                                            "velocity",
                                            "acceleration",
                                            "mass_centre",
                                            "mass_centre velocity",
                                            "mass_centre acceleration",
                                            "kinetic_energy",
                                            "potential_energy",
                                            "potential_energy",
                                            "total_energy",
                                            "power",
                                            "power",
                                            "custom",
                                            "rate",
                                            "sum",
                                            "difference",
                                            "product",
                                            "quotient",
                                            "negative",
                                            "sin",
                                            "cos",
                                            "exp",
                                            "log",
                                            "sqrt",
                                            "abs",
                                            "sign",
                                            "atan2",
                                            "min",
                                            "max",
                                            "where_less",
                                            "function",
                                            "function",
                                            "function",
                                            "integral",
                                            "delayed",
                                            "sampled",
                                            "maximum",
                                            "minimum",
                                            "time of extreme",
                                            "growth"};
    static_assert(std::size(names) == static_cast<std::size_t>(Kind::growth) + 1);
    return names[static_cast<std::size_t>(kind)];
}

Measure::Measure(double constant)
    : node_(std::make_shared<const MeasureNode>(MeasureNode{.number = constant})) {}

Measure Measure::named(std::string name) const {
    MeasureNode node = *node_;
    node.name = std::move(name);
    return Measure(std::make_shared<const MeasureNode>(std::move(node)));
}

const std::string& Measure::name() const { return node_->name; }
bool Measure::needs_history() const { return node_->history; }

double value(const System& system, const State& state, const Measure& measure) {
    if (measure.needs_history())
        throw StudyError("measure " +
                         quoted(measure.name().empty() ? name_of(measure.node().kind) : measure.name()) +
                         " looks back over a run, so one State does not tell its value. Show the run to an "
                         "Observer.");
    MeasureScratch scratch;
    return evaluate(measure.node(), system, state, scratch);
}

// Constants are folded where a rate would otherwise drag zeros along.

Measure operator+(const Measure& a, const Measure& b) {
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    if (is_constant(a) && is_constant(b)) return a.node().number + b.node().number;
    return of(Kind::add, {a, b});
}
Measure operator-(const Measure& a, const Measure& b) {
    if (is(b, 0)) return a;
    if (is(a, 0)) return -b;
    if (is_constant(a) && is_constant(b)) return a.node().number - b.node().number;
    return of(Kind::subtract, {a, b});
}
Measure operator*(const Measure& a, const Measure& b) {
    if (is(a, 0) || is(b, 1)) return a;
    if (is(b, 0) || is(a, 1)) return b;
    if (is_constant(a) && is_constant(b)) return a.node().number * b.node().number;
    return of(Kind::multiply, {a, b});
}
Measure operator/(const Measure& a, const Measure& b) {
    if (is(a, 0) || is(b, 1)) return a;
    return of(Kind::divide, {a, b});
}
Measure operator-(const Measure& a) {
    return is_constant(a) ? Measure(-a.node().number) : of(Kind::negate, {a});
}
Measure sin(const Measure& a) { return of(Kind::sin, {a}); }
Measure cos(const Measure& a) { return of(Kind::cos, {a}); }
Measure exp(const Measure& a) { return of(Kind::exp, {a}); }
Measure log(const Measure& a) { return of(Kind::log, {a}); }
Measure sqrt(const Measure& a) { return of(Kind::sqrt, {a}); }
Measure abs(const Measure& a) { return of(Kind::abs, {a}); }
Measure atan2(const Measure& y, const Measure& x) { return of(Kind::atan2, {y, x}); }
Measure min(const Measure& a, const Measure& b) { return of(Kind::min, {a, b}); }
Measure max(const Measure& a, const Measure& b) { return of(Kind::max, {a, b}); }

Measure apply(const Function& f, const Measure& a) {
    if (f.arguments() > 1)
        throw StudyError("a function of " + std::to_string(f.arguments()) +
                         " arguments can not be applied to one measure.");
    return made({.kind = Kind::function, .children = {a}, .function = f});
}

Measure integral(const Measure& a) { return of(Kind::integral, {a}); }

Measure delayed(const Measure& a, double by) {
    if (!(by >= 0) || !std::isfinite(by))
        throw StudyError("a measure can not be delayed by " + shortest(by) +
                         ": a delay is not negative and finite.");
    return made({.kind = Kind::delayed, .number = by, .children = {a}});
}

Measure sampled(const Measure& a, double period, double offset) {
    if (!(period > 0) || !std::isfinite(period) || !std::isfinite(offset))
        throw StudyError("a measure can not be sampled every " + shortest(period) + " from " +
                         shortest(offset) + " on: a period is positive, and both are finite.");
    return made({.kind = Kind::sampled, .number = period, .second = offset, .children = {a}});
}

Measure maximum(const Measure& a) { return of(Kind::maximum, {a}); }
Measure minimum(const Measure& a) { return of(Kind::minimum, {a}); }
Measure time_of_maximum(const Measure& a) { return of(Kind::time_of_extreme, {maximum(a)}); }
Measure time_of_minimum(const Measure& a) { return of(Kind::time_of_extreme, {minimum(a)}); }

VectorMeasure operator+(const VectorMeasure& a, const VectorMeasure& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
VectorMeasure operator-(const VectorMeasure& a, const VectorMeasure& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
VectorMeasure operator*(const Measure& scale, const VectorMeasure& a) {
    return {scale * a.x, scale * a.y, scale * a.z};
}
Measure dot(const VectorMeasure& a, const VectorMeasure& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Measure norm(const VectorMeasure& a) { return sqrt(dot(a, a)); }

namespace measure {

Measure time() { return made({.kind = Kind::time}); }
Measure q(AnyJointId joint, int index) {
    return made({.kind = Kind::q, .owner = joint.index, .index = index});
}
Measure u(AnyJointId joint, int index) {
    return made({.kind = Kind::u, .owner = joint.index, .index = index});
}
Measure z(ForceId force, int index) { return made({.kind = Kind::z, .owner = force.index, .index = index}); }
VectorMeasure position(const Station& station) { return components(Kind::position, station); }
VectorMeasure velocity(const Station& station) { return components(Kind::velocity, station); }
VectorMeasure acceleration(const Station& station) { return components(Kind::acceleration, station); }
VectorMeasure mass_centre() { return components(Kind::mass_centre, {}); }
Measure kinetic_energy() { return made({.kind = Kind::kinetic_energy}); }
Measure potential_energy() { return made({.kind = Kind::potential_energy}); }
Measure potential_energy(ForceId force) {
    return made({.kind = Kind::potential_energy_of, .owner = force.index});
}
Measure total_energy() { return made({.kind = Kind::total_energy}); }
Measure power() { return made({.kind = Kind::power}); }
Measure power(ForceId force) { return made({.kind = Kind::power_of, .owner = force.index}); }

Measure custom(std::shared_ptr<const MeasureLaw> law) {
    if (!law) throw StudyError("a custom measure has no law.");
    return made({.kind = Kind::custom, .law = std::move(law)});
}

Measure custom(std::shared_ptr<const MeasureLaw> law, const Measure& its_rate) {
    if (!law) throw StudyError("a custom measure has no law.");
    return made({.kind = Kind::custom, .law = std::move(law), .known_rate = its_rate});
}

}  // namespace measure

namespace {

/// The same node as another kind, with the same owner, index and station.
Measure as(Kind kind, const MeasureNode& node) {
    MeasureNode other = node;
    other.kind = kind;
    other.name.clear();
    return made(std::move(other));
}

}  // namespace

Measure rate(const Measure& a) {
    const MeasureNode& n = a.node();
    const auto child = [&](std::size_t i) -> const Measure& { return n.children[i]; };
    const auto d = [&](std::size_t i) { return rate(n.children[i]); };
    switch (n.kind) {
        case Kind::constant:
        case Kind::sign:
        case Kind::sampled: return 0.0;
        case Kind::time: return 1.0;
        case Kind::q: return as(Kind::q_dot, n);
        case Kind::q_dot: return as(Kind::q_dot_dot, n);
        case Kind::u: return as(Kind::u_dot, n);
        case Kind::z: return as(Kind::z_dot, n);
        case Kind::position: return as(Kind::velocity, n);
        case Kind::velocity: return as(Kind::acceleration, n);
        case Kind::mass_centre: return as(Kind::mass_centre_velocity, n);
        case Kind::mass_centre_velocity: return as(Kind::mass_centre_acceleration, n);
        case Kind::custom:
            if (n.known_rate) return *n.known_rate;
            break;
        case Kind::add: return d(0) + d(1);
        case Kind::subtract: return d(0) - d(1);
        case Kind::multiply: return d(0) * child(1) + child(0) * d(1);
        case Kind::divide: return (d(0) - a * d(1)) / child(1);
        case Kind::negate: return -d(0);
        case Kind::sin: return cos(child(0)) * d(0);
        case Kind::cos: return -sin(child(0)) * d(0);
        case Kind::exp: return a * d(0);
        case Kind::log: return d(0) / child(0);
        case Kind::sqrt: return d(0) / (2.0 * a);
        case Kind::abs: return of(Kind::sign, {child(0)}) * d(0);
        case Kind::atan2:
            return (d(0) * child(1) - child(0) * d(1)) / (child(0) * child(0) + child(1) * child(1));
        case Kind::min: return of(Kind::where_less, {child(0), child(1), d(0), d(1)});
        case Kind::max: return of(Kind::where_less, {child(0), child(1), d(1), d(0)});
        case Kind::where_less: return of(Kind::where_less, {child(0), child(1), d(2), d(3)});
        case Kind::function: return as(Kind::function_slope, n) * d(0);
        case Kind::function_slope: return as(Kind::function_curvature, n) * d(0);
        case Kind::integral: return child(0);
        case Kind::delayed:
            return made({.kind = Kind::delayed, .number = n.number, .children = {d(0)}, .zero_before = true});
        case Kind::maximum:
        case Kind::minimum: return of(Kind::growth, {a, child(0), d(0), d(0)});
        case Kind::time_of_extreme: {
            const Measure& extreme = child(0);
            const Measure& of_what = extreme.node().children[0];
            return of(Kind::growth, {extreme, of_what, rate(of_what), 1.0});
        }
        default: break;
    }
    if (n.history)
        throw StudyError(
            "the rate of measure " + quoted(a.name().empty() ? name_of(n.kind) : a.name()) +
            " is not known: it looks back over a run and jumps. Take the rate of what it is made of.");
    return of(Kind::flow, {a});
}

}  // namespace sinew
