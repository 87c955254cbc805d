// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/compliant.h>

namespace sinew {

namespace {

/// Touches whatever is convex at one point: it has no flat and no straight line on it.
bool is_round(SurfaceKind kind) { return kind == SurfaceKind::sphere || kind == SurfaceKind::ellipsoid; }

/// Hertz's law knows what touches at a point, and capsules, whose lines of contact their ends carry (15.18), and tori,
/// whose circle four points carry on a half space (15.20).
bool touch_at_points(SurfaceKind a, SurfaceKind b) {
    if (is_round(a) || is_round(b)) return true;
    const auto are = [&](SurfaceKind one, SurfaceKind other) {
        return (a == one && b == other) || (a == other && b == one);
    };
    if (are(SurfaceKind::torus, SurfaceKind::half_space)) return true;
    const bool capsules = a == SurfaceKind::capsule || b == SurfaceKind::capsule;
    const auto carried = [](SurfaceKind kind) {
        return kind == SurfaceKind::capsule || kind == SurfaceKind::half_space;
    };
    return capsules && carried(a) && carried(b);
}

/// On a half space faces and edges are carried by the corners that bound them, or by points of their rims.
bool stand_on_corners(SurfaceKind a, SurfaceKind b) {
    const auto has_corners = [](SurfaceKind kind) {
        return kind == SurfaceKind::box || kind == SurfaceKind::cylinder || kind == SurfaceKind::cone;
    };
    return (a == SurfaceKind::half_space && has_corners(b)) ||
           (b == SurfaceKind::half_space && has_corners(a));
}

}  // namespace

std::string choose_model(const Surface& first, Compliance first_yields, const Surface& second,
                         Compliance second_yields, PairModel& model) {
    if (std::string why = why_unsupported(first.kind(), second.kind()); !why.empty()) return why;
    for (const auto& [surface, yields] : {std::pair{&first, first_yields}, std::pair{&second, second_yields}})
        if (yields == Compliance::springs && !surface->triangles())
            return std::string("springs stand on triangles, and a ") + surface->name() +
                   " has none. Give it as a mesh, which yields by springs.";
    const bool first_bed = first.triangles() != nullptr, second_bed = second.triangles() != nullptr;
    if (first_bed || second_bed) {
        model = first_bed && second_bed ? PairModel::beds
                : first_bed             ? PairModel::first_bed
                                        : PairModel::second_bed;
        return "";
    }
    if (stand_on_corners(first.kind(), second.kind())) {
        model = PairModel::corners;
        return "";
    }
    if (!touch_at_points(first.kind(), second.kind()))
        return std::string("a ") + first.name() + " and a " + second.name() +
               " may touch along lines and faces, for which Hertz has no law. Give one of them as a mesh, "
               "which yields "
               "by springs.";
    model = PairModel::hertz;
    return "";
}

}  // namespace sinew
