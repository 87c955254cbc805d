// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>

#include <cmath>

namespace sinew {

namespace {

/// A polytope within the differences b − a, around the origin, that grows where it is nearest to it.
class Polytope {
public:
    explicit Polytope(const ConvexPair& pair) : pair_(pair) {}

    bool begin(const Simplex& simplex);
    /// The face nearest to the origin, −1 if none is left.
    int nearest() const;
    /// Replaces the faces that a new corner sees; false if there is no room, or rounding forbids it.
    bool grow(int face, const Difference& corner);

    struct Face {
        int corner[3], neighbour[3];  ///< across the side from corner k to the next
        Vec3 n;
        double height;
        bool alive;
    };
    const Face& face(int i) const { return faces_[i]; }
    const Difference& corner(int i) const { return corners_[i]; }
    Difference top(const Vec3& d) const {
        Difference c;
        c.b = pair_.top_B(d), c.a = pair_.top_A(-d), c.w = c.b - c.a;
        return c;
    }
    double reach() const { return reach_; }
    /// The points of A and B whose difference is nearest to the origin on a face, and the normal there.
    void witness(int face, CoreDepth& out) const;

private:
    static constexpr int most_corners = 320, most_faces = 2 * most_corners;

    int add_corner(const Difference& c) {
        reach_ = std::fmax(reach_, norm(c.w));
        return corners_[corner_count_] = c, corner_count_++;
    }
    int add_face(int a, int b, int c) {
        int place = -1;
        if (free_count_ > 0) place = free_[--free_count_];
        else if (face_count_ < most_faces) place = face_count_++;
        else return -1;
        const Vec3 o = corners_[a].w, out = cross(corners_[b].w - o, corners_[c].w - o);
        const double size = norm(out);
        const bool thin = !(size > 0);  // without area it is no bound
        const Vec3 n = thin ? Vec3{} : out / size;
        faces_[place] = {
            {a, b, c}, {-1, -1, -1}, n, thin ? std::numeric_limits<double>::infinity() : dot(n, o), true};
        return place;
    }
    void link(int a, int side_a, int b, int side_b) {
        faces_[a].neighbour[side_a] = b, faces_[b].neighbour[side_b] = a;
    }
    void see(int face, int side, const Vec3& w);

