// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/test/examples.h>
#include <tests/support/random_model.h>

namespace sinew::testing {

Model random_model(std::uint64_t seed, bool free_base) {
    Random random(seed);
    Model model{.name = "random " + std::to_string(seed)};
    std::vector<void (*)(Model&, Random&, BodyId)> adders;
#define SINEW_ONE(J)                                                                            \
    adders.push_back([](Model& m, Random& r, BodyId parent) {                                   \
        const auto examples = examples_of<J>();                                                 \
        const auto pick = static_cast<std::size_t>(r.below(static_cast<int>(examples.size()))); \
        hang(m, r, examples[pick], parent, r.below(2) == 1);                                    \
    });
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (std::size_t i = adders.size() - 1; i > 0; --i)
        std::swap(adders[i], adders[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
    if (free_base) hang(model, random, Free{}, world, false);
    for (const auto& add : adders) {
        const int bodies = static_cast<int>(model.bodies.size());
        const int first = free_base ? 1 : 0;
        add(model, random, BodyId{std::max(first, bodies - 1 - random.below(3))});
    }
    for (std::size_t j = free_base ? 1 : 0; j < model.joints.size() && seed % 3 == 0; ++j)
        if (j % 3 > 0) model.joints[j].placement.armature = 0.1 * static_cast<double>(j % 7 + 1);
    return model;
}

Model without_drives(Model model) {
    for (JointElement& joint : model.joints) joint.placement.armature = 0;
    return model;
}

State random_state(const System& system, std::uint64_t seed, bool some_by_angles) {
    Random random(seed);
    State state = system.default_state();
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        const AnyJointId joint{{j}};
        if (some_by_angles && random.below(2)) use_angles(system, state, joint);
        std::vector<double> q(state.q(joint).begin(), state.q(joint).end()), u(state.u(joint).size());
        const bool quaternion = !q.empty() && q[0] == 1;  // the reference configuration has only this one
        const std::size_t unused = uses_angles(system, state, joint) ? 1 : 0;
        for (std::size_t i = 0; i < q.size() - std::min(unused, q.size()); ++i) q[i] = random.within(-1, 1);
        if (quaternion) {
            const Quaternion e = random.quaternion();
            q[0] = e.w, q[1] = e.x, q[2] = e.y, q[3] = e.z;
        }
        for (double& speed : u) speed = random.within(-1, 1);
        state.set_q(joint, q);
        state.set_u(joint, u);
    }
    return state;
}

}  // namespace sinew::testing
