// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "implicit_runs.h"

#include <sinew/sinew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "sinew_model.h"
#include "sinew_side.h"

namespace bench {
namespace {

/// Springs and dampers on all joints of one speed, so stiff that explicit methods would crawl. They rest at zero, or
/// where they are told.
sinew::Model stiffened(const BenchModel& of, const std::vector<double>& rest = {}) {
    sinew::Model model = model_of(of);
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
        if (of.bodies[static_cast<std::size_t>(j)].joint != JointKind::pin) continue;
        const sinew::CoordinateOf coordinate{sinew::AnyJointId{{j}}, 0};
        const double at = rest.empty() ? 0 : rest[static_cast<std::size_t>(j)];
        model.add(sinew::MobilitySpring{"spring" + std::to_string(j), coordinate, 1e3, at});
        model.add(sinew::MobilityDamper{"damper" + std::to_string(j), coordinate, 100});
    }
    return model;
}

/// The same with its last body on a rod to the world.
sinew::Model closed(sinew::Model model) {
    const sinew::BodyId last{static_cast<int>(model.bodies.size()) - 1};
    model.add(
        sinew::Rod{.name = "rod", .from = {sinew::world, {0.5, 0.5, 0.5}}, .to = {last, {}}, .length = 1.5});
    return model;
}

/// The same with a spring and damper between points of any two bodies that share a joint.
sinew::Model spanned(sinew::Model model) {
    for (int b = 1; b + 1 < static_cast<int>(model.bodies.size()); ++b)
        model.add(sinew::TwoPointSpring{.name = "span" + std::to_string(b),
                                        .from = {sinew::BodyId{b}, {0.1, 0.1, 0}},
                                        .to = {sinew::BodyId{b + 1}, {0.1, 0, 0.1}},
                                        .stiffness = 500,
                                        .rest_length = 0.1,
                                        .damping = 50});
    return model;
}

/// Both must end at the same place, to a tenth of what the steps themselves may be wrong by: one-sided differences
/// leave a ten-millionth in J and more where loops are stiff, and Rosenbrock's error estimate feels it.
constexpr double accuracy = 1e-5, apart_at_most = accuracy / 10;

struct Run {
    sinew::IntegratorStatistics statistics;
    double seconds = 0;
    std::vector<double> end;
};

struct Case {
    std::string name;
    sinew::System system;
    double until;
    sinew::State start = moving(system);

    static sinew::State moving(const sinew::System& system) {
        sinew::State start = system.default_state();
        std::vector<double> u(start.u().size());
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::sin(1.0 + static_cast<double>(i));
        start.set_u(u);
        return start;
    }
};

/// Loops on springs that rest where they are closed, away from where they lie flat.
Case closed_loops() {
    const BenchModel model = four_bars(80);
    std::vector<BenchState> states = random_states(model, 1, 7);
    make_states_obey(model, states);
    const sinew::System bare(model_of(model));
    sinew::State start = bare.default_state();
    start.set_q(states[0].q);  // joints stand in the tree as bodies do
    start = assemble(bare, start).state;
    const std::vector<double> rest(start.q().begin(), start.q().end());
    Case one{"chain of 40 four-bars", sinew::System(stiffened(model, rest)), 0.05};
    one.start.set_q(rest);
    return one;
}

Run run(const Case& of, sinew::Method method, bool exact) {
    sinew::SystemProblem problem(of.system, of.start);
    problem.set_exact_jacobian(exact);
    std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
    problem.store(y);
    problem.project(0, y, {});
    const auto integrator = sinew::make_integrator(method);
    integrator->start(problem, 0, y, {.accuracy = accuracy});
    const double before = thread_seconds();
    while (integrator->t() < of.until)
        if (integrator->step(of.until) != sinew::StepOutcome::advanced)
            throw std::runtime_error(
                fmt::format("{} did not go on from t = {} s", sinew::name(method), integrator->t()));
    return {integrator->statistics(),
            thread_seconds() - before,
            {integrator->y().begin(), integrator->y().end()}};
}

struct Both {
    Run differences, exact;
};

/// Of each the one of the middle time of five, taken in turns; all take the same steps.
Both median_runs(const Case& of, sinew::Method method) {
    std::array<Run, 5> differences, exact;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        differences[i] = run(of, method, false);
        exact[i] = run(of, method, true);
    }
    const auto middle = [](std::array<Run, 5>& all) {
        std::sort(all.begin(), all.end(), [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
        return all[2];
    };
    return {middle(differences), middle(exact)};
}

}  // namespace

nlohmann::json measure_implicit_runs() {
    nlohmann::json out = nlohmann::json::array();
    fmt::print("\n{:<28} {:<11} {:<12} {:>7} {:>10} {:>12} {:>9} {:>10}\n", "stiff motion", "method",
               "Jacobian", "steps", "Jacobians", "evaluations", "ms", "apart by");
    const Case cases[] = {
        {"humanoid, 30 pins", sinew::System(stiffened(humanoid_of_pins())), 0.2},
        {"chain of 20", sinew::System(stiffened(chain(20))), 0.2},
        {"chain of 20, closed by a rod", sinew::System(closed(stiffened(chain(20)))), 0.2},
        {"chain of 100, springs between", sinew::System(spanned(stiffened(chain(100)))), 0.05},
        closed_loops()};
    for (const Case& one : cases) {
        for (const sinew::Method method : {sinew::Method::rosenbrock, sinew::Method::bdf}) {
            const Both both = median_runs(one, method);
            const double apart = relative_difference(both.exact.end, both.differences.end);
            if (!(apart <= apart_at_most))
                throw std::runtime_error(
                    fmt::format("{}, {}: exact Jacobians end {} off", one.name, sinew::name(method), apart));
            for (const Run* r : {&both.differences, &both.exact}) {
                const char* jacobian = r == &both.exact ? "exact" : "differences";
                fmt::print("{:<28} {:<11} {:<12} {:>7} {:>10} {:>12} {:>9.2f} {:>10.1e}\n", one.name,
                           std::string(sinew::name(method)), jacobian, r->statistics.steps,
                           r->statistics.jacobians, r->statistics.evaluations, 1e3 * r->seconds, apart);
                out.push_back({{"model", one.name},
                               {"method", std::string(sinew::name(method))},
                               {"jacobian", jacobian},
                               {"steps", r->statistics.steps},
                               {"jacobians", r->statistics.jacobians},
                               {"evaluations", r->statistics.evaluations},
                               {"seconds", r->seconds},
                               {"apart_by", apart}});
            }
        }
    }
    return out;
}

}  // namespace bench
