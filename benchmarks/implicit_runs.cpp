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

/// Both must end at the same place, to a hundredth of what the steps themselves may be wrong by: bdf leaves what
/// Newton's method leaves, and rosenbrock the error of differences.
constexpr double accuracy = 1e-5, apart_at_most = accuracy / 100;

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
    integrator->start(problem, 0, y, {.accuracy = accuracy});
    const double before = thread_seconds();
    while (integrator->t() < until)
        if (integrator->step(until) != sinew::StepOutcome::advanced)
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
Both median_runs(const sinew::System& system, sinew::Method method, double until) {
    std::array<Run, 5> differences, exact;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        differences[i] = run(system, method, false, until);
        exact[i] = run(system, method, true, until);
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
            const Both both = median_runs(system, method, one.until);
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
