// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <random>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <sinew/math/dual.h>
#include <sinew/math/function.h>

using namespace sinew;
using namespace sinew::function;

namespace {

/// exp(x0) · x1² + x2, known to us, opaque to Function.
class Exponential : public Custom {
public:
    int arguments() const override { return 3; }
    double evaluate(const double* x, double* g, double* h) const override {
        const double e = std::exp(x[0]);
        if (g) g[0] = e * x[1] * x[1], g[1] = 2 * e * x[1], g[2] = 1;
        if (h) {
            const double rows[] = {e * x[1] * x[1], 2 * e * x[1], 0, 2 * e * x[1], 2 * e, 0, 0, 0, 0};
            for (int k = 0; k < 9; ++k) h[k] = rows[k];
        }
        return e * x[1] * x[1] + x[2];
    }
};

struct Named {
    std::string name;
    Function f;
};

/// At least one of each kind, plain and nested; a new kind is tested by being listed.
std::vector<Named> zoo() {
    const Function spline = SimmSpline{{-1.5, -1.0, -0.2, 0.5, 1.3, 1.6}, {0.0, 1.0, 0.4, -0.3, 0.8, 0.9}};
    const Function natural = NaturalCubicSpline{{-1.2, -0.6, 0.1, 0.9}, {0.3, -0.2, 0.5, 0.1}};
    const Function wave = Sinusoid{.amplitude = 0.8, .frequency = 1.7, .phase = 0.3};
    const Function cubic = Polynomial{{0.3, -1.0, 0.5, 2.0}};
    const Function step = Step{.from = -0.5, .to = 1.5, .start = -2.0, .end = 2.0};
    const Function mix = Linear{{0.5, -1.5, 2.0}, 0.25};
    const Function custom = std::make_shared<const Exponential>();
    std::vector<Function> many;
    for (int i = 0; i < 11; ++i)
        many.push_back(of_arguments(i % 2 ? wave : cubic, {i}) * of_arguments(spline, {(i * 5) % 11}));
    return {
        {"zero", {}},
        {"Constant", Constant{3.0}},
        {"Linear of one", Linear{{-2.0}, 1.0}},
        {"Linear of three", mix},
        {"Polynomial", cubic},
        {"Polynomial with leading zeros", Polynomial{{0.0, 0.0, 2.0, 1.0}}},
        {"Sinusoid", wave},
        {"Step", step},
        {"Step downwards", Step{.from = 1.0, .to = 0.0, .start = 1.9, .end = -1.8}},
        {"PiecewiseLinear", PiecewiseLinear{{-1.0, 0.123, 2.0}, {0.0, 1.0, -1.0}}},
        {"NaturalCubicSpline", natural},
        {"SimmSpline", spline},
        {"Argument 0", Argument{0}},
        {"Argument 3", Argument{3}},
        {"Scaled spline", Scaled{-2.5, spline}},
        {"Scaled polynomial", Scaled{-2.5, cubic}},
        {"Scaled wave", Scaled{-2.5, wave}},
        {"Scaled step", Scaled{-2.5, step}},
        {"Scaled Linear", Scaled{-2.5, mix}},
        {"Sum", Sum{{spline, 2.0, wave, mix}}},
        {"Product", Product{{cubic, wave, natural, 0.5}}},
        {"Product of two coordinates", of_arguments(spline, {1}) * of_arguments(wave, {0})},
        {"Difference", spline - wave},
        {"Composition", compose(wave, {spline})},
        {"Composition of many", compose(mix, {wave, of_arguments(cubic, {2}),
                                              of_arguments(natural, {1}) * of_arguments(step, {2})})},
        {"Composition three deep", compose(cubic, {compose(wave, {compose(step, {mix})})})},
        {"Composition with a constant outside", compose(4.0, {wave})},
        {"Custom", custom},
        {"Custom of functions", compose(custom, {wave, of_arguments(spline, {1}), mix})},
        {"Sum of eleven products", Sum{many}},
    };
}

/// Arguments in -1 .. 1. With the seeds used here none falls so close to a knot that it would spoil a difference.
std::vector<double> random_arguments(std::mt19937& random) {
    std::uniform_real_distribution<double> place(-1.0, 1.0);
    std::vector<double> x(12);
    for (double& xi : x) xi = place(random);
    return x;
}

constexpr int n = 12;

}  // namespace

