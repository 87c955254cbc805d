// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex_hull.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sinew {

namespace {

using Face = std::array<int, 3>;

/// Four points that span a body, as far apart as a few looks find them; false if there are none.
bool span_of(std::span<const Vec3> p, double tiny, std::array<int, 4>& out) {
    const auto farthest = [&](auto&& distance) {
        int best = 0;
        for (int i = 1; i < static_cast<int>(p.size()); ++i)
            if (distance(p[static_cast<std::size_t>(i)]) > distance(p[static_cast<std::size_t>(best)]))
                best = i;
        return best;
    };
    out[0] = farthest([](const Vec3& v) { return v.x; });
    const Vec3 a = p[static_cast<std::size_t>(out[0])];
    out[1] = farthest([&](const Vec3& v) { return norm(v - a); });
    const Vec3 b = p[static_cast<std::size_t>(out[1])] - a;
    if (!(norm(b) > tiny)) return false;
    out[2] = farthest([&](const Vec3& v) { return norm(cross(v - a, b)); });
    const Vec3 n = cross(b, p[static_cast<std::size_t>(out[2])] - a);
    if (!(norm(n) > tiny * norm(b))) return false;
    out[3] = farthest([&](const Vec3& v) { return std::fabs(dot(v - a, n)); });
    const double height = dot(p[static_cast<std::size_t>(out[3])] - a, n) / norm(n);
    if (!(std::fabs(height) > tiny)) return false;
    if (height > 0) std::swap(out[1], out[2]);  // the first three turn away from the fourth
    return true;
}

}  // namespace

TriangleMesh convex_hull(std::span<const Vec3> points) {
    double size = 0;
    for (const Vec3& p : points) {
        const double length = norm(p - points[0]);
        if (!std::isfinite(length)) return {};
        size = std::max(size, length);
    }
    const double tiny = 1e-12 * size;
    std::array<int, 4> first{};
    if (points.size() < 4 || !span_of(points, tiny, first)) return {};
    const auto [a, b, c, d] = first;
    std::vector<Face> faces{{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
    const auto height = [&](const Face& f, const Vec3& p) {
        const Vec3 o = points[static_cast<std::size_t>(f[0])];
        const Vec3 n =
            cross(points[static_cast<std::size_t>(f[1])] - o, points[static_cast<std::size_t>(f[2])] - o);
        const double length = norm(n);
        return length > 0 ? dot(p - o, n) / length : 0;
    };
    for (int i = 0; i < static_cast<int>(points.size()); ++i) {
        const Vec3& p = points[static_cast<std::size_t>(i)];
        std::vector<Face> kept;
        std::map<std::pair<int, int>, bool> edges;  // of faces that p sees
        for (const Face& f : faces) {
            if (!(height(f, p) > tiny)) {
                kept.push_back(f);
                continue;
            }
            for (const int k : {0, 1, 2})
                edges[{f[static_cast<std::size_t>(k)], f[static_cast<std::size_t>((k + 1) % 3)]}] = true;
        }
        if (edges.empty()) continue;
        for (const auto& [edge, ignored] : edges)
            if (!edges.contains({edge.second, edge.first})) kept.push_back({edge.first, edge.second, i});
        faces = std::move(kept);
    }
    TriangleMesh hull;
    std::vector<int> place(points.size(), -1);
    for (const Face& f : faces) {
        Face mapped{};
        for (std::size_t k = 0; k < 3; ++k) {
            int& at = place[static_cast<std::size_t>(f[k])];
            if (at < 0) {
                at = static_cast<int>(hull.vertices.size());
                hull.vertices.push_back(points[static_cast<std::size_t>(f[k])]);
            }
            mapped[k] = at;
        }
        hull.faces.push_back(mapped);
    }
    return hull;
}

}  // namespace sinew
