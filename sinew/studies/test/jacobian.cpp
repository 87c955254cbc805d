// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Jacobians for implicit methods: what no rate shares is changed together, and the numbers are those of one by one.
#include <sinew/base/at.h>
#include <sinew/integrators/jacobian.h>
#include <sinew/studies/error.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/model.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The same problem without a word on its structure.
class Dense final : public Problem {
public:
    explicit Dense(SystemProblem& of) : of_(of) {}
    Parts parts() const override { return of_.parts(); }
    bool rates(double t, std::span<double> y, std::span<double> y_dot) override {
        return of_.rates(t, y, y_dot);
    }
    bool rates_of_many(double t, std::span<double> y, std::span<double> y_dot) override {
        return of_.rates_of_many(t, y, y_dot);
    }
    bool q_rates(double t, std::span<const double> y, std::span<const double> u,
                 std::span<double> q_dot) override {
        return of_.q_rates(t, y, u, q_dot);
    }
    bool project(double t, std::span<double> y, std::span<double> error) override {
        return of_.project(t, y, error);
    }

private:
    SystemProblem& of_;
};

/// Three trees side by side on the world, with joints of all kinds.
Model forest(Random& random) {
    Model model;
    const std::vector<AnyJoint> joints = joint_of_every_kind();
    for (int tree = 0; tree < 3; ++tree) {
        BodyId last = world;
        const auto any = static_cast<std::size_t>(random.below(static_cast<int>(joints.size())));
        for (const AnyJoint& joint : {AnyJoint{Free{}}, joints[any], AnyJoint{Pin{}}})
            last = hang_by(model, random, joint, last);
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

struct Both {
    std::vector<double> grouped, dense;
    long rates_grouped = 0, rates_dense = 0;
};

Both jacobians(const System& system, const State& start, bool both_sides) {
    SystemProblem problem(system, start);
    problem.set_exact_jacobian(false);
    Dense dense(problem);
    const auto n = static_cast<std::size_t>(problem.parts().all());
    std::vector<double> y(n), f(n);
    problem.store(y);
    Both found{std::vector<double>(n * n), std::vector<double>(n * n)};
    REQUIRE_MESSAGE(problem.rates(0, y, f), problem.complaint());
    Differences by_groups(problem), one_by_one(dense);
    REQUIRE(by_groups.jacobian(problem, 0, y, f, both_sides, found.grouped, found.rates_grouped));
    REQUIRE(one_by_one.jacobian(dense, 0, y, f, both_sides, found.dense, found.rates_dense));
    return found;
}

}  // namespace

TEST_CASE(
    "Jacobians by groups of components are those by single ones, with every force and every constraint") {
    int fewer = 0, all = 0;
    const auto compare = [&](const Model& model, const char* what) {
        CAPTURE(what);
        const System system(model);
        for (const bool both_sides : {false, true}) {
            const Both J = jacobians(system, random_state(system, 5), both_sides);
            double largest = 1;
            for (const double x : J.dense) largest = std::max(largest, std::abs(x));
            double off = 0;
            for (std::size_t i = 0; i < J.dense.size(); ++i)
                off = std::max(off, std::abs(J.dense[i] - J.grouped[i]));
            CHECK(off <= 1e-12 * largest);
            CHECK(J.rates_grouped <= J.rates_dense);
            fewer += J.rates_grouped < J.rates_dense;
            ++all;
        }
    };
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random(seed);
        Model model = forest(random);
        for_every_force([&]<class E> {
            Model with = model;
            with.add(random_force<E>(with, random));
            compare(with, E::kind);
        });
        for (const KindOfConstraint& kind : every_constraint()) {
            Model with = model;
            with.add_constraint(kind.random(with, random));
            compare(with, kind.kind);
        }
    }
    CHECK(fewer > all / 2);
}

