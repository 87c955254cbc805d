// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/contact_face.h>
#include <sinew/geometry/pair_kinds.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// A triangle of a mesh and a convex surface, in the mesh's frame G.
class TriangleContact {
public:
    TriangleContact(const TriangleTree& tree, int face, const Surface& B, const Transform& X_AB)
        : tree_(tree), face_(face), B_(B), X_AB_(X_AB) {
        const std::array<int, 3>& f = tree.faces()[at(face)];
        for (std::size_t k = 0; k < 3; ++k) corner_[k] = tree.vertices()[at(f[k])];
        n_ = tree.normals()[at(face)];
        triangle_ = Convex::triangle(corner_[0], corner_[1], corner_[2]);
    }

    NearestPair nearest(double limit) const {
        return nearest_in_A({triangle_, Convex::core(B_), X_AB_}, {triangle_, Convex::whole(B_), X_AB_},
                            X_AB_ * B_.ball().centre_G - tree_.centroids()[at(face_)], limit);
    }

    /// The reserve is what gets B out of one triangle at least, for where no point stands over its triangle.
    void add(double margin, const Transform& X_WA, ManifoldPoints& out, ManifoldPoint& reserve) const {
        const Vec3 lowest = X_AB_ * support(B_, -transpose_times(X_AB_.R, n_));
        const double height = dot(n_, lowest - corner_[0]);
        if (!(height <= margin)) return;  // all of B is before the face
        NearestPair p = nearest(margin);
        if (!(p.distance <= margin)) return;
        bool own = dot(p.n_W, n_) > 0.9999;
        if (!own && !belongs_to_edge(p)) {
            // Pushed out along the face, as far as the solid that the face bounds demands.
            p = {lowest - height * n_, lowest, n_, height, 0, face_, -1};
            if (-height > 2 * B_.ball().radius) return;
            own = true;
        }
        ContactFace mine, other;
        face_towards(triangle_, n_, mine);
        face_towards(Convex::whole(B_), -transpose_times(X_AB_.R, p.n_W), other);
        for (int i = 0; i < 3; ++i)
            mine.p[i] = X_WA * mine.p[i], mine.corner[i] = tree_.faces()[at(face_)][at(i)];
        for (int i = 0; i < other.count; ++i) other.p[i] = X_WA * (X_AB_ * other.p[i]);
        p.a_W = X_WA * p.a_W, p.b_W = X_WA * p.b_W, p.n_W = X_WA.R * p.n_W;
        // The lowest point counts only over the triangle itself; a neighbour has what lies over the neighbour.
        const bool here = !own || over_triangle(X_WA.inverse() * p.b_W);
        add_shared(mine, other, p, here, margin, static_cast<std::uint64_t>(face_) + 1, out);
        if (!here && -p.distance < reserve.depth)
            reserve = {p.a_W, p.n_W, -p.distance, feature_of(static_cast<std::uint64_t>(face_) + 1, 6, 0, 0)};
    }

private:
    bool over_triangle(const Vec3& p) const {
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 e = corner_[(k + 1) % 3] - corner_[k];
            if (dot(cross(n_, e), p - corner_[k]) < -1e-9 * dot(e, e)) return false;
        }
        return true;
    }

    /// A normal that is not the face's may stand only on an edge or a corner that sticks out: all that is next to it
    /// lies below the plane across the normal.
    bool belongs_to_edge(const NearestPair& p) const {
        if (!(dot(p.n_W, n_) > 0)) return false;
        const Vec3 ab = corner_[1] - corner_[0], ac = corner_[2] - corner_[0];
        const double size = norm(ab) + norm(ac);
        const int region = nearest_on_triangle(corner_[0], ab, ac, p.a_W + 1e-6 * size * p.n_W).region;
        if (region == 0) return false;
        const std::array<int, 3>& mine = tree_.faces()[at(face_)];
        const auto above = [&](int vertex, const Vec3& from) {
            return dot(p.n_W, tree_.vertices()[at(vertex)] - from) > 1e-6 * size;
        };
        if (region > 3) {
            const int here = mine[at(region - 4)];
            for (const int next : tree_.around(here))
                if (above(next, tree_.vertices()[at(here)])) return false;
            return true;
        }
        const int across = tree_.neighbours()[at(face_)][at(region - 1)];
        if (across < 0) return true;  // the rim of an open mesh
        for (const int vertex : tree_.faces()[at(across)])
            if (above(vertex, corner_[region - 1])) return false;
        return true;
    }

    const TriangleTree& tree_;
    int face_;
    const Surface& B_;
    const Transform& X_AB_;
    Vec3 corner_[3], n_;
    Convex triangle_;
};

Bounds grown(Bounds box, double margin) {
    const Vec3 d{margin, margin, margin};
    return {box.low - d, box.high + d};
}

