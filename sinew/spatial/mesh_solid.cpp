// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/spatial/solids.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sinew {

namespace {

void check_numbers(const TriangleMesh& mesh) {
    Faults faults;
    if (mesh.faces.empty()) faults.add("mesh has no faces.");
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
        if (const Vec3& p = mesh.vertices[i]; !std::isfinite(p.x + p.y + p.z))
            faults.add("mesh: vertex " + std::to_string(i) + " = " + shortest(std::span(&p.x, 3)) +
                       " is not finite.");
    for (std::size_t i = 0; i < mesh.faces.size(); ++i)
        for (const int corner : mesh.faces[i])
            if (corner < 0 || at(corner) >= mesh.vertices.size())
                faults.add("mesh: face " + std::to_string(i) + " names vertex " + std::to_string(corner) +
                           ", but there are " + std::to_string(mesh.vertices.size()) + ", counted from 0.");
    faults.throw_if_any();
}

/// The first vertex at the same place, for each.
std::vector<int> joined_vertices(const std::vector<Vec3>& vertices) {
    std::vector<int> order(vertices.size()), first(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int i) {
        return std::array{vertices[at(i)].x, vertices[at(i)].y, vertices[at(i)].z, double(i)};
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && vertices[at(order[i])] == vertices[at(order[i - 1])];
        first[at(order[i])] = same ? first[at(order[i - 1])] : order[i];
    }
    return first;
}

/// An edge of a face, from its lower vertex to its higher one; backward if the face runs along it the other way.
struct Edge {
    int low, high;
    bool backward;
    int face;
    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Every edge must be run along as often forward as backward.
void check_closed(const TriangleMesh& mesh) {
    const std::vector<int> vertex = joined_vertices(mesh.vertices);
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < mesh.faces.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = vertex[at(mesh.faces[i][k])], b = vertex[at(mesh.faces[i][(k + 1) % 3])];
            if (a != b) edges.push_back({std::min(a, b), std::max(a, b), b < a, static_cast<int>(i)});
        }
    std::sort(edges.begin(), edges.end());
    Faults faults;
    for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
        int balance = 0;
        for (end = i;
             end < edges.size() && edges[end].low == edges[i].low && edges[end].high == edges[i].high; ++end)
            balance += edges[end].backward ? -1 : 1;
        if (balance == 0) continue;
        const std::string edge = "the edge between vertices " + std::to_string(edges[i].low) + " and " +
                                 std::to_string(edges[i].high);
        if (end - i == 2)
            faults.add("mesh: faces " + std::to_string(edges[i].face) + " and " +
                       std::to_string(edges[i + 1].face) + " run along " + edge +
                       " in the same direction. Turn one of them round.");
        else
            faults.add("mesh is not closed: face " + std::to_string(edges[i].face) +
                       " has no neighbour along " + edge + ". A solid needs a surface without holes.");
    }
    faults.throw_if_any();
}

struct Moments {
    double volume = 0;
    Vec3 first;
    Sym3 second;  ///< ∫ x xᵀ
};

Sym3 square(const Vec3& a) { return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z}; }

/// Sums over the tetrahedra between a point and each face, inside ones positive, outside ones negative (3.16).
Moments moments_about(const Vec3& o, const TriangleMesh& mesh) {
    Moments sum;
    for (const auto& face : mesh.faces) {
        const Vec3 a = mesh.vertices[at(face[0])] - o, b = mesh.vertices[at(face[1])] - o,
                   c = mesh.vertices[at(face[2])] - o;
        const double det = dot(a, cross(b, c));
        const Vec3 s = a + b + c;
        sum.volume += det / 6;
        sum.first += det / 24 * s;
        sum.second += det / 120 * (square(a) + square(b) + square(c) + square(s));
    }
    return sum;
}

}  // namespace

MassProperties mesh_solid(Amount amount, const TriangleMesh& mesh) {
    check_numbers(mesh);
    check_closed(mesh);
    if (!(amount.value >= 0) || !std::isfinite(amount.value))
        throw ModelError({std::string("mesh: ") + (amount.is_density ? "density" : "mass") + " is " +
                          shortest(amount.value) + ", but must be finite and not negative."});
    Vec3 middle;
    double reach = 0;
    for (const Vec3& p : mesh.vertices) middle += p / static_cast<double>(mesh.vertices.size());
    for (const Vec3& p : mesh.vertices) reach = std::max(reach, norm(p - middle));
    Moments sum = moments_about(middle, mesh);
    if (!(std::abs(sum.volume) > 1e-13 * reach * reach * reach))
        throw ModelError({"mesh encloses no volume (" + rounded(sum.volume, 3) + " within a reach of " +
                          rounded(reach, 3) + ")."});
    const double density =
        amount.is_density ? std::copysign(amount.value, sum.volume) : amount.value / sum.volume;
    const double mass = density * sum.volume;
    const Vec3 com = sum.first / sum.volume;
    const Sym3 central = density * (sum.second - sum.volume * square(com));
    return {mass,
            middle + com,
            {central.yy + central.zz, central.xx + central.zz, central.xx + central.yy, -central.xy,
             -central.xz, -central.yz}};
}

}  // namespace sinew
