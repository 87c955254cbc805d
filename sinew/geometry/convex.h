// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/pairs.h>

namespace sinew {

/// A convex surface or a triangle, for the solvers of pairs. Spheres and capsules may be taken as a point or a
/// segment with a radius around it, which costs less and is exact (14.21).
struct Convex {
    const Surface* surface = nullptr;
    Vec3 corner[3]{};   ///< of a triangle, in its frame
    double radius = 0;  ///< left off by top(), to be added around

    static Convex whole(const Surface& s) { return {.surface = &s}; }
    /// Without the radius that it has all around.
    static Convex core(const Surface& s) {
        const bool round = s.kind() == SurfaceKind::sphere || s.kind() == SurfaceKind::capsule;
        return {.surface = &s, .radius = round ? s.size().x : 0};
    }
    static Convex triangle(const Vec3& a, const Vec3& b, const Vec3& c) { return {.corner = {a, b, c}}; }

    /// The farthest point in a direction.
    Vec3 top(const Vec3& d) const;
    /// How the farthest point moves as the direction turns, ∂top/∂d at a d of length 1; false where it jumps (14.22).
    bool turning(const Vec3& d, Sym3& out) const;
    /// A point inside.
    Vec3 middle() const;
};

/// A and B, and where B stands in A's frame, in which all that follows is expressed.
struct ConvexPair {
    Convex A, B;
    Transform X_AB;

    Vec3 top_A(const Vec3& d) const { return A.top(d); }
    Vec3 top_B(const Vec3& d) const { return X_AB * B.top(transpose_times(X_AB.R, d)); }
    double radius() const { return A.radius + B.radius; }
};

/// Corners of the polytope that approaches the differences b − a.
struct Difference {
    Vec3 w, a, b;
};

struct Simplex {
    Difference corner[4];
    double weight[4];
    int count = 0;
};

/// Where cores are nearest. If they overlap, the simplex holds the origin, and the rest means nothing.
struct CoreDistance {
    Vec3 a{}, b{}, n{};           ///< n of length 1, from A to B
    double upper = 0, lower = 0;  ///< bounds of the distance (14.25)
    bool overlap = false;
    bool finite = true;
};
/// By [Gilbert, Johnson & Keerthi 1988]. Ends as soon as the distance is known to be more than limit. A direction
/// from A to B may be told to begin with.
CoreDistance separation(const ConvexPair& pair, Vec3 from_A_to_B, double limit, Simplex& simplex);

/// The least shift that separates two that overlap, by growing the polytope that the simplex began
/// [van den Bergen 2001] (14.30).
struct CoreDepth {
    Vec3 a{}, b{}, n{};  ///< n from A to B
    double upper = 0, lower = 0;
    bool finite = true;
};
CoreDepth penetration(const ConvexPair& pair, const Simplex& simplex);

/// Newton's method on the unit vectors, towards the n with the least h_A(n) + h_B(−n) near the given one (14.31).
/// True if it came to where a − b stands along n; then a, b, n are better than before.
bool polish(const ConvexPair& pair, Vec3& n, Vec3& a, Vec3& b);

/// All of it: signed distance with normal, points and residual, in A's frame. Gives up with distance infinite if
/// they are farther apart than limit.
NearestPair nearest_in_A(const ConvexPair& cores, const ConvexPair& whole, const Vec3& from_A_to_B,
                         double limit = std::numeric_limits<double>::infinity());

}  // namespace sinew
