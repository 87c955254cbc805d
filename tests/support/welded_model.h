// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/joints/test/examples.h>
#include <sinew/math/singular_values.h>
#include <sinew/system/merge_welds.h>
#include <tests/support/law.h>
#include <tests/support/random_force.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// Models with welds, whole and merged.
namespace sinew::testing {

/// The stiffening spring, which knows how to name other bodies.
class MovingSpring final : public StiffeningSpring {
public:
    explicit MovingSpring(const StiffeningSpring& spring) : StiffeningSpring(spring) {}
    std::shared_ptr<const ForceLaw> moved(const Moved& there) const override {
        auto other = std::make_shared<MovingSpring>(*this);
        other->from = there(from), other->to = there(to);
        return other;
    }
};

/// Every kind of joint once, each between welded bodies: chains and stars of welds, on the world and on bodies,
/// described in either direction.
inline Model welded_model(std::uint64_t seed) {
    Random random(seed);
    Model model{.name = "welded " + std::to_string(seed)};
    std::vector<void (*)(Model&, Random&, BodyId)> adders;
#define SINEW_ONE(J)                                                      \
    adders.push_back([](Model& m, Random& r, BodyId parent) {             \
        const auto examples = examples_of<J>();                           \
        const auto pick = at(r.below(static_cast<int>(examples.size()))); \
        hang(m, r, examples[pick], parent, r.below(2) == 1);              \
    });
    SINEW_MOVING_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (std::size_t i = adders.size() - 1; i > 0; --i)
        std::swap(adders[i], adders[at(random.below(static_cast<int>(i) + 1))]);
    const auto recent = [&] {
        const int bodies = static_cast<int>(model.bodies.size());
        return BodyId{random.below(8) == 0 ? 0 : std::max(0, bodies - 1 - random.below(4))};
    };
    for (const auto& add : adders) {
        for (int i = random.below(3); i > 0; --i) hang(model, random, Weld{}, recent(), random.below(2) == 1);
        add(model, random, recent());
    }
    for (int i = 0; i < 4; ++i)
        hang(model, random, Weld{}, BodyId{random.below(static_cast<int>(model.bodies.size()))}, i % 2 == 1);
    return model;
}

/// A whole Model and the merged one, in the same State.
struct WholeAndMerged {
    Model model;
    MergedWelds merged;
    System whole, part;
    State here, there;
    WholeAndMerged(const Model& m, std::uint64_t seed)
        : model(m),
          merged(merge_welds(m)),
          whole(m),
          part(merged.model),
          here(random_state(part, seed)),
          there(here) {
        here.set_time(0.3);
        there = whole_state(merged, part, here, whole);
    }
    BodyId host(BodyId body) const { return merged.moved(body); }
    BodyId one_of(const std::string& name) const { return part.model().body(name); }
};

/// Potential energy of what has become part of the world, which the merged Model does not have.
inline double lost_energy(const WholeAndMerged& p) {
    double energy = 0;
    for (const AnyForce& force : p.model.forces)
        if (const auto* gravity = force.if_a<Gravity>())
            for (int b = 1; b < static_cast<int>(p.model.bodies.size()); ++b)
                if (p.host(BodyId{b}) == world && std::find(gravity->except.begin(), gravity->except.end(),
                                                            BodyId{b}) == gravity->except.end()) {
                    const MassProperties& m = p.model.bodies[at(b)].mass;
                    energy -= m.mass * dot(gravity->g, pose(p.whole, p.there, BodyId{b}) * m.com);
                }
    return energy;
}

inline double length(std::span<const double> x) {
    double sum = 0;
    for (const double number : x) sum += number * number;
    return std::sqrt(sum);
}

/// By how much W = G M⁻¹ Gᵀ makes rounding larger; 1 if there are no constraints.
inline double condition(const System& system, const State& state) {
    const std::size_t m = multipliers(system, state).size(), n = at(system.nu());
    if (m == 0) return 1;
    std::vector<double> G(m * n), a(n), W(m * m), V(m * m), values(m);
    constraint_matrix(system, state, G);
    for (std::size_t i = 0; i < m; ++i) {
        multiply_by_M_inverse(system, state, std::span(G).subspan(i * n, n), a);
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t k = 0; k < n; ++k) W[i * m + j] += G[j * n + k] * a[k];
    }
    singular_values(static_cast<int>(m), static_cast<int>(m), W.data(), V.data(), values.data());
    const int rank = constraint_rank(system, state);
    return rank > 0 ? values[0] / values[at(rank - 1)] : 1;
}

