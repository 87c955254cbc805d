// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>

#include <cmath>

namespace sinew {

namespace {

/// The point nearest to the origin of a face of the simplex, if it lies within that face.
struct Candidate {
    double square;
    Vec3 v;
    double weight[4];
    int index[4];
    int count;
};

/// Keeps the nearest of the candidates.
class NearestFace {
public:
    explicit NearestFace(const Simplex& s) : s_(s) { best_.square = std::numeric_limits<double>::infinity(); }

    void corner(int i) { offer({dot(w(i), w(i)), w(i), {1}, {i}, 1}); }

    void edge(int i, int j) {
        const Vec3 d = w(j) - w(i);
        const double square = dot(d, d), t = -dot(w(i), d);
        if (!(t > 0 && t < square)) return;
        const double share = t / square;
        const Vec3 v = w(i) + share * d;
        offer({dot(v, v), v, {1 - share, share}, {i, j}, 2});
    }

    void triangle(int i, int j, int k) {
        const Vec3 a = w(i), b = w(j), c = w(k), n = cross(b - a, c - a);
        const double square = dot(n, n);
        if (!(square > 1e-28 * dot(b - a, b - a) * dot(c - a, c - a))) return;
        const double x = dot(n, cross(b, c)) / square, y = dot(n, cross(c, a)) / square, z = 1 - x - y;
        if (!(x > 0 && y > 0 && z > 0)) return;
        const Vec3 v = (dot(n, a) / square) * n;  // more exact than the sum of corners
        offer({dot(v, v), v, {x, y, z}, {i, j, k}, 3});
    }

    /// The whole: the origin is within if it is on the inner side of every face.
    void tetrahedron() {
        const Vec3 a = w(0), b = w(1), c = w(2), d = w(3);
        const double all = dot(b - a, cross(c - a, d - a));
        const double size = std::sqrt(dot(b - a, b - a) * dot(c - a, c - a) * dot(d - a, d - a));
        if (!(std::fabs(all) > 1e-14 * size)) return;
        const double x = dot(b, cross(c, d)) / all, y = -dot(a, cross(c, d)) / all,
                     z = dot(a, cross(b, d)) / all, rest = 1 - x - y - z;
        if (!(x >= 0 && y >= 0 && z >= 0 && rest >= 0)) return;
        offer({0, {}, {x, y, z, rest}, {0, 1, 2, 3}, 4});
    }

    const Candidate& best() const { return best_; }

private:
    const Vec3& w(int i) const { return s_.corner[i].w; }
    void offer(const Candidate& c) {
        if (c.square < best_.square) best_ = c;
    }
    const Simplex& s_;
    Candidate best_;
};

/// Only faces with the newest corner can be nearer than what was known before.
Candidate nearest_face(const Simplex& s) {
    NearestFace nearest(s);
    const int n = s.count - 1;
    nearest.corner(n);
    for (int i = 0; i < n; ++i) nearest.edge(i, n);
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) nearest.triangle(i, j, n);
    if (n == 3) nearest.tetrahedron();
    return nearest.best();
}

void keep(Simplex& s, const Candidate& c) {
    Simplex kept;
    kept.count = c.count;
    for (int i = 0; i < c.count; ++i) kept.corner[i] = s.corner[c.index[i]], kept.weight[i] = c.weight[i];
    s = kept;
}

}  // namespace

CoreDistance separation(const ConvexPair& pair, Vec3 v, double limit, Simplex& s) {
    CoreDistance out;
    if (!(dot(v, v) > 0)) v = x_axis;
    double square = std::numeric_limits<double>::infinity(), reach = 0;
    s.count = 0;
    constexpr double relative = 1e-13, tiny = 1e-14;
    for (int iteration = 0; iteration < 100; ++iteration) {
        Difference corner;
        corner.a = pair.top_A(v), corner.b = pair.top_B(-v), corner.w = corner.b - corner.a;
        const double length = norm(v), below = dot(v, corner.w) / length;
        if (!std::isfinite(below)) return out.finite = false, out;
        out.lower = iteration == 0 ? below : std::fmax(out.lower, below);
        reach = std::fmax(reach, dot(corner.w, corner.w));
        if (out.lower > limit) {
            if (s.count == 0) out.a = corner.a, out.b = corner.b, out.upper = norm(corner.w);
            break;
        }
        if (s.count > 0 && length - out.lower <= relative * length) break;
        bool known = false;
        for (int i = 0; i < s.count; ++i) known = known || s.corner[i].w == corner.w;
        if (known) break;
        s.corner[s.count++] = corner;
        const Candidate nearest = nearest_face(s);
        if (!(nearest.square < square)) {  // rounding: as near as numbers allow
            --s.count;
            break;
        }
        square = nearest.square, v = nearest.v;
        keep(s, nearest);
        if (s.count == 4 || square <= tiny * tiny * reach) return out.overlap = true, out;
    }
    if (s.count == 0) return out;
    out.upper = std::sqrt(square);
    out.n = v / norm(v);
    for (int i = 0; i < s.count; ++i)
        out.a += s.weight[i] * s.corner[i].a, out.b += s.weight[i] * s.corner[i].b;
    return out;
}

}  // namespace sinew
