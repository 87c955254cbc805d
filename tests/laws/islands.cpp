// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Loops along a tree end at the bodies they hang on, one small block for each; what comes out is what one large block
// of them all gives.
#include <sinew/base/at.h>
#include <sinew/system/compiled.h>
#include <tests/support/law.h>
#include <tests/support/random_constraint.h>

#include <Eigen/Dense>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Vector = std::vector<double>;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A spine of random joints with two twigs at each of its bodies, which a constraint holds together: one of every
/// kind in turn. Some hold two vertebrae, some a twig and the spine, one the last twig and the world if asked for.
Model ladder(std::uint64_t seed, bool to_world) {
    Random random(seed);
    Model model;
    BodyId spine = hang(model, random, Free{}, world, false);
    BodyId tip = spine;
    for (int i = 0; i < 8; ++i) {
        const bool inward = random.within(-1, 1) > 0;
        const BodyId before = spine;
        spine = i % 3 == 0   ? hang(model, random, Pin{}, spine, inward)
                : i % 3 == 1 ? hang(model, random, Ball{}, spine, inward)
                             : hang(model, random, Weld{}, spine, inward);
        const BodyId left =
            hang(model, random, Universal{}, hang(model, random, Pin{}, spine, inward), !inward);
        const BodyId right =
            hang(model, random, Ball{}, hang(model, random, Slider{}, spine, !inward), inward);
        const std::string name = "hold" + std::to_string(i);
        const Vec3 a = random.vector(0.5), b = random.vector(0.5);
        switch (i % 6) {
            case 0: model.add(BallConstraint{name, {left, a}, {right, b}}); break;
            case 1: model.add(Rod{name, {left, a}, {right, b}, 1.3}); break;
            case 2:
                model.add(WeldConstraint{name, {left, random.pose(0.3)}, {right, random.pose(0.3)}});
                break;
            case 3:
                model.add(PinConstraint{name, {left, random.pose(0.3)}, {spine, random.pose(0.3)}});
                break;
            case 4: model.add(BallConstraint{name, {left, a}, {before, b}}); break;
            default:
                model.add(Rod{name, {left, a}, {right, b}, 0.7});
                model.add(Rod{name + "_again", {left, a}, {right, b}, 0.7});
        }
        tip = right;
    }
    if (to_world) model.add(BallConstraint{"ground", {tip, {0.1, 0.2, 0.3}}, {world, {}}});
    model.add(Gravity{});
    return model;
}

/// What one block of all equations gives: λ of least length, and the accelerations that go with it.
struct InOneBlock {
    Eigen::VectorXd lambda, u_dot;
    InOneBlock(const System& system, const State& state, const std::vector<int>& held) {
        State free = state;
        for (int i = 0; i < static_cast<int>(system.compiled().constraints.all.size()); ++i)
            set_enabled(system, free, ConstraintId{i}, false);
        const std::span<const double> u_dot_0 = forward_dynamics(system, free);
        const int n = system.nu(), m = equation_counts(system).all();
        u_dot = Eigen::Map<const Eigen::VectorXd>(u_dot_0.data(), n);
        Vector errors(at(m)), G(at(m * n));
        acceleration_errors(system, state, u_dot_0, errors);
        constraint_matrix(system, state, G);
        Eigen::MatrixXd G_ = Eigen::Map<const Rows>(G.data(), m, n);
        Vector M(at(n * n));
        mass_matrix(system, state, M);
        Eigen::MatrixXd M_ = Eigen::Map<const Rows>(M.data(), n, n);
        for (const int u : held) {  // is not moved, whatever acts on it
            G_.col(u).setZero();
            M_.row(u).setZero(), M_.col(u).setZero();
            M_(u, u) = 1;
        }
        const Eigen::LDLT<Eigen::MatrixXd> factors(M_);
        const Eigen::MatrixXd W = G_ * factors.solve(G_.transpose());
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse(m, m);
        inverse.setThreshold(1e-11);
        inverse.compute(W);
        lambda = inverse.solve(Eigen::Map<const Eigen::VectorXd>(errors.data(), m));
        u_dot -= factors.solve(G_.transpose() * lambda);
    }
};

std::span<const double> numbers(const Eigen::VectorXd& v) {
    return {v.data(), static_cast<std::size_t>(v.size())};
}

/// The chain of n four-bars, each on the coupler of the one before.
Model four_bars(int n) {
    Model model;
    BodyId base = world;
    Vec3 on_base{};
    for (int i = 0; i < n; ++i) {
        const std::string k = std::to_string(i);
        const auto bar = [&](const char* name, double length) {
            return model.add(
                Body{name + k, {.mass = length, .com = {length / 2, 0, 0}, .inertia = {0.01, 0.1, 0.1}}});
        };
        const BodyId a = bar("crank", 0.5), b = bar("coupler", 1.0), c = bar("rocker", 0.6);
        model.add(Pin{}, {.name = "A" + k, .from = base, .to = a, .X_PF = {.p = on_base}});
        model.add(Pin{}, {.name = "B" + k, .from = a, .to = b, .X_PF = {.p = {0.5, 0, 0}}});
        model.add(Pin{}, {.name = "D" + k, .from = base, .to = c, .X_PF = {.p = on_base + Vec3{0.9, 0, 0}}});
        model.add(
            Pin{},
            {.name = "C" + k, .from = b, .to = c, .X_PF = {.p = {1, 0, 0}}, .X_BM = {.p = {0.6, 0, 0}}});
        base = b, on_base = {0.05, 0, 0};
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

}  // namespace

TEST_CASE(
    "loops along a tree, each in a block of its own, move as in one block of all, and share load alike") {
    Law motion(1e-9), load(1e-9);  // W's condition, up to 1e6 here, times rounding
    for (const bool to_world : {false, true})
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const System system(ladder(seed, to_world));
            REQUIRE(system.compiled().constraints.plan.inner >= 6);
            for (int given = 0; given < 3; ++given) {
                State state = random_state(system, seed);
                const AnyJointId joint{{static_cast<int>(seed)}};
                std::vector<int> held;
                if (given >= 1) {
                    lock(system, state, joint);
                    const std::span<const double> own = state.u(joint);
                    for (std::size_t i = 0; i < own.size(); ++i)
                        held.push_back(
                            static_cast<int>(own.data() - state.u().data() + static_cast<long>(i)));
                }
                if (given == 2) set_enabled(system, state, ConstraintId{1}, false);
                const InOneBlock expected(system, state, held);
                const std::string name = std::to_string(seed) + (to_world ? ", to the world" : "");
                motion.measure(difference(forward_dynamics(system, state), numbers(expected.u_dot)), name);
                load.measure(difference(multipliers(system, state), numbers(expected.lambda)), name);
            }
        }
}

TEST_CASE(
    "a chain of four-bars moves as each of its loops lets it, and costs as much per loop whatever their "
    "number") {
    std::vector<double> per_loop;
    for (const int n : {20, 400}) {
        CAPTURE(n);
        const System system(four_bars(n));
        State state = system.default_state();
        REQUIRE(project(system, state, {.tolerance = 1e-12}).positions.converged);
        double off = 0;
        for (const double e : acceleration_errors(system, state)) off = std::max(off, std::abs(e));
        CHECK(off < 1e-11);  // of accelerations of up to 16 rad/s^2
        const ColumnPlan& plan = system.compiled().constraints.plan;
        CHECK(plan.islands.size() == at(n));
        per_loop.push_back(static_cast<double>(plan.y_size + plan.w_size) / n);
    }
    CHECK(per_loop[0] == per_loop[1]);  // numbers to compute: time is measured by tools/bench
}
