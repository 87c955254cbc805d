// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The same tree, to be gone through body by body.
SampleTree one_by_one(SampleTree sample) {
    sample.tree.alike.clear();
    sample.tree.runs = {{1, sample.tree.size()}};
    return sample;
}

struct Answers {
    Vector u_dot, G, D_inv;
    std::vector<SpatialAcceleration> A_WB;
    int singular;
};

Answers answers(Evaluated& at, const SampleTree& sample, const std::uint8_t* prescribed) {
    Answers found{vector(sample.u_dot), {}, {}, at.A_WB, 0};
    for (int B = 1; prescribed && B < at.tree.size(); ++B) {  // of given joints they mean nothing
        const Node& node = at.tree[B];
        if (!prescribed[B]) continue;
        for (int i = 0; i < node.nu; ++i) at.G_W[static_cast<std::size_t>(node.u + i)] = {};
        for (int i = 0; i < node.nu * node.nu; ++i) at.D_inv[static_cast<std::size_t>(node.square + i)] = 0;
    }
    found.singular = forward_dynamics<double>(
        at.tree, at.x(), at.v(),
        {sample.f.data(), sample.F_B_W.data(), {1, 2, 3}, prescribed, found.u_dot.data(), found.A_WB.data()},
        at.pending, at.y());
    found.G = stacked(at.G_W);
    found.D_inv = vector(at.D_inv);
    return found;
}

/// What passes find that leave nothing behind: inverse dynamics, products with M and with M⁻¹.
Vector products(Evaluated& at, const SampleTree& sample) {
    const int n = sample.n();
    Vector found(3 * n);
    inverse_dynamics<double>(at.tree, at.x(), at.v(),
                             {sample.u_dot.data(),
                              sample.f.data(),
                              sample.F_B_W.data(),
                              found.data(),
                              at.A_WB.data(),
                              at.z_W.data(),
                              {1, 2, 3}});
    multiply_by_M(at.tree, at.x(), sample.u_dot.data(), found.data() + n, at.A_WB.data(), at.z_W.data());
    multiply_by_M_inverse(at.tree, at.x(), at.y(), nullptr, sample.f.data(), found.data() + 2 * n,
                          at.z_W.data(), at.A_WB.data());
    return found;
}

}  // namespace

TEST_CASE("bodies side by side move like bodies one by one") {
    Law law;
    int together = 0;
    for (const SampleTree& sample : sample_trees(60)) {
        if (sample.tree.alike.empty()) continue;
        ++together;
        const SampleTree plain = one_by_one(sample);
        Evaluated at(sample), expected(plain);
        law.measure(stacked(at.V_WB), stacked(expected.V_WB), sample);
        law.measure(stacked(at.c_W), stacked(expected.c_W), sample);
        law.measure(stacked(at.G_W), stacked(expected.G_W), sample);
        law.measure(products(at, sample), products(expected, plain), sample);
        for (const std::uint8_t* given :
             {static_cast<const std::uint8_t*>(nullptr), sample.prescribed.data()}) {
            const Answers found = answers(at, sample, given), wanted = answers(expected, plain, given);
            law.measure(found.u_dot, wanted.u_dot, sample);
            law.measure(found.G, wanted.G, sample);
            law.measure(found.D_inv, wanted.D_inv, sample);
            law.measure(stacked(found.A_WB), stacked(wanted.A_WB), sample);
            CHECK(found.singular == wanted.singular);
        }
    }
    CHECK(together > 30);
}

TEST_CASE("a joint that moves nothing is found among branches that are alike, too") {
    for (SampleTree sample : sample_trees(60)) {
        if (sample.tree.alike.empty()) continue;
        const Alike& alike = sample.tree.alike[0];
        const int last = alike.first[1] + alike.size - 1;
        sample.body[static_cast<std::size_t>(last)].M_B = {};  // nothing hangs on it, and it weighs nothing
        if (sample.tree[last].nu == 0) continue;
        sample.armature.clear();
        Evaluated at(sample);
        CHECK(answers(at, sample, nullptr).singular == last);
    }
}

TEST_CASE("every body is in one run, in order, and lanes hold subtrees of the same form") {
    for (const SampleTree& sample : sample_trees(60)) {
        const Tree& tree = sample.tree;
        int next = 1;
        for (const BodyRun& run : tree.runs) {
            CHECK(run.begin == next);
            next = run.end;
            if (run.alike < 0) continue;
            const Alike& alike = tree.alike[static_cast<std::size_t>(run.alike)];
            CHECK(alike.first[static_cast<std::size_t>(run.lane)] == run.begin);
            CHECK(run.end - run.begin == alike.size);
        }
        CHECK(next == tree.size());
        for (const Alike& alike : tree.alike)
            for (const int first : alike.first)
                for (int i = 0; i < alike.size; ++i) {
                    const Node &a = tree[alike.first[0] + i], &b = tree[first + i];
                    CHECK(
                        (a.kind == b.kind && a.nu == b.nu && a.reversed == b.reversed && a.turns == b.turns));
                    if (i > 0) CHECK(a.parent - alike.first[0] == b.parent - first);
                    if (i > 0) CHECK(b.parent >= first);
                }
    }
}
