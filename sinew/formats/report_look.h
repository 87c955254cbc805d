// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/orientation.h>
#include <sinew/system/system.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// A shape on a body as a page draws it. Round ones stand along z.
struct DrawnShape {
    int body = 0;
    std::string kind{};          ///< box, sphere, ellipsoid, cylinder, capsule, cone, torus, plane, mesh
    std::vector<double> size{};  ///< see the page's format.ts
    Transform X_BG{};
    int tone = -1;                                    ///< a colour of the palette, −1 for a neutral one
    std::optional<std::array<double, 4>> color{};     ///< red, green, blue, opacity in place of the tone
    std::shared_ptr<const TriangleMesh> triangles{};  ///< of a mesh
};

/// Something straight between points of two bodies: spring, damper, rod.
struct DrawnLine {
    std::string name{}, kind{};
    Station from{}, to{};
};

/// A solid of even density with a body's inertia.
struct InertiaEllipsoid {
    Rotation R;
    Vec3 radii;
};

struct Look {
    std::vector<DrawnShape> shapes{};
    std::vector<DrawnLine> lines{};
};

/// How a model looks: its visuals; for bodies without any, rods from joint to joint and an ellipsoid of its inertia, or
/// a box of its inertia for a body that no other is joined to. The State says how large the whole is.
Look look_of(const System& system, const State& state);

/// Nothing for a body without extent.
std::optional<InertiaEllipsoid> inertia_ellipsoid(const MassProperties& mass);

}  // namespace sinew
