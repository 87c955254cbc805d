// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Forces between two free bodies against those of Simbody 3.7 (Debian's libsimbody-dev 3.7): Force::LinearBushing,
// TwoPointLinearSpring, TwoPointLinearDamper, TwoPointConstantForce, getRigidBodyForces. Its numbers have 15
// digits, the forces are of order ten.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Rotation turned(double angle, const Vec3& axis) { return Rotation::about(axis / norm(axis), angle); }

/// What Simbody's element applies to the two bodies about their origins, in the world's axes, and its energy.
struct Peer {
    SpatialForce on_a, on_b;
    double V;
};

template <class E>
void check(const E& element, const Peer& peer, double V) {
    Model model;
    const BodyId a = model.add(Body{.name = "a", .mass = {1, {}, {1, 1, 1, 0, 0, 0}}});
    const BodyId b = model.add(Body{.name = "b", .mass = {1, {}, {1, 1, 1, 0, 0, 0}}});
    const auto to_a = model.add(Free{}, {.name = "to_a", .to = a});
    const auto to_b = model.add(Free{}, {.name = "to_b", .to = b});
    const ForceId id = model.add(element);
    const System system(model);
    State state = system.default_state();
    fit_pose(system, state, to_a, {turned(0.5, {1, -2, 2}), {1, 2, 3}});
    fit_pose(system, state, to_b, {turned(1.1, {2, 2, 1}), {1.5, 1.2, 3.9}});
    fit_velocity(system, state, to_a, {{0.1, -0.2, 0.3}, {0.4, 0.5, -0.6}});
    fit_velocity(system, state, to_b, {{-0.7, 0.3, 0.2}, {0.3, -0.1, 0.8}});
    CHECK(difference(applied_on(system, state, id, a), peer.on_a) < 1e-14);
    CHECK(difference(applied_on(system, state, id, b), peer.on_b) < 1e-14);
    CHECK(potential_energy(system, state, id) == doctest::Approx(V).epsilon(1e-14));
}

const Station S{BodyId{1}, {0.1, 0.2, 0.3}}, T{BodyId{2}, {-0.2, 0.1, 0.4}};

}  // namespace

TEST_CASE("a linear bushing applies what Simbody's does") {
    const Peer peer{{{-3.96313221365948, 49.798941279951, -31.3025481427761},
                     {33.1597685055019, -64.5003680818167, 66.3578222028179}},
                    {{8.92720572504017, -53.1340607264082, 25.5801789062693},
                     {-33.1597685055019, 64.5003680818167, -66.3578222028179}},
                    95.6565556159215};
    check(LinearBushing{.name = "bushing",
                        .from = {S.body, {turned(0.3, {1, 2, 2}), S.p}},
                        .to = {T.body, {turned(-0.7, {2, -1, 2}), T.p}},
                        .stiffness = {10, 20, 30, 40, 50, 60},
                        .damping = {1, 2, 3, 4, 5, 6}},
          peer, peer.V);
}

TEST_CASE("two-point forces are Simbody's; its constant one has no potential, ours has") {
    const Peer spring{{{9.39313887061133, 5.27448693420684, -0.477023292267533},
                       {12.4083965794147, -20.6164220931252, 16.3781169565968}},
                      {{-3.94085255207607, -2.29598849103202, 0.095529509236675},
                       {-12.4083965794147, 20.6164220931252, -16.3781169565968}},
                      16.9449576127579};
    check(TwoPointSpring{.name = "spring", .from = S, .to = T, .stiffness = 25, .rest_length = 0.5}, spring,
          spring.V);
    const Peer damper{{{1.07190683561585, 0.601903014213058, -0.0544359595629259},
                       {1.41599579179236, -2.35266230724046, 1.86900414889207}},
                      {{-0.449714078213089, -0.262008876045966, 0.0109014393765857},
                       {-1.41599579179236, 2.35266230724046, -1.86900414889207}},
                      0};
    check(TwoPointDamper{.name = "damper", .from = S, .to = T, .damping = 3}, damper, 0);
    const Peer constant{{{-2.25893397590592, -1.26844901425122, 0.114718214757055},
                         {-2.98406624301621, 4.95799508229213, -3.93873500267004}},
                        {{0.94772640397904, 0.552156896871648, -0.0229736680239564},
                         {2.98406624301621, -4.95799508229213, 3.93873500267004}},
                        0};
    const double length = 0.5 + std::sqrt(2 * spring.V / 25);
    check(TwoPointConstantForce{.name = "push", .from = S, .to = T, .force = 7}, constant, -7 * length);
}
