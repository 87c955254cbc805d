// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Bodies on welds as bodies of their own, or as parts of others: the same mechanism, with every joint, force and
// constraint there is.
#include <sinew/base/at.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/law.h>
#include <tests/support/random_constraint.h>
#include <tests/support/welded_model.h>

namespace sinew::testing::welds {

namespace {

constexpr double rounding = 1e-11;  // times the condition of W

bool has_gone(const WholeAndMerged& p, BodyId body) { return p.merged.gone[at(body.index)]; }

/// Numbers of an element that are seen from a body's frame.
template <class E>
bool has_places(const E& e) {
    if constexpr (
        requires { e.law; } || requires { e.except; })
        return false;
    else if constexpr (std::is_same_v<E, HalvesConstraint> || std::is_same_v<E, DiscreteForces>) return false;
    else if constexpr (requires {
                           e.turns_with_body;
                           e.torque;
                       })
        return e.turns_with_body;
    else return requires {
            e.bodies();
        }
    || requires { e.path; }
    || requires { e.at.body; };
}

/// True if it acts on a body that has become a part of another.
template <class E>
bool acts_on_a_part(const WholeAndMerged& p, const E& e) {
    if constexpr (requires { e.bodies(); }) {
        for (const BodyId body : e.bodies())
            if (has_gone(p, body)) return true;
    }
    if constexpr (requires { e.path; }) {
        for (const auto& point : e.path)
            if (has_gone(p, point.body)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE(
    "with every joint between welded bodies, the merged model moves as the whole one and has half its "
    "bodies") {
    Law law(rounding);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Model model = welded_model(seed);
        model.add(Gravity{});
        const WholeAndMerged p(model, seed);
        CHECK(p.merged.remarks.empty());
        for (const JointElement& joint : p.merged.model.joints) CHECK(!joint.joint.is<Weld>());
        CHECK(p.merged.model.joints.size() == p.merged.model.bodies.size() - 1);
        CHECK(p.part.nu() == p.whole.nu());
        compare(p, law, model.name);
    }
}

TEST_CASE("every force acts on a part as it did on the body, and all of its numbers are of the new frame") {
    Law law(rounding);
    for_every_force([&]<class E> {
        int moved = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Model model = welded_model(seed);
            Random random(seed + 5);
            E element = random_force<E>(model, random);
            if constexpr (requires { element.law; })
                element.law =
                    std::make_shared<MovingSpring>(static_cast<const StiffeningSpring&>(*element.law));
            const ForceId id = model.add(element);
            WholeAndMerged p(model, seed);
            if constexpr (std::is_same_v<E, DiscreteForces>) {
                for (int b = 1; b < static_cast<int>(p.merged.model.bodies.size()); ++b)
                    set_body_force(p.part, p.here, id, BodyId{b}, {random.vector(1), random.vector(1)});
                set_mobility_force(p.part, p.here, id, {AnyJointId{{0}}, 0}, 0.7);
                p.there = whole_state(p.merged, p.part, p.here, p.whole);
            }
            compare(p, law, E::kind);
            if constexpr (!std::is_same_v<E, Gravity>) CHECK(p.merged.remarks.empty());
            const bool changed =
                std::binary_search(p.merged.changed.begin(), p.merged.changed.end(), "force.");
            CAPTURE(std::string(E::kind));
            CHECK(changed == (has_places(element) && acts_on_a_part(p, element)));
            moved += changed;
        }
        if (has_places(E{.name = "x"})) CHECK(moved > 0);
    });
}

TEST_CASE("every constraint holds parts as it did bodies") {
    Law law(rounding);
    for (const KindOfConstraint& kind : every_constraint()) {
        int moved = 0;
        bool places = false;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Model model = welded_model(seed);
            Random random(seed + 9);
            const ConstraintId id = model.add_constraint(kind.random(model, random));
            model.add(Gravity{});
            WholeAndMerged p(model, seed);
            if (model.constraints[0].is<SphereOnSphere>()) {
                // It measures slip along directions that follow its body's axes, so where there is slip, the rate that
                // it gives to slip depends on them.
                obey(p.part, p.here);
                p.there = whole_state(p.merged, p.part, p.here, p.whole);
            }
            compare(p, law, kind.kind);
            compare_constraint(p, id, law, kind.kind);
            const double exactness = 1 / condition(p.part, p.here);
            law.measure(exactness * std::abs(power(p.part, p.here, id) - power(p.whole, p.there, id)) /
                            (1 + std::abs(power(p.whole, p.there, id))),
                        std::string(kind.kind) + ", power of it");
            // Which two directions square to a third an element takes is its own affair: lengths are compared.
            law.measure(
                exactness *
                    std::abs(length(multipliers(p.part, p.here)) - length(multipliers(p.whole, p.there))) /
                    (1 + length(multipliers(p.whole, p.there))),
                std::string(kind.kind) + ", multipliers");
            moved += std::binary_search(p.merged.changed.begin(), p.merged.changed.end(), "constraint.");
            visit([&](const auto& e) { places = has_places(e); }, model.constraints[0]);
        }
        CAPTURE(kind.kind);
        CHECK((moved > 0) == places);
    }
}

TEST_CASE("loops of every joint with welds in them are closed where they were") {
    Law law(1e-9);  // as loops.cpp
    std::uint64_t seed = 0;
    for (const AnyJoint& last : joint_of_every_kind())
        for (const AnyJoint& middle : {AnyJoint{Weld{}}, AnyJoint{Pin{}}}) {
            const ClosedChain chain = closed_chain(middle, last, ++seed);
            Model model = chain.model;
            Random random(seed);
            for (int i = 1; i < 6; ++i)
                if (random.below(2)) hang(model, random, Weld{}, BodyId{i}, i % 2 == 1);
            const System whole(model);
            const MergedWelds merged = merge_welds(model);
            const System part(merged.model);
            const std::string name = std::string(kind_of(middle)) + " and " + kind_of(last);
            CAPTURE(name);
            REQUIRE(part.loops().size() == whole.loops().size());
            const System split([&] {
                Model all = chain.model;
                for (JointElement& joint : all.joints) joint.placement.loop = LoopClosure::in_tree;
                all.joints[at(chain.closing.index)].placement.loop = LoopClosure::split;
                return all;
            }());
            State closed = chain.assembled(split, seed), here = part.default_state();
            for (std::size_t j = 0; j < chain.model.joints.size(); ++j) {
                const AnyJointId to = merged.moved.joint[j], from{{static_cast<int>(j)}};
                if (to.index < 0 || is_cut(part, to)) continue;
                std::vector<double> q(here.q(to).size()), u(here.u(to).size());
                joint_q(split, closed, from, q), joint_u(split, closed, from, u);
                here.set_q(to, q), here.set_u(to, u);
            }
            const State there = whole_state(merged, part, here, whole);
            for (const double e : position_errors(whole, there)) law.measure(std::abs(e), name + ", closed");
            for (int b = 1; b < 6; ++b) {
                const FrameOn& on = merged.moved.body[at(b)];
                law.measure(difference(acceleration(part, here, Station{on.body, on.X_BF.p}),
                                       acceleration(whole, there, Station{BodyId{b}, {}})),
                            name + ", acceleration");
            }
            for (std::size_t j = 0; j < model.joints.size(); ++j) {
                const AnyJointId here_id = merged.moved.joint[j], there_id{{static_cast<int>(j)}};
                if (here_id.index < 0) continue;
                law.measure(difference(reaction(part, here, here_id).on_to_at_M,
                                       reaction(whole, there, there_id).on_to_at_M),
                            name + ", reaction");
            }
        }
}

}  // namespace sinew::testing::welds
