// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/base/error.h>
#include <sinew/integrators/test/problems.h>

#include <limits>
#include <random>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Numbers = std::vector<double>;

IntegratorOptions options_for(Method method, double accuracy) {
    IntegratorOptions options{.accuracy = accuracy};
    if (method == Method::semi_explicit_euler) options.fixed_step = 0.01;
    return options;
}

/// z' = z^2: from 1 it is infinite at t = 1.
struct Explosion : Problem {
    Parts parts() const override { return {0, 0, 2}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = 0;
        y_dot[1] = y[1] * y[1];
        return true;
    }
    std::string name(int component) const override { return component == 1 ? "bomb.z" : "calm"; }
};

/// Falls freely, but there is no answer, or none that is a number, below 0.
struct Wall : Problem {
    bool says_nan = false;
    Parts parts() const override { return {1, 1, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = y[1];
        y_dot[1] = y[0] < 0 ? std::numeric_limits<double>::quiet_NaN() : -1;
        return says_nan || y[0] >= 0;
    }
    std::string complaint() const override { return says_nan ? "" : "the ball is under ground"; }
};

/// A manifold that nobody finds back to after t = 1.
struct Lost : Oscillator {
    bool project(double t, std::span<double>, std::span<double>) override { return t < 1; }
};

}  // namespace

TEST_CASE(
    "one-step methods resume from t, y and next_step to the same bits, whoever interpolated meanwhile") {
    Oscillator oscillator;
    Pendulum pendulum;
    Driven driven;
    PointPendulum point;
    Prescribed prescribed;
    const auto on_circle = PointPendulum::start();
    const struct {
        Problem* problem;
        Numbers start;
    } cases[] = {{&oscillator, {1, 0.3}},
                 {&pendulum, {2.5, 0}},
                 {&driven, {0.4, 2, 1}},
                 {&point, Numbers(on_circle.begin(), on_circle.end())},
                 {&prescribed, {0, 0.3, 2, 0}}};
    for (const Method method : all_methods()) {
        const auto whole = make_integrator(method), broken = make_integrator(method);
        if (!whole->is_one_step()) continue;
        CAPTURE(std::string(name(method)));
        for (const auto& c : cases) {
            const IntegratorOptions options = options_for(method, 1e-4);
            whole->start(*c.problem, 0, c.start, options);
            std::vector<Numbers> ends;
            while (whole->t() < 2) {
                REQUIRE(whole->step(2) == StepOutcome::advanced);
                ends.emplace_back(whole->y().begin(), whole->y().end());
                ends.back().push_back(whole->t());
            }
            std::minstd_rand random(7);
            broken->start(*c.problem, 0, c.start, options);
            Numbers between(c.start.size());
            for (const Numbers& end : ends) {
                REQUIRE(broken->step(2) == StepOutcome::advanced);
                CHECK(broken->t() == end.back());
                CHECK(Numbers(broken->y().begin(), broken->y().end()) == Numbers(end.begin(), end.end() - 1));
                const unsigned choice = random() % 3;
                if (choice == 0) broken->interpolate(0.3 * broken->t_before() + 0.7 * broken->t(), between);
                if (choice != 1) continue;
                const Numbers y(broken->y().begin(), broken->y().end());
                const double t = broken->t(), next = broken->next_step();
                broken->start(*c.problem, t, y, options);
                broken->set_next_step(next);
            }
        }
    }
}

TEST_CASE("what time prescribes is met to the last bit, and the rest follows it") {
    Prescribed problem;
    const double start[] = {0, 0.3, 2, 0};
    double exact = 0;
    const auto integrator = make_integrator(Method::dormand_prince_8);
    integrator->start(problem, 0, start, {.accuracy = 1e-12});
    REQUIRE(run(*integrator, 3) == StepOutcome::advanced);
    exact = integrator->y()[1];
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        const auto other = make_integrator(method);
        const bool crude = other->order() == 1;
        other->start(problem, 0, start, options_for(method, crude ? 1e-5 : 1e-6));
        while (other->t() < 3) {
            REQUIRE_MESSAGE(other->step(3) == StepOutcome::advanced, other->why());
            CHECK(std::abs(other->y()[0] - std::sin(2 * other->t())) <= (other->is_one_step() ? 0 : 1e-15));
        }
        CHECK(other->y()[1] == doctest::Approx(exact).epsilon(crude ? 0.05 : 1e-4));
        if (other->is_one_step())
            CHECK(other->statistics().limited_by[0] + other->statistics().limited_by[2] == 0);
    }
}

