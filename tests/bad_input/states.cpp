// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Mistakes with a State in hand.
#include <tests/bad_input/refusal.h>

#include <cfenv>
#include <cmath>
#include <functional>
#include <limits>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A force that does what the test wants.
struct Whatever : ForceLaw {
    std::function<void(const Situation&, Effect&)> act;
    void apply(const Situation& now, Effect& out) const override { act(now, out); }
};

struct ArmWith {
    std::shared_ptr<Whatever> law = std::make_shared<Whatever>();
    System system;
    State state;
    ArmWith() : system([&] { return with_law(); }()), state(system.default_state()) {}
    Model with_law() const {
        Model model = arm();
        model.add(CustomForce{.name = "mine", .law = law});
        return model;
    }
};

Model with_ball() {
    Model model = arm();
    model.joints[1].joint = Ball{};
    return model;
}

}  // namespace

TEST_CASE("64: the state of another system is refused by every question, with both names") {
    const System arm_system(arm()), leg(Model{.name = "leg"});
    State state = arm_system.default_state();
    const std::string said = refusal([&] { forward_dynamics(leg, state); });
    CHECK(said.find(R"(state belongs to "arm" ()") == 0);
    CHECK(said.find(R"(, system is "leg" ()") != std::string::npos);
    CHECK(said.find("Make states with default_state() of the system they are for.") != std::string::npos);
    std::vector<double> none;
    const std::vector<std::function<void()>> questions{
        [&] { pose(leg, state, world); },
        [&] { velocity(leg, state, world); },
        [&] { q_dot(leg, state); },
        [&] { realize(leg, state, Stage::time); },
        [&] { mass_matrix(leg, state, none); },
        [&] { multiply_by_M(leg, state, none, none); },
        [&] { multiply_by_N(leg, state, none, none); },
        [&] { bias_force(leg, state, none); },
        [&] { inverse_dynamics(leg, state, none, none); },
        [&] { kinetic_energy(leg, state); },
        [&] { potential_energy(leg, state); },
        [&] { mass_centre(leg, state); },
        [&] { composite_inertia(leg, state, world); },
        [&] { centroidal_momentum_bias(leg, state); },
        [&] { use_angles(arm_system, state = leg.default_state(), arm_system.model().joint("elbow")); },
    };
    for (std::size_t i = 0; i < questions.size(); ++i) {
        CAPTURE(i);
        CHECK(refusal(questions[i]).find("state belongs to ") == 0);
    }
}

TEST_CASE("64: a system whose states look alike but are not is told apart; a copy of the model is the same") {
    const System system(arm());
    const State state = system.default_state();
    CHECK(refusal([&] { forward_dynamics(System(arm()), state); }) == "");
    const auto differs = [&](void (*change)(Model&)) {
        Model other = arm();
        change(other);
        return refusal([&] { forward_dynamics(System(other), state); }).find("state belongs to ") == 0;
    };
    CHECK(differs([](Model& m) { std::swap(m.joints[1].placement.from, m.joints[1].placement.to); }));
    CHECK(differs([](Model& m) { m.add_cache_entry<double>(Stage::position); }));
    CHECK(differs([](Model& m) { m.add_variable("more", 1.0, Stage::report); }));
    CHECK(differs([](Model& m) { m.bodies[1].name = "other"; }));
    CHECK(differs([](Model& m) { m.joints[1].joint = Slider{}; }));
    CHECK_FALSE(differs([](Model& m) { m.bodies[1].mass.mass = 3; }));  // a value, not a variable
}

TEST_CASE("ids of another model are refused where they do not fit") {
    const System system(arm());
    State state = system.default_state();
    CHECK(refusal([&] { pose(system, state, BodyId{7}); }) ==
          R"(system "arm" has no body number 7. The id belongs to another model, or was never set.)");
    CHECK(refusal([&] { pose(system, state, BodyId{}); }) ==
          R"(system "arm" has no body number -1. The id belongs to another model, or was never set.)");
    CHECK(refusal([&] { joint_pose(system, state, AnyJointId{{2}}); }) ==
          R"(system "arm" has no joint number 2. The id belongs to another model, or was never set.)");
    CHECK(
        refusal([&] { state.set_q(AnyJointId{}, {}); }) ==
        R"(system "arm" has no joint or force number -1. The id belongs to another model, or was never set.)");
    CHECK(
        refusal([&] { state.set_parameter(ParameterId{1000}, 1); }) ==
        R"(system "arm" has no parameter number 1000. The id belongs to another system, or was never set.)");
    CHECK(
        refusal([&] { state.get(VariableId<double>{99}); }) ==
        R"(system "arm" has no discrete variable number 99. The id belongs to another model, or was never set.)");
    CHECK(
        refusal([&] { state.cached(CacheEntry<double>{}, [] { return 1.0; }); }) ==
        R"(system "arm" has no cache entry number -1 of this type. The entry belongs to another model, or was never set.)");
}

