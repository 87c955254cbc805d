// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/test/grounds.h>

#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/impulse.h>
#include <sinew/system/motions.h>
#include <tests/support/mechanisms.h>
#include <tests/support/random_model.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Random impulses at random points, given to a System's mechanisms and to impulse_response: speeds must change alike,
/// and what the movers feel must be what these speeds mean.
void check_answers(const System& system, State& state, Random& random) {
    const Compiled& c = system.compiled();
    const Tree& tree = c.tree;
    const std::uint8_t* given = driven(system, state).bodies;
    Mechanisms mechanisms(system);
    mechanisms.sort_out(state, given);
    const PositionT<double> x = positions(system, state);
    const AtPlace place{&state, x, given, free_factors(system, state)};
    mechanisms.begin(place);
    std::vector<int> nodes;
    for (int B = 0; B < tree.size(); ++B)
        if (random.within(-1, 1) > -0.2) nodes.push_back(B), mechanisms.touch_body(B);
    std::vector<int> speeds;
    for (int B = 1; B < tree.size(); ++B)
        if (tree[B].nu > 0 && !mechanisms.is_alone(B) && random.within(-1, 1) > 0)
            speeds.push_back(tree[B].u), mechanisms.touch_speed(tree[B].u);
    mechanisms.find_answers();
    Movers& movers = mechanisms.movers();
    std::vector<double> none(size(tree.nu)), no_errors(size(c.constraints.v));
    std::vector<SpatialVelocity> V(size(tree.size()));
    mechanisms.set_velocities(none.data(), V.data(), no_errors.data());

    Rows rows;
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
        ContactRow row;
        row.a = mechanisms.mover_of_body(nodes[i]), row.b = mechanisms.mover_of_body(nodes[i + 1]);
        const Rotation R = rotation_of(random.quaternion());
        row.n = R.x, row.t = R.y, row.s = R.z;
        const Vec3 p = random.vector(1);
        row.r_a = p - movers.all[size(row.a)].p_W, row.r_b = p - movers.all[size(row.b)].p_W;
        Rows::prepare(movers, row);
        row.p_n = 1 + random.within(-1, 1), row.p_t = random.within(-1, 1), row.p_s = random.within(-1, 1);
        rows.contacts.push_back(row);
    }
    for (const int u : speeds) {
        SpeedRow row;
        row.mover = mechanisms.mover_of_speed(u), row.sign = -1, row.p = random.within(-1, 1);
        rows.speeds.push_back(row);
    }
    rows.take_free(movers);
    rows.begin(movers);

    std::vector<SpatialForce> F(size(tree.size())), work(F.size());
    std::vector<double> f(none), on_speeds(none), ours(none);
    mechanisms.add_impulses(rows, F.data(), on_speeds.data());
    multiply_by_J_transpose(tree, x, F.data(), f.data(), work.data());
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += on_speeds[i];
    std::vector<SpatialAcceleration> A(F.size());
    multiply_by_M_inverse(tree, x, place.factors, given, f.data(), ours.data(), work.data(), A.data());

    // The same impulses, all as forces on speeds, without what constraints do.
    std::vector<SpatialForce> bare(F.size());
    std::vector<double> on_bare(none), f_bare(none);
    for (const ContactRow& row : rows.contacts) {
        const Vec3 P = row.p_n * row.n + row.p_t * row.t + row.p_s * row.s;
        const Mover &a = movers.all[size(row.a)], &b = movers.all[size(row.b)];
        const auto push = [&](const Mover& mover, const Vec3& r, const Vec3& impulse) {
            const Vec3 p = mover.p_W + r - x.X_WB[mover.node].p;
            bare[size(mover.node)] += {cross(p, impulse), impulse};
        };
        push(b, row.r_b, P), push(a, row.r_a, -P);
    }
    for (const SpeedRow& row : rows.speeds) on_bare[size(movers.all[size(row.mover)].speed)] -= row.p;
    multiply_by_J_transpose(tree, x, bare.data(), f_bare.data(), work.data());
    for (std::size_t i = 0; i < f_bare.size(); ++i) f_bare[i] += on_bare[i];
    const ImpulseResponse theirs = impulse_response(system, state, {.f = f_bare});
    CHECK(difference(ours, theirs.u_change) < 1e-8);

    multiply_by_J(tree, x, theirs.u_change.data(), V.data());
    double worst = 0, most = 1;
    for (const Mover& mover : movers.all) {
        const double* v = movers.v.data() + mover.at;
        if (mover.speed >= 0) {
            worst = std::max(worst, std::abs(v[0] - theirs.u_change[size(mover.speed)]));
            continue;
        }
        const SpatialVelocity felt = shift_outward(V[size(mover.node)], mover.p_W - x.X_WB[mover.node].p);
        worst = std::max({worst, norm(read3(v) - felt.w), norm(read3(v + 3) - felt.v)});
        most = std::max({most, norm(felt.w), norm(felt.v)});
    }
    CHECK(worst < 1e-8 * most);
    CHECK(rows.work(movers, Rows::From::free) ==
          doctest::Approx(theirs.energy_change -
                          [&] {
                              double linear = 0;  // the energy of motion changes by u·f beside ½ f M⁻¹ f
                              for (std::size_t i = 0; i < f_bare.size(); ++i)
                                  linear += state.u()[i] * f_bare[i];
                              return linear;
                          }())
              .epsilon(1e-6)
              .scale(1e-6));
}

}  // namespace

TEST_CASE("impulses on bodies and speeds of any tree have the answers that impulse_response finds") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Model model = without_drives(random_model(seed));
        for (int i = 0; i < 3; ++i) add_box(model, "box" + std::to_string(i), {0.1, 0.2, 0.3}, 1 + i);
        const System system(model);
        State state = random_state(system, seed);
        std::vector<double> at_rest(size(system.nu()));
        state.set_u(at_rest);
        Random random(seed + 100);
        check_answers(system, state, random);
        lock(system, state, model.joint("joint3"));
        check_answers(system, state, random);
    }
}

TEST_CASE("so do those on mechanisms with loops, redundant ones too") {
    FourBar four_bar;
    Bricard bricard;
    for (const Model& model : {four_bar.model, bricard.model}) {
        const System system(model);
        State state = system.default_state();
        Projector(system).positions(state);
        Random random(5);
        check_answers(system, state, random);
    }
}
