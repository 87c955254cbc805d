// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every method keeps its order on mechanisms: with joints by quaternion, motors, and constraints kept by projection.
#include <sinew/studies/simulate.h>
#include <sinew/studies/test/motions.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double seconds = 0.5;

std::vector<double> end_of(const Moving& motion, Method method, int steps) {
    Simulation run(motion.system, motion.start,
                   {.until = seconds, .accuracy = 1e-12, .method = method, .fixed_step = seconds / steps});
    run.advance_to(seconds);
    REQUIRE_MESSAGE(run.outcome() == Outcome::reached, run.report().failure);
    return places(motion.system, run.state());
}

/// What the 2,000 steps that others are compared with may be off by rounding, in metres.
constexpr double rounding = 2000 * 0x1p-53;

struct Order {
    double least, most;  ///< as far as rounding tells
};
/// Between the last two halvings of the step before rounding is near, or steps are many.
Order observed_order(const Moving& motion, Method method, int order, const std::vector<double>& exact) {
    std::vector<double> errors;
    for (int steps = order <= 2   ? 64
                     : order <= 5 ? 16
                                  : 4;
         steps < 3000 && (errors.size() < 2 || errors.back() > 1e-9); steps *= 2)
        errors.push_back(farthest(end_of(motion, method, steps), exact));
    const double before = errors[errors.size() - 2], last = errors.back();
    return {std::log2(before / (last + rounding)),
            std::log2(before / std::max(last - rounding, 1e-3 * last))};
}

}  // namespace

TEST_CASE("halving steps divides errors by two to the order, with and without constraints (long)") {
    const bool tell = std::getenv("SINEW_TELL");
    for (const Moving& motion : eight_motions()) {
        if (motion.stiff) continue;  // nothing of order can be seen before steps are tiny
        CAPTURE(motion.name);
        const auto exact = end_of(motion, Method::dormand_prince_8, 2000);
        for (int m = 0; m < method_count; ++m) {
            const auto method = static_cast<Method>(m);
            const auto made = make_integrator(method);
            if (!made->is_one_step()) continue;
            CAPTURE(std::string(name(method)));
            const Order observed = observed_order(motion, method, made->order(), exact);
            if (tell)
                std::printf("%-28s %-28s %.2f to %.2f\n", motion.name.c_str(), name(method), observed.least,
                            observed.most);
            CHECK(observed.most >
                  made->order() - (made->order() > 5 ? 0.7 : 0.35));  // with few steps before rounding
            CHECK(observed.least < made->order() + 2);                // errors may cancel at the end
        }
    }
}

TEST_CASE(
    "methods of several steps gain with each step what their orders promise, with and without constraints") {
    const bool tell = std::getenv("SINEW_TELL");
    for (const Moving& motion : eight_motions()) {
        if (motion.stiff) continue;
        CAPTURE(motion.name);
        const auto exact = end_of(motion, Method::dormand_prince_8, 2000);
        for (const Method method : {Method::adams, Method::bdf}) {
            CAPTURE(std::string(name(method)));
            double error[2], steps[2];
            for (int i : {0, 1}) {
                Simulation run(motion.system, motion.start,
                               {.until = seconds, .accuracy = i == 0 ? 1e-5 : 1e-9, .method = method});
                run.advance_to(seconds);
                error[i] = farthest(places(motion.system, run.state()), exact);
                steps[i] = static_cast<double>(run.report().statistics.steps);
            }
            const double observed = std::log(error[0] / error[1]) / std::log(steps[1] / steps[0]);
            if (tell) std::printf("%-28s %-28s %.2f\n", motion.name.c_str(), name(method), observed);
            CHECK(observed > (method == Method::bdf ? 3 : 5));
        }
    }
}