    const ConvexPair& pair_;
    Difference corners_[most_corners];
    Face faces_[most_faces];
    int free_[most_faces];
    int corner_count_ = 0, face_count_ = 0, free_count_ = 0;
    double reach_ = 0;
    struct Side {
        int face, side;
    };
    Side horizon_[most_corners];
    int horizon_count_ = 0;
    bool too_long_ = false;
};

/// Fills a simplex up to four corners that enclose something; the origin may lie on its side.
bool Polytope::begin(const Simplex& simplex) {
    Difference c[4];
    int count = simplex.count;
    for (int i = 0; i < count; ++i) c[i] = simplex.corner[i];
    double size = 0;
    for (int i = 0; i < count; ++i) size = std::fmax(size, norm(c[i].w));
    const Vec3 axes[] = {x_axis, -x_axis, y_axis, -y_axis, z_axis, -z_axis};
    for (const Vec3& axis : axes) size = std::fmax(size, norm(top(axis).w));
    const double least = 1e-10 * size;
    const auto farthest = [&](auto&& measure, std::initializer_list<Vec3> directions) {
        Difference best{};
        double value = -1;
        for (const Vec3& d : directions) {
            const Difference candidate = top(d);
            if (const double m = measure(candidate.w); m > value) value = m, best = candidate;
        }
        c[count++] = best;
        return value > least;
    };
    if (count == 0 && !farthest([](const Vec3&) { return 1.0; }, {x_axis})) return false;
    if (count == 1) {
        const Vec3 o = c[0].w;
        if (!farthest([&](const Vec3& w) { return norm(w - o); },
                      {axes[0], axes[1], axes[2], axes[3], axes[4], axes[5]}))
            return false;
    }
    if (count == 2) {
        const Vec3 o = c[0].w, e = (c[1].w - o) / norm(c[1].w - o);
        const Vec3 least_axis = std::fabs(e.x) <= std::fabs(e.y) && std::fabs(e.x) <= std::fabs(e.z) ? x_axis
                                : std::fabs(e.y) <= std::fabs(e.z)                                   ? y_axis
                                                                                                     : z_axis;
        const Vec3 one = cross(e, least_axis), other = cross(e, one);
        if (!farthest([&](const Vec3& w) { return norm(cross(e, w - o)); }, {one, -one, other, -other}))
            return false;
    }
    if (count == 3) {
        const Vec3 o = c[0].w, out = cross(c[1].w - o, c[2].w - o), n = out / norm(out);
        if (!farthest([&](const Vec3& w) { return std::fabs(dot(n, w - o)); }, {n, -n})) return false;
    }
    if (dot(cross(c[1].w - c[0].w, c[2].w - c[0].w), c[3].w - c[0].w) > 0) std::swap(c[1], c[2]);
    for (const Difference& corner : c) add_corner(corner);
    add_face(0, 1, 2), add_face(0, 3, 1), add_face(1, 3, 2), add_face(2, 3, 0);
    link(0, 0, 1, 2), link(0, 1, 2, 2), link(0, 2, 3, 2), link(1, 1, 2, 0), link(2, 1, 3, 0),
        link(3, 1, 1, 0);
    return true;
}

int Polytope::nearest() const {
    int best = -1;
    for (int i = 0; i < face_count_; ++i)
        if (faces_[i].alive && (best < 0 || faces_[i].height < faces_[best].height)) best = i;
    return best;
}

void Polytope::witness(int nearest, CoreDepth& out) const {
    const Face& f = faces_[nearest];
    const Difference &a = corners_[f.corner[0]], &b = corners_[f.corner[1]], &c = corners_[f.corner[2]];
    const Vec3 p = f.height * f.n;
    const double area = dot(f.n, cross(b.w - a.w, c.w - a.w));
    const double x = dot(f.n, cross(b.w - p, c.w - p)) / area, y = dot(f.n, cross(c.w - p, a.w - p)) / area,
                 z = 1 - x - y;
    out.n = -f.n;
    out.a = x * a.a + y * b.a + z * c.a;
    out.b = x * a.b + y * b.b + z * c.b;
}

/// Goes on from a face that is seen, across one of its sides; what is not seen makes the horizon, in its order.
void Polytope::see(int face, int side, const Vec3& w) {
    Face& f = faces_[face];
    if (!f.alive || too_long_) return;
    if (dot(f.n, w) - f.height <= 1e-13 * reach_) {
        if (horizon_count_ == most_corners) too_long_ = true;
        else horizon_[horizon_count_++] = {face, side};
        return;
    }
    f.alive = false;
    if (free_count_ < most_faces) free_[free_count_++] = face;
    for (const int step : {1, 2}) {
        const int next = (side + step) % 3, across = f.neighbour[next];
        for (int k = 0; k < 3; ++k)
            if (faces_[across].neighbour[k] == face) {
                see(across, k, w);
                break;
            }
    }
}

bool Polytope::grow(int face, const Difference& corner) {
    if (corner_count_ == most_corners) return false;
    const int apex = add_corner(corner);
    horizon_count_ = 0;
    Face& first = faces_[face];
    first.alive = false;
    for (int side = 0; side < 3; ++side) {
        const int across = first.neighbour[side];
        for (int k = 0; k < 3; ++k)
            if (faces_[across].neighbour[k] == face) {
                see(across, k, corner.w);
                break;
            }
    }
    free_[free_count_++] = face;
    if (too_long_ || horizon_count_ < 3) return false;
    int made[most_corners];
    for (int i = 0; i < horizon_count_; ++i) {
        const Side s = horizon_[i];
        const Face& beyond = faces_[s.face];
        const int from = beyond.corner[s.side], to = beyond.corner[(s.side + 1) % 3];
        made[i] = add_face(to, from, apex);
        if (made[i] < 0) return false;
        link(made[i], 0, s.face, s.side);
    }
    for (int i = 0; i < horizon_count_; ++i) {
        const int next = (i + 1) % horizon_count_;
        const Face &a = faces_[made[i]], &b = faces_[made[next]];
        // the horizon runs round: where one of its sides ends, the next begins
        if (a.corner[0] == b.corner[1]) link(made[i], 2, made[next], 1);
        else if (a.corner[1] == b.corner[0]) link(made[i], 1, made[next], 2);
        else return false;
    }
    return true;
}

/// Newton's method from the best normal so far; true if it came to an answer that is no worse.
bool polished(const ConvexPair& pair, double reach, CoreDepth& out) {
    CoreDepth better = out;
    if (!polish(pair, better.n, better.a, better.b)) return false;
    better.upper = dot(better.n, better.a - better.b);
    if (!(better.upper <= out.upper + 1e-14 * reach)) return false;
    out = better;
    return true;
}

}  // namespace

CoreDepth penetration(const ConvexPair& pair, const Simplex& simplex) {
    CoreDepth out;
    Polytope polytope(pair);
    if (!polytope.begin(simplex)) {  // flat: two triangles in one plane, say. They touch.
        out.n = z_axis;
        if (simplex.count > 0) out.a = simplex.corner[0].a, out.b = simplex.corner[0].b;
        for (const Vec3& d : {x_axis, y_axis, z_axis}) {
            const double width = dot(d, polytope.top(d).w) + dot(-d, polytope.top(-d).w);
            if (!std::isfinite(width)) out.finite = false;
        }
        return out;
    }
    out.upper = std::numeric_limits<double>::infinity();
    out.lower = -out.upper;
    double polish_below = 1e-6;  // of the depth
    for (int iteration = 0; iteration < 310; ++iteration) {
        const int nearest = polytope.nearest();
        if (nearest < 0 || !std::isfinite(polytope.face(nearest).height)) break;
        const Vec3 out_of_face = polytope.face(nearest).n;
        const Difference corner = polytope.top(out_of_face);
        const double above = dot(out_of_face, corner.w);
        if (!std::isfinite(above)) return out.finite = false, out;
        const double below = polytope.face(nearest).height;
        if (below < out.lower - 1e-12 * polytope.reach())
            break;  // rounding has dented it: what was known stays
        out.lower = std::fmax(out.lower, below);
        if (above < out.upper) out.upper = above, polytope.witness(nearest, out);
        const double gap = out.upper - out.lower;
        if (gap <= 1e-13 * polytope.reach()) break;
        if (gap <= polish_below * out.upper) {
            if (polished(pair, polytope.reach(), out)) return out;
            polish_below = 0;
        }
        if (!polytope.grow(nearest, corner)) break;
    }
    // Out of room, where the depth is nearly the same in all directions: the answer is good, its proof weak.
    if (polish_below > 0) polished(pair, polytope.reach(), out);
    return out;
}

}  // namespace sinew
