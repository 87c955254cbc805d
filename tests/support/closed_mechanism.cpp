// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/joints/test/examples.h>
#include <tests/support/closed_mechanism.h>

namespace sinew::testing {

std::vector<AnyJoint> joint_of_every_kind() {
    std::vector<AnyJoint> all;
#define SINEW_ONE(J) all.emplace_back(examples_of<J>()[0]);
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    return all;
}

const char* kind_of(const AnyJoint& joint) {
    return visit([](const auto& j) -> const char* { return j.name; }, joint);
}

Transform pose_of_joint(const AnyJoint& joint, std::span<const double> q) {
    Model model;
    const BodyId body = model.add(Body{.name = "body", .mass = {1, {}, {1, 1, 1, 0, 0, 0}}});
    const AnyJointId id = model.add_joint({joint, {.name = "joint", .from = world, .to = body}});
    const System system(model);
    State state = system.default_state();
    state.set_q(id, q);
    return pose(system, state, body);
}

BodyId hang_by(Model& model, Random& random, const AnyJoint& joint, BodyId parent) {
    const std::string number = std::to_string(model.bodies.size());
    const BodyId body = model.add(Body{.name = "body" + number, .mass = random_mass(random)});
    JointPlacement place{.name = "joint" + number, .from = parent, .to = body};
    place.X_PF = random.pose(0.5);
    place.X_BM = random.pose(0.3);
    if (random.below(2)) std::swap(place.from, place.to);
    model.add_joint({joint, place});
    return body;
}

Model model_of_known_joints(std::uint64_t seed, bool and_own) {
    Random random(seed);
    Model model;
    std::vector<BodyId> bodies{world};
    for (AnyJoint joint : joint_of_every_kind()) {
        if (joint.is<CustomJoint>() && !and_own) continue;
        if (joint.is<CustomJoint>()) joint = custom_joint(Winding{});
        bodies.push_back(
            hang_by(model, random, joint,
                    bodies[at(std::max(0, static_cast<int>(bodies.size()) - 1 - random.below(3)))]));
    }
    return model;
}

void obey(const System& system, State& state) {
    const std::span<const double> errors = velocity_errors(system, state);
    std::vector<double> lambda(errors.begin(), errors.end()), f(state.u().size()), change(f.size());
    solve_constraints(system, state, lambda);
    multiply_by_G_transpose(system, state, lambda, f);
    multiply_by_M_inverse(system, state, f, change);
    std::vector<double> u(state.u().begin(), state.u().end());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] -= change[i];
    state.set_u(u);
}

bool is_cut(const System& system, AnyJointId joint) {
    for (const Loop& loop : system.loops())
        if (loop.joint.index == joint.index) return loop.how == LoopClosure::cut;
    return false;
}

State same_motion(const System& from, const State& state, const System& to) {
    State there = to.default_state();
    for (int j = 0; j < static_cast<int>(to.model().joints.size()); ++j) {
        const AnyJointId joint{{j}};
        if (is_cut(to, joint)) continue;
        std::vector<double> q(there.q(joint).size()), u(there.u(joint).size());
        joint_q(from, state, joint, q);
        joint_u(from, state, joint, u);
        there.set_q(joint, q);
        there.set_u(joint, u);
    }
    return there;
}

State ClosedChain::assembled(const System& system, std::uint64_t seed) const {
    State state = random_state(system, seed, false);
    state.set_q(closing, closing_q);
    obey(system, state);
    return state;
}

ClosedChain closed_chain(const AnyJoint& middle, const AnyJoint& last, std::uint64_t seed) {
    Random random(seed);
    ClosedChain chain;
    chain.model.name = "chain";
    BodyId tip = world;
    for (const AnyJoint& joint :
         {AnyJoint{Ball{}}, AnyJoint{Universal{}}, middle, AnyJoint{Cylinder{}}, AnyJoint{Ball{}}})
        tip = hang_by(chain.model, random, joint, tip);
    chain.model.add(Gravity{});

    JointPlacement place{.name = "closing", .from = world, .to = tip};
    Model open = chain.model;
    for (JointElement& joint : open.joints) joint.placement.loop = LoopClosure::in_tree;
    place.loop = LoopClosure::split;
    chain.closing = open.add_joint({last, place});
    place.loop = LoopClosure::automatic;
    const System system(open);
    const State state = random_state(system, seed, false);
    const std::span<const double> q = state.q(chain.closing);
    chain.closing_q.assign(q.begin(), q.end());
    const Transform there = pose(system, state, tip).inverse(), X_FM = pose_of_joint(last, q);
    if (random.below(2)) {
        place.X_PF = random.pose(0.5);
        place.X_BM = there * place.X_PF * X_FM;
    } else {  // described from the tip to the world
        std::swap(place.from, place.to);
        place.X_BM = random.pose(0.5);
        place.X_PF = there * place.X_BM * X_FM.inverse();
    }
    chain.model.add_joint({last, place});
    return chain;
}

}  // namespace sinew::testing
