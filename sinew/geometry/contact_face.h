// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/convex.h>
#include <sinew/geometry/manifold.h>

namespace sinew {

/// The part of a convex surface that lies across a direction: a polygon, a segment (the side of a cylinder) or a
/// point (of a smooth one), in the surface's frame. Points have numbers that stay theirs.
struct ContactFace {
    static constexpr int most = 32;
    Vec3 p[most];
    int corner[most];
    int count = 0;
    int id = 0;

    void add(const Vec3& at, int number) {
        if (count < most) p[count] = at, corner[count++] = number;
    }
};
void face_towards(const Convex& convex, const Vec3& d, ContactFace& out);

/// Collects points, and thins them out when asked.
class ManifoldPoints {
public:
    void add(const ManifoldPoint& point);
    /// The deepest, then always the one farthest from those chosen, in place and direction; their number.
    int choose(std::span<ManifoldPoint> out);
    int count() const { return count_; }
    const ManifoldPoint& operator[](int i) const { return points_[i]; }

private:
    void drop_between();

    static constexpr int most = 96;
    ManifoldPoint points_[most];
    int count_ = 0;
};

/// What faces of A and B share, seen along the pair's normal, where they are nearer than margin; faces in W. If the
/// pair has the deepest point, it is among them (14.35).
void add_shared(const ContactFace& face_A, const ContactFace& face_B, const NearestPair& pair,
                bool has_deepest, double margin, std::uint64_t part, ManifoldPoints& out);

/// A number for what meets what.
std::uint64_t feature_of(std::uint64_t part, int kind, int a, int b);

/// Corners of a mesh B below a half space A's surface, or nearer to it than margin.
void add_corners_below(const Surface& B, const Transform& X_WB, const Transform& X_WA, double margin,
                       ManifoldPoints& out);
/// Meshes and height maps with anything: see triangle_manifold.cpp.
void add_triangle_points(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                         double margin, ManifoldPoints& out);

}  // namespace sinew