/// Corners of A that are inside B, or nearer than margin.
void add_corners(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                 double margin, int side, ManifoldPoints& out) {
    const TriangleTree& tree = *A.triangles();
    const Transform X_BA = X_WB.inverse() * X_WA;
    const Bounds near = grown(bounds_in(X_BA.inverse(), B), margin);
    tree.for_faces_in(near, [&](int face) {
        for (const int v : tree.faces()[at(face)]) {
            if (tree.owners()[at(v)] != face) continue;
            const Vec3 p = X_BA * tree.vertices()[at(v)];
            const SurfacePoint s = nearest_point(B, p);
            if (!(s.distance <= margin)) continue;
            const Vec3 n = X_WB.R * s.n_G;  // out of B
            out.add(
                {X_WB * (0.5 * (p + s.p_G)), side == 0 ? -n : n, -s.distance, feature_of(0, 1 + side, v, 0)});
        }
    });
}

/// Edges that cross without a corner inside: triangles as convex surfaces.
void add_crossings(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                   double margin, ManifoldPoints& out) {
    const TriangleTree &a = *A.triangles(), &b = *B.triangles();
    const Transform X_AB = X_WA.inverse() * X_WB, X_BA = X_AB.inverse();
    a.for_faces_in(grown(bounds_in(X_AB, B), margin), [&](int i) {
        const auto& f = a.faces()[at(i)];
        const Vec3 p[3] = {a.vertices()[at(f[0])], a.vertices()[at(f[1])], a.vertices()[at(f[2])]};
        Bounds box{X_BA * p[0], X_BA * p[0]};
        for (const Vec3& corner : p) {
            const Vec3 q = X_BA * corner;
            box.low = {std::min(box.low.x, q.x), std::min(box.low.y, q.y), std::min(box.low.z, q.z)};
            box.high = {std::max(box.high.x, q.x), std::max(box.high.y, q.y), std::max(box.high.z, q.z)};
        }
        b.for_faces_in(grown(box, margin), [&](int j) {
            const auto& g = b.faces()[at(j)];
            const ConvexPair pair{
                Convex::triangle(p[0], p[1], p[2]),
                Convex::triangle(b.vertices()[at(g[0])], b.vertices()[at(g[1])], b.vertices()[at(g[2])]),
                X_AB};
            const NearestPair near =
                nearest_in_A(pair, pair, b.centroids()[at(j)] - a.centroids()[at(i)], margin);
            if (!(near.distance <= margin)) return;
            if (!(dot(near.n_W, a.normals()[at(i)]) > 0) || !(dot(near.n_W, X_AB.R * b.normals()[at(j)]) < 0))
                return;
            out.add({X_WA * (0.5 * (near.a_W + near.b_W)), X_WA.R * near.n_W, -near.distance,
                     feature_of(static_cast<std::uint64_t>(i) + 1, 3, 0, j)});
        });
    });
}

}  // namespace

void add_corners_below(const Surface& B, const Transform& X_WB, const Transform& X_WA, double margin,
                       ManifoldPoints& out) {
    const TriangleTree& tree = *B.triangles();
    const Vec3 n_W = X_WA.R.z, n = transpose_times(X_WB.R, n_W), o = X_WB.inverse() * X_WA.p;
    for (std::size_t v = 0; v < tree.vertices().size(); ++v) {
        const double height = dot(n, tree.vertices()[v] - o);
        if (!(height <= margin) || tree.owners()[v] < 0) continue;
        out.add({X_WB * (tree.vertices()[v] - (0.5 * height) * n), n_W, -height,
                 feature_of(0, 2, 0, static_cast<int>(v))});
    }
}

void add_triangle_points(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                         double margin, ManifoldPoints& out) {
    if (B.triangles() && !B.is_convex()) {
        add_corners(A, X_WA, B, X_WB, margin, 0, out);
        add_corners(B, X_WB, A, X_WA, margin, 1, out);
        if (out.count() == 0) add_crossings(A, X_WA, B, X_WB, margin, out);
        return;
    }
    if (B.kind() == SurfaceKind::torus) {
        NearestPair places[8];
        const int count = nearest_along_ring(B, X_WB, A, X_WA, places);
        for (int i = 0; i < count; ++i)
            if (const NearestPair p = exchanged(places[i]); p.distance <= margin)
                out.add({0.5 * (p.a_W + p.b_W), p.n_W, -p.distance, feature_of(0, 1, i, 0)});
        return;
    }
    const Transform X_AB = X_WA.inverse() * X_WB;
    const TriangleTree& tree = *A.triangles();
    ManifoldPoint reserve{.depth = std::numeric_limits<double>::infinity()};
    tree.for_faces_in(bounds_in(X_AB, B, margin), [&](int face) {
        TriangleContact(tree, face, B, X_AB).add(margin, X_WA, out, reserve);
    });
    if (out.count() == 0 && std::isfinite(reserve.depth)) out.add(reserve);
    if (out.count() > 0) return;
    // Wholly inside, away from every triangle: out by the face that is nearest to its middle.
    const SurfacePoint middle = nearest_point(A, X_AB * B.ball().centre_G);
    if (!(middle.distance < 0)) return;
    const Vec3 lowest = X_AB * support(B, -transpose_times(X_AB.R, middle.n_G));
    const double height = dot(middle.n_G, lowest - middle.p_G);
    if (height <= margin)
        out.add({X_WA * (lowest - (0.5 * height) * middle.n_G), X_WA.R * middle.n_G, -height,
                 feature_of(static_cast<std::uint64_t>(middle.face) + 1, 5, 0, 0)});
}

