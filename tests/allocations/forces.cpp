// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Force elements of every kind, and what can be asked of them, without the heap.
#include <tests/allocations/count.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("no evaluation of a force element allocates, nor its energy or power, nor switching it off") {
    if (!can_count()) return;
    for_every_force([]<class E> {
        CAPTURE(E::kind);
        Model model = random_model(2);
        Random random(2);
        const ForceId id = model.add(random_force<E>(model, random));
        const System system(model);
        State state = random_state(system, 2);
        std::vector<SpatialForce> F(model.bodies.size());
        std::vector<double> f(static_cast<std::size_t>(system.nu()));
        double sum = 0;
        const auto ask = [&] {
            state.set_q(state.q());
            sum += forward_dynamics(system, state)[0];
            set_enabled(system, state, id, false);
            sum += forward_dynamics(system, state)[0];
            set_enabled(system, state, id, true);
            sum += z_dot(system, state).empty() ? 0 : z_dot(system, state)[0];
            sum += total_energy(system, state) + potential_energy(system, state, id);
            sum += power(system, state) + power(system, state, id);
            sum += applied_on(system, state, BodyId{1}).f.x + applied_on(system, state, id, BodyId{1}).f.x;
            applied_forces_of(system, state, id, F, f);
            if constexpr (std::is_same_v<E, MobilityDiscrete>) set_mobility_force(system, state, id, 2);
        };
        ask();
        const long before = allocations();
        ask();
        CHECK(allocations() == before);
        CHECK(std::isfinite(sum));
    });
}
