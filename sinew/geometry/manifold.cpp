// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/contact_face.h>
#include <sinew/geometry/pair_kinds.h>
#include <sinew/geometry/profile.h>

#include <algorithm>

namespace sinew {

namespace {

void move(ContactFace& face, const Transform& X_WG) {
    for (int i = 0; i < face.count; ++i) face.p[i] = X_WG * face.p[i];
}

ManifoldPoint point_of(const NearestPair& p, std::uint64_t feature) {
    return {0.5 * (p.a_W + p.b_W), p.n_W, -p.distance, feature};
}

/// Two convex surfaces whose nearest points are known.
void add_faces(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
               const NearestPair& p, double margin, ManifoldPoints& out) {
    ContactFace face_A, face_B;
    face_towards(Convex::whole(A), transpose_times(X_WA.R, p.n_W), face_A);
    face_towards(Convex::whole(B), -transpose_times(X_WB.R, p.n_W), face_B);
    move(face_A, X_WA), move(face_B, X_WB);
    add_shared(face_A, face_B, p, true, margin, 0, out);
}

/// The corners of B's lowest face over a half space A.
void add_over_half_space(const Transform& X_WA, const Surface& B, const Transform& X_WB, double margin,
                         ManifoldPoints& out) {
    const Vec3 n = X_WA.R.z;
    ContactFace face;
    if (B.kind() == SurfaceKind::torus) {  // its lowest point, and three more round the ring
        const AxisView view(-transpose_times(X_WB.R, n));
        const Vec3 first = view.rho > 1e-3 ? view.away : x_axis, second = cross(z_axis, first);
        const Vec3 down = -B.size().y * transpose_times(X_WB.R, n);
        for (int k = 0; k < 4; ++k)
            face.add(B.size().x * (k == 0 ? first : k == 1 ? second : k == 2 ? -first : -second) + down, k);
    } else if (B.kind() == SurfaceKind::mesh) {
        return add_corners_below(B, X_WB, X_WA, margin, out);
    } else {
        face_towards(Convex::whole(B), -transpose_times(X_WB.R, n), face);
    }
    move(face, X_WB);
    double best = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < face.count; ++i) {
        const double height = dot(n, face.p[i] - X_WA.p);
        if (!(height <= margin)) continue;
        best = std::max(best, -height);
        out.add({face.p[i] - (0.5 * height) * n, n, -height, feature_of(0, 2, 0, face.corner[i])});
    }
    const Vec3 lowest = X_WB * support(B, -transpose_times(X_WB.R, n));
    const double height = dot(n, lowest - X_WA.p);
    if (height <= margin && best < -height - 1e-9 * (1 + std::fabs(height)) * B.size().x)
        out.add({lowest - (0.5 * height) * n, n, -height, feature_of(0, 4, 0, 0)});
}

/// A torus touches where the distance along its ring is least; where that is flat, round about.
void add_along_ring(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                    double margin, ManifoldPoints& out) {
    NearestPair places[8];
    const int count = nearest_along_ring(A, X_WA, B, X_WB, places);
    for (int i = 0; i < count; ++i)
        if (places[i].distance <= margin) out.add(point_of(places[i], feature_of(0, 1, i, 0)));
}

void add_points(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                double margin, const Vec3& guess_W, NearestPair& p, ManifoldPoints& out) {
    const SurfaceKind a = A.kind(), b = B.kind();
    if (a == SurfaceKind::half_space) return add_over_half_space(X_WA, B, X_WB, margin, out);
    if (a == SurfaceKind::mesh || a == SurfaceKind::height_map)
        return add_triangle_points(A, X_WA, B, X_WB, margin, out);
    if (a == SurfaceKind::torus) return add_along_ring(A, X_WA, B, X_WB, margin, out);
    if (a == SurfaceKind::sphere || (a == SurfaceKind::capsule && b == SurfaceKind::capsule)) {
        p = nearest_between(A, X_WA, B, X_WB);
        if (!(p.distance <= margin)) return;
        if (a == SurfaceKind::sphere) return out.add(point_of(p, feature_of(0, 4, 0, 0)));
        return add_faces(A, X_WA, B, X_WB, p, margin, out);
    }
    if (a == SurfaceKind::box && b == SurfaceKind::box) {
        BoxOverlap o;
        if (!overlap_of_boxes(A.size(), X_WA, B.size(), X_WB, margin, o)) return;
        p = {.n_W = o.n_W, .distance = -o.depth};
        p.a_W = X_WA * support(A, transpose_times(X_WA.R, o.n_W));
        p.b_W = p.a_W - o.depth * o.n_W;
        if (o.direction >= 6) p = nearest_between(A, X_WA, B, X_WB);
        if (!(p.distance <= margin)) return;
        return add_faces(A, X_WA, B, X_WB, p, margin, out);
    }
    const Transform X_AB = X_WA.inverse() * X_WB;
    Vec3 guess = transpose_times(X_WA.R, guess_W);
    if (!(dot(guess, guess) > 0)) guess = X_AB * B.ball().centre_G - A.ball().centre_G;
    p = nearest_in_A({Convex::core(A), Convex::core(B), X_AB}, {Convex::whole(A), Convex::whole(B), X_AB},
                     guess, margin);
    if (!(p.distance <= margin)) return;
    p.a_W = X_WA * p.a_W, p.b_W = X_WA * p.b_W, p.n_W = X_WA.R * p.n_W;
    add_faces(A, X_WA, B, X_WB, p, margin, out);
}

/// Which of two decides how they are treated.
int manifold_rank(SurfaceKind kind) {
    switch (kind) {
        case SurfaceKind::half_space: return 0;
        case SurfaceKind::mesh: return 1;
        case SurfaceKind::height_map: return 2;
        case SurfaceKind::torus: return 3;
        case SurfaceKind::sphere: return 4;
        default: return 5 + static_cast<int>(kind);
    }
}

}  // namespace

