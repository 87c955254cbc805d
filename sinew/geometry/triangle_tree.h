// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/surface.h>

#include <span>

namespace sinew {

/// Triangles prepared for queries: corners at one place joined, neighbours found, boxes around them in a tree of two
/// branches per node. Faces keep the numbers they came with; those without area are never found.
class TriangleTree {
public:
    explicit TriangleTree(const TriangleMesh& mesh);

    /// Boxes of both branches. A branch is a node, or the triangles [~branch, ~branch + count) of the leaves.
    struct Node {
        Bounds box[2];
        int branch[2];
        int count[2];
    };
    /// A triangle of the leaves by a corner and two edges, as closest points and rays need it.
    struct Leaf {
        Vec3 a, ab, ac;
        int face;
    };

    std::span<const Vec3> vertices() const { return vertices_; }
    /// Corners of each face as numbers of vertices(), counterclockwise from outside.
    std::span<const std::array<int, 3>> faces() const { return faces_; }
    std::span<const Vec3> normals() const { return normals_; }  ///< of length 1 per face; 0 without area
    std::span<const Vec3> centroids() const { return centroids_; }
    std::span<const double> areas() const { return areas_; }
    /// The faces across the edges from corner 0 to 1, 1 to 2, 2 to 0 of a face; −1 where there is none.
    std::span<const std::array<int, 3>> neighbours() const { return neighbours_; }
    /// Neighbours of a vertex along edges.
    std::span<const int> around(int vertex) const {
        return std::span(rim_).subspan(
            static_cast<std::size_t>(rim_start_[static_cast<std::size_t>(vertex)]),
            static_cast<std::size_t>(rim_start_[static_cast<std::size_t>(vertex) + 1] -
                                     rim_start_[static_cast<std::size_t>(vertex)]));
    }
    /// The first face at a vertex; −1 if none has an area. So that each vertex is looked at once.
    std::span<const int> owners() const { return owners_; }
    /// Every edge has two faces that run along it in opposite directions.
    bool is_closed() const { return closed_; }
    const Bounds& bounds() const { return bounds_; }
    std::span<const Node> nodes() const { return nodes_; }  ///< the first is the root; none for few triangles
    std::span<const Leaf> leaves() const { return leaves_; }

    /// The nearest point; its sign by (14.12).
    SurfacePoint nearest(const Vec3& p, int hint) const;
    /// The same, if it is nearer than limit; else a point with face −1.
    SurfacePoint nearest_within(const Vec3& p, double limit, int hint) const;
    RayHit first_hit(const Vec3& origin, const Vec3& direction, double farthest) const;
    /// The vertex that is farthest in a direction.
    int top_vertex(const Vec3& direction) const;

    /// visit(face) for every triangle whose box meets another, in the order of the leaves.
    template <class Visit>
    void for_faces_in(const Bounds& box, Visit visit) const;

    static constexpr int deepest = 64;  ///< no tree is deeper, since each level halves the triangles

private:
    int build(std::span<Leaf> part, int first);
    Vec3 outward(int face, int region) const;

    std::vector<Vec3> vertices_, normals_, centroids_;
    std::vector<Vec3> vertex_normals_;               ///< (14.12)
    std::vector<std::array<Vec3, 3>> edge_normals_;  ///< sums of two
    std::vector<std::array<int, 3>> faces_, neighbours_;
    std::vector<double> areas_;
    std::vector<int> rim_, rim_start_, owners_;
    std::vector<int> leaf_of_face_;
    std::vector<Node> nodes_;
    std::vector<Leaf> leaves_;
    Bounds bounds_{};
    bool closed_ = false;
};

inline bool overlap(const Bounds& a, const Bounds& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

template <class Visit>
void TriangleTree::for_faces_in(const Bounds& box, Visit visit) const {
    const auto leaves_in = [&](int first, int count) {
        for (int i = first; i < first + count; ++i) {
            const Leaf& leaf = leaves_[static_cast<std::size_t>(i)];
            visit(leaf.face);
        }
    };
    if (nodes_.empty()) return leaves_in(0, static_cast<int>(leaves_.size()));
    int stack[deepest], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const Node& node = nodes_[static_cast<std::size_t>(stack[--top])];
        for (const int side : {1, 0}) {
            if (!overlap(node.box[side], box)) continue;
            if (node.branch[side] >= 0) stack[top++] = node.branch[side];
        }
        for (const int side : {0, 1})
            if (node.branch[side] < 0 && overlap(node.box[side], box))
                leaves_in(~node.branch[side], node.count[side]);
    }
}

/// The point of the triangle a, a + ab, a + ac nearest to p: a + v ab + w ac, and where it lies: 0 within, 1 to 3 on
/// the edge from corner 0, 1, 2 to the next, 4 to 6 at corner 0, 1, 2.
struct TrianglePoint {
    double v, w;
    int region;
};
TrianglePoint nearest_on_triangle(const Vec3& a, const Vec3& ab, const Vec3& ac, const Vec3& p);

}  // namespace sinew