/// All that can be asked of both. Forces are as exact as the largest of those that hold the whole together, and as W
/// lets them be.
inline void compare(const WholeAndMerged& p, Law& law, const std::string& name) {
    const double exactness = 1 / condition(p.part, p.here);
    const double scale = exactness / (1 + length(multipliers(p.whole, p.there)));
    law.measure(exactness * difference(forward_dynamics(p.part, p.here),
                                       [&] {
                                           std::vector<double> u_dot(
                                               at(p.part.nu()));  // by joint: the order of speeds is another
                                           for (std::size_t j = 0; j < p.model.joints.size(); ++j) {
                                               const AnyJointId here = p.merged.moved.joint[j];
                                               if (here.index < 0) continue;
                                               const Range from = p.whole.layout().u_of_joint[j],
                                                           to = p.part.layout().u_of_joint[at(here.index)];
                                               for (int i = 0; i < to.count; ++i)
                                                   u_dot[at(to.first + i)] =
                                                       forward_dynamics(p.whole, p.there)[at(from.first + i)];
                                           }
                                           return u_dot;
                                       }()),
                name + ", accelerations");
    for (int b = 0; b < static_cast<int>(p.model.bodies.size()); ++b) {
        const FrameOn& place = p.merged.moved.body[at(b)];
        const Transform X_WB = pose(p.part, p.here, place.body) * place.X_BF;
        law.measure(difference(X_WB, pose(p.whole, p.there, BodyId{b})), name + ", pose");
        law.measure(difference(velocity(p.part, p.here, Station{place.body, place.X_BF.p}),
                               velocity(p.whole, p.there, Station{BodyId{b}, {}})),
                    name + ", velocity");
        law.measure(exactness * difference(acceleration(p.part, p.here, Station{place.body, place.X_BF.p}),
                                           acceleration(p.whole, p.there, Station{BodyId{b}, {}})),
                    name + ", acceleration");
    }
    for (std::size_t j = 0; j < p.model.joints.size(); ++j) {
        const AnyJointId here = p.merged.moved.joint[j], there{{static_cast<int>(j)}};
        if (here.index < 0) continue;
        const Reaction one = reaction(p.part, p.here, here), other = reaction(p.whole, p.there, there);
        law.measure(difference(scale * one.on_to_at_M, scale * other.on_to_at_M), name + ", reaction at M");
        law.measure(difference(scale * one.on_from_at_F, scale * other.on_from_at_F),
                    name + ", reaction at F");
    }
    const double kinetic = kinetic_energy(p.whole, p.there), potential = potential_energy(p.whole, p.there);
    law.measure(std::abs(kinetic_energy(p.part, p.here) - kinetic) / (1 + kinetic),
                name + ", kinetic energy");
    law.measure(
        std::abs(potential_energy(p.part, p.here) - potential + lost_energy(p)) / (1 + std::abs(potential)),
        name + ", potential energy");
    law.measure(exactness * std::abs(power(p.part, p.here) - power(p.whole, p.there)) /
                    (1 + std::abs(power(p.whole, p.there))),
                name + ", power");
    law.measure(exactness * difference(z_dot(p.part, p.here), z_dot(p.whole, p.there)), name + ", rates");
}

/// What a constraint does to each body of the merged Model, from either side.
inline void compare_constraint(const WholeAndMerged& p, ConstraintId id, Law& law, const std::string& name) {
    const double scale = 1 / (1 + length(multipliers(p.whole, p.there))) / condition(p.part, p.here);
    std::vector<SpatialForce> sum(p.merged.model.bodies.size());
    for (int b = 0; b < static_cast<int>(p.model.bodies.size()); ++b) {
        const BodyId host = p.host(BodyId{b});
        const Vec3 p_WB = pose(p.whole, p.there, BodyId{b}).p, p_WH = pose(p.part, p.here, host).p;
        sum[at(host.index)] +=
            shift_inward(constraint_force_on(p.whole, p.there, id, BodyId{b}), p_WB - p_WH);
    }
    for (int b = 0; b < static_cast<int>(sum.size()); ++b)
        law.measure(
            difference(scale * constraint_force_on(p.part, p.here, id, BodyId{b}), scale * sum[at(b)]),
            name + ", force");
}

}  // namespace sinew::testing
