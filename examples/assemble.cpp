// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A four-bar linkage put together from a rough sketch: crank where we want it, the loop closed, speeds to match.

#include <sinew/sinew.h>

#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    model.name = "four-bar";
    const MassProperties bar{.mass = 1, .com = {0.5, 0, 0}, .inertia = {0.001, 0.1, 0.1}};
    const BodyId crank = model.add(Body{"crank", bar}), coupler = model.add(Body{"coupler", bar}),
                 rocker = model.add(Body{"rocker", bar});
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
    const auto B = model.add(Pin{}, {.name = "B", .from = crank, .to = coupler, .X_PF = {.p = {0.6, 0, 0}}});
    const auto D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
    model.add(BallConstraint{"C", {coupler, {1.8, 0, 0}}, {rocker, {1.4, 0, 0}}});
    const System system(model);

    State sketch = system.default_state();  // all bars flat: nothing fits yet
    sketch.q(A) = 0.8;
    sketch.u(A) = 2;
    lock(system, sketch, A, MotionLevel::velocity);                   // the crank keeps its speed ...
    const Assembly closed = assemble(system, sketch, {.kept = {A}});  // ... and its angle
    std::puts(closed.summary.c_str());
    std::printf("angles %.4f %.4f %.4f, speeds %.4f %.4f %.4f\n", closed.state.q(A), closed.state.q(B),
                closed.state.q(D), closed.state.u(A), closed.state.u(B), closed.state.u(D));

    // A point of the coupler near a place in the world, with the crank between its stops.
    AssemblyOptions options;
    options.goals.stations = {{"tracer", {coupler, {0.9, 0.5, 0}}, {0.2, 1.3, 0}}};
    options.bounds = {{.coordinate = {A, 0}, .low = 0.2, .high = 1.5}};
    State start = closed.state;
    unlock(system, start, A);
    std::puts(assemble(system, start, options).summary.c_str());

    // What can not be is said by name.
    State wrong = closed.state;
    wrong.set_parameter("C.to", std::array{0.1, 0.0, 0.0});
    std::puts(assemble(system, wrong, {.kept = {A}}).summary.c_str());
    return closed.converged ? 0 : 1;
}
