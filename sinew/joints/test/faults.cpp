// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/check.h>
#include <sinew/joints/test/as_user_joint.h>
#include <sinew/joints/test/own_joint.h>

#include <doctest/doctest.h>

#include <limits>

using namespace sinew;

namespace {

std::string faults_of(const AnyJoint& joint) {
    Faults faults;
    check_joint(joint, "knee", faults);
    try {
        faults.throw_if_any();
    } catch (const ModelError& error) {
        return error.what();
    }
    return "none";
}
bool says(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// A universal joint with one thing wrong, as one gets it wrong.
struct Wrong : AsUserJoint<Universal> {
    bool in_H = false, in_bias = false;
    void H_FM(const JointInput<double>& in, SpatialVelocity* H) const override {
        AsUserJoint<Universal>::H_FM(in, H);
        if (in_H) H[1].w.z = -H[1].w.z;
    }
    SpatialAcceleration bias_FM(const JointInput<double>& in, const double* u) const override {
        return in_bias ? SpatialAcceleration{} : AsUserJoint<Universal>::bias_FM(in, u);
    }
};

/// A formula with a factor too many.
struct WrongFormula : Winding {
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        SpatialAccelerationT<T> A = Winding::bias_FM(in, u);
        A.v.y = T(2.0) * A.v.y;
        return A;
    }
};

}  // namespace

TEST_CASE("a function-based joint names all that is wrong with it at once") {
    CHECK(faults_of(FunctionBased{.turns = {{{z_axis, function::Linear{}}, {x_axis}, {y_axis}}}}) == "none");
    CHECK(says(faults_of(FunctionBased{.coordinates = {}}), "joint \"knee\" has 0 coordinates"));
    CHECK(says(faults_of(FunctionBased{}), "coordinate \"q\" moves nothing"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::string several = faults_of(FunctionBased{
        .coordinates = {"a", "b"},
        .turns = {{{{0, 0, 0}, function::Linear{}}, {{nan, 0, 0}}, {z_axis, function::Linear{{1, 2}}, {0}}}},
        .shifts = {
            {{x_axis, function::Linear{}, {2}}, {y_axis, function::Linear{{1, 1}}, {0, 0}}, {z_axis}}}});
    CHECK(says(several, "first turn: the axis (0, 0, 0) has no direction"));
    CHECK(says(several, "second turn: the axis (nan, 0, 0) has no direction"));
    CHECK(says(several, "third turn: its function has 2 arguments, but 'of' names 1"));
    CHECK(says(several, "first shift: there is no coordinate 2"));
    CHECK(says(several, "second shift: 'of' names one coordinate twice"));
    CHECK(says(several, "coordinate \"b\" moves nothing"));
    CHECK(says(faults_of(FunctionBased{.coordinates = {"a", "a"}}), "two coordinates are called \"a\""));
    CHECK_THROWS_AS(FunctionBased{}.data(), ModelError);
}

TEST_CASE("parameters that make no joint are refused with joint, parameter and value") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(faults_of(Pin{}) == "none");
    CHECK(says(faults_of(Screw{.pitch = nan}), "joint \"knee\": pitch is nan, not a finite number"));
    CHECK(says(faults_of(Ellipsoid{.radii = {1, 0, 2}}), "radius_y is 0, but must be positive"));
    CHECK(says(faults_of(CantileverBeam{.length = -0.5}), "length is -0.5, but must be positive"));
    CHECK(says(faults_of(SphericalCoords{.zenith_sign = 2}), "zenith_sign is 2, but must be 1 or -1"));
    CHECK(says(faults_of(SphericalCoords{.radial_axis = {1, 0, 1}}), "must have length 1"));
}

TEST_CASE("a custom joint names all that is wrong with it at once") {
    CHECK(says(faults_of(CustomJoint{}), "has no object behind it"));
    auto user = std::make_shared<AsUserJoint<Universal>>();
    CHECK(faults_of(CustomJoint{user}) == "none");
    user->nq = 3;
    user->parameter_names = {"length"};
    user->scratch_size = -1;
    const std::string several = faults_of(CustomJoint{user});
    CHECK(says(several, "names 2 coordinates but has 3"));
    CHECK(says(several, "1 parameter names and 0 parameter values"));
    CHECK(says(several, "nq = 3, nu = 2; set own_rates and give N"));
    CHECK(says(several, "scratch_size of -1"));
    user->nu = 9;
    CHECK(says(faults_of(CustomJoint{user}), "nq = 3, nu = 9; it takes"));
    CHECK_THROWS_AS(CustomJoint{user}.data(), ModelError);
}

TEST_CASE("a mistake in a user's joint shows far above what differences leave") {
    const double q[] = {0.4, -0.6}, u[] = {1.1, 0.7};
    Wrong joint;
    CHECK(contract_error(joint, q, u) < 1e-9);
    joint.in_H = true;
    CHECK(contract_error(joint, q, u) > 0.1);
    joint.in_H = false;
    joint.in_bias = true;
    CHECK(contract_error(joint, q, u) > 0.1);
}

TEST_CASE("a mistake in a formula shows, far above the rounding that a right one leaves") {
    const double q[] = {0.4, -0.6}, u[] = {1.1, 0.7};
    CHECK(contract_error(UserJointOf<WrongFormula>{}, q, u) > 0.1);
    CHECK(contract_error(UserJointOf<Winding>{}, q, u) < 1e-14);
    for (const double* angle : {q, q + 1}) CHECK(contract_error(UserJointOf<Hastening>{}, angle, u) < 1e-14);
    CHECK(contract_error(UserJointOf<LineOrientation>{}, std::array{0.5, -0.6, 0.2, 0.3}.data(), u) < 1e-14);
}

TEST_CASE("a promise that a user's joint does not keep shows as well") {
    const double q[] = {0.4, -0.6}, u[] = {1.1, 0.7};
    AsUserJoint<Pin> pin;
    pin.only_turns = pin.fixed_hinge = true;
    CHECK(contract_error(pin, q, u) < 1e-9);
    AsUserJoint<Slider> slider;
    slider.only_turns = true;
    CHECK(contract_error(slider, q, u) > 0.1);
    AsUserJoint<Universal> universal;
    universal.only_turns = true;
    CHECK(contract_error(universal, q, u) < 1e-9);
    universal.fixed_hinge = true;
    CHECK(contract_error(universal, q, u) > 0.1);
}