TEST_CASE("implicit methods ask for fewer rates where trees do not feel one another, and go the same way") {
    Model model;
    for (int i = 0; i < 8; ++i) {
        const std::string number = std::to_string(i);
        const BodyId arm =
            model.add(Body{"arm" + number, {.mass = 1, .com = {0.3, 0, 0}, .inertia = {1, 1, 1}}});
        const BodyId bob =
            model.add(Body{"bob" + number, {.mass = 1, .com = {0.1, 0, 0}, .inertia = {1, 1, 1}}});
        model.add(Pin{}, {.name = "swing" + number, .from = world, .to = arm});
        const auto along = model.add(Slider{}, {.name = "strut" + number, .from = arm, .to = bob});
        model.add(MobilitySpring{"spring" + number, {along, 0}, 1e4 * (i + 1), 0});
        model.add(MobilityDamper{"damper" + number, {along, 0}, 300});
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    SystemProblem problem(system, system.default_state());
    problem.set_exact_jacobian(false);
    Dense dense(problem);
    std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
    problem.store(y);
    CHECK(Differences(problem).groups() == 4);
    CHECK(Differences(dense).groups() == 32);
    for (const Method method : {Method::rosenbrock, Method::bdf}) {
        const auto a = make_integrator(method), b = make_integrator(method);
        a->start(problem, 0, y, {.accuracy = 1e-6});
        while (a->t() < 0.5) REQUIRE(a->step(0.5) == StepOutcome::advanced);
        b->start(dense, 0, y, {.accuracy = 1e-6});
        while (b->t() < 0.5) REQUIRE(b->step(0.5) == StepOutcome::advanced);
        MESSAGE(std::string(name(method)), ": ", b->statistics().evaluations, " rates become ",
                a->statistics().evaluations, ", ", a->statistics().jacobians, " Jacobians");
        CHECK(difference(a->y(), b->y()) < 1e-5);
        CHECK(a->statistics().jacobians == b->statistics().jacobians);
        CHECK(b->statistics().evaluations - a->statistics().evaluations >=
              (32 - 4) * a->statistics().jacobians);
    }
}

TEST_CASE("exact Jacobians are what differences come near to, with every force and every constraint") {
    int exact = 0;
    const auto compare = [&](const Model& model, const char* what) {
        CAPTURE(std::string(what));
        const System system(model);
        const State state = random_state(system, 5);
        if (constraint_rank(system, state) < equation_counts(system).all()) return;  // λ may jump there
        SystemProblem problem(system, state);
        std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
        problem.store(y);
        std::vector<double> J(y.size() * y.size());
        if (!problem.jacobian(0, y, J)) return;
        CHECK(difference(J, jacobians(system, state, true).grouped) < 1e-6);
        ++exact;
    };
    Random random(3);
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint :
         {AnyJoint{Free{}}, AnyJoint{Universal{}}, AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Slider{}}})
        last = hang_by(model, random, joint, last);
    model.add(Gravity{.g = {0, -9.81, 0}});
    for_every_force([&]<class E> {
        Model with = model;
        with.add(random_force<E>(with, random));
        compare(with, E::kind);
    });
    for (const KindOfConstraint& kind : every_constraint()) {
        Model with = model;
        with.add_constraint(kind.random(with, random));
        compare(with, kind.kind);
    }
    CHECK(exact > 45);
}

