// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/test/examples.h>
#include <tests/support/random_tree.h>

#include <utility>

namespace sinew::testing {

namespace {

/// Parents in depth-first order: most bodies hang on the one before, some branch off further down.
int random_parent(Random& random, const Tree& tree) {
    int parent = tree.size() - 1;
    while (parent > 0 && random.below(3) == 0) parent = tree[parent].parent;
    return parent;
}

/// One of a kind's examples, either way round, with angles or quaternions.
template <class J>
void add_random(Random& random, SampleTree& sample, int parent) {
    const auto examples = examples_of<J>();
    const J& joint = examples[static_cast<std::size_t>(random.below(static_cast<int>(examples.size())))];
    const bool reversed = random.below(2), angles = random.below(2);
    sample.add(random, joint, parent, reversed, angles);
}

}  // namespace

SampleTree random_tree(std::uint64_t seed) {
    Random random(seed);
    SampleTree sample;
    sample.label = "all kinds, seed " + std::to_string(seed);
    std::vector<void (*)(Random&, SampleTree&, int)> adders;
#define SINEW_ONE(J) \
    if (seed % 2 == 0 || JointKind::J != JointKind::CustomJoint) adders.push_back(add_random<J>);
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (std::size_t i = adders.size(); i > 1; --i)
        std::swap(adders[i - 1], adders[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    for (const auto& add : adders) add(random, sample, random_parent(random, sample.tree));
    return sample;
}

namespace {

/// Four bodies whose joints are all of one kind, all alike: a fault in one kind shows here by name.
template <class J>
SampleTree tree_of(const J& joint, bool reversed, bool angles, std::uint64_t seed) {
    Random random(seed);
    SampleTree sample;
    sample.label = std::string(J::name) + (reversed ? ", reversed" : "") + (angles ? ", by angles" : "");
    for (const int parent : {0, 1, 1, 3}) sample.add(random, joint, parent, reversed, angles);
    return sample;
}

}  // namespace

std::vector<SampleTree> sample_trees(int mixtures) {
    std::vector<SampleTree> samples;
    const auto all_of = [&]<class J> {
        constexpr bool has_angles = requires { typename J::WithAngles; };
        for (const J& joint : examples_of<J>())
            for (const bool reversed : {false, true})
                for (const bool angles : {false, true})
                    if (!angles || has_angles)
                        samples.push_back(tree_of(joint, reversed, angles, 7 + samples.size()));
    };
#define SINEW_ONE(J) all_of.template operator()<J>();
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (int seed = 1; seed <= mixtures; ++seed)
        samples.push_back(random_tree(static_cast<std::uint64_t>(seed)));
    return samples;
}

}  // namespace sinew::testing
