// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/fields.h>

namespace sinew {

namespace {

void own(Fields& f, shape::Box& s) { f.field("sides", s.sides, "lengths along x, y and z, m"); }
void own(Fields& f, shape::Sphere& s) { f.field("radius", s.radius, "m"); }
void own(Fields& f, shape::Ellipsoid& s) { f.field("radii", s.radii, "semi-axes along x, y and z, m"); }
void own(Fields& f, shape::Cylinder& s) {
    f.field("radius", s.radius, "m");
    f.field("length", s.length, "along z, m");
}
void own(Fields& f, shape::Capsule& s) {
    f.field("radius", s.radius, "m");
    f.field("length", s.length, "of the cylinder between the half spheres, along z, m");
}
void own(Fields& f, shape::Cone& s) {
    f.field("radius", s.radius, "of the base, which stands at z = 0, m");
    f.field("height", s.height, "along z, m");
}
void own(Fields&, shape::HalfSpace&) {}

/// Triangles are told by their file; those without one are written out.
void own(Fields& f, shape::Mesh& s) {
    f.field("file", s.file, "OBJ, STL or VTP, beside the model's file");
    f.field("scale", s.scale, "what coordinates of the file are multiplied by");
    TriangleMesh mesh;
    if (s.triangles && s.file.empty()) mesh = *s.triangles;
    std::vector<Vec3> faces;
    for (const std::array<int, 3>& face : mesh.faces)
        faces.push_back({double(face[0]), double(face[1]), double(face[2])});
    f.list("vertices", mesh.vertices, "corners, where there is no file");
    f.list("faces", faces, "triangles by the numbers of their corners, from 0");
    if (!f.reads() || faces.empty()) return;
    for (const Vec3& face : faces) {
        std::array<int, 3> corners{};
        for (int i = 0; i < 3; ++i) {
            if (!(face[i] >= 0 && face[i] < static_cast<double>(mesh.vertices.size())))
                return f.fault("a face has a corner that is no vertex. They are counted from 0.");
            corners[static_cast<std::size_t>(i)] = static_cast<int>(face[i]);
        }
        mesh.faces.push_back(corners);
    }
    s.triangles = std::make_shared<TriangleMesh>(std::move(mesh));
}

void own(Fields& f, shape::Torus& s) {
    f.field("ring_radius", s.ring_radius, "of the circle about z that the tube runs along, m");
    f.field("tube_radius", s.tube_radius, "m");
}

void own(Fields& f, shape::ConvexHull& s) {
    std::vector<Vec3> points;
    if (s.points) points = *s.points;
    f.list("points", points, "the smallest convex solid around these");
    if (f.reads()) s.points = std::make_shared<std::vector<Vec3>>(std::move(points));
}

/// Told row by row; rows of different length make no grid.
void own(Fields& f, shape::HeightMap& s) {
    f.field("side_x", s.side_x, "length of the rectangle along x, m");
    f.field("side_y", s.side_y, "along y, m");
    std::vector<Fields::Numbers> rows;
    if (s.grid)
        for (int j = 0; j < s.grid->rows; ++j) {
            const auto first = s.grid->heights.begin() + j * s.grid->columns;
            rows.emplace_back(first, first + s.grid->columns);
        }
    f.list("heights", rows, "a list for each row along x, the rows along y, from low to high, m");
    if (!f.reads() || rows.empty()) return;
    HeightGrid grid{.columns = static_cast<int>(rows[0].size()), .rows = static_cast<int>(rows.size())};
    for (const Fields::Numbers& row : rows) {
        if (row.size() != rows[0].size())
            return f.fault("the rows of heights are not of one length. Every row needs as many numbers.");
        grid.heights.insert(grid.heights.end(), row.begin(), row.end());
    }
    s.grid = std::make_shared<HeightGrid>(std::move(grid));
}

}  // namespace

const KindsOf<Shape>& shape_kinds() {
    static const KindsOf<Shape> kinds = [] {
        KindsOf<Shape> all;
        all.kinds = {shape::Box{},       shape::Sphere{}, shape::Ellipsoid{}, shape::Cylinder{},
                     shape::Capsule{},   shape::Cone{},   shape::HalfSpace{}, shape::Mesh{},
                     shape::HeightMap{}, shape::Torus{},  shape::ConvexHull{}};
        for (const Shape& kind : all.kinds) all.types.emplace_back(kind_of(kind));
        return all;
    }();
    return kinds;
}

void describe(Fields& f, Shape& shape) {
    f.choice(shape, shape_kinds(), [&](Shape& any) { visit([&](auto& s) { own(f, s); }, any); });
}

}  // namespace sinew
