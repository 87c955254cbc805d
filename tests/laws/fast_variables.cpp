// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Variables that settle at once: what must hold of them, whatever finds them.
#include <sinew/sinew.h>
#include <sinew/studies/modes.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/compiled.h>
#include <sinew/system/derivatives.h>
#include <tests/support/random.h>

#include <doctest/doctest.h>

#include <cmath>
#include <memory>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double stiff = 700, soft = 300, slack = 0.4;

/// A tendon in series with a muscle between the world and a body; the muscle's length is a fast variable.
struct Cord {
    BodyId body;
    VariableId<double> length;
    double stiffening = 0;  ///< of the muscle: its force is soft (x + stiffening x³), x from the slack length

    double tendon(double whole, double muscle) const { return stiff * (whole - muscle); }
    double muscle(double l) const {
        const double x = l - slack;
        return soft * (x + stiffening * x * x * x);
    }
};

class TendonForce : public ForceLaw {
public:
    explicit TendonForce(Cord cord) : cord_(cord) {}
    void apply(const Situation& now, Effect& out) const override {
        const Vec3 p = now.pose(cord_.body).p;
        const double tension = cord_.tendon(norm(p), now.state.get(cord_.length));
        out.add_force(Station{cord_.body}, -tension / norm(p) * p);
    }

private:
    Cord cord_;
};

class TendonBalance : public Balance {
public:
    explicit TendonBalance(Cord cord) : Balance(cord.length), cord_(cord) {}
    double residual(const System& system, const State& state) const override {
        const double whole = norm(pose(system, state, cord_.body).p), muscle = state.get(cord_.length);
        return cord_.tendon(whole, muscle) - cord_.muscle(muscle);
    }

private:
    Cord cord_;
};

/// A bob that swings in space on such a cord.
struct Swing {
    Model model;
    BodyId bob;
    Cord cord;
    FastId fast;

    explicit Swing(double stiffening = 0) {
        bob = model.add(Body{.name = "bob", .mass = {.mass = 2}});
        model.add(Cartesian{}, {.name = "anywhere", .to = bob});
        model.add(Gravity{});
        cord = {bob, model.add_variable("muscle_length", slack, Stage::force), stiffening};
        model.add(CustomForce{.name = "cord", .law = std::make_shared<TendonForce>(cord)});
        fast = model.add(FastVariables{
            .name = "muscle", .variables = {cord.length}, .relaxer = std::make_shared<TendonBalance>(cord)});
    }
};

State somewhere(const System& system, std::uint64_t seed) {
    Random random(seed);
    State state = system.default_state();
    const Vec3 p = random.vector(1) + Vec3{0, 0, -1}, v = random.vector(1);
    state.set_q(std::array{p.x, p.y, p.z});
    state.set_u(std::array{v.x, v.y, v.z});
    return state;
}

/// A function as a relaxer.
template <class F>
class Own : public Relaxer {
public:
    explicit Own(F function) : function_(std::move(function)) {}
    Settled relax(Relaxing& now) const override { return function_(now); }

private:
    F function_;
};
template <class F>
std::shared_ptr<const Relaxer> own(F function) {
    return std::make_shared<Own<F>>(std::move(function));
}

}  // namespace

TEST_CASE("a tendon that is always settled pulls like the one spring that both make in series") {
    const Swing swing;
    Model one = swing.model;
    one.forces.pop_back();
    one.add(TwoPointSpring{.name = "series",
                           .from = {world, {}},
                           .to = {swing.bob, {}},
                           .stiffness = stiff * soft / (stiff + soft),
                           .rest_length = slack});
    const System series(swing.model), single(one);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        State a = somewhere(series, seed);
        State b = single.default_state();
        b.set_q(a.q());
        const Relaxation account = relax(series, a);
        CHECK(account.converged);
        CHECK(account.error <= 1e-10);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(forward_dynamics(series, a)[i] ==
                  doctest::Approx(forward_dynamics(single, b)[i]).epsilon(1e-9));
    }
}

