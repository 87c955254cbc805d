// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/pairs.h>

#include <span>

namespace sinew {

// Pairs with a way of their own. All in W.

/// The same pair seen from the other side.
inline NearestPair exchanged(const NearestPair& p) {
    return {p.b_W, p.a_W, -p.n_W, p.distance, p.residual, p.face_B, p.face_A};
}

/// Every place where the distance from B is least along the ring of A, nearest first; at most out.size(). At least
/// one.
int nearest_along_ring(const Surface& torus, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                       std::span<NearestPair> out);

/// Where two segments p ± u and q ± v are nearest: p + s u and q + t v, s and t within ±1.
struct SegmentPair {
    double s, t;
};
SegmentPair nearest_of_segments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v);

/// Boxes that overlap, by the fifteen directions that can separate them (14.33): the least overlap, which of them it
/// is (0 to 2 A's axes, 3 to 5 B's, 6 + 3i + j edges i and j) and its direction from A to B. False if one separates
/// them by more than margin.
struct BoxOverlap {
    double depth;
    int direction;
    Vec3 n_W;
};
bool overlap_of_boxes(const Vec3& half_A, const Transform& X_WA, const Vec3& half_B, const Transform& X_WB,
                      double margin, BoxOverlap& out);

/// A mesh or a height map, and a convex surface, another mesh or a height map.
NearestPair nearest_with_triangles(const Surface& A, const Transform& X_WA, const Surface& B,
                                   const Transform& X_WB);

}  // namespace sinew