TEST_CASE("gradient and Hessian of every function are those that dual numbers give for value and gradient") {
    std::mt19937 random(1);
    for (const Named& item : zoo()) {
        CAPTURE(item.name);
        const Function& f = item.f;
        for (int trial = 0; trial < 20; ++trial) {
            const std::vector<double> x = random_arguments(random);
            double gradient[n], hessian[n * n];
            const double value = f.evaluate(x.data(), n, gradient, hessian);
            CHECK(value == doctest::Approx(f(x)).epsilon(1e-14));
            for (int i = 0; i < n; ++i) {
                std::vector<Dual> along(x.begin(), x.end());
                along[static_cast<std::size_t>(i)].d = 1.0;
                Dual dual_gradient[n];
                const Dual dual_value = f.evaluate<Dual>(along.data(), n, nullptr, nullptr);
                f.evaluate<Dual>(along.data(), n, dual_gradient, nullptr);
                CHECK(dual_value.v == doctest::Approx(value).epsilon(1e-14));
                CHECK(dual_value.d == doctest::Approx(gradient[i]).epsilon(1e-12));
                for (int j = 0; j < n; ++j) {
                    CHECK(dual_gradient[j].v == doctest::Approx(gradient[j]).epsilon(1e-12));
                    CHECK(dual_gradient[j].d == doctest::Approx(hessian[i * n + j]).epsilon(1e-12));
                    CHECK(hessian[i * n + j] == hessian[j * n + i]);
                }
            }
        }
    }
}

TEST_CASE("gradient and Hessian of every function are the limits of differences of its values") {
    std::mt19937 random(2);
    const double step = 1e-3;
    for (const Named& item : zoo()) {
        CAPTURE(item.name);
        const Function& f = item.f;
        const std::vector<double> x = random_arguments(random);
        double gradient[n], hessian[n * n];
        f.evaluate(x.data(), n, gradient, hessian);
        for (int i = 0; i < n; ++i) {
            const auto at = [&](double s) {
                std::vector<double> moved = x;
                moved[static_cast<std::size_t>(i)] += s;
                return moved;
            };
            // Central differences of fourth order.
            const double slope =
                (8.0 * (f(at(step)) - f(at(-step))) - (f(at(2 * step)) - f(at(-2 * step)))) / (12 * step);
            CHECK(std::abs(slope - gradient[i]) < 1e-9);
            double g[4][n];
            f.evaluate(at(step).data(), n, g[0], nullptr);
            f.evaluate(at(-step).data(), n, g[1], nullptr);
            f.evaluate(at(2 * step).data(), n, g[2], nullptr);
            f.evaluate(at(-2 * step).data(), n, g[3], nullptr);
            for (int j = 0; j < n; ++j)
                CHECK(std::abs((8.0 * (g[0][j] - g[1][j]) - (g[2][j] - g[3][j])) / (12 * step) -
                               hessian[i * n + j]) < 1e-9);
        }
    }
}

TEST_CASE("a Hessian on dual numbers carries third derivatives, except those of custom functions") {
    std::mt19937 random(5);
    const double step = 1e-3;
    for (const Named& item : zoo()) {
        if (item.name.starts_with("Custom")) continue;
        CAPTURE(item.name);
        const Function& f = item.f;
        const std::vector<double> x = random_arguments(random), v = random_arguments(random);
        std::vector<Dual> along;
        for (std::size_t i = 0; i < x.size(); ++i) along.emplace_back(x[i], v[i]);
        Dual gradient[n], hessian[n * n];
        f.evaluate(along.data(), n, gradient, hessian);
        double h[4][n * n];
        for (const int k : {0, 1, 2, 3}) {
            std::vector<double> moved = x;
            for (std::size_t i = 0; i < x.size(); ++i)
                moved[i] += (k % 2 ? -1 : 1) * (k / 2 + 1) * step * v[i];
            f.evaluate(moved.data(), n, nullptr, h[k]);
        }
        for (int k = 0; k < n * n; ++k)
            CHECK(std::abs((8.0 * (h[0][k] - h[1][k]) - (h[2][k] - h[3][k])) / (12 * step) - hessian[k].d) <
                  2e-9);
    }
}

TEST_CASE("eight threads that share one function get the bits that one gets") {
    for (const Named& item : zoo()) {
        CAPTURE(item.name);
        const Function& f = item.f;
        const auto sum = [&f] {
            std::mt19937 random(6);
            double total = 0.0, gradient[n], hessian[n * n];
            for (int k = 0; k < 50; ++k) {
                const Function copy = f;
                total += copy.evaluate(random_arguments(random).data(), n, gradient, hessian);
                for (const double g : gradient) total += g;
                for (const double h : hessian) total += h;
            }
            return total;
        };
        double totals[8];
        std::vector<std::thread> threads;
        for (double& total : totals) threads.emplace_back([&total, &sum] { total = sum(); });
        for (std::thread& thread : threads) thread.join();
        const double alone = sum();
        for (const double total : totals) CHECK(total == alone);
    }
}

