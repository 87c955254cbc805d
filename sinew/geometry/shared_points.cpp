// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/contact_face.h>
#include <sinew/geometry/profile.h>

#include <algorithm>

namespace sinew {

namespace {

/// A corner of what two faces share, in the plane across n: which corner of A or B it is, or which sides cross. The
/// side that leaves it runs along A's side `along` (or, below 0, along B's side ~along).
struct Corner {
    double x, y;
    int kind;  ///< 1: corner a of A, 2: corner b of B, 3: sides a and b cross
    int a, b;
    int along;
};

struct Flat {
    double x[ContactFace::most], y[ContactFace::most], z[ContactFace::most];
};

Flat flatten(const ContactFace& face, const Vec3& origin, const Vec3& x, const Vec3& y, const Vec3& n) {
    Flat out;
    for (int i = 0; i < face.count; ++i) {
        const Vec3 r = face.p[i] - origin;
        out.x[i] = dot(x, r), out.y[i] = dot(y, r), out.z[i] = dot(n, r);
    }
    return out;
}

/// Height over the plane through a face, as a function of the place; of a segment, along it.
struct Heights {
    double x = 0, y = 0, rate_x = 0, rate_y = 0, z = 0;
    bool steep = false;

    Heights(const Flat& f, int count) {
        if (count == 2) {
            const double dx = f.x[1] - f.x[0], dy = f.y[1] - f.y[0], dz = f.z[1] - f.z[0],
                         square = dx * dx + dy * dy;
            x = f.x[0], y = f.y[0], z = f.z[0];
            steep = !(square > 0.01 * dz * dz);
            if (!steep) rate_x = dz * dx / square, rate_y = dz * dy / square;
            return;
        }
        Vec3 area{};  // of the polygon, by its sides (Newell)
        for (int i = 0; i < count; ++i) {
            const int j = (i + 1) % count;
            area += cross(Vec3{f.x[i], f.y[i], f.z[i]}, Vec3{f.x[j], f.y[j], f.z[j]});
            x += f.x[i] / count, y += f.y[i] / count, z += f.z[i] / count;
        }
        steep = !(std::fabs(area.z) > 0.1 * norm(area));
        if (!steep) rate_x = -area.x / area.z, rate_y = -area.y / area.z;
    }
    double at(double px, double py) const { return z + rate_x * (px - x) + rate_y * (py - y); }
};

constexpr int most_corners = 2 * ContactFace::most + 4;

/// Cuts a polygon (or segment) by the half plane left of B's side from corner j to k.
int cut(const Corner* in, int count, bool closed, const Flat& B, int sides, int j, double turn, Corner* out) {
    const int k = (j + 1) % sides;
    const double ex = turn * (B.x[k] - B.x[j]), ey = turn * (B.y[k] - B.y[j]);
    const auto left = [&](const Corner& c) { return ex * (c.y - B.y[j]) - ey * (c.x - B.x[j]); };
    int made = 0;
    for (int i = 0; i < count; ++i) {
        const Corner& from = in[i];
        const double here = left(from);
        if (here >= 0) out[made++] = from;
        if (!closed && i + 1 == count) break;
        const Corner& to = in[(i + 1) % count];
        const double there = left(to);
        if ((here >= 0) == (there >= 0)) continue;
        const double share = here / (here - there);
        Corner c{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), 3, from.along, j, 0};
        if (from.along < 0) c.kind = 2, c.b = k == ~from.along ? k : j;  // two sides of B meet
        c.along = here >= 0 ? ~j : from.along;
        if (made < most_corners) out[made++] = c;
    }
    return made;
}

}  // namespace

std::uint64_t feature_of(std::uint64_t part, int kind, int a, int b) {
    std::uint64_t h = part * 0x9E3779B97F4A7C15u;
    for (const int number : {kind, a, b}) {
        h += static_cast<std::uint32_t>(number) + 0x9E3779B97F4A7C15u;
        h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
        h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
        h ^= h >> 31;
    }
    return h;
}