namespace {

double between(const Bounds& a, const Bounds& b) {
    double square = 0;
    for (int i = 0; i < 3; ++i) {
        const double gap = std::max({a.low[i] - b.high[i], b.low[i] - a.high[i], 0.0});
        square += gap * gap;
    }
    return std::sqrt(square);
}

/// The nearest triangle of a tree to whatever stands in a box: look(face, best) lowers best.
template <class Look>
void nearest_in_tree(const TriangleTree& tree, const Bounds& box, double& best, Look look) {
    if (tree.nodes().empty()) {
        for (const TriangleTree::Leaf& leaf : tree.leaves()) look(leaf.face);
        return;
    }
    struct Step {
        int branch, count;
        double bound;
    } stack[TriangleTree::deepest];
    int top = 0;
    stack[top++] = {0, 0, 0};
    while (top > 0) {
        const Step step = stack[--top];
        if (step.bound >= best) continue;
        if (step.branch < 0) {
            for (int i = ~step.branch; i < ~step.branch + step.count; ++i) look(tree.leaves()[at(i)].face);
            continue;
        }
        const TriangleTree::Node& node = tree.nodes()[at(step.branch)];
        const double bound[2] = {between(node.box[0], box), between(node.box[1], box)};
        const int nearer = bound[1] < bound[0] ? 1 : 0;
        for (const int side : {1 - nearer, nearer})
            stack[top++] = {node.branch[side], node.count[side], bound[side]};
    }
}

}  // namespace

NearestPair nearest_with_triangles(const Surface& A, const Transform& X_WA, const Surface& B,
                                   const Transform& X_WB) {
    ManifoldPoints points;
    add_triangle_points(A, X_WA, B, X_WB, 0, points);
    ManifoldPoint deepest;
    if (points.choose(std::span(&deepest, 1)) > 0) {
        const Vec3 half = (0.5 * deepest.depth) * deepest.n_W;
        return {deepest.p_W + half, deepest.p_W - half, deepest.n_W, -deepest.depth, 0, -1, -1};
    }
    const Transform X_AB = X_WA.inverse() * X_WB, X_BA = X_AB.inverse();
    NearestPair best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](const NearestPair& p, int face_A, int face_B) {
        if (!(p.distance < least)) return;
        least = p.distance, best = p;
        best.face_A = face_A, best.face_B = face_B;
    };
    if (!B.triangles() || B.is_convex()) {
        nearest_in_tree(*A.triangles(), bounds_in(X_AB, B), least, [&](int face) {
            offer(TriangleContact(*A.triangles(), face, B, X_AB).nearest(least), face, -1);
        });
    } else {
        const TriangleTree &a = *A.triangles(), &b = *B.triangles();
        for (const TriangleTree::Leaf& leaf : a.leaves()) {
            const ConvexPair one{Convex::triangle(leaf.a, leaf.a + leaf.ab, leaf.a + leaf.ac), {}, X_AB};
            Bounds box{X_BA * leaf.a, X_BA * leaf.a};
            for (const Vec3& corner : {leaf.a + leaf.ab, leaf.a + leaf.ac}) {
                const Vec3 q = X_BA * corner;
                box.low = {std::min(box.low.x, q.x), std::min(box.low.y, q.y), std::min(box.low.z, q.z)};
                box.high = {std::max(box.high.x, q.x), std::max(box.high.y, q.y), std::max(box.high.z, q.z)};
            }
            nearest_in_tree(b, box, least, [&](int face) {
                ConvexPair pair = one;
                const auto& g = b.faces()[at(face)];
                pair.B =
                    Convex::triangle(b.vertices()[at(g[0])], b.vertices()[at(g[1])], b.vertices()[at(g[2])]);
                offer(nearest_in_A(pair, pair, X_AB * b.centroids()[at(face)] - leaf.a, least), leaf.face,
                      face);
            });
        }
    }
    best.a_W = X_WA * best.a_W, best.b_W = X_WA * best.b_W, best.n_W = X_WA.R * best.n_W;
    if (!std::isfinite(least)) best.distance = std::numeric_limits<double>::quiet_NaN();
    return best;
}

}  // namespace sinew
