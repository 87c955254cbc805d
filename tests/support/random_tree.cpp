// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/test/examples.h>
#include <tests/support/random_tree.h>

#include <algorithm>
#include <utility>

namespace sinew::testing {

namespace {

/// Parents in depth-first order: most bodies hang on the one before, some branch off further down.
int random_parent(Random& random, const Tree& tree) {
    int parent = tree.size() - 1;
    while (parent > 0 && random.below(3) == 0) parent = tree[parent].parent;
    return parent;
}

/// One of a kind's examples, either way round, as `choice` has it; with angles or quaternions.
template <class J>
void add_chosen(Random& random, SampleTree& sample, int parent, std::uint64_t choice) {
    const auto examples = examples_of<J>();
    sample.add(random, examples[choice / 2 % examples.size()], parent, choice % 2, random.below(2));
}

template <class J>
void add_random(Random& random, SampleTree& sample, int parent) {
    add_chosen<J>(random, sample, parent, static_cast<std::uint64_t>(random.below(1000)));
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

/// A body with two to six branches of the same form on it, whose numbers differ, and a last one that is shorter.
SampleTree tree_of_branches(std::uint64_t seed) {
    struct Twig {
        int kind, parent;  // parent: counted from the branch's first body; -1 is what the branch hangs on
        std::uint64_t choice;
    };
    std::vector<void (*)(Random&, SampleTree&, int, std::uint64_t)> adders;
#define SINEW_ONE(J) adders.push_back(add_chosen<J>);
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    Random random(seed);
    SampleTree sample;
    sample.label = "branches alike, seed " + std::to_string(seed);
    sample.add(random, Pin{}, 0, false, false);
    std::vector<Twig> branch;
    const int size = 2 + random.below(7), copies = 2 + random.below(5);
    for (int i = 0; i < size; ++i) {
        int parent = i - 1;
        while (parent > 0 && random.below(3) == 0) parent = branch[static_cast<std::size_t>(parent)].parent;
        // most branches of pins and sliders, which go side by side; some of anything
        const int kind = seed % 4 == 0 ? random.below(static_cast<int>(adders.size())) : random.below(3);
        branch.push_back({kind, parent, static_cast<std::uint64_t>(2 * random.below(500) + (seed % 4 == 0))});
    }
    for (int copy = 0; copy <= copies; ++copy) {
        const int hangs_on = copy <= copies / 2 ? 1 : 0, first = sample.tree.size();
        for (std::size_t i = 0; i < branch.size() - (copy == copies ? 1 : 0); ++i)
            adders[static_cast<std::size_t>(branch[i].kind)](
                random, sample, branch[i].parent < 0 ? hangs_on : first + branch[i].parent, branch[i].choice);
    }
    if (seed % 4 == 1) std::fill(sample.prescribed.begin() + 2, sample.prescribed.end(), std::uint8_t(0));
    find_alike(sample.tree);
    return sample;
}

/// Two of three joints get a drive, whose inertia is the same for all speeds of a joint.
SampleTree with_drives_on(SampleTree sample) {
    Random random(static_cast<std::uint64_t>(sample.n()) + 1);
    sample.label += ", with drives";
    sample.armature.assign(sample.u.size(), 0.0);
    for (int B = 1; B < sample.tree.size(); ++B)
        if (random.below(3) > 0)
            std::fill_n(sample.armature.begin() + sample.tree[B].u, sample.tree[B].nu, random.within(0.1, 1));
    return sample;
}

}  // namespace

std::vector<SampleTree> sample_trees(int mixtures, bool with_drives) {
    std::vector<SampleTree> samples;
    const auto keep = [&](SampleTree sample, bool drives) {
        samples.push_back(drives && with_drives ? with_drives_on(std::move(sample)) : std::move(sample));
    };
    const auto all_of = [&]<class J> {
        constexpr bool has_angles = requires { typename J::WithAngles; };
        for (const J& joint : examples_of<J>())
            for (const bool reversed : {false, true})
                for (const bool angles : {false, true})
                    for (const bool drives : {false, true})
                        if ((!angles || has_angles) && (!drives || with_drives))
                            keep(tree_of(joint, reversed, angles, 7 + samples.size()), drives);
    };
#define SINEW_ONE(J) all_of.template operator()<J>();
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    for (int seed = 1; seed <= mixtures; ++seed)
        keep(random_tree(static_cast<std::uint64_t>(seed)), seed / 2 % 2 == 1);
    for (int seed = 1; seed <= mixtures; ++seed)
        keep(tree_of_branches(static_cast<std::uint64_t>(seed)), seed / 4 % 2 == 1);
    return samples;
}

}  // namespace sinew::testing