TEST_CASE("a step that cannot be taken says which component, its value and its trend") {
    for (const Method method : all_methods()) {
        if (method == Method::semi_explicit_euler) continue;
        CAPTURE(std::string(name(method)));
        const auto integrator = make_integrator(method);
        Explosion explosion;
        const double start[] = {1, 1};
        integrator->start(explosion, 0, start,
                          {.accuracy = integrator->order() == 1 ? 1e-2 : 1e-4, .max_step = 0.1});
        CHECK(run(*integrator, 2) == StepOutcome::stuck);
        CHECK(integrator->t() == doctest::Approx(1).epsilon(integrator->order() == 1 ? 0.15 : 0.03));
        CHECK(integrator->statistics().evaluations < 400'000);
        const StepFailure& failure = integrator->failure();
        CHECK(failure.cause != Refusal::none);
        CHECK(failure.name == "bomb.z");
        CHECK(failure.value > 100);
        CHECK(failure.rate > 1e4);
        CHECK(integrator->why().find("bomb.z") != std::string::npos);
        CHECK(std::isfinite(integrator->y()[1]));
    }
}

TEST_CASE(
    "where there are no rates, or none that are numbers, steps shorten, are counted, and end with the "
    "reason") {
    for (const Method method : all_methods())
        for (const bool says_nan : {false, true}) {
            CAPTURE(std::string(name(method)));
            Wall wall;
            wall.says_nan = says_nan;
            const double start[] = {0.5, 0};
            const auto integrator = make_integrator(method);
            integrator->start(wall, 0, start, options_for(method, 1e-4));
            CHECK(run(*integrator, 2) == StepOutcome::stuck);
            CHECK(integrator->failure().cause == Refusal::rates);
            CHECK(integrator->t() < 1.05);
            CHECK(integrator->t() > (integrator->order() == 1 ? 0.98 : 0.999));
            CHECK(integrator->statistics().rejected_by_rates > 0);
            CHECK(integrator->statistics().evaluations < 20'000);
            CHECK(integrator->y()[0] >= 0);
            CHECK(integrator->why().find(says_nan ? "y[1]" : "the ball is under ground") !=
                  std::string::npos);
            CHECK(integrator->failure().component >= 0);
            CHECK(integrator->failure().rate < -0.9);  // it falls, ever faster
            // the same from a start where nothing can be asked
            const double below[] = {-1, 0};
            integrator->start(wall, 0, below, options_for(method, 1e-4));
            CHECK(integrator->step(1) == StepOutcome::stuck);
            CHECK(integrator->t() == 0);
        }
}

TEST_CASE("where nobody finds back to the manifold, steps end with that reason") {
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        Lost lost;
        const double start[] = {1, 0};
        const auto integrator = make_integrator(method);
        integrator->start(lost, 0, start, options_for(method, 1e-4));
        CHECK(run(*integrator, 2) == StepOutcome::stuck);
        CHECK(integrator->failure().cause == Refusal::projection);
        CHECK(integrator->statistics().rejected_by_projection > 0);
        CHECK(integrator->t() == doctest::Approx(1).epsilon(0.02));
    }
}

TEST_CASE("steps end where they must, none of them tiny, and those after a cut are as long as before") {
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        Oscillator oscillator;
        const double start[] = {1, 0};
        const auto integrator = make_integrator(method);
        if (!integrator->is_one_step() || method == Method::semi_explicit_euler) continue;
        integrator->start(oscillator, 0, start, {.accuracy = 1e-5});
        REQUIRE(run(*integrator, 3) == StepOutcome::advanced);
        const double usual = 3.0 / static_cast<double>(integrator->statistics().steps);
        std::minstd_rand random(3);
        for (int i = 0; i < 200; ++i) {
            const double end =
                integrator->t() + usual * (0.1 + 5 * static_cast<double>(random() % 1000) / 1000);
            const double whole = end - integrator->t(), before = integrator->next_step();
            while (integrator->t() < end) {
                REQUIRE(integrator->step(end) == StepOutcome::advanced);
                CHECK(integrator->t() - integrator->t_before() > 0.4 * std::fmin(whole, 0.3 * usual));
            }
            CHECK(integrator->t() == end);
            CHECK(integrator->next_step() > 0.2 * std::fmin(before, usual));
        }
        // no way back and no standing still
        const double t = integrator->t();
        CHECK(integrator->step(t) == StepOutcome::advanced);
        CHECK(integrator->step(t - 1) == StepOutcome::advanced);
        CHECK(integrator->t() == t);
    }
}

