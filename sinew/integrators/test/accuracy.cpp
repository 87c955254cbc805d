// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/integrators/test/problems.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Numbers = std::vector<double>;

struct Case {
    std::string name;
    std::unique_ptr<Problem> problem;
    Numbers start;
    double end;
    std::vector<Numbers> exact{};  ///< at equal times
    double sensitivity = 0;        ///< how much larger a small error at the start becomes
};

constexpr int times = 20;

/// y at times that steps know nothing of.
std::vector<Numbers> sampled(Integrator& integrator, double end, std::size_t n) {
    std::vector<Numbers> all;
    while (integrator.t() < end) {
        if (integrator.step(end) == StepOutcome::stuck) return {};
        for (double t = end * static_cast<double>(all.size() + 1) / times;
             all.size() < times && t <= integrator.t();
             t = end * static_cast<double>(all.size() + 1) / times) {
            all.emplace_back(n);
            integrator.interpolate(t, all.back());
        }
    }
    return all;
}

double difference(const std::vector<Numbers>& a, const std::vector<Numbers>& b) {
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        for (std::size_t i = 0; i < a[k].size(); ++i) most = std::fmax(most, std::abs(a[k][i] - b[k][i]));
    return most;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    all.push_back({"oscillator", std::make_unique<Oscillator>(), {1, 0.3}, 8});
    all.push_back({"pendulum", std::make_unique<Pendulum>(), {2.5, 0}, 8});
    all.push_back({"driven", std::make_unique<Driven>(), {0.4, 2, 1}, 15});
    const auto point = PointPendulum::start();
    all.push_back({"pendulum on its circle", std::make_unique<PointPendulum>(),
                   Numbers(point.begin(), point.end()), 2});
    all.push_back({"planet", std::make_unique<Planet>(), Planet::start(), 6});
    all.push_back({"free top", std::make_unique<FreeTop>(), {0.1, 1.2, 0.2}, 10});
    const auto integrator = make_integrator(Method::dormand_prince_8);
    for (Case& c : all) {
        const auto follow = [&](const Numbers& start) {
            integrator->start(*c.problem, 0, start, {.fixed_step = 1.0 / 256});
            return sampled(*integrator, c.end, start.size());
        };
        c.exact = follow(c.start);
        for (std::size_t i = 0; i < c.start.size(); ++i) {
            Numbers moved = c.start;
            moved[i] += 1e-6;
            c.problem->project(0, moved, {});
            c.sensitivity = std::fmax(c.sensitivity, difference(c.exact, follow(moved)) / 1e-6);
        }
    }
    return all;
}

}  // namespace

TEST_CASE("errors and efforts follow the accuracy over seven decades") {
    const bool tell = std::getenv("SINEW_TELL");  // prints the work-precision table
    const auto all = cases();
    for (const Method method : all_methods()) {
        const auto integrator = make_integrator(method);
        if (method == Method::semi_explicit_euler) continue;  // has no accuracy
        const int order = integrator->order();
        const bool crude = order == 1, several = !integrator->is_one_step();
        CAPTURE(std::string(name(method)));
        for (const Case& c : all) {
            CAPTURE(c.name);
            Numbers errors;
            long before = 0;
            const int decades = crude ? 5 : order == 2 ? 6 : 8;
            for (int decade = 0; decade < decades; ++decade) {
                const double accuracy = std::pow(10, -3 - decade);
                CAPTURE(accuracy);
                integrator->start(*c.problem, 0, c.start, {.accuracy = accuracy});
                const auto found = sampled(*integrator, c.end, c.start.size());
                REQUIRE_MESSAGE(found.size() == times, integrator->why());
                const IntegratorStatistics& s = integrator->statistics();
                errors.push_back(difference(found, c.exact));
                if (tell)
                    std::printf("%-28s %-24s %.0e  error %.1e  steps %7ld rejected %5ld  rates %8ld\n",
                                name(method), c.name.c_str(), accuracy, errors.back(), s.steps, s.rejected(),
                                s.evaluations);
                CHECK((several ? 2 : 1) * s.steps >= before);  // orders change, too
                before = s.steps;
                if (!crude) CHECK(errors.back() < 100 * accuracy * (1 + c.sensitivity));
            }
            int better = 0;
            for (std::size_t i = 1; i < errors.size(); ++i) {
                better += errors[i] <= (crude ? 0.8 : 0.5) * errors[i - 1];
                CHECK(errors[i] < 2 * errors[i - 1]);
            }
            CHECK(better + (several ? 2 : 1) >= decades - 1);  // steps may be few, and errors cancel
            const double slope = std::log10(errors.front() / errors.back()) / (decades - 1);
            CHECK(slope > (crude ? 0.3 : 0.7));
            CHECK(slope < 1.3);
        }
    }
}
