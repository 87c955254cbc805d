// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

#include <set>

namespace sinew {

/// Shapes of URDF, SDF and MJCF files that collide, as contact surfaces of the Model: what their readers share (13.50).
class CollisionSurfaces {
public:
    explicit CollisionSurfaces(const ReadOptions& options) : kind_(options.contact) {}

    /// Whether anybody asked for contact.
    bool wanted() const { return kind_.has_value(); }
    /// Adds a surface, by a name of its own.
    void add(Model& model, ContactSurface surface);
    /// Once all are there: the kind of contact; and where they yield, meshes in place of shapes with edges, and of
    /// capsules if two may touch along a line, for which Hertz has no law.
    void finish(Model& model) const;

private:
    std::optional<ContactKind> kind_;
    std::set<std::string> names_{};
};

/// The shape's surface as triangles, closed, none of whose edges is longer than an eighth of its longest side.
TriangleMesh fine_mesh(const Shape& shape);

}  // namespace sinew
