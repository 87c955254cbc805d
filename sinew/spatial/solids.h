// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/mass_properties.h>

#include <array>
#include <span>
#include <vector>

namespace sinew {

// Mass properties of solids of uniform density. Each is centred at the origin of its frame and has its axis along
// z unless it says otherwise; re_express(X_AB, ...) puts it elsewhere, + joins several into one. Sizes that are
// not positive are refused with ModelError.

/// kg per m³ of a solid, per m² of a shell, per m of a rod.
struct Density {
    double value = 0;
};

/// How much there is of a solid: a plain number is its mass.
struct Amount {
    Amount(double mass) : value(mass) {}
    Amount(Density density) : value(density.value), is_density(true) {}
    double value;
    bool is_density = false;
};

/// All of the mass at p.
MassProperties point_mass(double mass, const Vec3& p = {});

/// A rod without thickness.
MassProperties rod(Amount amount, double length);
MassProperties box(Amount amount, const Vec3& sides);
MassProperties cylinder(Amount amount, double radius, double length);
/// A cylinder with a coaxial hole.
MassProperties tube(Amount amount, double outer_radius, double inner_radius, double length);
MassProperties sphere(Amount amount, double radius);
/// A sphere's surface, without thickness.
MassProperties spherical_shell(Amount amount, double radius);
/// By its semi-axes along x, y and z.
MassProperties ellipsoid(Amount amount, const Vec3& radii);
/// A cylinder of the given length with half a sphere on either end.
MassProperties capsule(Amount amount, double radius, double length);
/// Its base's centre is at the origin, its apex at z = height.
MassProperties cone(Amount amount, double radius, double height);
/// The tube around the circle of ring_radius in the plane z = 0; the tube is thinner than the ring.
MassProperties torus(Amount amount, double ring_radius, double tube_radius);

/// A surface of triangles, each by the numbers of its corners. Corners at the same place count as one, so a list of
/// triangles that share none will do.
struct TriangleMesh {
    std::vector<Vec3> vertices{};
    std::vector<std::array<int, 3>> faces{};
};

/// What a closed surface encloses, in the mesh's own frame (3.16). All faces must turn the same way, outward or inward.
/// Throws ModelError with the numbers of the faces at fault: not closed, turned against a neighbour, a corner
/// that does not exist or is not finite, no volume.
MassProperties mesh_solid(Amount amount, const TriangleMesh& mesh);

}  // namespace sinew