TEST_CASE("values that no variable may have are refused by name, and nothing changes") {
    const System system(arm());
    State state = system.default_state();
    const State before = state;
    CHECK(refusal([&] { state.set_time(not_a_number); }) == "time nan is not a finite number.");
    CHECK(refusal([&] {
              state.set_q(std::array{1.0, not_a_number});
          }) == R"(q of "elbow.angle" cannot be nan: it is not a finite number.)");
    CHECK(refusal([&] {
              state.set_u(std::array{1.0, -std::numeric_limits<double>::infinity()});
          }) == R"(u of "elbow.angle" cannot be -inf: it is not a finite number.)");
    CHECK(refusal([&] { state.set_q(std::array{1.0}); }) == "q has 2 numbers here, but 1 were given.");
    CHECK(refusal([&] {
              state.set_u(std::array{1.0, 2.0, 3.0});
          }) == "u has 2 numbers here, but 3 were given.");
    CHECK(refusal([&] { state.set_parameter("upper.mass", -1); }) ==
          R"(parameter "upper.mass" = -1 must not be negative.)");
    CHECK(refusal([&] { state.set_parameter("upper.com", 1); }) ==
          R"(parameter "upper.com" has 3 numbers here, but 1 were given.)");
    CHECK(
        refusal([&] {
            state.set_parameter("elbow.X_PF.R", std::array{1., 0., 0., 0., 2., 0., 0., 0., 1.});
        }) ==
        R"(parameter "elbow.X_PF.R" = 1, 0, 0, 0, 2, 0, 0, 0, 1 is not a rotation matrix: RᵀR differs from 1 by 3.)");
    CHECK(state == before);
}

TEST_CASE("4-7 in a State: parameters that together make no body are refused when they are first used") {
    const System system(arm());
    State state = system.default_state();
    state.set_parameter("lower.inertia", std::array{1.0, 2.0, 4.0, 0.0, 0.0, 0.0});
    CHECK(refusal([&] {
              pose(system, state, world);
          }).find(R"(body "lower" with the parameters of this state: inertia breaks the triangle rule)") ==
          0);
    state.set_parameter("lower.inertia", std::array{1.0, 2.0, 2.5, 0.0, 0.0, 0.0});
    CHECK(refusal([&] { pose(system, state, world); }) == "");
}

TEST_CASE("14: a quaternion of no length is refused, any other will do, angles may all be zero") {
    const System system(with_ball());
    State state = system.default_state();
    const AnyJointId ball = system.model().joint("elbow");
    CHECK(
        refusal([&] {
            state.set_q(ball, std::array{0., 0., 0., 0.});
        }) ==
        R"(the quaternion that begins with "elbow.e0" cannot be (0, 0, 0, 0): it has no direction that could be told. )"
        "(1, 0, 0, 0) is no turn.");
    CHECK(refusal([&] { state.set_q(std::array{0., 1e-200, 0., 0., 0.}); }).find("the quaternion") == 0);
    CHECK(refusal([&] { state.set_q(ball, std::array{0., 1e-9, 0., 1e9}); }) == "");
    use_angles(system, state, ball);
    CHECK(refusal([&] { state.set_q(ball, std::array{0., 0., 0., 0.}); }) == "");
    use_angles(system, state, ball, false);
    CHECK(state.q(ball)[0] == 1);
}

