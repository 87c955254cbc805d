// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases that ask about one instant.

#include <tests/references/conformance.h>

namespace sinew::testing {

namespace {

std::vector<double> numbers(std::span<const Vec3> vectors) {
    std::vector<double> out;
    for (const Vec3& v : vectors) out.insert(out.end(), {v.x, v.y, v.z});
    return out;
}

std::vector<double> mass_matrix_of(const Running& r) {
    const auto n = static_cast<std::size_t>(r.system.nu());
    std::vector<double> M(n * n);
    mass_matrix(r.system, r.state, M);
    return r.matrix_by_bodies(M);
}

std::vector<double> forces_for_no_acceleration(const Running& r) {
    std::vector<double> f(r.state.u().size());
    inverse_dynamics(r.system, r.state, std::vector<double>(f.size()), f);
    return r.by_bodies(f);
}

}  // namespace

void pendulum_tension(const Case& c, Account& account) {
    Running r(c);
    const CaseBody& bob = c.model.bodies[0];
    const double g = norm(c.model.gravity), L = norm(bob.mass.com), from = c.q[0];
    for (const Check& check : c.checks) {
        const double speed = std::sqrt(2 * g / L * (std::cos(check.when_q) - std::cos(from)));
        r.set({check.when_q}, {-speed});
        const Vec3 force = reaction(r.system, r.state, r.mechanism.joints[0]).on_to_at_M.f;
        const Vec3 rod = pose(r.system, r.state, r.mechanism.bodies[0]).R * (bob.mass.com / L);
        account.compare(check, std::abs(dot(force, rod)));
    }
}

void initial_speed_of_conical_pendulum(const Case& c, Account& account) {
    const Running r(c);
    const Station bob{r.mechanism.body("bob"), c.model.bodies[1].mass.com};
    account.compare(c.check("initial speed"), norm(velocity(r.system, r.state, bob)));
    // It is on its way round a circle: towards the axis with v²/r, and not up or down.
    const Vec3 p = position(r.system, r.state, bob), v = velocity(r.system, r.state, bob);
    const double radius = std::hypot(p.x, p.y);
    account.at_most(
        norm(acceleration(r.system, r.state, bob) + dot(v, v) / (radius * radius) * Vec3{p.x, p.y, 0}),
        1e-12);
}

void accelerations_of_cart_and_pole(const Case& c, Account& account) {
    const Running r(c);
    account.compare(c.check("udot"), r.by_bodies(forward_dynamics(r.system, r.state)));
    frequencies(c, account);
}

void start_of_furuta(const Case& c, Account& account) {
    const Running r(c);
    account.compare(c.check("mass matrix"), mass_matrix_of(r));
    account.compare(c.check("udot"), r.by_bodies(forward_dynamics(r.system, r.state)));
}

void constants_of_euler_top(const Case& c, Account& account) {
    const Running r(c);
    account.compare(c.check("|angular momentum|"), norm(momentum(r.system, r.state).m));
    account.compare(c.check("kinetic energy"), kinetic_energy(r.system, r.state));
}

void constants_of_free_tree(const Case& c, Account& account) {
    Case tree = conformance_case("tree-mixed-7");
    tree.model.gravity = {};
    const Running r(tree);
    account.compare(c.check("linear momentum"), momentum(r.system, r.state).f);
    account.compare(c.check("angular momentum"), momentum(r.system, r.state).m);
    account.compare(c.check("kinetic energy"), kinetic_energy(r.system, r.state));
    // They stay: the mass centre does not accelerate, and the centroidal momentum has no rate.
    account.at_most(norm(mass_centre(r.system, r.state).a_WC), 1e-12);
}

void energy_of_tree(const Case& c, Account& account) {
    const Running r(conformance_case("tree-pins-6"));
    account.compare(c.check("total energy"),
                    kinetic_energy(r.system, r.state) + potential_energy(r.system, r.state));
}

void all_operators(const Case& c, Account& account) {
    const Running r(c), driven(c, {.tau = c.tau});
    Running resting(c);
    resting.set(c.q, std::vector<double>(c.u.size()));
    account.compare(c.check("mass matrix"), mass_matrix_of(r));
    account.compare(c.check("udot for the listed tau"),
                    driven.by_bodies(forward_dynamics(driven.system, driven.state)));
    account.compare(c.check("inverse dynamics at udot=0"), forces_for_no_acceleration(r));
    account.compare(c.check("gravity generalized force"), forces_for_no_acceleration(resting));
    account.compare(c.check("kinetic energy"), kinetic_energy(r.system, r.state));
    account.compare(c.check("potential energy"), potential_energy(r.system, r.state));
    account.compare(c.check("linear momentum"), momentum(r.system, r.state).f);
    account.compare(c.check("angular momentum"), momentum(r.system, r.state).m);
    account.compare(c.check("mass centre"), mass_centre(r.system, r.state).p_WC);
    const Station station{driven.mechanism.bodies.back(), {0.1, 0.2, 0.3}};
    account.compare(c.check("station (0.1,0.2,0.3)"),
                    numbers(std::array{position(driven.system, driven.state, station),
                                       velocity(driven.system, driven.state, station),
                                       acceleration(driven.system, driven.state, station)}));
    const SpatialForce F = reaction(driven.system, driven.state, driven.mechanism.joints[0]).on_to_at_M;
    account.compare(c.check("reaction on the first joint"), numbers(std::array{F.m, F.f}));
}

}  // namespace sinew::testing
