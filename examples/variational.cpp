// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What is left of the energy after many swings: a method that keeps the structure of mechanics, beside one that is more
// accurate for a short time but does not.

#include <sinew/sinew.h>
#include <sinew/spatial/solids.h>
#include <sinew/studies/simulate.h>
#include <sinew/studies/variational.h>

#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    BodyId last = world;
    for (const char* name : {"upper", "lower"}) {
        const BodyId link = model.add(Body{.name = name, .mass = box(1.0, {0.05, 0.5, 0.05})});
        const double y = last == world ? 0.0 : -0.25;
        model.add(Pin{}, {.name = std::string(name) + "_pin",
                          .from = last,
                          .to = link,
                          .X_PF = {.p = {0, y, 0}},
                          .X_BM = {.p = {0, 0.25, 0}}});
        last = link;
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State start = system.default_state();
    start.set_q(std::array{0.9, -0.4});
    const double E0 = total_energy(system, start);

    // Both take steps of 50 ms, some twenty-five to a swing. The variational one is of second order, the other of
    // fourth.
    std::printf("energy lost after   variational   Runge-Kutta 4\n");
    const auto run = [&](std::unique_ptr<Integrator> integrator) {
        SimulationOptions options{.fixed_step = 0.05};
        options.integrator = std::move(integrator);
        return Simulation(system, start, std::move(options));
    };
    Simulation variational = run(std::make_unique<VariationalIntegrator>());
    Simulation runge_kutta = run(make_integrator(Method::merson));
    for (const double t : {10.0, 100.0, 1000.0, 5000.0}) {
        variational.advance_to(t);
        runge_kutta.advance_to(t);
        std::printf("%10.0f s        %9.5f J   %9.5f J\n", t, E0 - total_energy(system, variational.state()),
                    E0 - total_energy(system, runge_kutta.state()));
    }
}
