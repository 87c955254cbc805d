// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/test/every_joint.h>

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
    for_every_joint([&]<class J>(const Case<J>& c) {
        SpatialVelocity V;
        for (std::size_t j = 0; j < c.u.size(); ++j) V += c.u[j] * c.H()[j];
        const Backwards back(c.X(), V, hinge_bias<J>(c.in(), c.u.data()));

        // The rate of the inverse pose, and the rate of its velocity while the speeds stay.
        DualCase<J> moving(c, c.q_dot());
        const JointInput<Dual> in = moving.in();
        const TransformT<Dual> X = TransformT<Dual>(J::X_FM(in)).inverse();
        SpatialVelocityT<Dual> H[max_nu], V_dual;
        hinge_map<J>(in, H);
        for (std::size_t j = 0; j < c.u.size(); ++j) V_dual += Dual(c.u[j]) * H[j];
        const Vec3T<Dual> w = -(X.R * V_dual.w);
        const Vec3T<Dual> v = -(X.R * V_dual.v + cross(X.p, w));

        const double tolerance = std::same_as<J, CustomJoint> ? 2e-8 : 2e-13;
        CHECK(distance(derivative(X.R), cross_matrix(back.V.w) * back.X.R) < tolerance);
        CHECK(distance(derivative(X.p), back.V.v) < tolerance);
        CHECK(distance(derivative(w), back.bias.w) < tolerance);
        CHECK(distance(derivative(v), back.bias.v) < tolerance);
    });
}

TEST_CASE("the example of the chapter: polar coordinates, forwards and backwards") {
    const double quarter = 1.5707963267948966;
    Case<BendStretch> c{nullptr, {}, {quarter, 2}, {3, 1}, std::vector<double>(2)};
    const SpatialVelocity V = 3.0 * c.H()[0] + 1.0 * c.H()[1];
    const SpatialAcceleration bias = BendStretch::bias_FM(c.in(), c.u.data());
    CHECK(distance(c.X().p, {0, 2, 0}) < 1e-15);
    CHECK(distance(V, {{0, 0, 3}, {-6, 1, 0}}) < 2e-15);
    CHECK(distance(bias.v, {-6, -18, 0}) < 4e-15);

    const Backwards back(c.X(), V, bias);
    CHECK(distance(back.X.p, {-2, 0, 0}) < 1e-15);
    CHECK(distance(back.V, {{0, 0, -3}, {-1, 0, 0}}) < 2e-15);
    CHECK(norm(back.bias.w) == 0);
    CHECK(norm(back.bias.v) < 8e-15);
}