TEST_CASE("what has settled stays as it is, bit by bit, and nothing else is written on the way") {
    for (const double stiffening : {0.0, 3.0, 50.0}) {
        const Swing swing(stiffening);
        const System system(swing.model);
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            State state = somewhere(system, seed);
            State before = state;
            CHECK(relax(system, state).converged);
            const State once = state;
            before.set(swing.cord.length, state.get(swing.cord.length));
            CHECK(state == before);
            CHECK(relax(system, state).converged);
            CHECK(state == once);
            const double whole = norm(pose(system, state, swing.bob).p),
                         muscle = state.get(swing.cord.length);
            CHECK(swing.cord.tendon(whole, muscle) ==
                  doctest::Approx(swing.cord.muscle(muscle)).epsilon(1e-6));
        }
    }
}

TEST_CASE("positions and what depends on them alone stay computed while forces settle") {
    const Swing swing;
    const System system(swing.model);
    State state = somewhere(system, 3);
    realize(system, state, Stage::velocity);
    relax(system, state);
    CHECK(state.is_current(system.compiled().entries.velocity));
}

TEST_CASE("fast variables settle in the order of their stages, each seeing those before it") {
    Model model;
    const auto number = [&](const char* name, Stage stage) { return model.add_variable(name, 0.0, stage); };
    const auto late = number("late", Stage::acceleration), force = number("force", Stage::force),
               speed = number("speed", Stage::velocity), place = number("place", Stage::position),
               early = number("early", Stage::time);
    const auto follow = [&](const char* name, Stage stage, VariableId<double> own_one,
                            VariableId<double> before) {
        model.add(FastVariables{
            .name = name, .stage = stage, .variables = {own_one}, .relaxer = own([=](Relaxing& now) {
                                                                      now.set(own_one,
                                                                              now.state().get(before) + 1);
                                                                      return Settled{true, 1, 0};
                                                                  })});
    };
    follow("a", Stage::acceleration, late, force);
    follow("f", Stage::force, force, speed);
    follow("v", Stage::velocity, speed, place);
    follow("p", Stage::position, place, early);
    follow("t", Stage::time, early, early);
    const System system(model);
    State state = system.default_state();
    CHECK(relax(system, state).iterations == 5);
    CHECK(state.get(early) == 1);
    CHECK(state.get(late) == 5);
}

TEST_CASE("one that does not settle is named, keeps what it was, and stops those after it") {
    Model model;
    const auto x = model.add_variable("x", 0.25, Stage::force),
               y = model.add_variable("y", 0.0, Stage::acceleration);
    struct Never : Balance {
        using Balance::Balance;
        VariableId<double> x;
        Never(VariableId<double> number) : Balance(number), x(number) {}
        double residual(const System&, const State& state) const override {
            return 1 + state.get(x) * state.get(x);
        }
    };
    model.add(FastVariables{
        .name = "after", .stage = Stage::acceleration, .variables = {y}, .relaxer = own([=](Relaxing& now) {
                                                                             now.set(y, 1);
                                                                             return Settled{true, 1, 0};
                                                                         })});
    const FastId never =
        model.add(FastVariables{.name = "never", .variables = {x}, .relaxer = std::make_shared<Never>(x)});
    const System system(model);
    State state = system.default_state();
    const State before = state;
    const Relaxation account = relax(system, state);
    CHECK_FALSE(account.converged);
    CHECK(account.failed == never);
    CHECK(account.error > 1e-10);
    CHECK(state == before);
}

TEST_CASE("studies take fast variables as settled: at rest, in a recorded motion and after projection") {
    const Swing swing;
    const System system(swing.model);
    State start = somewhere(system, 5);
    const Equilibrium rest = equilibrate(system, start);
    CHECK(rest.converged);
    const double load = 2 * 9.81, stretch = load * (1 / stiff + 1 / soft);
    CHECK(norm(pose(system, rest.state, swing.bob).p - Vec3{0, 0, -slack - stretch}) < 1e-8);
    CHECK(rest.state.get(swing.cord.length) == doctest::Approx(slack + load / soft).epsilon(1e-9));

    const StateProjection account = project(system, start);
    CHECK(account.fast.converged);
    CHECK(account.fast.iterations > 0);
    RecordedMotion resting;
    for (const double t : {0.0, 0.1}) {
        resting.times.push_back(t);
        for (const double q : rest.state.q()) resting.q.push_back(q);
    }
    resting.u.resize(6), resting.u_dot.resize(6);
    for (const double f :
         invert(system, system.default_state(), resting, {.bases_are_unactuated = false}).forces)
        CHECK(std::abs(f) < 1e-6);
}

