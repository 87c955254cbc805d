// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Integrators take their memory at the start: no step, rejected trial, restart or interpolation takes more.
#include <sinew/integrators/test/problems.h>
#include <tests/allocations/count.h>

#include <doctest/doctest.h>

#include <new>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Goes well until something jumps, so that trials are rejected for their error, their rates and their projection.
struct Jumpy : Driven {
    bool rates(double t, std::span<double> y, std::span<double> y_dot) override {
        if (!Driven::rates(t, y, y_dot)) return false;
        if (t > 0.5) y_dot[1] += 20;
        return std::abs(y_dot[1]) < 1000 && !(t > 1 && t < 1.01 && ++refused < 4);
    }
    bool project(double t, std::span<double>, std::span<double>) override {
        return !(t > 1.5 && t < 1.6 && ++lost < 4);
    }
    int refused = 0, lost = 0;
};

}  // namespace

TEST_CASE("no step allocates after the start, whether accepted or rejected, with any method") {
    if (!can_count()) return;
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        const auto integrator = make_integrator(method);
        Driven smooth;
        Jumpy jumpy;
        VanDerPol stiff;
        stiff.mu2 = 100;
        const struct {
            Problem* problem;
            std::vector<double> start;
        } cases[] = {{&smooth, {0.4, 2, 1}}, {&jumpy, {0.4, 2, 1}}, {&stiff, {2, -0.66}}};
        for (const auto& c : cases) {
            IntegratorOptions options{.accuracy = 1e-4};
            const bool is_fixed = method == Method::semi_explicit_euler;
            if (is_fixed) options.fixed_step = 1e-3;
            if (is_fixed && c.problem == &jumpy) continue;  // may not shorten its steps
            integrator->start(*c.problem, 0, c.start, options);
            std::vector<double> y(c.start.size());
            const long before = allocations();
            while (integrator->t() < 2) {
                if (integrator->step(2) == StepOutcome::stuck) break;
                integrator->interpolate(0.5 * (integrator->t_before() + integrator->t()), y);
                if (integrator->t() > 1.7 && integrator->t() < 1.71) integrator->restart(integrator->t(), y);
            }
            const long taken = allocations() - before;
            CHECK_MESSAGE(integrator->t() == 2, integrator->why());
            CHECK(taken == 0);
            if (c.problem == &jumpy) CHECK(integrator->statistics().rejected() > 2);
        }
    }
}

TEST_CASE("memory that runs out while an integrator starts is said so and nothing is lost") {
    if (!can_count()) return;
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        if (!make_integrator(method)->is_one_step())
            continue;  // SUNContext_Create of SUNDIALS 6.4 does not survive it
        Driven problem;
        const double start[] = {0.4, 2, 1};
        IntegratorOptions options;
        if (method == Method::semi_explicit_euler) options.fixed_step = 1e-3;
        const auto deed = [&] {
            const auto integrator = make_integrator(method);
            integrator->start(problem, 0, start, options);
            CHECK(integrator->step(1) == StepOutcome::advanced);
        };
        deed();
        bool done = false;
        for (long k = 1; !done; ++k) {
            CAPTURE(k);
            bool threw = false;
            const long live = live_blocks();
            fail_allocation(k);
            try {
                deed();
            } catch (const std::bad_alloc&) {
                threw = true;
            }
            done = !failed();
            fail_allocation(0);
            const long lost = live_blocks() - live;
            CHECK(lost == 0);
            CHECK(threw == !done);
        }
    }
}
