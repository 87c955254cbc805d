// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Equations of your own, followed in time by any method: a planet on an ellipse, once around and back to its start.

#include <sinew/integrators/integrator.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

struct Planet : Problem {
    Parts parts() const override { return {.q = 2, .u = 2, .z = 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        const double r = std::hypot(y[0], y[1]);
        y_dot[0] = y[2];
        y_dot[1] = y[3];
        y_dot[2] = -y[0] / (r * r * r);
        y_dot[3] = -y[1] / (r * r * r);
        return r >
               0.01;  // no answer inside the sun: the integrator shortens its step, and in the end says why
    }
    std::string complaint() const override { return "the planet is inside the sun"; }
};

int main() {
    const double start[] = {0.5, 0, 0, std::sqrt(3.0)}, year = 2 * std::acos(-1.0);
    double worst = 0;
    std::puts("method            accuracy   steps  rejected  rates   error after a year");
    for (const Method method :
         {Method::merson, Method::dormand_prince, Method::dormand_prince_8, Method::adams})
        for (const double accuracy : {1e-3, 1e-6, 1e-9}) {
            Planet planet;
            const auto integrator = make_integrator(method);
            integrator->start(planet, 0, start, {.accuracy = accuracy});
            while (integrator->t() < year && integrator->step(year) == StepOutcome::advanced) {}
            const double error = std::hypot(integrator->y()[0] - start[0], integrator->y()[1] - start[1]);
            const IntegratorStatistics& s = integrator->statistics();
            std::printf("%-17s %8.0e  %6ld  %8ld  %5ld   %.1e\n", name(method), accuracy, s.steps,
                        s.rejected(), s.evaluations, error);
            worst = std::fmax(worst, error / accuracy);
        }

    // One that is thrown straight into the sun does not loop for ever.
    Planet planet;
    const double fall[] = {1, 0, 0, 0};
    const auto integrator = make_integrator(Method::dormand_prince);
    integrator->start(planet, 0, fall, {});
    while (integrator->t() < year && integrator->step(year) == StepOutcome::advanced) {}
    std::puts(integrator->why().c_str());
    return worst < 1000 && integrator->failure().cause == Refusal::rates ? 0 : 1;
}