TEST_CASE("steps keep within the limits that are set") {
    Pendulum pendulum;
    const double start[] = {2.5, 0};
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        if (method == Method::semi_explicit_euler) continue;
        const auto integrator = make_integrator(method);
        integrator->start(pendulum, 0, start, {.accuracy = 1e-2, .initial_step = 1e-3, .max_step = 0.01});
        REQUIRE(integrator->step(1) == StepOutcome::advanced);
        CHECK(integrator->t() <= 1.001e-3);
        REQUIRE(run(*integrator, 1) == StepOutcome::advanced);
        CHECK(integrator->statistics().largest_step <= 0.01 * (1 + 1e-9));
        integrator->start(pendulum, 0, start, {.accuracy = 1e-12, .min_step = 0.1});
        CHECK(run(*integrator, 10) == StepOutcome::stuck);
        if (!integrator->is_one_step()) continue;  // CVODE's iteration may fail first
        CHECK(integrator->failure().cause == Refusal::error);
        CHECK(integrator->why().find("times what accuracy 1e-12 allows") != std::string::npos);
    }
}

TEST_CASE("a problem without variables lets time pass") {
    struct Nothing : Problem {
        Parts parts() const override { return {}; }
        bool rates(double, std::span<double>, std::span<double>) override { return true; }
    } nothing;
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        const auto integrator = make_integrator(method);
        integrator->start(nothing, 0, {}, options_for(method, 1e-3));
        CHECK(run(*integrator, 1) == StepOutcome::advanced);
        CHECK(integrator->t() == 1);
    }
}

TEST_CASE("a restart goes on from another state") {
    for (const Method method : all_methods()) {
        CAPTURE(std::string(name(method)));
        Oscillator oscillator;
        const double start[] = {1, 0};
        const auto integrator = make_integrator(method);
        integrator->start(oscillator, 0, start, options_for(method, 1e-5));
        REQUIRE(run(*integrator, 1) == StepOutcome::advanced);
        Numbers y(integrator->y().begin(), integrator->y().end());
        y[1] = -y[1];  // bounced
        integrator->restart(0.9, y);
        CHECK(integrator->t() == 0.9);
        CHECK(integrator->t_before() == 0.9);
        Numbers there(2);
        integrator->interpolate(0.9, there);
        CHECK(there == y);
        REQUIRE(run(*integrator, 2) == StepOutcome::advanced);
        const double q = y[0] * std::cos(1.1) + y[1] * std::sin(1.1);
        CHECK(integrator->y()[0] == doctest::Approx(q).epsilon(0.02));
    }
}

TEST_CASE("options that make no sense are refused by name") {
    Oscillator oscillator;
    const double start[] = {1, 0}, nan = std::numeric_limits<double>::quiet_NaN();
    const auto refused = [&](Method method, const IntegratorOptions& options, const char* word) {
        try {
            make_integrator(method)->start(oscillator, 0, start, options);
        } catch (const Error& error) {
            return std::string(error.what()).find(word) != std::string::npos;
        }
        return false;
    };
    CHECK(refused(Method::merson, {.accuracy = 0}, "accuracy"));
    CHECK(refused(Method::merson, {.accuracy = nan}, "accuracy"));
    CHECK(refused(Method::merson, {.initial_step = -1}, "initial_step"));
    CHECK(refused(Method::merson, {.fixed_step = nan}, "fixed_step"));
    CHECK(refused(Method::merson, {.min_step = 2, .max_step = 1}, "min_step"));
    CHECK(refused(Method::merson, {.max_step = 0}, "max_step"));
    CHECK(refused(Method::semi_explicit_euler, {}, "fixed_step"));
    CHECK(refused(Method::bdf, {.fixed_step = 0.1}, "fixed_step"));
    CHECK_THROWS_AS(make_integrator(Method::merson)->start(oscillator, 0, std::vector<double>(3), {}), Error);
}
