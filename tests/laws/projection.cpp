// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What a projection onto the constraints owes to geometry, for every constraint on trees of every joint.
#include <sinew/base/at.h>
#include <sinew/system/compiled.h>
#include <sinew/system/project.h>
#include <tests/support/law.h>
#include <tests/support/random_constraint.h>

#include <Eigen/Dense>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::vector<double> copy(std::span<const double> x) { return {x.begin(), x.end()}; }

/// Random weights and options that refer to them.
struct Weighted {
    std::vector<double> speeds, equations;
    ProjectionOptions options;
    Weighted(const System& system, Random& random) {
        const EquationCounts n = equation_counts(system);
        for (int i = 0; i < system.nu(); ++i) speeds.push_back(random.within(0.5, 2));
        for (int i = 0; i < n.holonomic + n.nonholonomic; ++i) equations.push_back(random.within(0.5, 2));
        options.speed_weights = speeds;
        options.equation_weights = equations;
    }
};

State nudged(const System& system, const State& state, Random& random, double size, bool positions) {
    State other = state;
    std::vector<double> du(at(system.nu())), dq(at(system.nq()));
    for (double& x : du) x = random.within(-size, size);
    multiply_by_N(system, state, du, dq);
    std::vector<double> q = copy(state.q()), u = copy(state.u());
    for (std::size_t i = 0; positions && i < q.size(); ++i) q[i] += dq[i];
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += du[i];
    other.set_q(q), other.set_u(u);
    return other;
}

/// Calls f(system, state, random, kind) with a tree of every joint, one constraint of each kind in turn, its copy, and
/// a State that meets them. Returns how often there was one.
template <class F>
int for_every_constraint_met(F&& f) {
    int count = 0;
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 31);
            const AnyConstraint constraint = kind.random(model, random);
            model.add_constraint(constraint);
            model.add_constraint(renamed(constraint, "again"));
            const System system(model);
            State state = random_state(system, seed);
            if (!project_positions(system, state).converged) continue;
            if (!project_velocities(system, state).converged) continue;
            ++count;
            f(system, state, random, kind.kind);
        }
    return count;
}

}  // namespace

TEST_CASE("a projection that is done again changes no bit") {
    const int count = for_every_constraint_met(
        [](const System& system, const State& met, Random& random, const char* kind) {
            CAPTURE(kind);
            State state = nudged(system, met, random, 1e-3, true);
            const StateProjection first = project(system, state);
            REQUIRE(first.positions.converged);
            REQUIRE(first.velocities.converged);
            const State once = state;
            const StateProjection second = project(system, state);
            CHECK(second.positions.iterations == 0);
            CHECK(second.velocities.iterations == 0);
            CHECK(state == once);
        });
    CHECK(count >= 16);  // random constraints may ask for what no pose near the start gives
}

TEST_CASE("speeds change by what the pseudo-inverse of all equations gives, in the norms asked for") {
    Law law(1e-9);
    for_every_constraint_met([&](const System& system, const State& met, Random& random, const char* kind) {
        const Weighted weights(system, random);
        State state = nudged(system, met, random, 1e-2, false);
        ProjectionOptions options = weights.options;
        options.max_iterations = 1;
        const EquationCounts count = equation_counts(system);
        if (count.acceleration_only > 0) return;
        const int m = count.holonomic + count.nonholonomic, n = system.nu();
        Matrix G(m, n);
        std::vector<double> all(at(m * n));
        constraint_matrix(system, state, all);
        G = Eigen::Map<Matrix>(all.data(), m, n);
        Vector T(m), unit(n), v(m);
        for (int i = 0; i < m; ++i) {
            T[i] = weights.equations[at(i)] * (count.holonomic > 0 ? options.characteristic_time : 1.0);
            v[i] = velocity_errors(system, state)[at(i)];
        }
        for (int i = 0; i < n; ++i) unit[i] = 1 / weights.speeds[at(i)];
        const Matrix A = T.asDiagonal() * G * unit.asDiagonal();
        Eigen::CompleteOrthogonalDecomposition<Matrix> whole;
        whole.setThreshold(1e-9);
        whole.compute(A);
        const Vector step = unit.asDiagonal() * Vector(whole.solve(Vector(-(T.asDiagonal() * v))));
        const std::vector<double> before = copy(state.u());
        const Projection account = project_velocities(system, state, options);
        CHECK(account.iterations == 1);
        double worst = 0;
        for (int i = 0; i < n; ++i)
            worst = std::max(worst, std::abs(state.u()[at(i)] - before[at(i)] - step[i]));
        law.measure(worst / 1e-2, kind);
    });
}

