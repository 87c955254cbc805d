// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The one knob: what it promises and what it costs.
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/motions.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Followed {
    std::vector<double> places;  ///< at times that steps know nothing of
    IntegratorStatistics statistics;
};

Followed follow(const Moving& motion, Method method, double accuracy) {
    Followed found;
    Simulation run(motion.system, motion.start,
                   {.until = motion.seconds, .accuracy = accuracy, .method = method});
    for (int i = 1; i <= 40; ++i) {
        run.advance_to(motion.seconds * i / 40);
        REQUIRE_MESSAGE(!is_failure(run.outcome()), run.report().failure);
        const std::vector<double> now = places(motion.system, run.state());
        found.places.insert(found.places.end(), now.begin(), now.end());
    }
    found.statistics = run.report().statistics;
    return found;
}

}  // namespace

// What "monotone" can mean. The error of a step is a constant of the method times a power of the step, and a
// tighter accuracy takes shorter steps everywhere: so both go one way, without exception, for a method of one
// order. Methods of several steps change their order on the way, and with it the constant: there errors may rise
// to twice, and efforts fall to half, of what they were, from one decade to the next. A stiff motion binds
// explicit steps by stability, not by accuracy: there errors are far below the accuracy and efforts hardly depend
// on it.
TEST_CASE(
    "errors fall and efforts rise with every decade of the accuracy, over seven, on eight motions (long)") {
    const bool tell = std::getenv("SINEW_TELL");  // prints the table
    for (const Moving& motion : eight_motions()) {
        CAPTURE(motion.name);
        const auto exact = follow(motion, Method::dormand_prince_8, 1e-13).places;
        const double rounding = farthest(exact, follow(motion, Method::dormand_prince_8, 3e-13).places);
        for (const Method method :
             {Method::runge_kutta_3, Method::merson, Method::dormand_prince, Method::dormand_prince_8,
              Method::rosenbrock, Method::adams, Method::bdf}) {
            CAPTURE(std::string(name(method)));
            const bool several = method == Method::adams || method == Method::bdf;
            const bool bound = motion.stiff && method != Method::rosenbrock && method != Method::bdf;
            double first = 0, error_before = INFINITY;
            long effort_before = 0;
            for (int decade = 2; decade <= 9; ++decade) {
                const double accuracy = std::pow(10, -decade);
                CAPTURE(accuracy);
                const Followed found = follow(motion, method, accuracy);
                const double error = farthest(found.places, exact);
                const IntegratorStatistics& s = found.statistics;
                if (tell)
                    std::printf("%-26s %-18s %.0e  error %.1e  steps %6ld rejected %5ld  rates %7ld\n",
                                motion.name.c_str(), name(method), accuracy, error, s.steps, s.rejected(),
                                s.evaluations);
                CHECK(error <= std::fmax((several ? 2 : 1) * error_before, 10 * rounding + bound * accuracy));
                if (!bound)
                    CHECK(static_cast<double>(s.evaluations) >=
                          (several ? 0.5 : 1) * static_cast<double>(effort_before));
                if (decade == 2) first = error;
                error_before = error;
                effort_before = s.evaluations;
            }
            const double slope = std::log10(first / error_before) / 7;
            CHECK(slope > (bound ? 0.5 : 0.75));  // decades of error per decade of accuracy
            CHECK(slope < 1.3);
        }
    }
}
