// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Problems of the benchmark of motions in time, and Sinew's side of it.
#include "runs.h"

#include <sinew/sinew.h>
#include <sinew/studies/simulate.h>

#include <cmath>
#include <stdexcept>

#include "measure.h"
#include "sinew_model.h"

namespace bench {
namespace {

sinew::Model model_with_motor(const RunProblem& problem) {
    sinew::Model model = model_of(problem.model);
    if (problem.amplitude != 0)
        model.add(sinew::Motion{.name = "to and fro",
                                .joint = sinew::AnyJointId{0},
                                .functions = {sinew::function::Sinusoid{problem.amplitude, problem.rate}}});
    return model;
}

sinew::Method method_of(RunMethod method) {
    switch (method) {
        case RunMethod::runge_kutta_3: return sinew::Method::runge_kutta_3;
        case RunMethod::merson: return sinew::Method::merson;
        case RunMethod::dormand_prince: return sinew::Method::dormand_prince;
        case RunMethod::dormand_prince_8: return sinew::Method::dormand_prince_8;
        case RunMethod::verlet: return sinew::Method::verlet;
        case RunMethod::fehlberg: break;
    }
    throw std::runtime_error("Sinew has no such method");
}

class SinewRuns : public RunSide {
public:
    explicit SinewRuns(const RunProblem& problem)
        : problem_(problem), system_(model_with_motor(problem)), start_(system_.default_state()) {
        std::vector<double> q(start_.q().begin(), start_.q().end()), u(start_.u().begin(), start_.u().end());
        std::size_t next_q = 0, next_u = 0;
        for (std::size_t i = 0; i < problem.model.bodies.size(); ++i) {
            const sinew::Range of_q = system_.layout().q_of_joint[i], of_u = system_.layout().u_of_joint[i];
            for (int k = 0; k < of_q.count; ++k)
                q[static_cast<std::size_t>(of_q.first + k)] = problem.start.q[next_q++];
            for (int k = 0; k < of_u.count; ++k) {
                u[static_cast<std::size_t>(of_u.first + k)] = problem.start.u[next_u++];
                u_slot_.push_back(static_cast<std::size_t>(of_u.first + k));
            }
        }
        start_.set_q(q);
        start_.set_u(u);
    }
    bool has(RunMethod method) const override { return method != RunMethod::fehlberg; }
    std::vector<double> accelerations() override {
        sinew::State state = start_;
        const auto udot = forward_dynamics(system_, state);
        std::vector<double> out;
        for (const std::size_t i : u_slot_) out.push_back(udot[i]);
        return out;
    }
    RunAccount run(RunMethod method, double accuracy, double until) override {
        sinew::Simulation simulation(system_, start_,
                                     {.until = until, .accuracy = accuracy, .method = method_of(method)});
        const double before = thread_seconds();
        const sinew::Outcome outcome = simulation.advance_to(until);
        const double after = thread_seconds();
        const sinew::SimulationReport report = simulation.report();
        if (outcome != sinew::Outcome::reached) throw std::runtime_error(report.summary());
        RunAccount account{.seconds = after - before,
                           .steps = report.statistics.steps,
                           .rejected = report.statistics.rejected(),
                           .evaluations = report.statistics.evaluations};
        const sinew::State& end = simulation.state();
        for (std::size_t i = 0; i < problem_.model.bodies.size(); ++i) {
            const Vec3 point = watched_point(problem_.model.bodies[i]);
            const sinew::Vec3 p = position(
                system_, end, {sinew::BodyId{static_cast<int>(i) + 1}, {point[0], point[1], point[2]}});
            account.places.push_back({p.x, p.y, p.z});
        }
        return account;
    }

private:
    RunProblem problem_;
    sinew::System system_;
    sinew::State start_;
    std::vector<std::size_t> u_slot_;
};

}  // namespace

const char* name(RunMethod method) {
    switch (method) {
        case RunMethod::runge_kutta_3: return "Runge-Kutta 3";
        case RunMethod::merson: return "Merson 4";
        case RunMethod::fehlberg: return "Fehlberg 5";
        case RunMethod::dormand_prince: return "Dormand-Prince 5";
        case RunMethod::dormand_prince_8: return "Dormand-Prince 8";
        case RunMethod::verlet: return "Verlet";
    }
    return "";
}

Vec3 watched_point(const BenchBody& body) { return {body.com[0] + 0.1, body.com[1] - 0.05, body.com[2]}; }

RunProblem moving_chains(int chain_count, int bodies_each) {
    RunProblem problem{.name = "",
                       .model = chains(chain_count, bodies_each),
                       .start = {},
                       .amplitude = 0.2,
                       .rate = 6,
                       .seconds = 0.5};
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

RunProblem double_pendulum() {
    RunProblem problem{.name = "double pendulum",
                       .model = {.name = "double pendulum", .bodies = {}},
                       .start = {.q = {2, 0.5}, .u = {0, 0}, .udot = {}},
                       .seconds = 2};
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
    RunProblem problem{.name = "heavy top",
                       .model = {.name = "heavy top", .gravity = {0, 0, -9.81}, .bodies = {}},
                       .start = {.q = {std::cos(tilt / 2), std::sin(tilt / 2), 0, 0},
                                 .u = {0, -40 * std::sin(tilt), 40 * std::cos(tilt)},
                                 .udot = {}},
                       .seconds = 2};
    BenchBody body;
    body.joint = JointKind::ball;
    body.com = {0, 0, 0.3};
    body.inertia = {0.02, 0.02, 0.03, 0, 0, 0};
    problem.model.bodies.push_back(body);
    return problem;
}

std::unique_ptr<RunSide> make_sinew_runs(const RunProblem& problem) {
    return std::make_unique<SinewRuns>(problem);
}

}  // namespace bench
