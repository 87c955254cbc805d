// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/list.h>

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

}  // namespace sinew
