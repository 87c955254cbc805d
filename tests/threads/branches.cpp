// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// One large State, its branches shared among threads.
#include <sinew/base/branch_threads.h>
#include <sinew/system/compiled.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <thread>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Bodies that hang where `parent` says, by joints of several kinds.
Model large_tree(int bodies, int (*parent)(int)) {
    Random random(3);
    Model model;
    for (int i = 0; i < bodies; ++i) {
        const BodyId on = i == 0 ? world : BodyId{1 + parent(i)};
        if (i % 5 == 0) hang(model, random, Ball{}, on, i % 2 == 0);
        else if (i % 5 == 1) hang(model, random, Slider{}, on, false);
        else hang(model, random, Pin{}, on, i % 3 == 0);
    }
    model.add(Gravity{});
    return model;
}

struct BackToOne {
    ~BackToOne() { set_branch_threads(1); }
};

}  // namespace

TEST_CASE(
    "branches of a large tree give the same bits to any number of threads, and forces give back what they "
    "made") {
    const BackToOne at_the_end;
    constexpr int bodies = 31000;
    const std::pair<const char*, int (*)(int)> shapes[] = {
        {"binary tree", [](int i) { return (i - 1) / 2; }},
        {"comb", [](int i) { return i % 8 == 1 ? i - 1 - (i > 8 ? 7 : 0) : i - 1; }},
        {"star", [](int) { return 0; }}};
    for (const auto& [name, parent] : shapes) {
        const char* shape = name;  // clang 14 does not let bindings be captured
        CAPTURE(shape);
        const System system(large_tree(bodies, parent));
        const Tree& tree = system.compiled().tree;
        REQUIRE(!tree.branches.empty());
        const State start = random_state(system, 4, false);
        std::vector<double> first;
        for (const int threads : {1, 2, 5}) {
            set_branch_threads(threads);
            State state = start;
            const std::span<const double> u_dot = forward_dynamics(system, state);
            if (first.empty()) first.assign(u_dot.begin(), u_dot.end());
            CHECK(std::equal(first.begin(), first.end(), u_dot.begin(), u_dot.end()));
        }
        const auto largest_force = [&](const std::vector<double>& u_dot) {
            std::vector<double> f(u_dot.size());
            inverse_dynamics(system, start, u_dot, f);
            return std::abs(std::ranges::max(f, {}, [](double x) { return std::abs(x); }));
        };
        // Nothing drives the joints; each body on the way adds its rounding of the forces that would hold all at rest.
        CHECK(largest_force(first) < bodies * std::numeric_limits<double>::epsilon() *
                                         largest_force(std::vector(first.size(), 0.0)));
    }
}

TEST_CASE("two States at once: one of them has the threads, both have the right numbers") {
    const BackToOne at_the_end;
    const System system(large_tree(31000, [](int i) { return (i - 1) / 2; }));
    const State start = random_state(system, 5, false);
    const State same = start;
    const std::span<const double> expected = forward_dynamics(system, same);
    set_branch_threads(3);
    bool equal[2] = {};
    const auto evaluate = [&](int i) {
        const State own = start;
        const std::span<const double> u_dot = forward_dynamics(system, own);
        equal[i] = std::equal(u_dot.begin(), u_dot.end(), expected.begin(), expected.end());
    };
    std::thread other([&] { evaluate(0); });
    evaluate(1);
    other.join();
    CHECK(equal[0]);
    CHECK(equal[1]);
}

TEST_CASE("no thread at all is refused with its number") {
    CHECK_THROWS_WITH_AS(set_branch_threads(0),
                         "set_branch_threads: 0 threads were asked for. One is the least.", StateError);
    CHECK(branch_threads() == 1);
}
