// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints whose motion has a closed form of its own, or that another joint can imitate.
#include <sinew/joints/fit.h>
#include <sinew/joints/test/every_joint.h>

using namespace sinew;

namespace {

constexpr double rounding = 4e-15;

template <class J>
Case<J> case_of(const J& joint, std::vector<double> q, std::vector<double> u = {}) {
    const auto data = data_of(joint);
    Case<J> c{
        data, std::vector<double>(static_cast<std::size_t>(parameter_count_of<J>(data.get()))), q, u, {}};
    parameters_of(joint, data.get(), c.k.data());
    c.scratch.resize(static_cast<std::size_t>(scratch_size_of<J>(data.get())));
    return c;
}

template <class J, class K>
void check_alike(const Case<J>& a, const Case<K>& b) {
    CHECK(distance(a.X(), b.X()) < rounding);
    for (std::size_t j = 0; j < a.u.size(); ++j) CHECK(distance(a.H()[j], b.H()[j]) < rounding);
    const SpatialAcceleration p = hinge_bias<J>(a.in(), a.u.data()), q = hinge_bias<K>(b.in(), b.u.data());
    CHECK(distance(p.w, q.w) < rounding);
    CHECK(distance(p.v, q.v) < rounding);
}

}  // namespace

TEST_CASE("at the reference configuration M lies on F, where no parameter says otherwise") {
    for_every_joint([&]<class J>(const Case<J>& c) {
        if (parameter_count_of<J>(c.data.get()) > 0 || std::same_as<J, FunctionBased>) return;
        Case<J> at_rest = c;
        reference_q<J>(c.data.get(), at_rest.q.data());
        CHECK(distance(at_rest.X(), Transform{}) == 0);
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

TEST_CASE("what a user's joint says is what the joint behind it says") {
    for_every_joint([&]<class J>(const Case<J>& c) {
        if constexpr (has_own_size<J> && J::nu > 0) {
            AsUserJoint<J> user;
            user.parameter_values = c.k;
            Case<CustomJoint> custom{std::make_shared<AsUserJoint<J>>(user), c.k, c.q, c.u, c.scratch};
            check_alike(c, custom);
            for (std::size_t i = 0; i < c.q.size(); ++i)
                CHECK(std::abs(c.q_dot()[i] - custom.q_dot()[i]) < rounding);
            CHECK(contract_error(user, c.q.data(), c.u.data()) < 2e-8);
        }
    });
}
