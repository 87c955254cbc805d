// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/list.h>
#include <sinew/joints/test/as_user_joint.h>
#include <sinew/joints/test/own_joint.h>

#include <vector>

namespace sinew {

/// The joints that the laws are tried on: one as it comes, and others where there is something to choose.
template <class J>
std::vector<J> examples_of() {
    return {J{}};
}

template <>
inline std::vector<Screw> examples_of() {
    return {Screw{}, Screw{.pitch = 0.37}, Screw{.pitch = -1.9}};
}
template <>
inline std::vector<Ellipsoid> examples_of() {
    return {Ellipsoid{}, Ellipsoid{.radii = {0.3, 0.5, 0.8}}};
}
template <>
inline std::vector<CantileverBeam> examples_of() {
    return {CantileverBeam{}, CantileverBeam{.length = 0.6}};
}
template <>
inline std::vector<SphericalCoords> examples_of() {
    return {
        SphericalCoords{},
        SphericalCoords{.azimuth_sign = -1, .azimuth_offset = 0.2, .zenith_sign = -1, .radial_axis = x_axis},
        SphericalCoords{.zenith_offset = 1.57, .radius_sign = -1, .radius_offset = 0.7}};
}

/// The right knee of a gait model, joint knee_r of Models/Gait2354_Simbody/gait2354_simbody.osim in
/// github.com/opensim-org/opensim-models (CC BY 3.0).
inline FunctionBased gait_knee() {
    using namespace function;
    return {.coordinates = {"knee_angle"},
            .turns = {{{z_axis, Linear{}}, {y_axis}, {x_axis}}},
            .shifts = {
                {{x_axis, SimmSpline{{-2.0944, -1.74533, -1.39626, -1.0472, -0.698132, -0.349066, -0.174533,
                                      0.197344, 0.337395, 0.490178, 1.52146, 2.0944},
                                     {-0.0032, 0.00179, 0.00411, 0.0041, 0.00212, -0.001, -0.0031, -0.005227,
                                      -0.005435, -0.005574, -0.005435, -0.00525}}},
                 {y_axis, SimmSpline{{-2.0944, -1.22173, -0.523599, -0.349066, -0.174533, 0.159149, 2.0944},
                                     {-0.4226, -0.4082, -0.399, -0.3976, -0.3966, -0.395264, -0.396}}},
                 {z_axis}}}};
}

/// A real knee; two coordinates about skew axes through all sorts of functions; and six that drive everything, some of
/// it together.
template <>
inline std::vector<FunctionBased> examples_of() {
    using namespace function;
    const FunctionBased skew{.coordinates = {"bend", "twist"},
                             .turns = {{{{1, 2, 2}, Linear{{1.5}, 0.2}},
                                        {{0, 0.6, 0.8}, Polynomial{{0.3, -0.4, 0.1}}, {1}},
                                        {{0, 0, -1}, Sinusoid{0.7, 2, 0.3}}}},
                             .shifts = {{{y_axis, Polynomial{{0.5, 0.2, -0.1}}},
                                         {{3, 0, 4}, Constant{0.25}},
                                         {z_axis, Linear{{0.6, -0.9}, 0.05}}}}};
    const FunctionBased all{
        .coordinates = {"a", "b", "c", "d", "e", "f"},
        .turns = {{{-y_axis, Linear{}}, {z_axis, Linear{}, {1}}, {x_axis, Linear{}, {2}}}},
        .shifts = {{{x_axis, Linear{{1, 0.3}}, {3, 0}},
                    {y_axis, Product{{Argument{0}, Sinusoid{0.4, 1.5, 0.2}}}, {4}},
                    {{1, 1, 1}, of_arguments(Linear{{1, -0.2, 0.1}}, {2, 1, 0}), {4, 5, 1}}}}};
    return {gait_knee(), skew, all};
}
/// A pin on plain numbers that promises what it can.
inline std::shared_ptr<AsUserJoint<Pin>> promising_pin() {
    auto pin = std::make_shared<AsUserJoint<Pin>>();
    pin->only_turns = pin->fixed_hinge = true;
    return pin;
}

/// Some of ours, as a user would write them, on plain numbers and as templates.
template <>
inline std::vector<CustomJoint> examples_of() {
    return {CustomJoint{std::make_shared<AsUserJoint<Universal>>()},
            CustomJoint{std::make_shared<AsUserJoint<Screw>>(Screw{.pitch = 0.4})},
            CustomJoint{std::make_shared<AsUserJoint<Free>>()},
            CustomJoint{std::make_shared<AsUserJoint<Ellipsoid>>(Ellipsoid{.radii = {0.3, 0.5, 0.8}})},
            CustomJoint{std::make_shared<AsUserJoint<FreeByAngles>>()},
            CustomJoint{std::make_shared<AsUserJoint<LineOrientation>>()},
            CustomJoint{promising_pin()},
            custom_joint(Pin{}),
            custom_joint(Winding{}),
            custom_joint(Hastening{}),
            custom_joint(FreeByAngles{}),
            custom_joint(LineOrientation{})};
}

}  // namespace sinew