TEST_CASE(
    "the whole way of a projection is at right angles to the constraints, and an estimate of it is removed") {
    Law along(1e-9), estimate(1e-9), twice(1e-9), quaternions(1e-12);
    for_every_constraint_met([&](const System& system, const State& met, Random& random, const char* kind) {
        const Weighted weights(system, random);
        State state = nudged(system, met, random, 1e-2, false);
        const std::vector<double> before = copy(state.u());
        Projector projector(system);
        REQUIRE(projector.velocities(state, weights.options).converged);
        const bool linear = !system.compiled().constraints.rows_follow_speeds &&
                            equation_counts(system).acceleration_only == 0;
        std::vector<double> way(before.size()), other(before.size());
        double size = 1e-9;
        for (std::size_t i = 0; i < way.size(); ++i)
            way[i] = state.u()[i] - before[i], size += std::abs(way[i]);
        for (double& x : other) x = random.within(-1, 1);
        // What is left of a random vector changes no equation; the way is at right angles to it.
        std::vector<double> free = other, Gv(at(equation_counts(system).all()));
        projector.velocity_estimate(state, free, weights.options);
        multiply_by_G(system, state, free, Gv);
        if (linear) {
            for (const double x : Gv) along.measure(std::abs(x), kind);
            double product = 0;
            for (std::size_t i = 0; i < way.size(); ++i)
                product += way[i] * free[i] * weights.speeds[i] * weights.speeds[i];
            along.measure(std::abs(product) / size, kind);
            projector.velocity_estimate(state, way, weights.options);
            for (const double x : way) estimate.measure(std::abs(x) / size, kind);
        }
        std::vector<double> again = free;
        projector.velocity_estimate(state, again, weights.options);
        twice.measure(difference(again, free), kind);
        // Coordinates alike; along a quaternion nothing is left.
        std::vector<double> q_error(at(system.nq()));
        for (double& x : q_error) x = random.within(-1, 1);
        projector.position_estimate(state, q_error, weights.options);
        std::vector<double> q_again = q_error;
        projector.position_estimate(state, q_again, weights.options);
        twice.measure(difference(q_again, q_error), kind);
        for (const QuaternionSlot& slot : system.layout().quaternions)
            for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j)
                if (system.layout().q_of_joint[at(j)].first == slot.q && !uses_angles(system, state, {{j}})) {
                    double sum = 0;
                    for (int k = 0; k < 4; ++k) sum += q_error[at(slot.q + k)] * state.q()[at(slot.q + k)];
                    quaternions.measure(std::abs(sum), kind);
                }
    });
}

TEST_CASE("joints that are locked or driven do not move, and the others do the work") {
    int solved = 0;
    for_every_constraint_met([&](const System& system, const State& met, Random& random, const char* kind) {
        CAPTURE(kind);
        State state = nudged(system, met, random, 1e-4, true);
        std::vector<AnyJointId> held;
        for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j)
            if (random.below(4) == 0) held.push_back({{j}}), lock(system, state, {{j}});
        const State before = state;
        const StateProjection account = project(system, state);
        solved += account.positions.converged && account.velocities.converged;
        for (const AnyJointId joint : held) {
            for (std::size_t i = 0; i < state.q(joint).size(); ++i)
                CHECK(state.q(joint)[i] == before.q(joint)[i]);
            for (const double u : state.u(joint)) CHECK(u == 0);
        }
    });
    CHECK(solved >= 12);  // some constraints act on locked joints only
}

TEST_CASE("each Newton step squares the error") {
    Law law(1);
    for_every_constraint_met([&](const System& system, const State& met, Random& random, const char* kind) {
        const State start = nudged(system, met, random, 3e-3, true);
        double last = 0;
        for (int i = 1; i <= 3; ++i) {
            State state = start;
            const Projection account =
                project_positions(system, state, {.tolerance = 1e-13, .max_iterations = i});
            if (i == 1) last = account.error_before;
            law.measure(account.error / (100 * last * last + 1e-12), kind);
            last = account.error;
        }
    });
}

TEST_CASE("quaternions of any length become unit ones and nothing else changes") {
    const System system(random_model(3));
    State state = random_state(system, 3, false);
    const State before = state;
    normalise_quaternions(system, state);
    for (int body = 0; body < static_cast<int>(system.model().bodies.size()); ++body)
        CHECK(difference(pose(system, state, BodyId{body}), pose(system, before, BodyId{body})) < 1e-14);
    for (const QuaternionSlot& slot : system.layout().quaternions) {
        double sum = 0;
        for (int k = 0; k < 4; ++k) sum += state.q()[at(slot.q + k)] * state.q()[at(slot.q + k)];
        CHECK(std::abs(sum - 1) < 1e-15);
    }
    const State once = state;
    normalise_quaternions(system, state);
    CHECK(state == once);
}
