// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/measure_node.h>
#include <sinew/system/model.h>

namespace sinew {

namespace {

using Kind = MeasureKind;

/// What can be told from inside an evaluation, where a System is not at hand.
bool is_kinematic(const MeasureNode& node, std::string& what) {
    switch (node.kind) {
        case Kind::constant:
        case Kind::time:
        case Kind::q:
        case Kind::u:
        case Kind::z:
        case Kind::position:
        case Kind::velocity:
        case Kind::acceleration: return true;
        default: break;
    }
    if (node.kind < Kind::add || looks_back(node.kind)) {
        what = node.name.empty() ? name_of(node.kind) : node.name;
        return false;
    }
    for (const Measure& child : node.children)
        if (!is_kinematic(child.node(), what)) return false;
    return true;
}

double of_part(std::span<const double> part, int index) {
    if (index < 0 || static_cast<std::size_t>(index) >= part.size())
        throw StudyError("there is no number " + std::to_string(index) + " among " +
                         std::to_string(part.size()) + ".");
    return part[static_cast<std::size_t>(index)];
}

double rate_of(const MeasureNode& node, const SituationWithAccelerations& now) {
    const AnyJointId joint{{node.owner}};
    switch (node.kind) {
        case Kind::constant: return node.number;
        case Kind::time: return now.time();
        case Kind::q: return of_part(now.state.q(joint), node.index);
        case Kind::u: return of_part(now.state.u(joint), node.index);
        case Kind::z: return of_part(now.state.z(ForceId{node.owner}), node.index);
        case Kind::position: return component(now.position(node.station), node.index);
        case Kind::velocity: return component(now.velocity(node.station), node.index);
        case Kind::acceleration: return component(now.acceleration(node.station), node.index);
        default: {
            double x[4] = {};
            for (std::size_t i = 0; i < node.children.size(); ++i)
                x[i] = rate_of(node.children[i].node(), now);
            return combine(node, x);
        }
    }
}

/// A force that applies nothing; its one auxiliary variable is the integral.
class IntegralLaw : public ForceLaw {
public:
    explicit IntegralLaw(Measure integrand) : integrand_(std::move(integrand)) {}
    void apply(const Situation&, Effect&) const override {}
    std::vector<double> initial_z() const override { return {0.0}; }
    void z_dot(const SituationWithAccelerations& now, std::span<double> rate) const override {
        rate[0] = rate_of(integrand_.node(), now);
    }

private:
    Measure integrand_;
};

}  // namespace

Measure add_integral(Model& model, const std::string& name, const Measure& integrand) {
    std::string what;
    if (!is_kinematic(integrand.node(), what))
        throw StudyError(
            "the integral " + quoted(name) + " can not be part of the motion: " + quoted(what) +
            " is not told by time, coordinates, speeds, auxiliary variables and the motion of stations. "
            "integral() in an Observer takes any measure.");
    const ForceId force =
        model.add(CustomForce{.name = name, .law = std::make_shared<IntegralLaw>(integrand)});
    return measure::z(force).named(name);
}

}  // namespace sinew
