// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/pair_kinds.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

/// The distance to B of the point of A's ring at an angle, and its slope.
struct OnRing {
    double angle, distance, slope;
    SurfacePoint s;
};

OnRing on_ring(double ring, const Surface& B, const Transform& X_BA, double angle, int hint) {
    const double c = std::cos(angle), s = std::sin(angle);
    OnRing out{angle, 0, 0, nearest_point(B, X_BA * Vec3{ring * c, ring * s, 0}, hint)};
    out.distance = out.s.distance;
    out.slope = dot(out.s.n_G, X_BA.R * Vec3{-ring * s, ring * c, 0});
    return out;
}

/// Between two angles with slopes of opposite sign, by halving with secants (14.32).
OnRing lowest(double ring, const Surface& B, const Transform& X_BA, OnRing low, OnRing high) {
    OnRing best = low.distance < high.distance ? low : high;
    for (int i = 0; i < 60 && high.angle - low.angle > 1e-15; ++i) {
        double middle = 0.5 * (low.angle + high.angle);
        const double secant = low.angle - low.slope * (high.angle - low.angle) / (high.slope - low.slope);
        const double edge = 0.05 * (high.angle - low.angle);
        if (i % 3 != 2 && secant > low.angle + edge && secant < high.angle - edge) middle = secant;
        const OnRing m = on_ring(ring, B, X_BA, middle, best.s.face);
        if (m.distance < best.distance) best = m;
        if (m.slope == 0) break;
        (m.slope < 0 ? low : high) = m;
    }
    return best;
}

}  // namespace

int nearest_along_ring(const Surface& torus, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                       std::span<NearestPair> out) {
    constexpr int samples = 48;
    const double ring = torus.size().x, tube = torus.size().y, step = 2 * std::numbers::pi / samples;
    const Transform X_BA = X_WB.inverse() * X_WA;
    int count = 0;
    const auto add = [&](const OnRing& m) {
        const Vec3 n = X_WB.R * m.s.n_G,
                   centre = X_WA * Vec3{ring * std::cos(m.angle), ring * std::sin(m.angle), 0};
        const Vec3 p_B = m.s.p_G;
        const NearestPair pair{centre - tube * n, X_WB * p_B, -n, m.distance - tube, 0, -1, m.s.face};
        int place = count;
        while (place > 0 && out[at(place - 1)].distance > pair.distance) --place;
        if (place >= static_cast<int>(out.size())) return;
        if (count < static_cast<int>(out.size())) ++count;
        for (int i = count - 1; i > place; --i) out[at(i)] = out[at(i - 1)];
        out[at(place)] = pair;
    };
    OnRing first = on_ring(ring, B, X_BA, 0, -1), last = first, least = first;
    for (int i = 1; i <= samples; ++i) {
        OnRing now = first;
        if (i < samples) now = on_ring(ring, B, X_BA, i * step, last.s.face);
        else now.angle = 2 * std::numbers::pi;
        if (now.distance < least.distance) least = now;
        if (last.slope <= 0 && now.slope > 0) add(lowest(ring, B, X_BA, last, now));
        last = now;
    }
    if (count == 0) add(least);  // as far everywhere, or a ridge that no sample saw
    return count;
}

}  // namespace sinew
