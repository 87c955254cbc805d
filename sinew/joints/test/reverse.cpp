// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/bend_stretch.h>
#include <sinew/joints/test/case_of.h>

#include <doctest/doctest.h>

using namespace sinew;

namespace {

/// (5.6)-(5.9), from what a joint says of F as seen from M.
struct Backwards {
    Transform X;
    SpatialVelocity V;
    SpatialAcceleration bias;

    Backwards(const Transform& said, const SpatialVelocity& V_said, const SpatialAcceleration& bias_said) {
        X = said.inverse();
        V.w = -(X.R * V_said.w);
        V.v = -(X.R * V_said.v + cross(X.p, V.w));
        bias.w = -(X.R * bias_said.w);
        bias.v =
            -(X.R * bias_said.v) + 2.0 * cross(V.w, V.v) - cross(X.p, bias.w) + cross(V.w, cross(X.p, V.w));
    }
};

}  // namespace

TEST_CASE("every joint used backwards moves as the reversal formulas say") {
    for_every_joint([&](const AnyCase& c) {
        const Backwards back(c.X(), c.V(), c.bias());

        // The rate of the inverse pose, and the rate of its velocity while the speeds stay.
        const TransformT<Dual> X = c.X(c.moving()).inverse();
        const SpatialVelocityT<Dual> V = AnyCase::combine(c.H(c.moving()), c.u);
        const Vec3T<Dual> w = -(X.R * V.w);
        const Vec3T<Dual> v = -(X.R * V.v + cross(X.p, w));

        const double tolerance = c.is_custom() ? 2e-8 : 2e-13;
        CHECK(distance(derivative(X.R), cross_matrix(back.V.w) * back.X.R) < tolerance);
        CHECK(distance(derivative(X.p), back.V.v) < tolerance);
        CHECK(distance(derivative(w), back.bias.w) < tolerance);
        CHECK(distance(derivative(v), back.bias.v) < tolerance);
    });
}

TEST_CASE("the example of the chapter: polar coordinates, forwards and backwards") {
    const double quarter = 1.5707963267948966;
    const auto c = case_of(BendStretch{}, {quarter, 2}, {3, 1});
    CHECK(distance(c.X().p, {0, 2, 0}) < 1e-15);
    CHECK(distance(c.V(), {{0, 0, 3}, {-6, 1, 0}}) < 2e-15);
    CHECK(distance(c.bias().v, {-6, -18, 0}) < 4e-15);

    const Backwards back(c.X(), c.V(), c.bias());
    CHECK(distance(back.X.p, {-2, 0, 0}) < 1e-15);
    CHECK(distance(back.V, {{0, 0, -3}, {-1, 0, 0}}) < 2e-15);
    CHECK(norm(back.bias.w) == 0);
    CHECK(norm(back.bias.v) < 8e-15);
}
