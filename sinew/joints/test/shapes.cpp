// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints whose motion has a closed form of its own, or that another joint can imitate.
#include <sinew/joints/list.h>
#include <sinew/joints/test/case_of.h>

#include <doctest/doctest.h>

using namespace sinew;

namespace {

constexpr double rounding = 4e-15;

void check_alike(const AnyCase& a, const AnyCase& b) {
    CHECK(distance(a.X(), b.X()) < rounding);
    for (std::size_t j = 0; j < a.u.size(); ++j) CHECK(distance(a.H()[j], b.H()[j]) < rounding);
    CHECK(distance(a.bias(), b.bias()) < rounding);
    CHECK(distance(a.q_dot(), b.q_dot()) < rounding);
}

}  // namespace

TEST_CASE("at the reference configuration M lies on F, where no parameter says otherwise") {
    for_every_joint([&](const AnyCase& c) {
        if (!c.k.empty() || c.name == FunctionBased::name) return;
        const auto at_rest = c.copy();
        at_rest->q = c.reference();
        CHECK(distance(at_rest->X(), Transform{}) == 0);
    });
}

TEST_CASE("the origin of M stays on its ellipsoid, and on a sphere M's z axis is the normal") {
    for (const double angle : {0.0, 0.4, 1.1}) {
        const auto c = case_of(Ellipsoid{.radii = {0.3, 0.5, 0.8}}, {1, angle, -2 * angle, 0.3});
        const Vec3 p = c.X().p;
        CHECK(std::abs(p.x * p.x / 0.09 + p.y * p.y / 0.25 + p.z * p.z / 0.64 - 1) < rounding);
        const auto sphere = case_of(Ellipsoid{.radii = {2, 2, 2}}, {1, angle, -2 * angle, 0.3});
        CHECK(distance(sphere.X().p, 2.0 * sphere.X().R.z) < rounding);
    }
}