TEST_CASE("the three ways to evaluate agree") {
    std::mt19937 random(3);
    for (const Named& item : zoo()) {
        CAPTURE(item.name);
        const Function& f = item.f;
        const std::vector<double> x = random_arguments(random), v = random_arguments(random);
        double gradient[n], hessian[n * n];
        const double value = f.evaluate(x.data(), n, gradient, hessian);
        double d1 = 0.0, d2 = 0.0;
        for (int i = 0; i < n; ++i) {
            d1 += gradient[i] * v[static_cast<std::size_t>(i)];
            for (int j = 0; j < n; ++j)
                d2 += hessian[i * n + j] * v[static_cast<std::size_t>(i)] * v[static_cast<std::size_t>(j)];
        }
        const Sample along = f.evaluate_along(x.data(), v.data(), n);
        CHECK(along.value == doctest::Approx(value).epsilon(1e-13));
        CHECK(along.d1 == doctest::Approx(d1).epsilon(1e-12));
        CHECK(along.d2 == doctest::Approx(d2).epsilon(1e-11));
        if (f.arguments() > 1) continue;
        const Sample one = f.evaluate(x[0]);
        CHECK(one.value == doctest::Approx(value).epsilon(1e-14));
        CHECK(one.d1 == doctest::Approx(gradient[0]).epsilon(1e-13));
        CHECK(one.d2 == doctest::Approx(hessian[0]).epsilon(1e-13));
        const SampleT<Dual> dual = f.evaluate(Dual(x[0], 1.0));
        CHECK(dual.value.d == doctest::Approx(one.d1).epsilon(1e-13));
        CHECK(dual.d1.d == doctest::Approx(one.d2).epsilon(1e-13));
        using Nested = DualT<Dual>;
        const Nested nested = f.evaluate(Nested{Dual{x[0], 1.0}, Dual{1.0, 0.0}}).value;
        CHECK(nested.d.d == doctest::Approx(one.d2).epsilon(1e-12));
    }
}

TEST_CASE("asking for the Hessian alone or the gradient alone gives the same numbers") {
    std::mt19937 random(4);
    for (const Named& item : zoo()) {
        CAPTURE(item.name);
        const Function& f = item.f;
        const std::vector<double> x = random_arguments(random);
        double g[n], h[n * n], g_alone[n], h_alone[n * n];
        f.evaluate(x.data(), n, g, h);
        f.evaluate<double>(x.data(), n, g_alone, nullptr);
        f.evaluate<double>(x.data(), n, nullptr, h_alone);
        for (int i = 0; i < n; ++i) CHECK(g[i] == g_alone[i]);
        for (int k = 0; k < n * n; ++k) CHECK(h[k] == h_alone[k]);
    }
}

TEST_CASE("each kind is the formula it stands for") {
    const double x = 0.7;
    CHECK(Function(3.5)(x) == 3.5);
    CHECK(Function(Linear{{2.0}, 1.0})(x) == 2.0 * x + 1.0);
    CHECK(Function(Linear{{}, 1.5})(x) == 1.5);
    CHECK(Function(Linear{{2.0, 3.0}, 1.0})(std::vector{x, 5.0}) == doctest::Approx(2.0 * x + 15.0 + 1.0));
    CHECK(Function(Polynomial{{3.0, 2.0, 1.0}})(x) == doctest::Approx(3 * x * x + 2 * x + 1));
    CHECK(Function(Sinusoid{2.0, 3.0, 0.4})(x) == doctest::Approx(2.0 * std::sin(3.0 * x + 0.4)));
    CHECK(Function(Step{1.0, 3.0, 0.0, 2.0})(1.0) == doctest::Approx(2.0));
    CHECK(Function(Step{1.0, 3.0, 0.0, 2.0})(-0.1) == 1.0);
    CHECK(Function(Step{1.0, 3.0, 0.0, 2.0})(2.1) == 3.0);
    CHECK(Function(Step{1.0, 3.0, 2.0, 0.0})(2.1) == 1.0);
    CHECK(Function(Sum{})(x) == 0.0);
    CHECK(Function(Product{})(x) == 1.0);
    const Function square = Polynomial{{1.0, 0.0, 0.0}}, shift = Linear{{1.0}, 1.0};
    CHECK((square + shift)(2.0) == 7.0);
    CHECK((square - shift)(2.0) == 1.0);
    CHECK((square * shift)(2.0) == 12.0);
    CHECK((-square)(2.0) == -4.0);
    CHECK((2.0 * square)(3.0) == 18.0);
    CHECK(compose(square, {shift})(2.0) == 9.0);
    CHECK(compose(shift, {square})(2.0) == 5.0);
    CHECK(of_arguments(square, {2})(std::vector{1.0, 2.0, 3.0}) == 9.0);
}