TEST_CASE(
    "implicit methods take exact Jacobians unless told otherwise, go the same way and ask for fewer rates") {
    Random random(4);
    for (const bool closed : {false, true}) {
        Model model;
        BodyId last = world;
        for (const AnyJoint& joint :
             {AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}}, AnyJoint{Pin{}}})
            last = hang_by(model, random, joint, last);
        model.add(Gravity{.g = {0, -9.81, 0}});
        for (const int j : {1, 3}) {
            const CoordinateOf angle{AnyJointId{{j}}, 0};
            model.add(MobilitySpring{"stiff" + std::to_string(j), angle, 1e5, 0});
            model.add(MobilityDamper{"damper" + std::to_string(j), angle, 1e3});
        }
        if (closed)
            model.add(Rod{.name = "rod", .from = {world, {0.3, 0.2, 0}}, .to = {last, {}}, .length = 1});
        const System system(model);
        for (const Method method : {Method::rosenbrock, Method::bdf}) {
            CAPTURE(std::string(name(method)));
            std::vector<double> end[2];
            IntegratorStatistics told[2];
            for (const bool exact : {true, false}) {
                SystemProblem problem(system, random_state(system, 5, false));
                if (!exact) problem.set_exact_jacobian(false);
                std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
                problem.store(y);
                REQUIRE_MESSAGE(problem.project(0, y, {}), problem.complaint());
                const auto run = make_integrator(method);
                run->start(problem, 0, y, {.accuracy = 1e-6});
                while (run->t() < 0.2) REQUIRE(run->step(0.2) == StepOutcome::advanced);
                end[exact].assign(run->y().begin(), run->y().end());
                told[exact] = run->statistics();
            }
            MESSAGE(std::string(name(method)), ": ", told[0].evaluations, " rates become ",
                    told[1].evaluations, ", ", told[1].jacobians, " Jacobians (", told[0].jacobians,
                    " by differences)");
            CHECK(difference(end[0], end[1]) < 1e-5);
            // Differences ask for a rate per component and side, of which CVODE's have one; beside these both ask for
            // as many, but for steps that rounding lets go otherwise.
            const int sides = method == Method::bdf ? 1 : 2;
            const long by_differences = sides * told[0].jacobians * static_cast<long>(end[0].size());
            CHECK(told[1].evaluations < told[0].evaluations);
            CHECK(std::abs(told[0].evaluations - by_differences - told[1].evaluations) <
                  told[1].evaluations / 5);
        }
    }
}

namespace {

/// Pulls a slider back; has no value beyond an edge, which it tells by no number or by what it throws.
class Edge final : public ForceLaw {
public:
    explicit Edge(JointId<Slider> on, bool throws) : on_(on), throws_(throws) {}
    void apply(const Situation& now, Effect& out) const override {
        const double q = now.state.q(on_);
        if (q > 0.3 && throws_) throw StateError("the edge is at 0.3.");
        out.add_mobility_force({on_, 0}, q > 0.3 ? std::numeric_limits<double>::quiet_NaN() : -5 * q * q);
    }

private:
    JointId<Slider> on_;
    bool throws_;
};

}  // namespace

TEST_CASE(
    "at the edge of a domain the columns that leave it are taken on its other side, beside all others") {
    for (const bool throws : {false, true}) {
        Model model;
        BodyId last = world;
        std::vector<JointId<Slider>> sliders;
        for (int i = 0; i < 12; ++i) {
            const std::string number = std::to_string(i);
            const BodyId cart = model.add(Body{"cart" + number, {.mass = 1.0 + i}});
            sliders.push_back(model.add(Slider{}, {.name = "rail" + number, .from = last, .to = cart}));
            last = cart;
        }
        for (int i = 0; i < 12; i += 5)
            model.add(
                CustomForce{"edge" + std::to_string(i), std::make_shared<Edge>(sliders[at(i)], throws)});
        const System system(model);
        State state = system.default_state();
        for (int i = 0; i < 12; ++i) state.q(sliders[at(i)]) = i % 5 == 0 ? 0.3 : 0.1 * i;
        for (const bool both_sides : {false, true}) {
            const Both J = jacobians(system, state, both_sides);
            const int n = 24;
            double off = 0;
            for (int i = 0; i < 12; ++i)
                for (int j = 0; j < 12; ++j) {
                    // f_j = −5 q_j² acts between carts j − 1 and j: u̇_i = (f_i − f_i+1)/m_i − (f_i−1 − f_i)/m_i−1.
                    double wanted = 0;
                    if (j % 5 == 0) {
                        const double f_q = -10 * 0.3, m_j = 1.0 + j, before = j;
                        wanted = i == j       ? f_q * (1 / m_j + (j > 0 ? 1 / before : 0))
                                 : i == j + 1 ? -f_q / m_j
                                 : i == j - 1 ? -f_q / before
                                              : 0;
                    }
                    off = std::max(off, std::abs(J.grouped[at((12 + i) * n + j)] - wanted));
                }
            CHECK(off < 1e-6);
        }
    }
}