void add_shared(const ContactFace& A, const ContactFace& B, const NearestPair& pair, bool has_deepest,
                double margin, std::uint64_t part, ManifoldPoints& out) {
    const Vec3 n = pair.n_W, origin = 0.5 * (pair.a_W + pair.b_W);
    const double known = -pair.distance;
    ManifoldPoint found[most_corners];
    int found_count = 0, best = -1;
    if (A.count >= 2 && B.count >= 2) {
        Vec3 x, y;
        frame_around(n, x, y);
        // The sides of B cut A; if B is a segment and A is none, those of A cut B.
        const bool segment = B.count == 2 && A.count > 2;
        const ContactFace &subject = segment ? B : A, &cutter = segment ? A : B;
        const Flat s = flatten(subject, origin, x, y, n), c = flatten(cutter, origin, x, y, n);
        const Heights hs(s, subject.count), hc(c, cutter.count);
        Corner one[most_corners], two[most_corners];
        int count = subject.count;
        for (int i = 0; i < count; ++i) one[i] = {s.x[i], s.y[i], 1, i, 0, i};
        Corner *now = one, *next = two;
        if (!hs.steep && !hc.steep && cutter.count > 2) {
            double area = 0;
            for (int i = 0; i < cutter.count; ++i) {
                const int j = (i + 1) % cutter.count;
                area += c.x[i] * c.y[j] - c.x[j] * c.y[i];
            }
            const double turn = area < 0 ? -1 : 1;
            for (int j = 0; j < cutter.count && count > 0; ++j) {
                count = cut(now, count, subject.count > 2, c, cutter.count, j, turn, next);
                std::swap(now, next);
            }
        } else if (!hs.steep &&
                   !hc.steep) {  // two segments: the stretch they share, if they are nearly parallel
            const double ux = s.x[1] - s.x[0], uy = s.y[1] - s.y[0], vx = c.x[1] - c.x[0],
                         vy = c.y[1] - c.y[0];
            const double uu = ux * ux + uy * uy, vv = vx * vx + vy * vy, turn = ux * vy - uy * vx;
            count = 0;
            if (turn * turn < 1e-4 * uu * vv) {
                const auto along = [&](int i) {
                    return ((c.x[i] - s.x[0]) * ux + (c.y[i] - s.y[0]) * uy) / uu;
                };
                const double low = std::max(0.0, std::min(along(0), along(1))),
                             high = std::min(1.0, std::max(along(0), along(1)));
                if (low < high)
                    for (const double t : {low, high})
                        now[count++] = {s.x[0] + t * ux, s.y[0] + t * uy, 3, t == low ? 0 : 1, 0, 0};
            }
        } else {
            count = 0;
        }
        for (int i = 0; i < count; ++i) {
            const double z_s = hs.at(now[i].x, now[i].y), z_c = hc.at(now[i].x, now[i].y);
            const double depth = segment ? z_c - z_s : z_s - z_c;
            if (!(depth >= -margin)) continue;
            int kind = now[i].kind, a = kind == 2 ? subject.id : subject.corner[now[i].a],
                b = kind == 1 ? cutter.id : cutter.corner[now[i].b];
            if (segment) kind = kind == 3 ? 3 : 3 - kind, std::swap(a, b);
            if (best < 0 || depth > found[best].depth) best = found_count;
            found[found_count++] = {origin + now[i].x * x + now[i].y * y + (0.5 * (z_s + z_c)) * n, n, depth,
                                    feature_of(part, kind, a, b)};
        }
    }
    if (has_deepest) {  // the faces may miss it by rounding, and a round one by what its polygon cuts off
        const double near = 1e-6 * (norm(pair.a_W - pair.b_W) + margin) + 1e-3 * std::fabs(known);
        for (int i = 0; i < found_count; ++i) found[i].depth = std::min(found[i].depth, known);
        if (best >= 0 && found[best].depth >= known - near) found[best].depth = known;
        else out.add({origin, n, known, feature_of(part, 4, A.id, B.id)});
    }
    for (int i = 0; i < found_count; ++i) out.add(found[i]);
}

}  // namespace sinew
