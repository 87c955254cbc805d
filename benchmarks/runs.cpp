// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Sinew's side of the benchmark of motions in time.
#include "runs.h"

#include <sinew/sinew.h>
#include <sinew/studies/simulate.h>

#include <cmath>
#include <stdexcept>

#include "measure.h"
#include "sinew_model.h"

namespace bench {
namespace {

sinew::Station station(int body, const Vec3& p) { return {sinew::BodyId{body + 1}, {p[0], p[1], p[2]}}; }

sinew::Shape shape_of(const BenchSurface& surface) {
    if (surface.kind == BenchSurface::Kind::floor) return sinew::shape::HalfSpace{};
    if (surface.kind == BenchSurface::Kind::ball) return sinew::shape::Sphere{surface.radius};
    const BenchMesh mesh = ball_mesh(surface.radius, surface.splits);
    auto triangles = std::make_shared<sinew::TriangleMesh>();
    for (const Vec3& p : mesh.vertices) triangles->vertices.push_back({p[0], p[1], p[2]});
    triangles->faces = mesh.faces;
    return sinew::shape::Mesh{.triangles = std::move(triangles)};
}

void add_surfaces(const RunProblem& problem, sinew::Model& model) {
    const BenchMaterial& m = problem.material;
    for (const BenchSurface& s : problem.surfaces)
        model.add(sinew::ContactSurface{.name = "surface_" + std::to_string(model.surfaces.size()),
                                        .body = sinew::BodyId{s.body + 1},
                                        .X_BG = {.p = {s.p[0], s.p[1], s.p[2]}},
                                        .shape = shape_of(s),
                                        .material = {.young = m.stiffness,
                                                     .poisson = 0,
                                                     .dissipation = m.dissipation,
                                                     .static_friction = m.static_friction,
                                                     .sliding_friction = m.sliding_friction,
                                                     .thickness = 1},
                                        .group = s.keeps_apart && s.body >= 0 ? 2 : 1,
                                        .mask = s.keeps_apart && s.body >= 0 ? 1 : 3});
    model.contact.transition_speed = m.transition_speed;
    model.contact.stribeck_range = 2 * m.transition_speed;
}

sinew::Model whole_model(const RunProblem& problem) {
    sinew::Model model = model_of(problem.model);
    add_surfaces(problem, model);
    for (const Between& b : problem.balls)
        model.add(sinew::BallConstraint{"ball_" + std::to_string(model.constraints.size()),
                                        station(b.from, b.p_from), station(b.to, b.p_to)});
    for (const Between& b : problem.rods)
        model.add(sinew::Rod{"rod_" + std::to_string(model.constraints.size()), station(b.from, b.p_from),
                             station(b.to, b.p_to), 1});
    for (const BenchSpring& s : problem.springs)
        model.add(sinew::TwoPointSpring{"spring_" + std::to_string(model.forces.size()),
                                        station(s.ends.from, s.ends.p_from), station(s.ends.to, s.ends.p_to),
                                        s.stiffness, s.rest_length, s.damping});
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
        case RunMethod::rosenbrock: return sinew::Method::rosenbrock;
        case RunMethod::bdf: return sinew::Method::bdf;
        case RunMethod::fehlberg: break;
    }
    throw std::runtime_error("Sinew has no such method");
}

class SinewRuns : public RunSide {
public:
    explicit SinewRuns(const RunProblem& problem)
        : problem_(problem), system_(whole_model(problem)), start_(system_.default_state()) {
        std::vector<double> q(start_.q().begin(), start_.q().end()), u(start_.u().begin(), start_.u().end());
        std::size_t next_q = 0, next_u = 0;
        for (std::size_t i = 0; i < problem.model.bodies.size(); ++i) {
            const sinew::Range of_q = system_.layout().q_of_joint[i], of_u = system_.layout().u_of_joint[i];
            for (int k = 0; k < of_q.count; ++k)
                q_slot_.push_back(static_cast<std::size_t>(of_q.first + k)),
                    q[q_slot_.back()] = problem.start.q[next_q++];
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
    BenchState on_constraints() override {
        const sinew::Simulation run(system_, start_, {.accuracy = 1e-13, .start_may_move = 10});
        BenchState out;
        for (const std::size_t i : q_slot_) out.q.push_back(run.state().q()[i]);
        for (const std::size_t i : u_slot_) out.u.push_back(run.state().u()[i]);
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
    std::vector<std::size_t> q_slot_, u_slot_;
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
        case RunMethod::rosenbrock: return "Rosenbrock 4";
        case RunMethod::bdf: return "BDF";
    }
    return "";
}

Vec3 watched_point(const BenchBody& body) { return {body.com[0] + 0.1, body.com[1] - 0.05, body.com[2]}; }

std::unique_ptr<RunSide> make_sinew_runs(const RunProblem& problem) {
    return std::make_unique<SinewRuns>(problem);
}

}  // namespace bench
