// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every standard force element against its formula written out, on a chain of ten bodies on gimbals: what it applies to
// each body about Bo, to each speed, and its potential energy.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Chain {
    Model model;
    std::vector<BodyId> body;
    std::vector<JointId<Gimbal>> joint;
    Chain() {
        BodyId last = world;
        for (int i = 0; i < 10; ++i) {
            const std::string number = std::to_string(i);
            body.push_back(
                model.add(Body{.name = "link" + number,
                               .mass = {1.0 + 0.1 * i, {0, 0.1, 0.5}, {0.3, 0.2, 0.15, 0.01, 0, 0}}}));
            joint.push_back(model.add(
                Gimbal{},
                {.name = "joint" + number, .from = last, .to = body.back(), .X_PF = {.p = {0, 0, 1}}}));
            last = body.back();
        }
    }
};

/// What an element is expected to apply.
struct Expected {
    std::vector<SpatialForce> F = std::vector<SpatialForce>(11);
    std::vector<double> f = std::vector<double>(30);
    double V = 0;
};

/// Checks the only element of a chain against what a function of the motion expects.
template <class Expect>
void check(const Chain& chain, Expect&& expect) {
    const System system(chain.model);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const State state = random_state(system, seed);
        Expected expected;
        expect(system, state, expected);
        std::vector<SpatialForce> F(11);
        std::vector<double> f(30);
        applied_forces_of(system, state, ForceId{0}, F, f);
        constexpr double rounding = 1e3 * 2.2e-16;  // ten links of order one, forces of up to a hundred
        for (std::size_t b = 0; b < F.size(); ++b) {
            CAPTURE(b);
            CHECK(difference(F[b], expected.F[b]) < rounding);
            CHECK(difference(applied_on(system, state, ForceId{0}, BodyId{static_cast<int>(b)}),
                             expected.F[b]) < rounding);
        }
        CHECK(difference(f, expected.f) < rounding);
        CHECK(difference(applied_on_speeds(system, state), expected.f) < rounding);
        CHECK(std::abs(potential_energy(system, state, ForceId{0}) - expected.V) <
              rounding * (1 + std::abs(expected.V)));
    }
}

/// A force at a point of the world as it is felt about Bo.
SpatialForce at_point(const System& system, const State& state, BodyId body, const Vec3& p_W, const Vec3& f) {
    return {cross(p_W - pose(system, state, body).p, f), f};
}

std::size_t index(BodyId body) { return static_cast<std::size_t>(body.index); }

struct Line {
    Vec3 p_S, p_T, e;
    double length, rate;
    Line(const System& system, const State& state, const Station& S, const Station& T)
        : p_S(position(system, state, S)), p_T(position(system, state, T)) {
        length = norm(p_T - p_S);
        e = (p_T - p_S) / length;
        rate = dot(e, velocity(system, state, T) - velocity(system, state, S));
    }
    /// A tension along the line.
    void pull(const System& system, const State& state, const Station& S, const Station& T, double f,
              Expected& out) const {
        out.F[index(S.body)] += at_point(system, state, S.body, p_S, f * e);
        out.F[index(T.body)] += at_point(system, state, T.body, p_T, -f * e);
    }
};

}  // namespace

TEST_CASE("gravity is the weight of each body at its mass centre, and leaves out whom it is told to") {
    Chain chain;
    const Vec3 g{1, -2, -9.81};
    chain.model.add(Gravity{.g = g, .except = {chain.body[3], chain.body[9]}});
    check(chain, [&](const System& system, const State& state, Expected& out) {
        for (const BodyId body : chain.body) {
            if (body == chain.body[3] || body == chain.body[9]) continue;
            const MassProperties& m = chain.model.bodies[index(body)].mass;
            const Vec3 p_c = position(system, state, Station{body, m.com});
            out.F[index(body)] = at_point(system, state, body, p_c, m.mass * g);
            out.V -= m.mass * dot(g, p_c);
        }
    });
}

TEST_CASE(
    "a constant force acts at its point, in the world's axes or in the body's; so does a constant torque") {
    const Vec3 f{1, 2, 3}, p{0.4, -0.2, 0.7};
    for (const bool turning : {false, true}) {
        Chain pushed, twisted;
        const BodyId body = pushed.body[6];
        pushed.model.add(
            ConstantForce{.name = "push", .at = {body, p}, .force = f, .turns_with_body = turning});
        twisted.model.add(
            ConstantTorque{.name = "twist", .body = body, .torque = f, .turns_with_body = turning});
        check(pushed, [&](const System& system, const State& state, Expected& out) {
            const Transform X_WB = pose(system, state, body);
            out.F[index(body)] = at_point(system, state, body, X_WB * p, turning ? X_WB.R * f : f);
            if (!turning) out.V = -dot(f, X_WB * p);
        });
        check(twisted, [&](const System& system, const State& state, Expected& out) {
            out.F[index(body)] = {turning ? pose(system, state, body).R * f : f, {}};
        });
    }
}

