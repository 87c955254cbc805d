// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/joints/coordinates.h>
#include <sinew/joints/test/examples.h>
#include <sinew/math/orientation.h>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Trees with random numbers for everything, the same on every machine for the same seed.
namespace sinew::testing {

class Random {
public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}
    double within(double low, double high) {
        return low + (high - low) * 0x1p-53 * static_cast<double>(bits_() >> 11);
    }
    int below(int n) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(n)); }
    Vec3 vector(double size) { return {within(-size, size), within(-size, size), within(-size, size)}; }
    Quaternion quaternion() {
        for (;;) {
            const Quaternion e{within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1)};
            const double square = e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z;
            if (square > 0.1 && square < 1) return e;  // any length: it never has an effect
        }
    }
    Transform pose(double size) { return {rotation_of(quaternion()), vector(size)}; }
    /// A solid of about a unit of mass, its centre up to 0.3 from the origin.
    RigidInertia inertia() {
        const double m = within(0.5, 2), a = within(0.1, 0.4), b = within(0.1, 0.4), c = within(0.1, 0.4);
        const Vec3 central{m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)};
        const RigidInertia in_axes{m, {}, {central.x, central.y, central.z, 0, 0, 0}};
        return shift_inward(re_express(rotation_of(quaternion()), in_axes), vector(0.3));
    }

private:
    std::mt19937_64 bits_;
};

/// A tree, its constants, and a state of it. Everything is of order one.
struct SampleTree {
    std::string label;
    Tree tree;
    std::vector<BodyConstantsT<double>> body;
    std::vector<std::shared_ptr<const JointData>> data;  ///< keeps alive what the nodes point at
    std::vector<std::uint8_t> by_angles, prescribed;
    std::vector<double> k, q, u, u_dot, f;
    std::vector<SpatialForce> F_B_W;
    bool differenced = false;  ///< has a joint that on dual numbers is differentiated by central differences

    SampleTree() : body(1), by_angles(1), prescribed(1), F_B_W(1) {}  // the world's entries
    int n() const { return tree.nu; }

    template <class J>
    int add(Random& random, const J& joint, int parent, bool reversed, bool angles) {
        data.push_back(data_of(joint));
        const JointData* extra = data.back().get();
        const int B =
            append(tree, {.parent = parent, .kind = kind_of<J>(), .reversed = reversed, .data = extra});
        const Node& node = tree[B];
        body.push_back({random.pose(0.5), random.inertia()});
        by_angles.push_back(angles);
        prescribed.push_back(random.below(3) == 0);
        differenced = differenced || std::is_same_v<J, CustomJoint>;
        k.resize(static_cast<std::size_t>(tree.nk));
        parameters_of(joint, extra, k.data() + node.k);
        for (int i = 0; i < node.nq; ++i) q.push_back(random.within(-1.2, 1.2));
        if (has_quaternion<J>(extra) && !angles) {
            const Quaternion e = random.quaternion();
            double* at = q.data() + node.q;
            at[0] = e.w, at[1] = e.x, at[2] = e.y, at[3] = e.z;
        }
        for (int i = 0; i < node.nu; ++i) {
            u.push_back(random.within(-1, 1));
            u_dot.push_back(random.within(-1, 1));
            f.push_back(random.within(-1, 1));
        }
        F_B_W.push_back({random.vector(1), random.vector(1)});
        return B;
    }

    template <class J>
    static constexpr JointKind kind_of() {
#define SINEW_ONE(K) \
    if constexpr (std::is_same_v<J, K>) return JointKind::K;
        SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
        __builtin_unreachable();
    }
};

/// Parents in depth-first order: most bodies hang on the one before, some branch off further down.
inline int random_parent(Random& random, const Tree& tree) {
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

/// All kinds of joints in random order and any topology. Odd seeds leave out joints of a user's own, whose derivatives
/// are good to 1e-10 only.
inline SampleTree random_tree(std::uint64_t seed) {
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

/// Four bodies whose joints are all of one kind, all alike: a fault in one kind shows here by name.
template <class J>
SampleTree tree_of(const J& joint, bool reversed, bool angles, std::uint64_t seed) {
    Random random(seed);
    SampleTree sample;
    sample.label = std::string(J::name) + (reversed ? ", reversed" : "") + (angles ? ", by angles" : "");
    for (const int parent : {0, 1, 1, 3}) sample.add(random, joint, parent, reversed, angles);
    return sample;
}

/// Every kind by itself in both directions, then random mixtures of all.
inline std::vector<SampleTree> sample_trees(int mixtures = 20) {
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
