// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// After the first evaluation none allocates, whatever the joints; copying a State allocates once.
#include <sinew/joints/test/examples.h>
#include <tests/allocations/count.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Everything there is to ask that does not promise to allocate.
void ask_everything(const System& system, State& state, std::vector<double>& numbers,
                    std::vector<SpatialVelocity>& V, std::vector<SpatialForce>& F,
                    std::vector<SpatialAcceleration>& A) {
    const auto n = static_cast<std::size_t>(system.nu()), nq = static_cast<std::size_t>(system.nq());
    const std::span<double> all(numbers);
    const std::span<double> a = all.subspan(0, n), b = all.subspan(n, n), q = all.subspan(2 * n, nq);
    state.set_q(state.q());
    state.set_u(state.u());
    state.set_time(state.time() + 0.1);
    const std::span<const double> u_dot = forward_dynamics(system, state);
    std::copy(u_dot.begin(), u_dot.end(), a.begin());
    forward_dynamics(system, state, {.f = a, .F_B_W = F}, b);
    inverse_dynamics(system, state, a, b);
    bias_force(system, state, b);
    applied_mobility_force(system, state, b);
    multiply_by_M(system, state, a, b);
    multiply_by_M_inverse(system, state, a, b);
    multiply_by_M_inverse_root(system, state, a, b);
    multiply_by_M_inverse_root_transpose(system, state, a, b);
    multiply_by_N(system, state, a, q);
    multiply_by_N_inverse(system, state, q, a);
    multiply_by_N_dot(system, state, a, q);
    q_dot_dot(system, state, q);
    mass_matrix(system, state, all.first(n * n));
    multiply_by_J(system, state, state.u(), V);
    multiply_by_J_transpose(system, state, F, b);
    J_bias(system, state, A);
    const FrameOn frame{BodyId{1}, {}};
    frame_jacobian(system, state, frame, all.first(6 * n));
    frame_bias(system, state, frame);
    centroidal_momentum_matrix(system, state, all.first(6 * n));
    centroidal_momentum_bias(system, state);
    mass_centre(system, state);
    momentum(system, state);
    composite_inertia(system, state, BodyId{1});
    articulated_inertia(system, state, BodyId{1});
    q_dot(system, state);
    for (int body = 1; body < static_cast<int>(system.model().bodies.size()); ++body) {
        pose(system, state, BodyId{body});
        velocity(system, state, BodyId{body});
        acceleration(system, state, BodyId{body});
    }
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        reaction(system, state, AnyJointId{{j}});
        joint_pose(system, state, AnyJointId{{j}});
    }
}

template <class J>
void check_joint(const J& joint) {
    CAPTURE(J::name);
    Random random(3);
    Model model;
    BodyId last = world;
    for (const bool inward : {false, true}) last = hang(model, random, joint, last, inward);
    model.add(Gravity{});
    const System system(model);
    for (const bool angles : {false, true}) {
        State state = random_state(system, 3, angles);
        std::vector<double> numbers(20 * static_cast<std::size_t>(system.nu() + system.nq()) + 200);
        std::vector<SpatialVelocity> V(model.bodies.size());
        std::vector<SpatialForce> F(model.bodies.size());
        std::vector<SpatialAcceleration> A(model.bodies.size());
        ask_everything(system, state, numbers, V, F, A);
        const long before = allocations();
        ask_everything(system, state, numbers, V, F, A);
        CHECK(allocations() == before);
    }
}

}  // namespace

TEST_CASE("no evaluation after the first allocates, for any joint, either way round") {
    if (!can_count()) return;
#define SINEW_ONE(J) \
    for (const J& joint : examples_of<J>()) check_joint(joint);
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
}

TEST_CASE("the counter counts") {
    if (!can_count()) return;
    const long before = allocations();
    const std::vector<double> some(100);
    CHECK(allocations() == before + 1);
}

TEST_CASE("copying a State allocates once, and assigning one to another not at all") {
    if (!can_count()) return;
    const System system(random_model(1));
    const State state = random_state(system, 1);
    forward_dynamics(system, state);
    const long before = allocations();
    State copy = state;
    CHECK(allocations() == before + 1);
    copy = state;
    CHECK(allocations() == before + 1);
    CHECK(copy == state);
}