TEST_CASE("forces on a mobility are a spring, a damper or a constant of its coordinate and speed") {
    Chain sprung, damped, pushed, all, set;
    const CoordinateOf c{sprung.joint[4], 2};
    const std::size_t i = 4 * 3 + 2;
    sprung.model.add(MobilitySpring{.name = "spring", .coordinate = c, .stiffness = 17, .rest = 0.2});
    check(sprung, [&](const System&, const State& state, Expected& out) {
        out.f[i] = -17 * (state.q()[i] - 0.2);
        out.V = 8.5 * (state.q()[i] - 0.2) * (state.q()[i] - 0.2);
    });
    damped.model.add(MobilityDamper{.name = "damper", .coordinate = c, .damping = 3});
    check(damped, [&](const System&, const State& state, Expected& out) { out.f[i] = -3 * state.u()[i]; });
    pushed.model.add(MobilityConstant{.name = "push", .coordinate = c, .force = 5});
    check(pushed,
          [&](const System&, const State& state, Expected& out) { out.f[i] = 5, out.V = -5 * state.q()[i]; });
    set.model.add(MobilityDiscrete{.name = "motor", .coordinate = c, .force = 7});
    check(set, [&](const System&, const State&, Expected& out) { out.f[i] = 7; });
    all.model.add(GlobalDamper{.damping = 0.5});
    check(all, [&](const System&, const State& state, Expected& out) {
        for (std::size_t j = 0; j < out.f.size(); ++j) out.f[j] = -0.5 * state.u()[j];
    });
}

TEST_CASE("what acts between two points is a tension along their line") {
    for (const bool from_world : {false, true}) {
        Chain sprung, damped, pushed;
        const Station S{from_world ? world : sprung.body[2], {0.3, 0.1, 0.2}},
            T{sprung.body[8], {-0.2, 0.5, 0.1}};
        sprung.model.add(TwoPointSpring{
            .name = "spring", .from = S, .to = T, .stiffness = 20, .rest_length = 0.7, .damping = 2});
        check(sprung, [&](const System& system, const State& state, Expected& out) {
            const Line line(system, state, S, T);
            line.pull(system, state, S, T, 20 * (line.length - 0.7) + 2 * line.rate, out);
            out.V = 10 * (line.length - 0.7) * (line.length - 0.7);
        });
        damped.model.add(TwoPointDamper{.name = "damper", .from = S, .to = T, .damping = 4});
        check(damped, [&](const System& system, const State& state, Expected& out) {
            const Line line(system, state, S, T);
            line.pull(system, state, S, T, 4 * line.rate, out);
        });
        pushed.model.add(TwoPointConstantForce{.name = "push", .from = S, .to = T, .force = 6});
        check(pushed, [&](const System& system, const State& state, Expected& out) {
            const Line line(system, state, S, T);
            line.pull(system, state, S, T, -6, out);
            out.V = -6 * line.length;
        });
    }
}

TEST_CASE("forces set by hand act as they were set, until they are set anew") {
    Chain chain;
    const ForceId id = chain.model.add(DiscreteForces{});
    const System system(chain.model);
    State state = random_state(system, 3);
    const SpatialForce F{{1, 2, 3}, {4, 5, 6}};
    CHECK(power(system, state) == 0);
    set_body_force(system, state, id, chain.body[5], F);
    set_mobility_force(system, state, id, {chain.joint[7], 1}, 2.5);
    CHECK(difference(applied_on(system, state, chain.body[5]), F) < 1e-14);
    CHECK(difference(body_force(system, state, id, chain.body[5]), F) == 0);
    CHECK(applied_on_speeds(system, state)[22] == 2.5);
    CHECK(mobility_force(system, state, id, {chain.joint[7], 1}) == 2.5);
    const double expected = dot(F, velocity(system, state, chain.body[5])) + 2.5 * state.u()[22];
    CHECK(power(system, state, id) == doctest::Approx(expected).epsilon(1e-13));
    const Station at{chain.body[5], {0.1, 0.2, 0.3}};
    add_force_at(system, state, id, at, {1, 0, 0});
    CHECK(difference(applied_on(system, state, chain.body[5]),
                     F + at_point(system, state, at.body, position(system, state, at), {1, 0, 0})) < 1e-14);
    clear_forces(system, state, id);
    CHECK(power(system, state) == 0);
}
