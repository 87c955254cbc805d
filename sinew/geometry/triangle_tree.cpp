// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// The square of the distance from a point to a box, 0 within.
inline double square_distance(const Bounds& box, const Vec3& p) {
    const double x = std::max(std::max(box.low.x - p.x, p.x - box.high.x), 0.0);
    const double y = std::max(std::max(box.low.y - p.y, p.y - box.high.y), 0.0);
    const double z = std::max(std::max(box.low.z - p.z, p.z - box.high.z), 0.0);
    return x * x + y * y + z * z;
}

/// Where a ray enters a box, infinite if it does not before the end.
inline double entry(const Bounds& box, const Vec3& origin, const Vec3& inverse, double farthest) {
    double from = 0, to = farthest;
    for (int i = 0; i < 3; ++i) {
        double near = (box.low[i] - origin[i]) * inverse[i], far = (box.high[i] - origin[i]) * inverse[i];
        if (near > far) std::swap(near, far);
        if (near > from) from = near;  // a NaN (along the side of a box) changes nothing
        if (far < to) to = far;
    }
    return from <= to ? from : std::numeric_limits<double>::infinity();
}

struct Step {
    int branch, count;
    double bound;  ///< what it can offer at best
};

/// Goes through a tree from the branch that offers most: bound(box) is the least value that something in a box can
/// have, look(leaf) lowers best.
template <class Bound, class Look>
void descend(const TriangleTree& tree, double& best, Bound bound, Look look) {
    const std::span<const TriangleTree::Node> nodes = tree.nodes();
    if (nodes.empty()) {
        for (std::size_t i = 0; i < tree.leaves().size(); ++i) look(static_cast<int>(i));
        return;
    }
    Step stack[TriangleTree::deepest];
    int top = 0;
    stack[top++] = {0, 0, -std::numeric_limits<double>::infinity()};
    while (top > 0) {
        const Step step = stack[--top];
        if (step.bound > best) continue;
        if (step.branch < 0) {
            for (int i = ~step.branch; i < ~step.branch + step.count; ++i) look(i);
            continue;
        }
        const TriangleTree::Node& node = nodes[at(step.branch)];
        const double bounds[2] = {bound(node.box[0]), bound(node.box[1])};
        const int nearer = bounds[1] < bounds[0] ? 1 : 0, farther = 1 - nearer;
        for (const int side : {farther, nearer})
            if (bounds[side] <= best) stack[top++] = {node.branch[side], node.count[side], bounds[side]};
    }
}

}  // namespace

TrianglePoint nearest_on_triangle(const Vec3& a, const Vec3& ab, const Vec3& ac, const Vec3& p) {
    const Vec3 ap = p - a;  // regions as in [Ericson 2005, §5.1.5], by the signs of these products
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return {0, 0, 4};
    const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
    const double d3 = d1 - bb, d4 = d2 - bc;
    if (d3 >= 0 && d4 <= d3) return {1, 0, 5};
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return {d1 / bb, 0, 1};
    const double d5 = d1 - bc, d6 = d2 - cc;
    if (d6 >= 0 && d5 <= d6) return {0, 1, 6};
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return {0, d2 / cc, 3};
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return {1 - w, w, 2};
    }
    const double sum = va + vb + vc;
    return {vb / sum, vc / sum, 0};
}

Vec3 TriangleTree::outward(int face, int region) const {
    if (region == 0) return normals_[at(face)];
    if (region <= 3) return edge_normals_[at(face)][at(region - 1)];
    return vertex_normals_[at(faces_[at(face)][at(region - 4)])];
}

SurfacePoint TriangleTree::nearest(const Vec3& p, int hint) const {
    return nearest_within(p, std::numeric_limits<double>::infinity(), hint);
}

SurfacePoint TriangleTree::nearest_within(const Vec3& p, double limit, int hint) const {
    double best = limit * limit;
    int leaf = -1;
    Vec3 s{};
    TrianglePoint where{};
    const auto look = [&](int i) {
        const Leaf& t = leaves_[at(i)];
        const TrianglePoint found = nearest_on_triangle(t.a, t.ab, t.ac, p);
        const Vec3 q = t.a + found.v * t.ab + found.w * t.ac, r = p - q;
        const double square = dot(r, r);
        if (!(square < best || (square == best && (leaf < 0 || t.face < leaves_[at(leaf)].face)))) return;
        best = square, leaf = i, s = q, where = found;
    };
    if (hint >= 0 && hint < static_cast<int>(leaf_of_face_.size()) && leaf_of_face_[at(hint)] >= 0)
        look(leaf_of_face_[at(hint)]);
    descend(
        *this, best, [&](const Bounds& box) { return square_distance(box, p); }, look);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (leaf < 0) {
        if (p.x + p.y + p.z == p.x + p.y + p.z) return {.distance = limit};
        return {{nan, nan, nan}, {nan, nan, nan}, nan, -1};
    }
    const int face = leaves_[at(leaf)].face;
    const Vec3 r = p - s, out = outward(face, where.region);
    const double sign = dot(r, out) < 0 ? -1 : 1, length = std::sqrt(best);
    Vec3 n = normals_[at(face)];
    if (where.region == 0) {
        // Within a face, its own normal is more exact than the direction of a short vector.
    } else if (const double tiny = 1e-9 * norm(bounds_.high - bounds_.low); length > tiny) {
        n = (sign / length) * r;
    } else if (const double size = norm(out); size > 0) {
        n = out / size;
    }
    return {s, n, sign * length, face};
}

RayHit TriangleTree::first_hit(const Vec3& origin, const Vec3& d, double farthest) const {
    const Vec3 inverse{1 / d.x, 1 / d.y, 1 / d.z};
    double best = farthest;
    int hit = -1;
    const auto look = [&](int i) {
        const Leaf& t = leaves_[at(i)];
        const Vec3 n = cross(t.ab, t.ac);
        const double slope = dot(d, n);
        if (slope == 0) return;
        const Vec3 to = t.a - origin;
        const double along = dot(to, n) / slope;
        if (!(along >= 0) || along > best || (along == best && hit >= 0 && t.face > leaves_[at(hit)].face))
            return;
        const Vec3 turned = cross(d, to);
        const double v = -dot(turned, t.ac) / slope, w = dot(turned, t.ab) / slope;
        constexpr double slack = 1e-12;  // so that no ray slips through between two triangles
        if (v < -slack || w < -slack || v + w > 1 + slack) return;
        best = along, hit = i;
    };
    descend(
        *this, best, [&](const Bounds& box) { return entry(box, origin, inverse, best); }, look);
    if (hit < 0) return {};
    const int face = leaves_[at(hit)].face;
    return {true, best, origin + best * d, normals_[at(face)], face};
}

int TriangleTree::top_vertex(const Vec3& d) const {
    double best = std::numeric_limits<double>::infinity();  // of minus the height
    int vertex = 0;
    const auto look = [&](int i) {
        for (const int v : faces_[at(leaves_[at(i)].face)]) {
            const double lower = -dot(d, vertices_[at(v)]);
            if (lower < best || (lower == best && v < vertex)) best = lower, vertex = v;
        }
    };
    const auto bound = [&](const Bounds& box) {
        return -(d.x * (d.x > 0 ? box.high.x : box.low.x) + d.y * (d.y > 0 ? box.high.y : box.low.y) +
                 d.z * (d.z > 0 ? box.high.z : box.low.z));
    };
    descend(*this, best, bound, look);
    return vertex;
}

}  // namespace sinew
