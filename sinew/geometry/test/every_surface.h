// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/surface.h>
#include <tests/support/random.h>

namespace sinew::testing {

/// A closed mesh of a ball with bumps: r = 1 + bumps sin 3u sin 2v, by n rings.
TriangleMesh bumpy_ball(int n, double bumps, double radius);

/// Two cubes of side 2 side by side without the wall between: not convex where the second, of side 1, begins.
TriangleMesh step_mesh();

shape::ConvexHull random_hull(int points, std::uint64_t seed);
shape::HeightMap hills(int columns, int rows, std::uint64_t seed);

/// One or several of every kind, about a metre in size.
std::vector<Shape> every_shape();

/// Points of a surface, spread over all of it, from random directions.
Vec3 random_point_on(const Surface& surface, Random& random);

Vec3 random_direction(Random& random);

}  // namespace sinew::testing
