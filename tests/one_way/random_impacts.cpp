// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Many collisions of random bodies at random speeds: SINEW_IMPACTS sets how many.
#include <sinew/rigid/contacts.h>
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Two balls and a rod of two links that touch one another and the floor, with numbers that a State may change.
struct Heap {
    Model model;
    JointId<Free> first, second;
    explicit Heap(Impacts impacts) {
        model.impacts = impacts;
        const BodyId a = model.add(Body{.name = "a", .mass = {1, {0.02, 0, 0}, {0.004, 0.005, 0.006}}});
        const BodyId b = model.add(Body{.name = "b", .mass = {3, {0, 0.03, 0}, {0.03, 0.02, 0.025}}});
        const BodyId arm = model.add(Body{.name = "arm", .mass = {0.5, {0.1, 0, 0}, {0.001, 0.002, 0.002}}});
        first = model.add(Free{}, {.name = "first", .to = a});
        second = model.add(Free{}, {.name = "second", .to = b});
        model.add(Pin{}, {.name = "hinge", .from = b, .to = arm});
        const auto add = [&](auto constraint) {
            model.add(constraint);
            model.add(OneWay{.name = constraint.name, .capture_speed = 0});
        };
        add(SphereOnPlane{.name = "a on floor", .center = {a, {}}, .radius = 0.1});
        add(SphereOnPlane{.name = "b on floor", .center = {b, {}}, .radius = 0.2});
        add(SphereOnPlane{.name = "arm on floor", .center = {arm, {0.2, 0, -0.2}}, .radius = 0});
        add(SphereOnSphere{
            .name = "a on b", .from = {a, {}}, .to = {b, {}}, .from_radius = 0.1, .to_radius = 0.2});
    }
};

/// How much the worst friction is beyond its cone, or a normal impulse below zero, against the largest impulse.
double beyond_cones(const Contacts& contacts) {
    const std::span<const double> p = contacts.impulses();
    if (p.empty()) return 0;
    double worst = 0, largest = 0;
    for (const double x : p) largest = std::max(largest, std::abs(x));
    for (const ContactRows::Member& k : contacts.members()) {
        const double* own = p.data() + k.row;
        const double f = k.rubs() ? std::hypot(own[1], own[2]) : 0;
        worst = std::max({worst, -own[0], f - k.numbers.sliding_friction * own[0]});
    }
    return largest > 0 ? worst / largest : 0;
}

}  // namespace

TEST_CASE("random impacts: energy never grows, momentum is what impulses say, friction stays in its cone") {
    const char* wanted = std::getenv("SINEW_IMPACTS");
    const int count = wanted ? std::atoi(wanted) : 2000;
    double worst_growth = -1e300, worst_residual = 0, worst_cone = 0, worst_approach = 0;
    long impacts = 0, restrained = 0;
    for (const Impacts how : {Impacts{}, Impacts{ImpactLaw::newton, ImpactOrder::together},
                              Impacts{ImpactLaw::poisson, ImpactOrder::one_by_one}}) {
        const Heap heap(how);
        const System system(heap.model);
        Contacts contacts(system);
        std::mt19937_64 random(5);
        std::normal_distribution<double> normal;
        std::uniform_real_distribution<double> share(0, 1);
        const double apart = std::sqrt(0.3 * 0.3 - 0.1 * 0.1);
        for (int i = 0; i < count / 3; ++i) {
            State state = system.default_state();
            for (const char* name : {"a on floor", "b on floor", "arm on floor", "a on b"}) {
                const double mu = share(random);
                state.set_parameter(std::string(name) + ".restitution",
                                    share(random) < 0.3 ? 1 : share(random));
                state.set_parameter(std::string(name) + ".static_friction", mu);
                state.set_parameter(std::string(name) + ".sliding_friction", share(random) < 0.2 ? 0 : mu);
            }
            state.set_q(heap.first, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1});
            state.set_q(heap.second, std::array{1.0, 0.0, 0.0, 0.0, apart, 0.0, 0.2});
            std::vector<double> u(static_cast<std::size_t>(system.nu()));
            for (double& x : u) x = normal(random);
            state.set_u(u);
            const double before = kinetic_energy(system, state);
            const ContactAccount& account = contacts.handle(state);
            const double after = kinetic_energy(system, state);
            CHECK_FALSE(account.inconsistent);
            for (const ContactEvent& e : account.events) impacts += e.kind == ContactEventKind::impact;
            restrained += account.restrained;
            worst_growth = std::max(worst_growth, (after - before) / before);
            worst_residual = std::max(worst_residual, account.residual);
            worst_cone = std::max(worst_cone, beyond_cones(contacts));
            for (int k = 0; k < 4; ++k)
                worst_approach = std::max(worst_approach, -gap_rate(system, state, {k}));
        }
    }
    CHECK(worst_growth < 1e-11);
    CHECK(impacts > count);
    CHECK(worst_residual < 1e-8);
    CHECK(worst_cone < 1e-8);
    CHECK(worst_approach < 1e-8);
    MESSAGE(impacts << " impulses, energy grew by at most " << worst_growth << " of itself, " << restrained
                    << " restrained, residual " << worst_residual << ", friction beyond its cone by "
                    << worst_cone << " of the largest impulse, approach left " << worst_approach << " m/s");
}