TEST_CASE("10: joints that depend on each other in a configuration are named together, with it") {
    Model model = arm();
    model.bodies[1].mass = {};
    model.bodies[2].mass = {.mass = 1, .com = {0, -0.4, 0}};
    const System system(model);
    State state = system.default_state();
    const std::string expected =
        R"(joints "shoulder", "elbow" depend on each other at time 0, shoulder.angle = 0, elbow.angle = 0: together )"
        "they can move without moving any mass, so their accelerations are not determined. Give inertia to "
        "body "
        R"("lower", leave this configuration, or take a freedom away.)";
    CHECK(refusal([&] { forward_dynamics(system, state); }) == expected);
    std::array<double, 2> f{}, a{};
    CHECK(refusal([&] { multiply_by_M_inverse(system, state, f, a); }) == expected);
    try {
        forward_dynamics(system, state);
    } catch (const SingularError& error) {
        REQUIRE(error.joints.size() == 2);
        CHECK(error.joints[1].index == 1);
    }
    state.set_q(std::array{0.0, 1.0});
    CHECK(refusal([&] { forward_dynamics(system, state); }) == "");
    // 9: a parameter takes the last mass away.
    state = System(arm()).default_state();
    const System whole(arm());
    state.set_parameter("lower.inertia", std::array{0.0, 0.0, 0.0, 0.0, 0.0, 0.0});
    state.set_parameter("lower.mass", 0);
    CHECK(
        refusal([&] { forward_dynamics(whole, state); }) ==
        R"(joint "elbow" has no inertia along one of its axes at time 0, elbow.angle = 0: its acceleration is not )"
        R"(determined. Give mass or inertia to body "lower" or to what it carries, or take the freedom away.)");
}

TEST_CASE("66: a force that writes to the state it is asked about is refused, and the state is as it was") {
    ArmWith my;
    const State before = my.state;
    const std::vector<std::function<void(State&)>> writes{
        [](State& s) { s.set_time(1); },
        [](State& s) {
            s.set_u(std::array{1.0, 2.0});
        },
        [](State& s) { s.set_parameter("upper.mass", 5); },
        [](State& s) {
            s = State(s);
            s.set_time(2);
        },
    };
    for (const auto& write : writes) {
        my.law->act = [&](const Situation&, Effect&) { write(my.state); };
        const std::string said = refusal([&] { forward_dynamics(my.system, my.state); });
        CHECK(said.find(R"(force "mine" failed at time 0: a state of system "arm" was written while)") == 0);
    }
    my.law->act = [&](const Situation& now, Effect&) { State(now.state).set_time(3); };  // a copy is its own
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }) == "");
    CHECK(my.state == before);
    my.state.set_time(1);  // nobody is computing any more
}

TEST_CASE(
    "70: what a force of the user's own throws comes through with its name; what is not a number is traced "
    "to it") {
    ArmWith my;
    my.law->act = [](const Situation&, Effect&) { throw std::runtime_error("no tyre data"); };
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }) ==
          R"(force "mine" failed at time 0: no tyre data)");
    my.law->act = [](const Situation&, Effect&) { throw 7; };
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }) ==
          R"(force "mine" failed at time 0 and did not say why.)");
    my.law->act = [](const Situation&, Effect& out) {
        out.add_torque(BodyId{1}, {0, not_a_number, not_a_number});
    };
    my.state.set_time(0.5);
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }) ==
          R"(custom force "mine": its force on body "upper" is not a finite number at time 0.5.)");
    my.law->act = [&](const Situation& now, Effect&) { forward_dynamics(my.system, now.state); };
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }).find("asks for itself") !=
          std::string::npos);
    my.law->act = [](const Situation&, Effect&) {};
    CHECK(refusal([&] { forward_dynamics(my.system, my.state); }) == "");  // none of this left a trace
}