TEST_CASE("a Linear by itself takes any number of arguments") {
    const std::vector<double> slopes(100, 2.0), x(100, 0.5);
    const Function f = Linear{slopes, 1.0};
    std::vector<double> gradient(100), hessian(10000);
    CHECK(f.evaluate(x.data(), 100, gradient.data(), hessian.data()) == doctest::Approx(101.0));
    CHECK(gradient == slopes);
    CHECK(hessian == std::vector<double>(10000, 0.0));
    CHECK(f.evaluate_along(x.data(), x.data(), 100).d1 == doctest::Approx(100.0));
}

TEST_CASE("too few arguments give not-a-number, never a wild read") {
    const Function f = Argument{1};
    double x = 3.0, gradient = 0.0, hessian = 0.0;
    CHECK(std::isnan(f(x)));
    CHECK(std::isnan(f.evaluate(&x, 1, &gradient, &hessian)));
    CHECK(std::isnan(gradient));
    CHECK(std::isnan(hessian));
    CHECK(std::isnan(f.evaluate_along(&x, &x, 1).value));
}

TEST_CASE("a function tells what it was made of") {
    const Function f = Scaled{2.0, SimmSpline{{0, 1}, {3, 5}}};
    const auto& scaled = f.kind().as<Scaled>();
    CHECK(scaled.scale == 2.0);
    CHECK(scaled.function.kind().as<SimmSpline>().y == std::vector<double>{3, 5});
    CHECK(f.arguments() == 1);
    CHECK(Function(Constant{}).arguments() == 0);
    CHECK((of_arguments(f, {4}) + f).arguments() == 5);
}

TEST_CASE(
    "third derivatives of functions of the user's own are found by differences, unless they are given") {
    class Told : public Exponential {
    public:
        void hessian_along(const double* x, const double* v, double* change) const override {
            const double e = std::exp(x[0]), a = e * x[1] * x[1] * v[0] + 2 * e * x[1] * v[1],
                         b = 2 * e * x[1] * v[0] + 2 * e * v[1];
            const double rows[] = {a, b, 0, b, 2 * e * v[0], 0, 0, 0, 0};
            for (int k = 0; k < 9; ++k) change[k] = rows[k];
        }
        bool knows_third_derivatives() const override { return true; }
    };
    const Function told = std::make_shared<const Told>(), found = std::make_shared<const Exponential>();
    CHECK(told.compiled()->knows_thirds);
    CHECK_FALSE((told + found).compiled()->knows_thirds);
    CHECK((told + Function(Sinusoid{})).compiled()->has_custom);
    const DualT<Dual> x[] = {{{0.3, 0.5}, {-0.7, 0.2}}, {{-0.8, 1.5}, {0.4, 0.1}}, {{0.2, 0}, {0, 0}}};
    DualT<Dual> g[2][3], h[2][9];
    const DualT<Dual> a = told.evaluate(x, 3, g[0], h[0]), b = found.evaluate(x, 3, g[1], h[1]);
    CHECK(a.d.d == b.d.d);
    const double e = std::exp(0.3), y = -0.8;  // by hand: ∂³f/∂x₀²∂x₁ = 2 e y, ∂³f/∂x₀∂x₁² = 2 e
    const double second =
        e * y * y * (-0.7 * 0.5 + 0.2) + 2 * e * y * (0.5 * 0.4 - 0.7 * 1.5 + 0.1) + 2 * e * 1.5 * 0.4;
    CHECK(a.d.d == doctest::Approx(second).epsilon(1e-13));
    for (int i = 0; i < 3; ++i) CHECK(std::abs(g[0][i].d.d - g[1][i].d.d) < 1e-10);
    for (int i = 0; i < 9; ++i) {
        CHECK(std::abs(h[0][i].v.d - h[1][i].v.d) < 1e-11);
        CHECK(std::abs(h[0][i].d.v - h[1][i].d.v) < 1e-11);
    }
}
