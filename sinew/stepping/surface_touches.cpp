// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/contact/laws.h>
#include <sinew/stepping/surface_touches.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

/// Surfaces nearer than this share of their size are looked at, however slow they are.
constexpr double always_near = 0.02;
constexpr int most_points = 8;

/// One number for a pair and a feature; two that agree by chance are as likely as a wrong bit.
std::uint64_t id_of(const BroadPhase::Pair& pair, std::uint64_t feature) {
    std::uint64_t x = feature + 0x9e3779b97f4a7c15u * (static_cast<std::uint64_t>(pair.first) << 32 |
                                                       static_cast<std::uint64_t>(pair.second));
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;  // the last steps of splitmix64 [Steele, Lea and Flood 2014]
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

SurfaceValues numbers_of(const State& state, const BoundSurface& surface) {
    SurfaceValues values;
    static_assert(std::is_trivially_copyable_v<SurfaceValues>);
    std::memcpy(static_cast<void*>(&values), state.parameter_block().values.data() + surface.parameters.first,
                sizeof values);
    return values;
}

}  // namespace

SurfaceTouches::SurfaceTouches(const System& system) {
    const Model& model = system.model();
    const Compiled& c = system.compiled();
    std::vector<CollisionFilter> filters;
    for (const ContactSurface& surface : model.surfaces) {
        surfaces_.emplace_back(surface.shape);
        body_.push_back(surface.body.index);
        int node = c.node(surface.body);
        bool moves = false;
        for (int B = node; B > 0; B = c.tree[B].parent) moves = moves || c.tree[B].nu > 0;
        CollisionFilter filter;
        filter.groups = static_cast<std::uint32_t>(surface.group);
        filter.mask = static_cast<std::uint32_t>(surface.mask);
        filter.family = moves ? surface.body.index : 0;
        filters.push_back(filter);
    }
    if (!model.contact.neighbours)
        for (const JointElement& joint : model.joints) {
            const int a = joint.placement.from.index, b = joint.placement.to.index;
            if (a != 0 && b != 0) never_.emplace_back(std::min(a, b), std::max(a, b));
        }
    for (const BodyPair& pair : model.contact.excluded)
        never_.emplace_back(std::min(pair.first.index, pair.second.index),
                            std::max(pair.first.index, pair.second.index));
    std::sort(never_.begin(), never_.end());
    check_pairs(model, filters);
    broad_.emplace(filters);
    X_WG_.resize(surfaces_.size()), margin_.resize(surfaces_.size()), boxes_.resize(surfaces_.size());
}

/// Few kinds have no answer with one another: only surfaces of those are looked at pair by pair.
void SurfaceTouches::check_pairs(const Model& model, const std::vector<CollisionFilter>& filters) const {
    std::vector<std::string> faults;
    std::array<std::vector<int>, surface_kinds> of_kind;
    for (std::size_t i = 0; i < surfaces_.size(); ++i)
        of_kind[static_cast<std::size_t>(surfaces_[i].kind())].push_back(static_cast<int>(i));
    for (std::size_t k = 0; k < of_kind.size(); ++k)
        for (std::size_t l = 0; l <= k; ++l) {
            const std::string why = why_unsupported(static_cast<SurfaceKind>(k), static_cast<SurfaceKind>(l));
            if (why.empty()) continue;
            for (const int i : of_kind[k])
                for (const int j : of_kind[l]) {
                    const ContactSurface &a = model.surfaces[size(i)], &b = model.surfaces[size(j)];
                    if (filters[size(i)].family == filters[size(j)].family || !groups_meet(a, b) ||
                        !may_meet(i, j))
                        continue;
                    faults.push_back("surfaces " + sinew::quoted(a.name) + " and " + sinew::quoted(b.name) +
                                     " may meet, but " + why +
                                     " Give them groups that do not meet, or exclude their bodies.");
                }
        }
    if (!faults.empty()) throw ModelError(faults);
}

bool SurfaceTouches::may_meet(int first, int second) const {
    const int a = body_[size(first)], b = body_[size(second)];
    return !std::binary_search(never_.begin(), never_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

/// Where all stand, and how far each may come in a time h.
void SurfaceTouches::place_surfaces(const System& system, const State& state, const SpatialVelocity* V_WB,
                                    double h) {
    const Compiled& c = system.compiled();
    const PositionT<double> x = positions(system, state);
    const Instance instance = instance_of(c, state);
    changed_ = instance.own_surfaces;
    for (std::size_t i = 0; i < surfaces_.size(); ++i) {
        const BoundSurface& bound = c.surfaces[i];
        X_WG_[i] = x.X_WB[bound.body] * (instance.X_MB[bound.body] * numbers_of(state, bound).X_BG.X());
        const BoundingSphere& ball = surface(i).ball();
        const SpatialVelocity V =
            shift_outward(V_WB[bound.body], X_WG_[i] * ball.centre_G - x.X_WB[bound.body].p);
        margin_[i] = std::isfinite(ball.radius)
                         ? h * (norm(V.v) + norm(V.w) * ball.radius) + always_near * ball.radius
                         : h * norm(V_WB[bound.body].v);
        boxes_[i] = bounds_in(X_WG_[i], surface(i), margin_[i]);
    }
}

void SurfaceTouches::find(const System& system, const State& state, const SpatialVelocity* V_WB, double h,
                          std::vector<TouchPoint>& out) {
    if (surfaces_.empty()) return;
    place_surfaces(system, state, V_WB, h);
    memories_.swap(before_);
    memories_.clear();
    auto old = before_.begin();
    for (const BroadPhase::Pair& pair : broad_->overlapping(boxes_)) {
        if (!may_meet(pair.first, pair.second)) continue;
        while (old != before_.end() && old->pair < pair) ++old;
        memories_.push_back(
            {pair, old != before_.end() && old->pair == pair ? old->memory : ManifoldMemory{}});
        add(system, state, pair, memories_.back().memory, out);
    }
    changed_ = nullptr;
}

void SurfaceTouches::add(const System& system, const State& state, const BroadPhase::Pair& pair,
                         ManifoldMemory& memory, std::vector<TouchPoint>& out) {
    const Compiled& c = system.compiled();
    const std::size_t i = size(pair.first), j = size(pair.second);
    std::array<ManifoldPoint, most_points> points;
    const int count =
        manifold(surface(i), X_WG_[i], surface(j), X_WG_[j], margin_[i] + margin_[j], points, memory);
    if (count == 0) return;
    const Material a = numbers_of(state, c.surfaces[i]).material,
                   b = numbers_of(state, c.surfaces[j]).material;
    const CombinedFriction mu = combined_friction(a, b);
    TouchPoint touch;
    touch.A = c.surfaces[i].body, touch.B = c.surfaces[j].body;
    touch.first = {pair.first}, touch.second = {pair.second};
    touch.holding = mu.at_rest, touch.sliding = mu.sliding, touch.viscous = mu.viscous;
    touch.restitution = std::sqrt(a.restitution * b.restitution);
    for (int k = 0; k < count; ++k) {
        const ManifoldPoint& point = points[size(k)];
        touch.p_W = point.p_W, touch.n_W = point.n_W, touch.gap = -point.depth;
        touch.id = id_of(pair, point.feature);
        out.push_back(touch);
    }
}

}  // namespace sinew