TEST_CASE("72: arrays of a wrong size are refused with both sizes") {
    const System system(arm());
    const State state = system.default_state();
    std::vector<double> three(3), two(2);
    CHECK(refusal([&] { multiply_by_M(system, state, three, two); }) ==
          "a must have 2 numbers for this system, but has 3.");
    CHECK(refusal([&] { mass_matrix(system, state, three); }) ==
          "M must have 4 numbers for this system, but has 3.");
    CHECK(refusal([&] { forward_dynamics(system, state, {.f = three, .F_B_W = {}}, two); }) ==
          "loads.f must have 2 numbers for this system, but has 3.");
    std::vector<SpatialForce> F(2);
    std::vector<SpatialVelocity> V(2);
    std::vector<SpatialAcceleration> A(2);
    const std::vector<std::function<void()>> all{
        [&] { multiply_by_M(system, state, two, three); },
        [&] { multiply_by_M_inverse(system, state, three, two); },
        [&] { multiply_by_M_inverse_root(system, state, three, two); },
        [&] { multiply_by_M_inverse_root_transpose(system, state, two, three); },
        [&] { inverse_mass_matrix(system, state, three); },
        [&] { multiply_by_N(system, state, three, two); },
        [&] { multiply_by_N_inverse(system, state, two, three); },
        [&] { multiply_by_N_transpose(system, state, three, two); },
        [&] { multiply_by_N_inverse_transpose(system, state, two, three); },
        [&] { multiply_by_N_dot(system, state, three, two); },
        [&] { q_dot_dot(system, state, three); },
        [&] { forward_dynamics(system, state, {}, three); },
        [&] { forward_dynamics(system, state, {.f = {}, .F_B_W = F}, two); },
        [&] { inverse_dynamics(system, state, three, two); },
        [&] { inverse_dynamics(system, state, two, three); },
        [&] { mixed_dynamics(system, state, {}, three, two); },
        [&] { mixed_dynamics(system, state, {}, two, three); },
        [&] { bias_force(system, state, three); },
        [&] { applied_mobility_force(system, state, three); },
        [&] { multiply_by_J(system, state, two, V); },
        [&] { multiply_by_J_transpose(system, state, F, two); },
        [&] { J_bias(system, state, A); },
        [&] { system_jacobian(system, state, three); },
        [&] {
            frame_jacobian(system, state, {BodyId{1}, {}}, three);
        },
        [&] {
            station_jacobian(system, state, {BodyId{1}, {}}, three);
        },
        [&] {
            multiply_by_frame_jacobian(system, state, {BodyId{1}, {}}, three);
        },
        [&] { operational_space_inverse_inertia(system, state, std::array{FrameOn{}}, three); },
        [&] { centroidal_momentum_matrix(system, state, three); },
        [&] { mass_centre_jacobian(system, state, three); },
        [&] { applied_forces_of(system, state, ForceId{0}, F, two); },
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(i);
        CHECK(refusal(all[i]).find(" numbers for this system, but has ") != std::string::npos);
    }
}

TEST_CASE("81: rounding mode, traps and flushing to zero of the host program change no bit, and come back") {
    Model model = with_ball();
    model.add(
        MobilitySpring{.name = "spring", .coordinate = {model.joint("shoulder"), 0}, .stiffness = 1e-310});
    const auto answers = [&] {
        const System system(model);
        State state = system.default_state();
        state.set_q(std::array{0.1, 1.0, 0.2, 0.3, 0.4});
        state.set_u(std::array{0.1, 0.7, -0.3, 1.0 / 3});
        std::vector<double> all(forward_dynamics(system, state).begin(),
                                forward_dynamics(system, state).end());
        const Transform X = pose(system, state, BodyId{2});
        std::vector<double> M(16);
        mass_matrix(system, state, M);
        all.insert(all.end(), M.begin(), M.end());
        all.insert(all.end(),
                   {X.R.x.x, X.p.y, kinetic_energy(system, state), potential_energy(system, state)});
        return all;
    };
    const std::vector<double> usual = answers();
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const std::vector<double> found = answers();
        const int after = std::fegetround();
        std::fesetround(FE_TONEAREST);
        CHECK(found == usual);
        CHECK(after == mode);
    }
#if defined(__GLIBC__)
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    const std::vector<double> trapping = answers();
    const int traps = fegetexcept();
    fedisableexcept(FE_ALL_EXCEPT);
    CHECK(trapping == usual);
    CHECK(traps == (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW));
#endif
#if defined(__SSE2__)
    const unsigned settings = _mm_getcsr();
    _mm_setcsr(settings | 0x8040);  // subnormal numbers are taken and given as zero
    const std::vector<double> found = answers();
    const unsigned after = _mm_getcsr();
    _mm_setcsr(settings);
    CHECK(found == usual);
    CHECK((after & 0x8040) == 0x8040);
#endif
}

TEST_CASE("a State that was moved from can be copied, compared and assigned to") {
    const System system(arm());
    State a = system.default_state();
    const State b = std::move(a);
    const State c = a;
    CHECK(a == c);
    CHECK_FALSE(a == b);
    a = b;
    CHECK(a == b);
}

TEST_CASE("names that the system needs for itself are refused for variables") {
    Model model = arm();
    model.add_variable("by_angles", 1.0, Stage::report);
    CHECK(faults_of(model) ==
          std::vector<std::string>{R"(two discrete variables are named "by_angles". Rename one of them.)"});
}
