// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <tests/support/random_force.h>
#include <tests/support/random_model.h>

#include <Eigen/Dense>

// Joints whose motion is given, over every kind of joint: prescribed motion is the partitioned solution of the
// equations of motion, and its levels are each other's derivatives.

namespace sinew::testing {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Model with_gravity(std::uint64_t seed) {
    Model model = random_model(seed);
    model.add(Gravity{.g = {0.3, -9, 1}});
    model.add(GlobalDamper{.damping = 0.7});
    return model;
}

std::vector<AnyJointId> some_joints(const Model& model, Random& random) {
    std::vector<AnyJointId> some;
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
        if (random.below(3) == 0) some.push_back({{j}});
    return some;
}

/// u̇ and τ by the dense partitioned equations: M_ff u̇_f = r_f − M_fp u̇_p, τ = M_p u̇ − r_p.
struct Partitioned {
    Vector u_dot, tau;
};
Partitioned partitioned(const System& system, const State& state, const std::vector<bool>& given,
                        const Vector& u_dot_p) {
    const int n = system.nu();
    std::vector<double> M(static_cast<std::size_t>(n * n)), missing(static_cast<std::size_t>(n));
    mass_matrix(system, state, M);
    inverse_dynamics(system, state, std::vector<double>(static_cast<std::size_t>(n)), missing);  // −r
    const auto dense = Eigen::Map<Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(M.data(), n, n);
    const Vector r = -Eigen::Map<Vector>(missing.data(), n);
    std::vector<int> f;
    for (int i = 0; i < n; ++i)
        if (!given[static_cast<std::size_t>(i)]) f.push_back(i);
    Vector known = Vector::Zero(n);
    for (int i = 0; i < n; ++i)
        if (given[static_cast<std::size_t>(i)]) known[i] = u_dot_p[i];
    const Vector right = r - dense * known;
    Partitioned out{known, Vector::Zero(n)};
    if (!f.empty()) {
        const Matrix M_ff = dense(f, f);
        const Vector free = M_ff.ldlt().solve(Vector(right(f)));
        for (std::size_t k = 0; k < f.size(); ++k) out.u_dot[f[k]] = free[static_cast<int>(k)];
    }
    const Vector tau = dense * out.u_dot - r;
    for (int i = 0; i < n; ++i)
        if (given[static_cast<std::size_t>(i)]) out.tau[i] = tau[i];
    return out;
}

std::vector<bool> speeds_of(const System& system, const std::vector<AnyJointId>& joints) {
    std::vector<bool> given(static_cast<std::size_t>(system.nu()));
    for (const AnyJointId joint : joints) {
        const Range range = system.layout().u_of_joint[static_cast<std::size_t>(joint.index)];
        for (int i = range.first; i < range.first + range.count; ++i)
            given[static_cast<std::size_t>(i)] = true;
    }
    return given;
}

std::span<const double> as_span(const Vector& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Function wave(Random& random) {
    return Function(
               function::Sinusoid{random.within(0.1, 0.5), random.within(0.5, 3), random.within(-1, 1)}) +
           Function(random.within(-0.5, 0.5));
}

/// A unit quaternion that turns and tilts.
/// A line does not spin about itself, so its joints turn about an axis across it.
std::vector<Function> turning_quaternion(bool of_line) {
    const Function a = function::Linear{{0.7}, 0.3}, b = function::Linear{{-0.4}, 1.1};
    const auto sin = [](const Function& x) { return compose(function::Sinusoid{}, {x}); };
    const auto cos = [](const Function& x) { return compose(function::Sinusoid{1, 1, std::acos(0.0)}, {x}); };
    if (of_line) return {cos(a), sin(a) * Function(0.6), sin(a) * Function(0.8), Function(0.0)};
    return {cos(a), sin(a) * cos(b), sin(a) * sin(b) * Function(0.6), sin(a) * sin(b) * Function(0.8)};
}

/// A Motion at a level for a joint, with random functions.
Motion random_motion(const System& system, Random& random, AnyJointId joint, MotionLevel level) {
    const auto j = static_cast<std::size_t>(joint.index);
    Motion motion{.name = "drive" + std::to_string(j), .joint = joint, .level = level};
    const Range q = system.layout().q_of_joint[j], u = system.layout().u_of_joint[j];
    const bool quaternion = q.count > 0 && system.layout().q_default[static_cast<std::size_t>(q.first)] == 1;
    if (level == MotionLevel::position) {
        if (quaternion) motion.functions = turning_quaternion(q.count - u.count == 2);
        while (static_cast<int>(motion.functions.size()) < q.count) motion.functions.push_back(wave(random));
    } else {
        for (int i = 0; i < u.count; ++i) {
            std::vector<double> slopes(static_cast<std::size_t>(1 + q.count));
            for (double& slope : slopes) slope = random.within(-1, 1);
            if (level == MotionLevel::acceleration) slopes.resize(slopes.size() + 1, 0.3);
            motion.functions.push_back(compose(wave(random), {function::Linear{slopes, 0.2}}));
        }
    }
    return motion;
}

}  // namespace

TEST_CASE("locked joints leave the partitioned solution to the others, and motors supply what is missing") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const System system(with_gravity(seed));
        Random random(seed);
        State state = random_state(system, seed + 50);
        const std::vector<AnyJointId> joints = some_joints(system.model(), random);
        for (const AnyJointId joint : joints)
            lock(system, state, joint, static_cast<MotionLevel>(1 + random.below(3)));
        const Partitioned expected =
            partitioned(system, state, speeds_of(system, joints), Vector::Zero(system.nu()));
        std::vector<double> tau(static_cast<std::size_t>(system.nu()));
        motor_forces(system, state, tau);
        CAPTURE(seed);
        CHECK(difference(forward_dynamics(system, state), as_span(expected.u_dot)) < 1e-12);
        CHECK(difference(tau, as_span(expected.tau)) < 1e-12);
        CHECK(motor_power(system, state) ==
              doctest::Approx(expected.tau.dot(Eigen::Map<const Vector>(state.u().data(), system.nu()))));
        for (const AnyJointId joint : joints) unlock(system, state, joint);
        State fresh = random_state(system, seed + 50);
        fresh.set_u(state.u());
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(system, fresh)) == 0);
    }
}

