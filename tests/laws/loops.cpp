// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Whatever joint closes a loop, and however: the mechanism is the same.
#include <tests/support/closed_mechanism.h>
#include <tests/support/law.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The model with one joint to close its loop in a given way, and all others in the tree.
Model closed_by(Model model, AnyJointId joint, LoopClosure how) {
    for (JointElement& each : model.joints) each.placement.loop = LoopClosure::in_tree;
    model.joints[at(joint.index)].placement.loop = how;
    return model;
}

/// Kinds that are written as equations.
bool can_be_cut(const AnyJoint& joint) {
    return std::visit(
        []<class J>(const J&) {
            return !(std::is_same_v<J, Screw> || std::is_same_v<J, Ellipsoid> ||
                     std::is_same_v<J, SphericalCoords> || std::is_same_v<J, LineOrientation> ||
                     std::is_same_v<J, FreeLine> || std::is_same_v<J, CantileverBeam> ||
                     std::is_same_v<J, FunctionBased> || std::is_same_v<J, CustomJoint>);
        },
        joint);
}

template <class J>
int freedoms_of(const J& joint) {
    const auto data = data_of(joint);
    return nu_of<J>(data.get());
}

/// What can be asked of two Systems of one mechanism.
void compare(const System& a, const State& state_a, const System& b, const State& state_b, Law& law,
             const std::string& name) {
    for (int i = 0; i < static_cast<int>(a.model().bodies.size()); ++i) {
        const BodyId body{i};
        law.measure(difference(pose(a, state_a, body), pose(b, state_b, body)), name + ", pose");
        law.measure(difference(velocity(a, state_a, body), velocity(b, state_b, body)), name + ", velocity");
        law.measure(difference(acceleration(a, state_a, body), acceleration(b, state_b, body)),
                    name + ", acceleration");
        law.measure(difference(applied_on(a, state_a, body), applied_on(b, state_b, body)),
                    name + ", applied");
    }
    for (int j = 0; j < static_cast<int>(a.model().joints.size()); ++j) {
        const AnyJointId joint{{j}};
        const Reaction one = reaction(a, state_a, joint), other = reaction(b, state_b, joint);
        law.measure(difference(one.on_to_at_M, other.on_to_at_M), name + ", reaction at M");
        law.measure(difference(one.on_from_at_F, other.on_from_at_F), name + ", reaction at F");
        law.measure(difference(joint_pose(a, state_a, joint), joint_pose(b, state_b, joint)),
                    name + ", joint");
    }
    law.measure(std::abs(kinetic_energy(a, state_a) - kinetic_energy(b, state_b)), name + ", energy");
    law.measure(difference(momentum(a, state_a, {}), momentum(b, state_b, {})), name + ", momentum");
}

}  // namespace

TEST_CASE("a loop closed by a split body, by a loop constraint, or at another joint is the same mechanism") {
    Law law(1e-9);
    std::uint64_t seed = 0;
    for (const AnyJoint& middle : joint_of_every_kind())
        for (const AnyJoint& last : joint_of_every_kind()) {
            const ClosedChain chain = closed_chain(middle, last, ++seed);
            const System split(closed_by(chain.model, chain.closing, LoopClosure::split));
            const State state = chain.assembled(split, seed);
            const std::string name = std::string(kind_of(middle)) + " and " + kind_of(last);
            for (int j = 0; j < static_cast<int>(chain.model.joints.size()); ++j)
                for (const LoopClosure how : {LoopClosure::split, LoopClosure::cut}) {
                    if (how == LoopClosure::cut && !can_be_cut(chain.model.joints[at(j)].joint)) continue;
                    const System other(closed_by(chain.model, {{j}}, how));
                    REQUIRE(other.loops().size() == 1);
                    CHECK(other.loops()[0].joint.index == j);
                    CHECK(other.loops()[0].how == how);
                    compare(split, state, other, same_motion(split, state, other), law, name);
                }
        }
}

TEST_CASE("left to itself, a System cuts what has equations and splits what has none, and tells") {
    std::uint64_t seed = 0;
    for (const AnyJoint& last : joint_of_every_kind()) {
        const ClosedChain chain = closed_chain(last, last, ++seed);
        const System system(chain.model);
        CAPTURE(kind_of(last));
        REQUIRE(system.loops().size() == 1);
        const Loop loop = system.loops()[0];
        CHECK((loop.how == LoopClosure::cut) == can_be_cut(chain.model.joints[at(loop.joint.index)].joint));
        CHECK(system.explain().find("closes a loop") != std::string::npos);
        int freedoms = 0;
        for (const JointElement& joint : chain.model.joints)
            freedoms += std::visit([](const auto& j) { return freedoms_of(j); }, joint.joint);
        CHECK(system.nu() - loop.equations == freedoms - 6);
    }
}

TEST_CASE("a joint is a free joint and the equations of what it holds") {
    Law law(1e-9);
    std::uint64_t seed = 0;
    for (const AnyJoint& joint : joint_of_every_kind()) {
        if (!can_be_cut(joint)) continue;
        Random random(++seed);
        Model model{.name = "pair"};
        const BodyId first = hang_by(model, random, Ball{}, world);
        const BodyId second = hang_by(model, random, joint, first);
        hang_by(model, random, Universal{}, second);
        model.add(Gravity{});
        const System direct(model);
        const State state = random_state(direct, seed, false);
        Model loose = model;
        for (JointElement& each : loose.joints) each.placement.loop = LoopClosure::automatic;
        loose.joints[1].placement.loop = LoopClosure::cut;
        loose.add(Free{}, {.name = "free",
                           .from = world,
                           .to = second,
                           .X_PF = random.pose(1),
                           .X_BM = random.pose(1),
                           .loop = LoopClosure::in_tree});
        const System held(loose);
        REQUIRE(is_cut(held, {{1}}));
        State there = held.default_state();
        for (const int j : {0, 2}) {
            there.set_q(AnyJointId{{j}}, state.q(AnyJointId{{j}}));
            there.set_u(AnyJointId{{j}}, state.u(AnyJointId{{j}}));
        }
        const auto [F, M] = joint_frames(held, there, {{3}});
        fit_pose(held, there, {{3}}, relative_pose(direct, state, F, M));
        fit_velocity(held, there, {{3}}, relative_velocity(direct, state, F, M));
        compare(direct, state, held, there, law, kind_of(joint));
        std::vector<double> q(state.q(AnyJointId{{1}}).size()), u(state.u(AnyJointId{{1}}).size());
        joint_q(held, there, {{1}}, q);
        joint_u(held, there, {{1}}, u);
        law.measure(difference(u, state.u(AnyJointId{{1}})), std::string(kind_of(joint)) + ", speeds");
        law.measure(difference(pose_of_joint(joint, q), joint_pose(direct, state, {{1}})),
                    std::string(kind_of(joint)) + ", coordinates");
    }
}
