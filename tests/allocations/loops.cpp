// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Loops cost no allocation either, however they are closed.
#include <tests/allocations/count.h>
#include <tests/support/closed_mechanism.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("no evaluation of a mechanism with loops allocates after the first") {
    if (!can_count()) return;
    std::uint64_t seed = 0;
    for (const AnyJoint& last : joint_of_every_kind()) {
        const ClosedChain chain = closed_chain(Pin{}, last, ++seed);
        const System system(chain.model);
        State state = system.default_state();
        const auto ask = [&] {
            state.set_q(state.q());
            forward_dynamics(system, state);
            position_errors(system, state);
            velocity_errors(system, state);
            double numbers[7];
            for (int j = 0; j < static_cast<int>(chain.model.joints.size()); ++j) {
                const AnyJointId joint{{j}};
                reaction(system, state, joint);
                if (!is_cut(system, joint)) continue;
                visit(
                    [&]<class J>(const J&) {
                        if constexpr (J::nq >= 0) {
                            joint_q(system, state, joint,
                                    std::span(numbers, static_cast<std::size_t>(J::nq)));
                            joint_u(system, state, joint,
                                    std::span(numbers, static_cast<std::size_t>(J::nu)));
                            joint_u_dot(system, state, joint,
                                        std::span(numbers, static_cast<std::size_t>(J::nu)));
                        }
                    },
                    chain.model.joints[static_cast<std::size_t>(j)].joint);
            }
        };
        ask();
        const std::string kind = kind_of(last);
        const long before = allocations();
        ask();
        const long after = allocations();
        CAPTURE(kind);
        CHECK(after == before);
    }
}
