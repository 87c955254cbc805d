// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/integrators/test/problems.h>

#include <algorithm>
#include <memory>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Numbers = std::vector<double>;

struct Smooth {
    std::string name;
    std::unique_ptr<Problem> problem;
    Numbers start;
    double end;
};

std::vector<Smooth> smooth_problems() {
    std::vector<Smooth> all;
    all.push_back({"oscillator", std::make_unique<Oscillator>(), {1, 0.3}, 4});
    all.push_back({"pendulum", std::make_unique<Pendulum>(), {1.2, 0}, 1.5});
    all.push_back({"driven", std::make_unique<Driven>(), {0.4, 2, 1}, 2.5});
    const auto point = PointPendulum::start();
    all.push_back({"pendulum on its circle", std::make_unique<PointPendulum>(),
                   Numbers(point.begin(), point.end()), 1.5});
    return all;
}

/// y at the end and at the middles of all steps, by fixed steps.
struct Run {
    Numbers end, middles;
};

Run run_fixed(Method method, Problem& problem, const Numbers& start, double end, int steps) {
    const auto integrator = make_integrator(method);
    integrator->start(problem, 0, start, {.accuracy = 1e-12, .fixed_step = end / steps});
    Run run;
    Numbers y(start.size());
    while (integrator->t() < end) {
        REQUIRE_MESSAGE(integrator->step(end) == StepOutcome::advanced, integrator->why());
        integrator->interpolate(0.5 * (integrator->t_before() + integrator->t()), y);
        run.middles.insert(run.middles.end(), y.begin(), y.end());
    }
    CHECK(integrator->statistics().steps == steps);
    run.end.assign(integrator->y().begin(), integrator->y().end());
    return run;
}

double difference(const Numbers& a, const Numbers& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::abs(a[i] - b[i]));
    return most;
}

/// Largest difference from the middles of a finer run; of an odd number of its steps in one of ours.
double middles_off(const Numbers& coarse, const Numbers& fine, std::size_t n, std::size_t ratio) {
    double most = 0;
    for (std::size_t k = 0; k < coarse.size() / n; ++k)
        for (std::size_t i = 0; i < n; ++i)
            most = std::fmax(most, std::abs(coarse[k * n + i] - fine[(k * ratio + ratio / 2) * n + i]));
    return most;
}

}  // namespace

TEST_CASE("halving steps divides errors by two to the order, at the ends of steps and between them") {
    for (const Method method : all_methods()) {
        const auto probe = make_integrator(method);
        if (!probe->is_one_step()) continue;
        const int order = probe->order();
        CAPTURE(std::string(name(method)));
        double least = 100;
        for (const Smooth& smooth : smooth_problems()) {
            CAPTURE(smooth.name);
            std::vector<double> ends, middles;
            // until rounding is near, or the steps of first-order methods are many
            for (int steps = order <= 2 ? 24 : 6; steps < 3000 && (ends.empty() || ends.back() > 3e-11);
                 steps *= 2) {
                const Run ours = run_fixed(method, *smooth.problem, smooth.start, smooth.end, steps);
                const int ratio = steps < 200 ? 9 : 3;
                const Run exact = run_fixed(Method::dormand_prince_8, *smooth.problem, smooth.start,
                                            smooth.end, steps * ratio);
                ends.push_back(difference(ours.end, exact.end));
                middles.push_back(middles_off(ours.middles, exact.middles, smooth.start.size(),
                                              static_cast<std::size_t>(ratio)));
            }
            const std::size_t last = ends.size() - (ends.back() < 2e-13 ? 2 : 1);
            CAPTURE(ends[last]);
            CAPTURE(middles[last]);
            const double observed = std::log2(ends[last - 1] / ends[last]);
            CHECK(observed > order - 0.35);
            least = std::fmin(least, observed);
            CHECK(std::log2(middles[last - 1] / middles[last]) > order - 0.35);
        }
        CHECK(least < order + 0.5);  // errors at the end may cancel by chance, but not in all problems
    }
}
