// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "implicit_runs.h"

#include <sinew/sinew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "sinew_model.h"

namespace bench {
namespace {

/// Springs and dampers on all joints of one speed, so stiff that explicit methods would crawl.
sinew::Model stiffened(const BenchModel& of) {
    sinew::Model model = model_of(of);
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
        if (of.bodies[static_cast<std::size_t>(j)].joint != JointKind::pin) continue;
        const sinew::CoordinateOf coordinate{sinew::AnyJointId{{j}}, 0};
        model.add(sinew::MobilitySpring{"spring" + std::to_string(j), coordinate, 1e3, 0});
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

struct Run {
    sinew::IntegratorStatistics statistics;
    double seconds = 0;
    std::vector<double> end;
};

Run run(const sinew::System& system, sinew::Method method, bool exact, double until) {
    sinew::State start = system.default_state();
    std::vector<double> u(start.u().size());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = std::sin(1.0 + static_cast<double>(i));
    start.set_u(u);
    sinew::SystemProblem problem(system, start);
    problem.set_exact_jacobian(exact);
    std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
    problem.store(y);
    problem.project(0, y, {});
    const auto integrator = sinew::make_integrator(method);
    integrator->start(problem, 0, y, {.accuracy = 1e-5});
    const double before = thread_seconds();
    while (integrator->t() < until && integrator->step(until) == sinew::StepOutcome::advanced) {}
    return {integrator->statistics(),
            thread_seconds() - before,
            {integrator->y().begin(), integrator->y().end()}};
}

/// The one of the middle time of five; all take the same steps.
Run median_run(const sinew::System& system, sinew::Method method, bool exact, double until) {
    std::array<Run, 5> all;
    for (Run& one : all) one = run(system, method, exact, until);
    std::sort(all.begin(), all.end(), [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
    return all[2];
}

}  // namespace

nlohmann::json measure_implicit_runs() {
    nlohmann::json out = nlohmann::json::array();
    fmt::print("\n{:<28} {:<11} {:<12} {:>7} {:>10} {:>12} {:>9} {:>10}\n", "stiff motion", "method",
               "Jacobian", "steps", "Jacobians", "evaluations", "ms", "apart by");
    const struct {
        std::string name;
        sinew::Model model;
        double until;
    } cases[] = {{"humanoid, 30 pins", stiffened(humanoid_of_pins()), 0.2},
                 {"chain of 20", stiffened(chain(20)), 0.2},
                 {"chain of 20, closed by a rod", closed(stiffened(chain(20))), 0.2}};
    for (const auto& one : cases) {
        const sinew::System system(one.model);
        for (const sinew::Method method : {sinew::Method::rosenbrock, sinew::Method::bdf}) {
            const Run differences = median_run(system, method, false, one.until),
                      exact = median_run(system, method, true, one.until);
            for (const Run* r : {&differences, &exact}) {
                const char* jacobian = r == &exact ? "exact" : "differences";
                fmt::print("{:<28} {:<11} {:<12} {:>7} {:>10} {:>12} {:>9.2f} {:>10.1e}\n", one.name,
                           std::string(sinew::name(method)), jacobian, r->statistics.steps,
                           r->statistics.jacobians, r->statistics.evaluations, 1e3 * r->seconds,
                           relative_difference(r->end, differences.end));
                out.push_back({{"model", one.name},
                               {"method", std::string(sinew::name(method))},
                               {"jacobian", jacobian},
                               {"steps", r->statistics.steps},
                               {"jacobians", r->statistics.jacobians},
                               {"evaluations", r->statistics.evaluations},
                               {"seconds", r->seconds}});
            }
        }
    }
    return out;
}

}  // namespace bench