TEST_CASE("a load on a tendon that is always settled swings as it does on the one spring that both make") {
    const Swing swing;
    const System system(swing.model);
    State start = system.default_state();
    const double k = stiff * soft / (stiff + soft), rest = slack + 2 * 9.81 / k, w = std::sqrt(k / 2);
    start.set_q(std::array{0.0, 0.0, -rest - 0.02});
    for (const State& now : simulate(system, start, {.until = 1, .report_every = 0.1, .accuracy = 1e-8})) {
        CHECK(std::abs(now.q()[2] + rest + 0.02 * std::cos(w * now.time())) < 1e-6);
        const double whole = -now.q()[2], muscle = now.get(swing.cord.length);
        CHECK(swing.cord.tendon(whole, muscle) == doctest::Approx(swing.cord.muscle(muscle)).epsilon(1e-6));
    }
}

TEST_CASE("a fast joint is at rest where its motor has nothing to do, and follows what moves it at once") {
    // A light bob on a pin at the end of a heavy pendulum: settled, it hangs straight down.
    Model model;
    const BodyId arm =
        model.add(Body{.name = "arm", .mass = {.mass = 3, .com = {0, -0.5, 0}, .inertia = {1, 1, 1}}});
    const BodyId bob = model.add(
        Body{.name = "bob", .mass = {.mass = 0.01, .com = {0, -0.2, 0}, .inertia = {1e-4, 1e-4, 1e-4}}});
    const auto shoulder = model.add(Pin{}, {.name = "shoulder", .to = arm});
    const auto wrist = model.add(Pin{}, {.name = "wrist", .from = arm, .to = bob, .X_PF = {.p = {0, -1, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    model.add(FastVariables{.name = "hanging",
                            .stage = Stage::position,
                            .joints = {wrist},
                            .relaxer = own([=](Relaxing& now) {
                                const Vec3 x = pose(now.system, now.state(), BodyId{1}).R.x;
                                const double angle = -std::atan2(x.y, x.x);
                                if (angle != now.state().q(wrist)) now.set_q(wrist, std::array{angle});
                                return Settled{true, 1, 0};
                            })});
    const System system(model);
    State state = system.default_state();
    CHECK(motion_level(system, state, wrist) == MotionLevel::position);
    for (const double angle : {0.3, -1.2, 2.0}) {
        state.q(shoulder) = angle;
        prescribe(system, state);
        CHECK(relax(system, state).converged);
        CHECK(state.q(wrist) == doctest::Approx(-angle));
        prescribe(system, state);  // leaves it where it settled
        CHECK(state.q(wrist) == doctest::Approx(-angle));
        CHECK(state.u(wrist) == 0);
        CHECK(forward_dynamics(system, state)[1] == 0);
        std::vector<double> loads(2);
        inverse_dynamics(system, state, std::vector<double>(2), loads);
        CHECK(std::abs(loads[1]) < 1e-15);  // weight has no moment about the wrist
    }
    unlock(system, state, wrist);  // now it swings like any other
    state.q(wrist) = 0.7;
    CHECK(relax(system, state).iterations == 0);
    CHECK(state.q(wrist) == 0.7);
    CHECK(forward_dynamics(system, state)[1] != 0);
}

TEST_CASE(
    "derivatives of accelerations that would hold fast variables still are refused, those of inverse "
    "dynamics not") {
    const Swing swing;
    const System system(swing.model);
    const State state = somewhere(system, 1);
    DynamicsDerivatives derivatives(system);
    CHECK_THROWS_WITH_AS(derivatives.forward(state), doctest::Contains("fast variables \"muscle\""),
                         StateError);
    CHECK_THROWS_AS(parameter_derivatives(system, state, {"bob.mass"}), StateError);
    CHECK_THROWS_WITH_AS(modes(system, state), doctest::Contains("fast variables \"muscle\""), StateError);
    const std::vector<double> u_dot(3);
    CHECK_NOTHROW(derivatives.inverse(state, u_dot));
}