TEST_CASE("latitude and longitude are spherical coordinates along x with the zenith's sign turned") {
    const SphericalCoords globe{.zenith_sign = -1, .radial_axis = x_axis};
    const double latitude = 0.9, longitude = -2.2, r = 6371;
    const Vec3 expected = r * Vec3{std::cos(latitude) * std::cos(longitude),
                                   std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
    CHECK(distance(case_of(globe, {longitude, latitude, r}).X().p, expected) < 1e-12 * r / 1000);
}

TEST_CASE("the tip of a beam bends as slope and deflection of a beam under a force at its tip") {
    // The slope at s = x/L is θ (2 s − s²): the deflection at the tip is ⅔ L θ, the loss of height ½∫y'² = 4/15 L θ².
    const double L = 0.7, slope = 0.2;
    const auto c = case_of(CantileverBeam{.length = L}, {slope, 0, 0});
    double sink = 0;
    const int n = 2000;
    for (int i = 0; i < n; ++i) {
        const double s = (i + 0.5) / n, y_slope = slope * (2 * s - s * s);
        sink += 0.5 * y_slope * y_slope * L / n;
    }
    CHECK(distance(c.X().p, {0, -2.0 / 3 * L * slope, L - sink}) < 1e-8);
}

TEST_CASE("what functions can imitate, they imitate: pin, universal, gimbal, planar, screw, beam") {
    using namespace function;
    const Function same = Linear{};
    const std::vector<double> q{0.3, -0.7, 1.1}, u{0.7, -1.3, 0.4};
    const auto first = [](const std::vector<double>& a, std::size_t n) {
        return std::vector<double>(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(n));
    };
    check_alike(
        case_of(Pin{}, first(q, 1), first(u, 1)),
        case_of(FunctionBased{.turns = {{{x_axis}, {z_axis, same}, {y_axis}}}}, first(q, 1), first(u, 1)));
    check_alike(case_of(Screw{.pitch = -0.4}, first(q, 1), first(u, 1)),
                case_of(FunctionBased{.turns = {{{x_axis}, {y_axis}, {z_axis, same}}},
                                      .shifts = {{{x_axis}, {y_axis}, {-z_axis, Linear{{0.4}}}}}},
                        first(q, 1), first(u, 1)));
    check_alike(case_of(Universal{}, first(q, 2), first(u, 2)),
                case_of(FunctionBased{.coordinates = {"a", "b"},
                                      .turns = {{{x_axis, same}, {-y_axis, Linear{{-1}}, {1}}, {z_axis}}}},
                        first(q, 2), first(u, 2)));
    check_alike(case_of(Gimbal{}, q, u),
                case_of(FunctionBased{.coordinates = {"a", "b", "c"},
                                      .turns = {{{x_axis, same}, {y_axis, same, {1}}, {z_axis, same, {2}}}}},
                        q, u));
    check_alike(case_of(Planar{}, q, u),
                case_of(FunctionBased{.coordinates = {"a", "x", "y"},
                                      .turns = {{{x_axis}, {y_axis}, {z_axis, same}}},
                                      .shifts = {{{y_axis, same, {2}}, {x_axis, same, {1}}, {z_axis}}}},
                        q, u));
    const Function squares = Linear{{1, 1}};
    const Function sink = compose(squares, {Polynomial{{1, 0, 0}}, of_arguments(Polynomial{{1, 0, 0}}, {1})});
    check_alike(case_of(CantileverBeam{.length = 1.5}, q, u),
                case_of(FunctionBased{.coordinates = {"a", "b", "c"},
                                      .turns = {{{x_axis, same}, {y_axis, same, {1}}, {z_axis, same, {2}}}},
                                      .shifts = {{{x_axis, Linear{}, {1}},
                                                  {-y_axis, Linear{}},
                                                  {z_axis, Function(1.5) - 0.4 * sink}}}},
                        q, u));
}

TEST_CASE("functions that are lines of coordinates of their own say the same the short way") {
    const Function twice = function::Linear{{2}, 0.3}, same = function::Linear{},
                   minus = function::Linear{{-1}};
    const FunctionBased skew{
        .coordinates = {"a", "b", "c", "d", "e"},
        .turns = {{{{1, 2, 3}, twice, {3}}, {-y_axis, same, {0}}, {{-1, 0.5, 0.2}, minus, {1}}}},
        .shifts = {{{{1, 1, 0}, twice, {4}}, {y_axis, 0.7}, {z_axis, minus, {2}}}}};
    const FunctionBased bent{.turns = {{{{1, 2, 3}, 0.4}, {y_axis, -0.2}, {z_axis, same}}}};
    for (const FunctionBased& joint : {skew, bent}) {
        std::vector<double> q{0.3, -0.7, 1.1, 0.2, -0.4}, u{0.7, -1.3, 0.4, 0.9, 0.5};
        q.resize(joint.coordinates.size()), u.resize(joint.coordinates.size());
        const auto c = case_of(joint, q, u);
        const auto& tables = static_cast<const FunctionBased::Tables&>(*c.data);
        CHECK(tables.plain);
        std::vector<double> scratch(c.scratch_size);
        const JointInput<double> in{nullptr, q.data(), scratch.data(), c.data.get()};
        Transform X;
        std::vector<SpatialVelocity> H(q.size());
        double angle[3];
        FunctionBased::plain_angles(tables, q.data(), angle);
        FunctionBased::plain_X_and_H(in, {sin_cos(angle[0]), sin_cos(angle[1]), sin_cos(angle[2])}, X,
                                     H.data());
        CHECK(distance(X, c.X()) < rounding);
        for (std::size_t j = 0; j < q.size(); ++j) CHECK(distance(H[j], c.H()[j]) < rounding);
        CHECK(distance(FunctionBased::plain_bias(in, H.data(), u.data()), c.bias()) < rounding);
        CHECK(distance(FunctionBased::bias_FM(in, u.data()), c.bias()) < rounding);
    }
}

TEST_CASE("what a user's joint says is what the joint behind it says") {
    for_every_joint([&](const AnyCase& c) {
        const auto custom = c.as_custom();
        if (!custom) return;
        check_alike(c, *custom);
        const UserJoint& user = static_cast<const UserJoint&>(*custom->data);
        CHECK(contract_error(user, c.q.data(), c.u.data()) < 2e-8);
    });
}
