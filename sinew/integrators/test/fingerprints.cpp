// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/integrators/test/problems.h>

#include <algorithm>
#include <complex>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::unique_ptr<Integrator> swing(Method method, Oscillator& oscillator) {
    auto integrator = make_integrator(method);
    const double start[] = {1, 0};
    integrator->start(oscillator, 0, start, {.fixed_step = 0.1});
    return integrator;
}

double twice_energy(const Integrator& integrator) {
    return integrator.y()[0] * integrator.y()[0] + integrator.y()[1] * integrator.y()[1];
}

}  // namespace

TEST_CASE("fixed steps multiply the energy of an oscillator by what the stability polynomial says") {
    // R(x) = sum of c_k x^k; the energy is multiplied by |R(i h)|^2 per step
    const struct {
        Method method;
        std::vector<double> polynomial;
        double ratio;  ///< after 1000 steps of 0.1, to 16 digits
    } known[] = {
        {Method::explicit_euler, {1, 1}, 20959.15563781366},
        {Method::trapezoid, {1, 1, 1. / 2}, 1.025314800118844},
        {Method::runge_kutta_3, {1, 1, 1. / 2, 1. / 6}, 0.9917288060735754},
        {Method::merson, {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 144}, 0.9999999942177855},
        {Method::dormand_prince, {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 600}, 0.9999994506876535},
    };
    for (const auto& row : known) {
        CAPTURE(std::string(name(row.method)));
        Oscillator oscillator;
        const auto integrator = swing(row.method, oscillator);
        CHECK(run(*integrator, 100) == StepOutcome::advanced);
        CHECK(integrator->statistics().steps == 1000);
        CHECK(std::abs(twice_energy(*integrator) / row.ratio - 1) < 1e-11);
        std::complex<double> R = 0, power = 1;
        for (const double c : row.polynomial) R += c * power, power *= std::complex<double>(0, 0.1);
        CHECK(std::abs(std::pow(std::norm(R), 1000) / row.ratio - 1) < 1e-11);
    }
}

TEST_CASE(
    "symplectic methods keep an oscillator on its ellipse for a million steps, with the phase they are known "
    "for") {
    const double phase = std::acos(1 - 0.1 * 0.1 / 2);
    const struct {
        Method method;
        double least, most, tolerance;
    } known[] = {{Method::verlet, 0.9975, 1, 1e-6},
                 {Method::semi_explicit_euler, 0.9523809523809523, 1.0526315789473684, 2e-3}};
    for (const auto& row : known) {
        CAPTURE(std::string(name(row.method)));
        Oscillator oscillator;
        const auto integrator = swing(row.method, oscillator);
        double least = 10, most = 0;
        for (int i = 0; i < 1'000'000; ++i) {
            integrator->step(1e9);
            least = std::fmin(least, twice_energy(*integrator));
            most = std::fmax(most, twice_energy(*integrator));
        }
        CHECK(std::abs(least - row.least) < row.tolerance);
        CHECK(std::abs(most - row.most) < row.tolerance);
        const double h = 0.1, q = integrator->y()[0], u = integrator->y()[1];
        // the angle in which the ellipse is a circle
        const double a = row.method == Method::verlet
                             ? std::atan2(-u, std::sqrt(1 - h * h / 4) * q)
                             : std::atan2(-(u - h / 2 * q), std::sqrt(1 - h * h / 4) * q) -
                                   std::atan2(h / 2, std::sqrt(1 - h * h / 4));
        CHECK(std::abs(std::remainder(a - 1'000'000 * phase, 2 * std::acos(-1.0))) < 1e6 * 0.1 * 1e-10);
    }
}
