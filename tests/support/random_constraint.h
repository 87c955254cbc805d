// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>
#include <tests/support/random_model.h>

#include <span>

namespace sinew::testing {

/// A constraint of the user's own with an equation at every level: two body origins at a distance that grows with time,
/// a speed that follows the square of another, and an acceleration tied to a speed. The formulas are for any number.
struct ThreeLevelEquations {
    BodyId one, other;
    std::vector<CoordinateOf> on;
    double far = 1;

    template <class T>
    void equations_on(const ConstraintInput<T>& in, EquationsT<T>& out) const {
        distance(in, out, 0, 0, in.station(0, {}), 1, in.station(1, as_scalar<T>({0.1, 0.2, 0.3})),
                 in.k[0] + in.time() * in.time());
        if (out.v) out.v[0] -= T(2.0) * in.time();
        if (out.a) out.a[0] -= T(2.0);
        if (out.v) out.v[1] = in.u(0) - in.u(1) * in.u(1);
        if (out.a) out.a[1] = in.acceleration_of(0) - T(2.0) * in.u(1) * in.acceleration_of(1);
        if (out.a) out.a[2] = in.acceleration_of(1) + in.u(0);
        if (!out.rows) return;
        out.add_coefficient(1, 0, T(1.0));
        out.add_coefficient(1, 1, T(-2.0) * in.u(1));
        out.add_coefficient(2, 1, T(1.0));
    }
};

/// Law: a ConstraintLaw of them.
template <class Law>
class ThreeLevelsAs : public Law, public ThreeLevelEquations {
public:
    EquationCounts counts() const override {
        return {.holonomic = 1, .nonholonomic = 1, .acceleration_only = 1};
    }
    std::vector<BodyId> bodies() const override { return {one, other}; }
    std::vector<CoordinateOf> coordinates() const override { return on; }
    std::vector<ForceParameter> parameters() const override { return {{"far", {far}, Rule::positive}}; }
    bool rows_follow_speeds() const override { return true; }
};

/// On plain numbers only, and on any.
class ThreeLevels : public ThreeLevelsAs<ConstraintLaw> {
    void equations(const ConstraintInput<double>& in, Equations& out) const override {
        equations_on(in, out);
    }
};
/// This one feels where in the world it is.
class ExactThreeLevels : public ThreeLevelsAs<ExactConstraintLaw<ExactThreeLevels>> {
public:
    template <class T>
    void equations_on(const ConstraintInput<T>& in, EquationsT<T>& out) const {
        using sinew::sin_cos;  // beside those of numbers that tests have
        ThreeLevelEquations::equations_on(in, out);
        if (out.a) out.a[2] += in.pose(1).p.x * in.w(0).y + sin_cos(in.q(0)).sin;
    }
};

/// One kind of constraint, and how to make one with random numbers on random bodies or coordinates of a Model. A new
/// kind is tested by being listed if it names what it acts on as the others do.
struct KindOfConstraint {
    const char* kind;
    bool driven, internal;
    AnyConstraint (*random)(const Model& model, Random& random);
    AnyConstraint (*other_numbers)(const AnyConstraint& constraint, Random& random);
};
std::span<const KindOfConstraint> every_constraint();

AnyConstraint renamed(AnyConstraint constraint, const std::string& name);

}  // namespace sinew::testing
