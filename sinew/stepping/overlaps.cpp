// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/stepping/overlaps.h>
#include <sinew/stepping/surface_touches.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace sinew {

namespace {

auto pair_of(const TouchPoint& touch) {
    return std::tuple(touch.A, touch.B, touch.first.index, touch.second.index);
}

std::string name_of_side(const System& system, int node, SurfaceId surface) {
    const Model& model = system.model();
    if (surface.index >= 0) return "surface " + sinew::quoted(model.surfaces[size(surface.index)].name);
    return "body " + sinew::quoted(model.bodies[size(system.compiled().body_of_node[size(node)])].name);
}

/// −0 and what rounding has left of it are 0.
std::string component(double x) { return std::abs(x) < 5e-4 ? "0" : rounded(x, 3); }

}  // namespace

std::vector<Overlap> overlaps(const System& system, const State& state, TouchFinder& finder,
                              double more_than) {
    const std::vector<SpatialVelocity> at_rest(size(system.compiled().tree.size()));
    std::vector<TouchPoint> touches;
    finder.find(system, state, at_rest.data(), 0, touches);
    std::erase_if(touches, [&](const TouchPoint& touch) { return !(touch.gap < -more_than); });
    std::stable_sort(touches.begin(), touches.end(), [](const TouchPoint& a, const TouchPoint& b) {
        return std::tuple(pair_of(a), a.gap) < std::tuple(pair_of(b), b.gap);
    });
    std::vector<Overlap> all;
    for (const TouchPoint& touch : touches)
        if (all.empty() || pair_of(all.back().deepest) != pair_of(touch)) all.push_back({touch});
    std::stable_sort(all.begin(), all.end(),
                     [](const Overlap& a, const Overlap& b) { return a.depth() > b.depth(); });
    return all;
}

std::vector<Overlap> overlaps(const System& system, const State& state, double more_than) {
    if (system.model().contact.kind != ContactKind::rigid || system.model().surfaces.empty()) return {};
    SurfaceTouches finder(system);
    return overlaps(system, state, finder, more_than);
}

std::vector<std::string> texts_of(const System& system, const std::vector<Overlap>& overlaps,
                                  std::size_t most) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(most, overlaps.size()); ++i) {
        const TouchPoint& touch = overlaps[i].deepest;
        const std::string A = name_of_side(system, touch.A, touch.first),
                          B = name_of_side(system, touch.B, touch.second), depth = rounded(-touch.gap, 4);
        const bool moves_B = touch.B != 0;
        const Vec3 way = moves_B ? touch.n_W : -touch.n_W;
        texts.push_back(A + " and " + B + " overlap by " + depth + " m. Moving " + (moves_B ? B : A) +
                        " by as much along (" + component(way.x) + ", " + component(way.y) + ", " +
                        component(way.z) +
                        ") takes them apart there; groups or excluded bodies let them be.");
    }
    if (overlaps.size() > most)
        texts.push_back(std::to_string(overlaps.size() - most) + " other pairs of surfaces overlap, by " +
                        rounded(overlaps[most].depth(), 4) + " m at most.");
    return texts;
}

}  // namespace sinew
