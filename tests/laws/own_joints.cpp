// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/dynamics.h>
#include <sinew/joints/test/as_user_joint.h>
#include <sinew/joints/user_joint_of.h>

#include <doctest/doctest.h>
#include <tests/support/law.h>
#include <tests/support/random_model.h>

// Whoever writes one of our joints anew has what we have: in subtrees that are alike, with some joints given, in
// batches and in derivatives.

namespace sinew::testing {

namespace {

struct Ours {
    template <class J>
    AnyJoint operator()(const J& joint) const {
        return joint;
    }
};
struct AsTemplates {
    template <class J>
    AnyJoint operator()(const J& joint) const {
        return custom_joint(joint);
    }
};
struct OnPlainNumbers {
    template <class J>
    AnyJoint operator()(const J& joint) const {
        auto users = std::make_shared<AsUserJoint<J>>(joint);
        users->only_turns = only_turns<J>(), users->fixed_hinge = has_fixed_axes<J>();
        return CustomJoint{users};
    }
};

/// A trunk with limbs of one form; every other pin of them is given.
template <class Own>
Model with_limbs(const Own& own, bool given, std::uint64_t seed) {
    Random random(seed);
    Model model{.name = "limbs"};
    const auto hang_on = [&](const AnyJoint& joint, BodyId parent) {
        const std::string number = std::to_string(model.bodies.size());
        const BodyId body = model.add(Body{.name = "body" + number, .mass = random_mass(random)});
        model.add_joint({joint,
                         {.name = "joint" + number,
                          .from = parent,
                          .to = body,
                          .X_PF = random.pose(0.5),
                          .X_BM = random.pose(0.3)}});
        return body;
    };
    const BodyId trunk = hang_on(Free{}, world);
    for (int limb = 0; limb < 7; ++limb) {
        BodyId last = hang_on(own(Pin{}), limb < 4 ? trunk : world);
        last = hang_on(own(Slider{}), last);
        hang_on(own(Pin{}), last);
        last = hang_on(own(Pin{}), last);
        if (limb % 2 == 0) hang_on(own(Screw{.pitch = 0.3 + 0.1 * limb}), hang_on(own(Universal{}), last));
    }
    for (int j = 1; given && j < static_cast<int>(model.joints.size()); j += 2 + j % 3) {
        const MotionLevel level = j % 5 == 0   ? MotionLevel::acceleration
                                  : j % 4 == 0 ? MotionLevel::velocity
                                               : MotionLevel::position;
        if (visit(
                [](const auto& joint) { return nu_of<std::decay_t<decltype(joint)>>(data_of(joint).get()); },
                model.joints[at(j)].joint) != 1)
            continue;
        model.add(Motion{.name = "drive" + std::to_string(j),
                         .joint = AnyJointId{{j}},
                         .level = level,
                         .functions = {function::Sinusoid{0.3, 1.5, 0.1 * j}}});
    }
    model.add(Gravity{.g = {0.3, -9, 1}});
    return model;
}

struct Answers {
    std::vector<double> one, many, by_q, M_inv_f;
};
template <class Own>
Answers answers(const Own& own, bool given, std::uint64_t seed) {
    const System system(with_limbs(own, given, seed));
    const int n = system.nu();
    State state = random_state(system, seed, false);
    state.set_time(0.7);
    prescribe(system, state);
    Answers out;
    const std::span<const double> u_dot = forward_dynamics(system, state);
    out.one.assign(u_dot.begin(), u_dot.end());
    out.M_inv_f.resize(at(n));
    multiply_by_M_inverse(system, state, out.one, out.M_inv_f);
    out.by_q = DynamicsDerivatives(system).forward(state).by_q;
    Batch batch(system, state, 5);
    for (int i = 0; i < 5; ++i) {
        std::vector<double> u(state.u().begin(), state.u().end());
        for (double& x : u) x *= 1 + 0.1 * i;
        batch.u().set(i, u);
    }
    forward_dynamics(batch);
    for (int i = 0; i < 5; ++i) {
        std::vector<double> one(at(n));
        batch.u_dot().get(i, one);
        out.many.insert(out.many.end(), one.begin(), one.end());
    }
    return out;
}

}  // namespace

TEST_CASE("joints of one's own move as ours do, in lanes, given, in batches and in derivatives") {
    Law law(1e-11), by_differences(1e-7);
    for (const bool given : {false, true})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const Answers ours = answers(Ours{}, given, seed),
                          templates = answers(AsTemplates{}, given, seed),
                          plain = answers(OnPlainNumbers{}, given, seed);
            const std::string label =
                (given ? "some given, seed " : "all free, seed ") + std::to_string(seed);
            law.measure(difference(ours.one, templates.one), label);
            law.measure(difference(ours.many, templates.many), label + ", batch");
            law.measure(difference(ours.by_q, templates.by_q), label + ", derivatives");
            law.measure(difference(ours.M_inv_f, templates.M_inv_f), label + ", M^-1 f");
            law.measure(difference(ours.one, plain.one), label + ", on plain numbers");
            law.measure(difference(ours.many, plain.many), label + ", on plain numbers, batch");
            by_differences.measure(difference(ours.by_q, plain.by_q), label + ", on plain numbers");
        }
}

}  // namespace sinew::testing
