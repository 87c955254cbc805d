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
    } known[] = {
        {Method::explicit_euler, {1, 1}},
        {Method::trapezoid, {1, 1, 1. / 2}},
        {Method::runge_kutta_3, {1, 1, 1. / 2, 1. / 6}},
        {Method::merson, {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 144}},
        {Method::dormand_prince, {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 600}},
    };
    for (const auto& row : known) {
        CAPTURE(std::string(name(row.method)));
        Oscillator oscillator;
        const auto integrator = swing(row.method, oscillator);
        CHECK(run(*integrator, 100) == StepOutcome::advanced);
        CHECK(integrator->statistics().steps == 1000);
        std::complex<double> R = 0, power = 1;
        for (const double c : row.polynomial) R += c * power, power *= std::complex<double>(0, 0.1);
        CHECK(std::abs(twice_energy(*integrator) / std::pow(std::norm(R), 1000) - 1) < 1e-11);
    }
}