TEST_CASE("a joint locked where it stands is a weld") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Model model = with_gravity(seed);
        const System system(model);
        Random random(seed);
        State state = random_state(system, seed);
        const auto joints = some_joints(model, random);
        for (const AnyJointId joint : joints) lock(system, state, joint);
        Model welded = model;
        for (const AnyJointId joint : joints) {
            JointElement& element = welded.joints[static_cast<std::size_t>(joint.index)];
            element.joint = Weld{};
            element.placement.X_PF = element.placement.X_PF * joint_pose(system, state, joint);
        }
        const System stiff(welded);
        State same = stiff.default_state();
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
            if (!same.q(AnyJointId{{j}}).empty()) {
                use_angles(stiff, same, {{j}}, uses_angles(system, state, {{j}}));
                same.set_q(AnyJointId{{j}}, state.q(AnyJointId{{j}}));
                same.set_u(AnyJointId{{j}}, state.u(AnyJointId{{j}}));
            }
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b)
            CHECK(difference(acceleration(system, state, BodyId{b}), acceleration(stiff, same, BodyId{b})) <
                  1e-9);
    }
}

TEST_CASE("what a motion gives at one level is the derivative of the level below, for every joint") {
    const double h = 1e-5;
    for (const MotionLevel level : {MotionLevel::position, MotionLevel::velocity, MotionLevel::acceleration})
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            Random random(seed);
            Model model = with_gravity(seed);
            const System undriven(model);
            for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
                if (undriven.layout().u_of_joint[static_cast<std::size_t>(j)].count > 0)
                    model.add(random_motion(undriven, random, {{j}}, level));
            const System system(model);
            State state = random_state(system, seed, false);
            state.set_time(0.4);
            prescribe(system, state);
            const std::vector<double> u_dot(forward_dynamics(system, state).begin(),
                                            forward_dynamics(system, state).end());
            if (level == MotionLevel::acceleration) {
                std::vector<double> tau(u_dot.size());
                motor_forces(system, state, tau);
                CHECK(difference(tau, std::vector<double>(tau.size())) > 0.1);  // all by motors
                continue;
            }
            // Along the motion itself: q moves on with q̇, time with it.
            const std::vector<double> rates(q_dot(system, state).begin(), q_dot(system, state).end());
            const auto later = [&](double dt) {
                State then = state;
                then.set_time(state.time() + dt);
                std::vector<double> q(state.q().begin(), state.q().end());
                for (std::size_t i = 0; i < q.size(); ++i) q[i] += dt * rates[i];
                then.set_q(q);
                prescribe(system, then);
                return then;
            };
            const State plus = later(h), minus = later(-h);
            std::vector<double> slope(u_dot.size()), q_slope(rates.size());
            for (std::size_t i = 0; i < slope.size(); ++i) slope[i] = (plus.u()[i] - minus.u()[i]) / (2 * h);
            for (std::size_t i = 0; i < q_slope.size(); ++i)
                q_slope[i] = (plus.q()[i] - minus.q()[i]) / (2 * h);
            CAPTURE(seed);
            CHECK(difference(slope, u_dot) < 2e-8);
            CHECK(difference(q_slope, rates) < 2e-8);
        }
}

TEST_CASE("a motion switched off leaves the joint free; a lock goes before it") {
    Model model = with_gravity(3);
    const System undriven(model);
    Random random(1);
    AnyJointId joint{{0}};
    while (undriven.layout().u_of_joint[static_cast<std::size_t>(joint.index)].count == 0) ++joint.index;
    const MotionId motion = model.add(random_motion(undriven, random, joint, MotionLevel::position));
    const System system(model);
    State state = random_state(system, 5, false), free = random_state(undriven, 5, false);
    CHECK(motion_level(system, state, joint) == MotionLevel::position);
    set_enabled(system, state, motion, false);
    CHECK(!is_enabled(system, state, motion));
    CHECK(difference(forward_dynamics(system, state), forward_dynamics(undriven, free)) == 0);
    set_enabled(system, state, motion, true);
    lock(system, state, joint, MotionLevel::velocity);
    CHECK(motion_level(system, state, joint) == MotionLevel::velocity);
    const std::vector<double> q(state.q().begin(), state.q().end());
    prescribe(system, state);
    CHECK(difference(q, state.q()) == 0);
    for (const double u : state.u(joint)) CHECK(u != 0);
}

}  // namespace sinew::testing
