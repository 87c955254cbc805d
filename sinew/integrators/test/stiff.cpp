// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/integrators/test/problems.h>

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

void tell(Method method, const char* problem, double accuracy, double error, const IntegratorStatistics& s) {
    if (std::getenv("SINEW_TELL"))
        std::printf(
            "%-12s %-14s %.0e  error %.1e  steps %6ld rejected %5ld  rates %7ld jacobians %6ld factors "
            "%6ld\n",
            name(method), problem, accuracy, error, s.steps, s.rejected(), s.evaluations, s.jacobians,
            s.factorizations);
}

}  // namespace

TEST_CASE("stiff problems take implicit methods few steps: Van der Pol's oscillator with mu = 1000") {
    // at t = 2 in scaled time                                     [Hairer, Wanner 1996, IV.10; their program's output]
    const double exact[] = {1.706167732170483, -0.8928097010247975};
    for (const Method method : {Method::rosenbrock, Method::bdf})
        for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
            CAPTURE(std::string(name(method)));
            CAPTURE(accuracy);
            VanDerPol problem;
            const double start[] = {2, -0.66};
            const auto integrator = make_integrator(method);
            integrator->start(problem, 0, start, {.accuracy = accuracy});
            REQUIRE_MESSAGE(run(*integrator, 2) == StepOutcome::advanced, integrator->why());
            const double error =
                std::fmax(std::abs(integrator->y()[0] - exact[0]), std::abs(integrator->y()[1] - exact[1]));
            tell(method, "Van der Pol", accuracy, error, integrator->statistics());
            CHECK(error < 100 * accuracy);
            CHECK(integrator->statistics().steps < 20'000);
        }
    // an explicit method can, but its steps are bound by stability
    VanDerPol problem;
    const double start[] = {2, -0.66};
    const auto explicit_one = make_integrator(Method::dormand_prince);
    explicit_one->start(problem, 0, start, {.accuracy = 1e-3});
    REQUIRE(run(*explicit_one, 0.1) == StepOutcome::advanced);
    CHECK(explicit_one->statistics().steps > 10'000);
}

TEST_CASE(
    "stiff problems take implicit methods few steps: Robertson's reaction over eleven decades of time") {
    // [Mazzia, Magherini: Test Set for Initial Value Problem Solvers, release 2.4 (2008), problem ROBER]
    const double exact[] = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
    for (const Method method : {Method::rosenbrock, Method::bdf}) {
        CAPTURE(std::string(name(method)));
        Robertson problem;
        const double start[] = {1, 0, 0};
        const auto integrator = make_integrator(method);
        integrator->start(problem, 0, start, {.accuracy = 1e-6});
        REQUIRE_MESSAGE(run(*integrator, 1e11) == StepOutcome::advanced, integrator->why());
        tell(method, "Robertson", 1e-6, std::abs(integrator->y()[0] / exact[0] - 1),
             integrator->statistics());
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(integrator->y()[i] == doctest::Approx(exact[i]).epsilon(1e-2));
        CHECK(integrator->y()[0] + integrator->y()[1] + integrator->y()[2] ==
              doctest::Approx(1).epsilon(1e-9));
        CHECK(integrator->statistics().steps < 2000);
    }
}
