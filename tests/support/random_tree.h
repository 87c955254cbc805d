// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/joints/coordinates.h>
#include <tests/support/random.h>

#include <memory>
#include <string>
#include <vector>

/// Trees with random numbers for everything, the same on every machine for the same seed.
namespace sinew::testing {

/// A tree, its constants, and a state of it. Everything is of order one.
struct SampleTree {
    std::string label;
    Tree tree;
    std::vector<BodyConstantsT<double>> body;
    std::vector<std::shared_ptr<const JointData>> data;  ///< keeps alive what the nodes point at
    std::vector<std::uint8_t> by_angles, prescribed;
    std::vector<double> k, q, u, u_dot, f;
    std::vector<double> armature;  ///< empty where no joint has a drive
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
        if constexpr (std::is_same_v<J, CustomJoint>)
            differenced = differenced || !CustomJoint::user(extra).formula;
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

/// All kinds of joints in random order and any topology. Odd seeds leave out joints of a user's own, whose derivatives
/// are good to 1e-10 only.
SampleTree random_tree(std::uint64_t seed);

/// Every kind by itself in both directions, then random mixtures of all, then as many with branches that are alike.
/// Half of all have drives on some of their joints, unless these are not wanted.
std::vector<SampleTree> sample_trees(int mixtures = 20, bool with_drives = true);

}  // namespace sinew::testing
