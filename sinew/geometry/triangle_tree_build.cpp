// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace sinew {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr int triangles_per_leaf = 4;

Bounds nothing() { return {{unbounded, unbounded, unbounded}, {-unbounded, -unbounded, -unbounded}}; }

void include(Bounds& box, const Vec3& p) {
    box.low = {std::fmin(box.low.x, p.x), std::fmin(box.low.y, p.y), std::fmin(box.low.z, p.z)};
    box.high = {std::fmax(box.high.x, p.x), std::fmax(box.high.y, p.y), std::fmax(box.high.z, p.z)};
}

Bounds box_of(std::span<const TriangleTree::Leaf> part) {
    Bounds box = nothing();
    for (const TriangleTree::Leaf& leaf : part)
        for (const Vec3& corner : {leaf.a, leaf.a + leaf.ab, leaf.a + leaf.ac}) include(box, corner);
    return box;
}

bool before(const Vec3& a, const Vec3& b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// For each vertex the number of the first at its place; numbers without gaps.
std::vector<int> joined(std::span<const Vec3> vertices, std::vector<Vec3>& kept) {
    std::vector<int> order(vertices.size()), number(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int i, int j) {
        const Vec3 &a = vertices[at(i)], &b = vertices[at(j)];
        return before(a, b) || (!before(b, a) && i < j);
    });
    std::vector<int> first(vertices.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool same = k > 0 && vertices[at(order[k])] == vertices[at(order[k - 1])];
        first[at(order[k])] = same ? first[at(order[k - 1])] : order[k];
    }
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (first[i] == static_cast<int>(i)) {
            number[i] = static_cast<int>(kept.size());
            kept.push_back(vertices[i]);
        } else {
            number[i] = number[at(first[i])];
        }
    }
    return number;
}

struct Edge {
    int low, high;   ///< vertices
    int face, side;  ///< whose side it is
    bool up;         ///< the face runs from low to high
};

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) : bounds_(nothing()) {
    const std::vector<int> number = joined(mesh.vertices, vertices_);
    const std::size_t count = mesh.faces.size();
    faces_.resize(count), normals_.resize(count), centroids_.resize(count), areas_.resize(count);
    neighbours_.assign(count, {-1, -1, -1});
    edge_normals_.resize(count);
    leaf_of_face_.assign(count, -1);
    vertex_normals_.resize(vertices_.size());
    owners_.assign(vertices_.size(), -1);
    std::vector<Edge> edges;
    for (std::size_t f = 0; f < count; ++f) {
        for (std::size_t k = 0; k < 3; ++k) faces_[f][k] = number[at(mesh.faces[f][k])];
        const Vec3 a = vertices_[at(faces_[f][0])], b = vertices_[at(faces_[f][1])],
                   c = vertices_[at(faces_[f][2])];
        const Vec3 out = cross(b - a, c - a);
        const double size = norm(out);
        centroids_[f] = (1.0 / 3) * (a + b + c);
        areas_[f] = 0.5 * size;
        if (!(size > 0)) continue;
        normals_[f] = out / size;
        leaves_.push_back({a, b - a, c - a, static_cast<int>(f)});
        const Vec3 corner[] = {a, b, c};
        for (int k = 0; k < 3; ++k) {
            const int from = faces_[f][at(k)], to = faces_[f][at((k + 1) % 3)];
            edges.push_back({std::min(from, to), std::max(from, to), static_cast<int>(f), k, from < to});
            const Vec3 next = corner[(k + 1) % 3] - corner[k], last = corner[(k + 2) % 3] - corner[k];
            const double angle = std::atan2(norm(cross(next, last)), dot(next, last));
            vertex_normals_[at(from)] += angle * normals_[f];
            edge_normals_[f][at(k)] = normals_[f];
            include(bounds_, corner[k]);
            if (owners_[at(from)] < 0) owners_[at(from)] = static_cast<int>(f);
        }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return std::tie(a.low, a.high, a.face, a.side) < std::tie(b.low, b.high, b.face, b.side);
    });
    closed_ = !leaves_.empty();
    std::vector<int> degree(vertices_.size() + 1);
    std::vector<std::pair<int, int>> distinct;
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high)
            ++end;
        distinct.emplace_back(edges[i].low, edges[i].high);
        if (end - i == 2 && edges[i].up != edges[i + 1].up) {
            const Edge &one = edges[i], &other = edges[i + 1];
            neighbours_[at(one.face)][at(one.side)] = other.face;
            neighbours_[at(other.face)][at(other.side)] = one.face;
            const Vec3 sum = normals_[at(one.face)] + normals_[at(other.face)];
            edge_normals_[at(one.face)][at(one.side)] = edge_normals_[at(other.face)][at(other.side)] = sum;
        } else {
            closed_ = false;
        }
        i = end;
    }
    for (const auto& [low, high] : distinct) ++degree[at(low)], ++degree[at(high)];
    rim_start_.assign(vertices_.size() + 1, 0);
    for (std::size_t v = 0; v < vertices_.size(); ++v) rim_start_[v + 1] = rim_start_[v] + degree[v];
    rim_.resize(2 * distinct.size());
    std::vector<int> next(rim_start_.begin(), rim_start_.end());
    for (const auto& [low, high] : distinct)
        rim_[at(next[at(low)]++)] = high, rim_[at(next[at(high)]++)] = low;
    if (leaves_.size() > triangles_per_leaf) build(leaves_, 0);
    for (std::size_t i = 0; i < leaves_.size(); ++i) leaf_of_face_[at(leaves_[i].face)] = static_cast<int>(i);
}

/// Halves the triangles along the longest side of the box of their centroids, by the place of their centroids.
int TriangleTree::build(std::span<Leaf> part, int first) {
    Bounds centres = nothing();
    for (const Leaf& leaf : part) include(centres, centroids_[at(leaf.face)]);
    const Vec3 sides = centres.high - centres.low;
    const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
    const std::size_t half = part.size() / 2;
    std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(half), part.end(),
                     [&](const Leaf& a, const Leaf& b) {
                         const double ca = centroids_[at(a.face)][axis], cb = centroids_[at(b.face)][axis];
                         return ca != cb ? ca < cb : a.face < b.face;
                     });
    const int number = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    const std::span<Leaf> parts[2] = {part.subspan(0, half), part.subspan(half)};
    for (int side = 0; side < 2; ++side) {
        const int begin = first + (side == 0 ? 0 : static_cast<int>(half));
        const std::span<Leaf> mine = parts[side];
        nodes_[at(number)].box[side] = box_of(mine);
        const bool is_leaf = mine.size() <= triangles_per_leaf;
        const int branch = is_leaf ? ~begin : build(mine, begin);
        nodes_[at(number)].branch[side] = branch;
        nodes_[at(number)].count[side] = static_cast<int>(mine.size());
    }
    return number;
}

}  // namespace sinew
