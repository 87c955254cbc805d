// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/test/every_surface.h>

#include <cmath>
#include <numbers>

namespace sinew::testing {

TriangleMesh bumpy_ball(int n, double bumps, double radius) {
    TriangleMesh mesh;
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i < 2 * n; ++i) {
            const double u = std::numbers::pi * i / n, v = std::numbers::pi * j / n;
            const bool pole = j == 0 || j == n;
            const double r =
                radius * (1 + (pole ? 0 : bumps * std::sin(3 * u) * std::sin(v) * std::sin(2 * v)));
            const double s = pole ? 0 : std::sin(v);
            mesh.vertices.push_back({r * s * std::cos(u), r * s * std::sin(u), r * std::cos(v)});
        }
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < 2 * n; ++i) {
            const int a = j * 2 * n + i, b = j * 2 * n + (i + 1) % (2 * n), c = a + 2 * n, d = b + 2 * n;
            if (j > 0) mesh.faces.push_back({a, d, b});
            if (j < n - 1) mesh.faces.push_back({a, c, d});
        }
    return mesh;
}

TriangleMesh step_mesh() {
    TriangleMesh mesh;  // a staircase profile in x and z, drawn out along y
    const double profile[6][2] = {{-1, -1}, {1, -1}, {1, 0}, {0, 0}, {0, 1}, {-1, 1}};
    for (const double y : {-1.0, 1.0})
        for (const auto& p : profile) mesh.vertices.push_back({p[0], y, p[1]});
    for (int i = 0; i < 6; ++i) {
        const int j = (i + 1) % 6;
        mesh.faces.push_back({i, j, j + 6});
        mesh.faces.push_back({i, j + 6, i + 6});
    }
    for (const auto& f : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}) {
        mesh.faces.push_back({f[2], f[1], f[0]});
        mesh.faces.push_back({f[0] + 6, f[1] + 6, f[2] + 6});
    }
    for (auto& f : mesh.faces) std::swap(f[1], f[2]);
    return mesh;
}

shape::ConvexHull random_hull(int points, std::uint64_t seed) {
    Random random(seed);
    auto all = std::make_shared<std::vector<Vec3>>();
    for (int i = 0; i < points; ++i) {
        const Vec3 d = random_direction(random);
        all->push_back({0.9 * d.x, 0.7 * d.y, 0.5 * d.z});
    }
    return {std::move(all)};
}

shape::HeightMap hills(int columns, int rows, std::uint64_t seed) {
    Random random(seed);
    auto grid = std::make_shared<HeightGrid>(HeightGrid{columns, rows, {}});
    for (int i = 0; i < columns * rows; ++i) grid->heights.push_back(random.within(-0.2, 0.2));
    return {3, 2, std::move(grid)};
}

std::vector<Shape> every_shape() {
    const auto mesh = [](TriangleMesh triangles) {
        return shape::Mesh{.triangles = std::make_shared<TriangleMesh>(std::move(triangles))};
    };
    return {shape::Box{{1, 2, 0.5}},
            shape::Sphere{0.7},
            shape::Ellipsoid{{0.5, 1, 0.8}},
            shape::Ellipsoid{{0.9, 0.3, 0.9}},
            shape::Cylinder{0.5, 1.5},
            shape::Cylinder{0.9, 0.2},
            shape::Capsule{0.3, 1.1},
            shape::Cone{0.6, 1.2},
            shape::Cone{1.2, 0.5},
            shape::HalfSpace{},
            mesh(bumpy_ball(12, 0.3, 0.8)),
            mesh(step_mesh()),
            shape::Torus{0.9, 0.25},
            random_hull(12, 5),
            random_hull(200, 6),
            hills(9, 7, 3)};
}

Vec3 random_direction(Random& random) {
    for (;;) {
        const Vec3 d = random.vector(1);
        if (const double size = norm(d); size > 0.1 && size < 1) return d / size;
    }
}

Vec3 random_point_on(const Surface& surface, Random& random) {
    return nearest_point(surface, random.vector(1.5)).p_G;
}

}  // namespace sinew::testing
