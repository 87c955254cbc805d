// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/contact/compliant.h>

namespace sinew {

namespace {

constexpr const char* as_mesh = "Give it as a mesh, which yields by springs.";

/// Why Hertz's law does not know a surface; empty if it does.
std::string not_smooth(const Surface& surface) {
    if (surface.is_smooth()) return "";
    return std::string("a ") + surface.name() + " has edges and flats, for which Hertz has no law. " +
           as_mesh;
}

/// Pairs of smooth surfaces that touch along a line.
std::string touches_in_a_line(SurfaceKind a, SurfaceKind b) {
    const auto is = [&](SurfaceKind one, SurfaceKind other) {
        return (a == one && b == other) || (a == other && b == one);
    };
    if (is(SurfaceKind::half_space, SurfaceKind::half_space))
        return "two half spaces overlap everywhere or nowhere. Give one of them bounds.";
    if (is(SurfaceKind::torus, SurfaceKind::half_space) || is(SurfaceKind::torus, SurfaceKind::torus) ||
        is(SurfaceKind::torus, SurfaceKind::capsule) || is(SurfaceKind::capsule, SurfaceKind::capsule))
        return std::string("a ") + name_of(a) + " and a " + name_of(b) +
               " may touch along a line, for which Hertz has no law. Give one of them as a mesh, which "
               "yields "
               "by springs.";
    return "";
}

}  // namespace

std::string choose_model(const Surface& first, Compliance first_yields, const Surface& second,
                         Compliance second_yields, PairModel& model) {
    const bool first_bed = first.triangles() != nullptr, second_bed = second.triangles() != nullptr;
    for (const auto& [surface, yields] : {std::pair{&first, first_yields}, std::pair{&second, second_yields}})
        if (yields == Compliance::springs && !surface->triangles())
            return std::string("springs stand on triangles, and a ") + surface->name() + " has none. " +
                   as_mesh;
    if (first_bed || second_bed) {
        model = first_bed && second_bed ? PairModel::beds
                : first_bed             ? PairModel::first_bed
                                        : PairModel::second_bed;
        return "";
    }
    for (const Surface* one : {&first, &second})
        if (std::string why = not_smooth(*one); !why.empty()) return why;
    if (std::string why = touches_in_a_line(first.kind(), second.kind()); !why.empty()) return why;
    if (std::string why = why_unsupported(first.kind(), second.kind()); !why.empty()) return why;
    model = PairModel::hertz;
    return "";
}

}  // namespace sinew
