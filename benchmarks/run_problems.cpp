// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Problems of the benchmark of motions in time.
#include "runs.h"

#include <cmath>

namespace bench {
namespace {

/// A rod of a kilogram along x that hangs on another at a place of it.
BenchBody rod_on(int parent, const Vec3& at, JointKind joint = JointKind::pin) {
    BenchBody body;
    body.parent = parent;
    body.joint = joint;
    body.com = {0.1, 0, 0};
    body.inertia = {0.02, 0.03, 0.04, 0, 0, 0};
    body.X_PF.p = at;
    return body;
}

RunProblem problem_of(const char* name, std::vector<BenchBody> bodies, BenchState start, double seconds) {
    RunProblem problem;
    problem.name = problem.model.name = name;
    problem.model.bodies = std::move(bodies);
    problem.start = std::move(start);
    problem.seconds = seconds;
    return problem;
}

RunProblem double_pendulum() {
    RunProblem problem = problem_of("double pendulum", {}, {.q = {2, 0.5}, .u = {0, 0}, .udot = {}}, 2);
    for (int i = 0; i < 2; ++i) {
        BenchBody body;
        body.parent = i - 1;
        body.com = {0, -0.25, 0};
        body.inertia = {0.02, 0.001, 0.02, 0, 0, 0};
        if (i == 1) body.X_PF.p = {0, -0.5, 0};
        problem.model.bodies.push_back(body);
    }
    return problem;
}

RunProblem heavy_top() {
    const double tilt = 0.5;
    BenchBody body;
    body.joint = JointKind::ball;
    body.com = {0, 0, 0.3};
    body.inertia = {0.02, 0.02, 0.03, 0, 0, 0};
    RunProblem problem = problem_of("heavy top", {body},
                                    {.q = {std::cos(tilt / 2), std::sin(tilt / 2), 0, 0},
                                     .u = {0, -40 * std::sin(tilt), 40 * std::cos(tilt)},
                                     .udot = {}},
                                    2);
    problem.model.gravity = {0, 0, -9.81};
    return problem;
}

RunProblem four_bar() {
    RunProblem problem =
        problem_of("four-bar", {rod_on(-1, {0, 0, 0}), rod_on(0, {0.6, 0, 0}), rod_on(-1, {2, 0, 0})},
                   {.q = {0.5, 0.6, 1.8}, .u = {0, 0, 0}, .udot = {}}, 2);
    problem.balls = {{1, 2, {1.8, 0, 0}, {1.4, 0, 0}}};
    return problem;
}

RunProblem closed_chain() {
    RunProblem problem = problem_of("chain of balls, closed by a rod", {}, {}, 1);
    for (int i = 0; i < 4; ++i)
        problem.model.bodies.push_back(rod_on(i - 1, {i == 0 ? 0.0 : 0.5, 0, 0}, JointKind::ball));
    for (int i = 0; i < 4; ++i) {
        const double half = i == 0 ? -0.3 : 0.2;
        problem.start.q.insert(problem.start.q.end(), {std::cos(half), 0, 0, std::sin(half)});
        problem.start.u.insert(problem.start.u.end(), {0.5, 0.2, 0.1});
    }
    problem.rods = {{3, -1, {0.5, 0, 0}, {2, 1, 0.2}}};
    return problem;
}

RunProblem slider_crank() {
    BenchBody block = rod_on(-1, {0, 0, 0}, JointKind::slider);
    RunProblem problem =
        problem_of("driven slider-crank with a pendulum",
                   {rod_on(-1, {0, 0, 0}), rod_on(0, {0.2, 0, 0}), block, rod_on(2, {0, 0, 0})},
                   {.q = {0, 0, 0.9, -1}, .u = {4, -5, 0, 0}, .udot = {}}, 2);
    problem.amplitude = 0.8, problem.rate = 5;
    problem.balls = {{1, 2, {0.7, 0, 0}, {0, 0, 0}}};
    return problem;
}

RunProblem pair_on_a_spring() {
    RunProblem problem =
        problem_of("two bodies on a spring",
                   {rod_on(-1, {0, 0, 0}, JointKind::free), rod_on(-1, {0, 0, 0}, JointKind::free)},
                   {.q = {1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, -0.5, 0, 0},
                    .u = {0.3, 1, 0, 0, 3, 0.4, 0, 0.5, 1, 0, -1.5, -0.2},
                    .udot = {}},
                   2);
    problem.model.gravity = {0, 0, 0};
    problem.springs = {{{0, 1, {0, 0.2, 0}, {-0.1, 0, 0.1}}, 30, 0.5, 0}};
    return problem;
}

RunProblem stiff_strut() {
    RunProblem problem = problem_of("bob on a stiff strut, damped",
                                    {rod_on(-1, {0, 0, 0}), rod_on(0, {0.5, 0, 0}, JointKind::slider)},
                                    {.q = {0.3, 0}, .u = {1, 0}, .udot = {}}, 1);
    problem.springs = {{{0, 1, {-0.5, 0, 0}, {0, 0, 0}}, 2e5, 1, 1000}};
    problem.stiff = true;
    return problem;
}

}  // namespace

RunProblem moving_chains(int chain_count, int bodies_each) {
    RunProblem problem;
    problem.model = chains(chain_count, bodies_each);
    problem.amplitude = 0.2, problem.rate = 6;
    problem.seconds = 0.5;
    Random random(20);
    for (BenchBody& body : problem.model.bodies)
        if (body.parent < 0) body.X_PF.p = random.vector(0.3);
    for (BenchBody& body : problem.model.bodies) ++body.parent;
    BenchBody base;
    base.joint = JointKind::slider;
    base.mass = 10;
    problem.model.bodies.insert(problem.model.bodies.begin(), base);
    problem.model.name += " on a moving base";
    problem.name = problem.model.name;
    problem.start = random_states(problem.model, 1, 21)[0];
    for (double& u : problem.start.u) u = 0;
    problem.start.q[0] = 0;
    problem.start.u[0] = problem.amplitude * problem.rate;
    return problem;
}

std::vector<RunProblem> all_run_problems() {
    std::vector<RunProblem> all{double_pendulum(), heavy_top(),    moving_chains(11, 20), four_bar(),
                                closed_chain(),    slider_crank(), pair_on_a_spring(),    stiff_strut()};
    for (RunProblem& problem : all)
        if (!problem.balls.empty() || !problem.rods.empty())
            problem.start = make_sinew_runs(problem)->on_constraints();
    return all;
}

}  // namespace bench
