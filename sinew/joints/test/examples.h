// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/list.h>
#include <sinew/joints/test/as_user_joint.h>

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

/// A knee of one coordinate, whose splines are in the manner of gait models; two coordinates about skew axes through
/// all sorts of functions; and six that drive everything, some of it together.
template <>
inline std::vector<FunctionBased> examples_of() {
    using namespace function;
    const FunctionBased knee{
        .coordinates = {"knee_angle"},
        .turns = {{{z_axis, Linear{}}, {x_axis}, {y_axis}}},
        .shifts = {{{x_axis, SimmSpline{{-2.1, -1.2, -0.2, 0.6}, {-0.003, 0.002, 0.004, -0.005}}},
                    {y_axis, NaturalCubicSpline{{-2.1, -1.0, 0.2, 0.9}, {-0.42, -0.41, -0.40, -0.39}}},
                    {z_axis, Constant{0.01}}}}};
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
    return {knee, skew, all};
}
/// Some of ours, as a user would write them.
template <>
inline std::vector<CustomJoint> examples_of() {
    return {CustomJoint{std::make_shared<AsUserJoint<Universal>>()},
            CustomJoint{std::make_shared<AsUserJoint<Screw>>(Screw{.pitch = 0.4})},
            CustomJoint{std::make_shared<AsUserJoint<Free>>()},
            CustomJoint{std::make_shared<AsUserJoint<Ellipsoid>>(Ellipsoid{.radii = {0.3, 0.5, 0.8}})},
            CustomJoint{std::make_shared<AsUserJoint<FreeByAngles>>()},
            CustomJoint{std::make_shared<AsUserJoint<LineOrientation>>()}};
}

}  // namespace sinew
