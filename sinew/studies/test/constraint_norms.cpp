// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Whatever the method and the constraint: a State that is shown is as near to the constraints as was asked for.
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/motions.h>
#include <sinew/studies/variational.h>
#include <sinew/system/model.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The largest weighted error (11.51) of what a run shows: ends of steps, and places between that it is asked for.
double worst_shown(const System& system, const State& start, SimulationOptions options, int& shown) {
    const double until = options.until;
    options.start_may_move = 100;
    Simulation run(system, start, std::move(options));
    SystemProblem problem(system, start);
    double worst = 0;
    const auto look = [&] {
        problem.refresh(run.state());
        worst = std::max(worst, problem.constraint_error());
        ++shown;
    };
    look();
    while (!run.is_over()) {
        const double before = run.state().time();
        run.step();
        look();
        const double next = run.state().time() + 0.37 * (run.state().time() - before);
        for (const double t : {next, next + 0.001})
            if (t < until && !run.is_over()) run.advance_to(t), look();
    }
    REQUIRE_MESSAGE(run.outcome() == Outcome::reached, run.report().failure);
    return worst;
}

SimulationOptions with(Method method, double accuracy, double until) {
    SimulationOptions options{.until = until, .accuracy = accuracy, .method = method};
    if (method == Method::semi_explicit_euler) options.fixed_step = 2e-3;
    return options;
}

}  // namespace

TEST_CASE(
    "closed mechanisms stay closed at every State that is shown, whatever the method and the accuracy") {
    int shown = 0;
    std::vector<Moving> all;
    for (Moving& motion : eight_motions())
        if (motion.constrained) all.push_back(std::move(motion));
    for (const AnyJoint& joint : {AnyJoint{Pin{}}, AnyJoint{Ball{}}}) {
        const ClosedChain chain = closed_chain(AnyJoint{Universal{}}, joint, 4);
        Model model = chain.model;
        model.joints.back().placement.loop = LoopClosure::split;
        const System system(model);
        all.push_back({"chain closed by a joint", system, chain.assembled(system, 4), 1});
    }
    REQUIRE(all.size() == 5);
    for (const Moving& motion : all)
        for (int m = 0; m < method_count; ++m) {
            const auto method = static_cast<Method>(m);
            const int order = make_integrator(method)->order();
            for (const double accuracy : {1e-2, 1e-4, 1e-7}) {
                if (order <= 2 && accuracy < 1e-4) continue;  // too many steps
                CAPTURE(motion.name);
                CAPTURE(std::string(name(method)));
                CAPTURE(accuracy);
                CHECK(worst_shown(motion.system, motion.start, with(method, accuracy, 0.3), shown) <=
                      accuracy);
            }
        }
    for (const Moving& motion : all) {
        CAPTURE(motion.name);
        SimulationOptions options{.until = 0.3, .accuracy = 1e-6, .fixed_step = 0.01};
        options.integrator = std::make_unique<VariationalIntegrator>();
        CHECK(worst_shown(motion.system, motion.start, std::move(options), shown) <= 1e-6);
    }
    CHECK(shown > 10'000);
}

TEST_CASE("every kind of constraint is met at every State that is shown, by every method") {
    int shown = 0;
    std::set<std::string> met;
    for (const KindOfConstraint& kind : every_constraint()) {
        Random random(17);
        Model model = random_model(3);
        model.add_constraint(kind.random(model, random));
        const System system(model);
        std::optional<State> start;
        for (std::uint64_t seed = 0; seed < 10 && !start; ++seed) try {
                const Simulation run(system, random_state(system, seed, false),
                                     {.until = 1, .accuracy = 1e-4, .start_may_move = 3});
                start = run.state();
            } catch (const SimulationError&) {  // too far from its constraint
            }
        if (!start) continue;
        met.insert(kind.kind);
        for (int m = 0; m < method_count; ++m) {
            const auto method = static_cast<Method>(m);
            CAPTURE(kind.kind);
            CAPTURE(std::string(name(method)));
            const bool crude = make_integrator(method)->order() <= 2;
            CHECK(worst_shown(system, *start, with(method, crude ? 1e-2 : 1e-4, 0.02), shown) <=
                  (crude ? 1e-2 : 1e-4));
        }
    }
    MESSAGE(met.size(), " of ", every_constraint().size(), " kinds, ", shown, " States");
    CHECK(met.size() + 2 >= every_constraint().size());
}