void ManifoldPoints::add(const ManifoldPoint& point) {
    for (int i = 0; i < count_; ++i)
        if (points_[i].feature == point.feature && dot(points_[i].n_W, point.n_W) > 0.99) {
            if (point.depth > points_[i].depth) points_[i] = point;
            return;
        }
    if (count_ < most) {
        points_[count_++] = point;
        return;
    }
    int least = 0;
    for (int i = 1; i < count_; ++i)
        if (points_[i].depth < points_[least].depth) least = i;
    if (point.depth > points_[least].depth) points_[least] = point;
}

/// Points that stand between two others, no deeper than what lies between those, add nothing.
void ManifoldPoints::drop_between() {
    constexpr int few = 40;  // beyond it the search would cost more than it gives
    if (count_ > few) return;
    const auto is_between = [&](const ManifoldPoint& p, const ManifoldPoint& a, const ManifoldPoint& b) {
        const Vec3 d = b.p_W - a.p_W, r = p.p_W - a.p_W, across = cross(d, r);
        const double square = dot(d, d), t = dot(d, r) / square;
        return t > 0 && t < 1 && dot(across, across) < 1e-10 * square * square &&
               dot(a.n_W, p.n_W) > 0.9999 && dot(b.n_W, p.n_W) > 0.9999 &&
               p.depth <= (1 - t) * a.depth + t * b.depth + 1e-9 * std::sqrt(square);
    };
    for (int k = count_ - 1; k >= 0; --k) {
        bool between = false;
        for (int i = 0; i < count_ && !between; ++i)
            for (int j = i + 1; j < count_ && !between; ++j)
                between = i != k && j != k && is_between(points_[k], points_[i], points_[j]);
        if (!between) continue;
        for (int i = k; i + 1 < count_; ++i) points_[i] = points_[i + 1];
        --count_;
    }
}

int ManifoldPoints::choose(std::span<ManifoldPoint> out) {
    const int room = static_cast<int>(out.size());
    if (room == 0) return 0;
    if (count_ > room) drop_between();
    int first = 0;
    Vec3 low{}, high{};
    for (int i = 0; i < count_; ++i) {
        if (points_[i].depth > points_[first].depth) first = i;
        const Vec3 r = points_[i].p_W - points_[0].p_W;
        low = {std::min(low.x, r.x), std::min(low.y, r.y), std::min(low.z, r.z)};
        high = {std::max(high.x, r.x), std::max(high.y, r.y), std::max(high.z, r.z)};
    }
    const double size = dot(high - low, high - low), same = 1e-10 * size + 1e-24;
    const auto away = [&](const ManifoldPoint& a, const ManifoldPoint& b) {
        const Vec3 r = a.p_W - b.p_W, d = a.n_W - b.n_W;
        return dot(r, r) + size * dot(d, d);
    };
    int chosen = 0;
    bool taken[most] = {};
    double nearest[most];
    for (int i = 0; i < count_; ++i) nearest[i] = std::numeric_limits<double>::infinity();
    for (int next = count_ > 0 ? first : -1; next >= 0 && chosen < room;) {
        out[static_cast<std::size_t>(chosen++)] = points_[next];
        taken[next] = true;
        int farthest = -1;
        for (int i = 0; i < count_; ++i) {
            if (taken[i]) continue;
            nearest[i] = std::min(nearest[i], away(points_[i], points_[next]));
            if (nearest[i] > same && (farthest < 0 || nearest[i] > nearest[farthest])) farthest = i;
        }
        next = farthest;
    }
    return chosen;
}

int manifold(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB, double margin,
             std::span<ManifoldPoint> out, ManifoldMemory& memory) {
    if (!supports(A, B) || !(margin >= 0)) return 0;
    const bool swapped = manifold_rank(B.kind()) < manifold_rank(A.kind());
    ManifoldPoints points;
    NearestPair p;
    if (swapped) add_points(B, X_WB, A, X_WA, margin, -memory.direction_W, p, points);
    else add_points(A, X_WA, B, X_WB, margin, memory.direction_W, p, points);
    const int count = points.choose(out);
    if (swapped)
        for (int i = 0; i < count; ++i)
            out[static_cast<std::size_t>(i)].n_W = -out[static_cast<std::size_t>(i)].n_W;
    if (count > 0) memory.direction_W = out[0].n_W;
    return count;
}

}  // namespace sinew
