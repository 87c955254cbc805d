// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Functions of the user's own, which give a gradient and a Hessian, in joints and constraints: derivatives of the
// dynamics need their third derivatives.
#include <tests/derivatives/differences.h>
#include <tests/support/closed_mechanism.h>

#include <cmath>
#include <memory>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// cos 2x, knowing its third derivative or not.
struct Wave : function::Custom {
    bool tells;
    explicit Wave(bool third) : tells(third) {}
    int arguments() const override { return 1; }
    double evaluate(const double* x, double* g, double* h) const override {
        if (g) g[0] = -2 * std::sin(2 * x[0]);
        if (h) h[0] = -4 * std::cos(2 * x[0]);
        return std::cos(2 * x[0]);
    }
    void hessian_along(const double* x, const double* v, double* change) const override {
        if (tells) change[0] = 8 * std::sin(2 * x[0]) * v[0];
        else function::Custom::hessian_along(x, v, change);
    }
    bool knows_third_derivatives() const override { return tells; }
};

/// sin x + x y + y² + z³ − 1
struct Hill : function::Custom {
    int arguments() const override { return 3; }
    double evaluate(const double* x, double* g, double* h) const override {
        const double s = std::sin(x[0]);
        if (g) g[0] = std::cos(x[0]) + x[1], g[1] = x[0] + 2 * x[1], g[2] = 3 * x[2] * x[2];
        if (h) {
            const double rows[] = {-s, 1, 0, 1, 2, 0, 0, 0, 6 * x[2]};
            for (int i = 0; i < 9; ++i) h[i] = rows[i];
        }
        return s + x[0] * x[1] + x[1] * x[1] + x[2] * x[2] * x[2] - 1;
    }
};

Function wave(bool tells) { return std::make_shared<const Wave>(tells); }
Function known_wave() { return function::Sinusoid{1.0, 2.0, 1.5707963267948966}; }

Model arm(std::initializer_list<AnyJoint> joints, BodyId& last) {
    Random random(3);
    Model model;
    last = world;
    for (const AnyJoint& joint : joints) last = hang_by(model, random, joint, last);
    model.add(Gravity{});
    return model;
}

Model with_joint_along(const Function& f, BodyId& last) {
    return arm({AnyJoint{Pin{}},
                AnyJoint{FunctionBased{.coordinates = {"a"},
                                       .turns = {{{z_axis, function::Linear{}}, {y_axis}, {x_axis}}},
                                       .shifts = {{{x_axis, f}, {y_axis}, {z_axis}}}}},
                AnyJoint{Pin{}}},
               last);
}

Model with_coupler(const Function& f) {
    BodyId last;
    Model model = arm({AnyJoint{Pin{}}, AnyJoint{Pin{}}, AnyJoint{Ball{}}}, last);
    model.add_constraint(
        CoordinateCoupler{.name = "ties",
                          .couples = {{AnyJointId{{0}}, 0}, {AnyJointId{{1}}, 0}},
                          .function = Function(function::Argument{1}) + of_arguments(f, {0})});
    return model;
}

}  // namespace

TEST_CASE("joints and constraints that follow functions of the user's own are differentiated") {
    Law law(1e-9);
    BodyId last;
    for (const bool tells : {false, true}) {
        const Model models[] = {with_joint_along(wave(tells), last), with_coupler(wave(tells))};
        for (const Model& model : models) {
            const System system(model);
            const State state = random_state(system, 2, false);
            measure_inverse(law, system, state, tells ? "told" : "not told");
            CHECK(has_exact_derivatives(system, state) == tells);
        }
    }
    Model model = arm({AnyJoint{Free{}}, AnyJoint{Pin{}}}, last);
    model.add_constraint(PointOnSurface{.name = "hill",
                                        .on = world,
                                        .surface = Function(std::make_shared<const Hill>()),
                                        .point = {last, {0.1, 0.2, 0.3}}});
    const System system(model);
    const State state = random_state(system, 3, false);
    measure_inverse(law, system, state, "surface");
    CHECK_FALSE(has_exact_derivatives(system, state));
}

TEST_CASE("a function of the user's own and the same one of ours have the same derivatives") {
    Law law(1e-10);
    BodyId last;
    const auto compare = [&](const Model& one, const Model& other) {
        const System a(one), b(other);
        const State of_a = random_state(a, 2, false), of_b = random_state(b, 2, false);
        DynamicsDerivatives by_a(a), by_b(b);
        const ForwardDerivatives &x = by_a.forward(of_a), &y = by_b.forward(of_b);
        law.measure(difference(x.by_q, y.by_q), "by q");
        law.measure(difference(x.by_u, y.by_u), "by u");
        law.measure(difference(x.lambda_by_q, y.lambda_by_q), "λ by q");
    };
    compare(with_joint_along(wave(false), last), with_joint_along(known_wave(), last));
    compare(with_coupler(wave(false)), with_coupler(known_wave()));
}

TEST_CASE("second derivatives are refused where a function of the user's own moves a joint") {
    BodyId last;
    for (const bool tells : {false, true})
        for (const Model& model : {with_joint_along(wave(tells), last), with_coupler(wave(tells))}) {
            const System system(model);
            const State state = random_state(system, 2, false);
            CHECK_THROWS_AS(DynamicsDerivatives(system).forward_along(state, {}, {}), StateError);
        }
}
