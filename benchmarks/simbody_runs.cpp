// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Simbody's integrators on the same motions.
#include "measure.h"
#include "runs.h"
#include "simbody_bodies.h"

#include <stdexcept>

namespace bench {
namespace {

class SimbodyRuns : public RunSide {
public:
    explicit SimbodyRuns(const RunProblem& problem)
        : problem_(problem),
          matter_(system_),
          forces_(system_),
          tracker_(system_),
          contacts_(system_, tracker_),
          gravity_(forces_, matter_, to(problem.model.gravity)) {
        for (const BenchBody& each : problem.model.bodies) bodies_.push_back(join(body(each.parent), each));
        for (const Between& b : problem.balls)
            SimTK::Constraint::Ball(body(b.from), to(b.p_from), body(b.to), to(b.p_to));
        for (const Between& b : problem.rods)
            SimTK::Constraint::Rod(body(b.from), to(b.p_from), body(b.to), to(b.p_to), 1);
        for (const BenchSpring& s : problem.springs) {
            SimTK::MobilizedBody &from = body(s.ends.from), &other = body(s.ends.to);
            SimTK::Force::TwoPointLinearSpring(forces_, from, to(s.ends.p_from), other, to(s.ends.p_to),
                                               s.stiffness, s.rest_length);
            if (s.damping > 0)
                SimTK::Force::TwoPointLinearDamper(forces_, from, to(s.ends.p_from), other, to(s.ends.p_to),
                                                   s.damping);
        }
        contacts_.setTransitionVelocity(problem.material.transition_speed);
        for (const BenchSurface& s : problem.surfaces) touch(s, problem.material);
        if (problem.amplitude != 0)
            SimTK::Motion::Sinusoid(bodies_[0], SimTK::Motion::Position, problem.amplitude, problem.rate, 0);
        start_ = system_.realizeTopology();
        system_.realizeModel(start_);
        std::size_t next_q = 0, next_u = 0;
        for (const SimTK::MobilizedBody& each : bodies_) {
            for (int i = 0; i < each.getNumQ(start_); ++i) each.setOneQ(start_, i, problem.start.q[next_q++]);
            for (int i = 0; i < each.getNumU(start_); ++i) each.setOneU(start_, i, problem.start.u[next_u++]);
        }
    }
    bool has(RunMethod method) const override {
        return method != RunMethod::dormand_prince && method != RunMethod::dormand_prince_8 &&
               method != RunMethod::rosenbrock &&
               method != RunMethod::bdf;  // its CPodes ends in an assertion
    }
    std::vector<double> accelerations() override {
        SimTK::State state = start_;
        system_.realize(state, SimTK::Stage::Time);
        system_.prescribeQ(state);
        system_.realize(state, SimTK::Stage::Position);
        system_.prescribeU(state);
        system_.realize(state, SimTK::Stage::Acceleration);
        std::vector<double> out;
        for (const SimTK::MobilizedBody& each : bodies_)
            for (int i = 0; i < each.getNumU(state); ++i) out.push_back(each.getOneUDot(state, i));
        return out;
    }
    BenchState on_constraints() override { return problem_.start; }
    RunAccount run(RunMethod method, double accuracy, double until) override {
        switch (method) {
            case RunMethod::runge_kutta_3: return with<SimTK::RungeKutta3Integrator>(accuracy, until);
            case RunMethod::merson: return with<SimTK::RungeKuttaMersonIntegrator>(accuracy, until);
            case RunMethod::fehlberg: return with<SimTK::RungeKuttaFeldbergIntegrator>(accuracy, until);
            case RunMethod::verlet: return with<SimTK::VerletIntegrator>(accuracy, until);
            default: throw std::runtime_error("Simbody has no such method");
        }
    }

private:
    SimTK::MobilizedBody& body(int index) {
        return index < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(index)];
    }
    void touch(const BenchSurface& s, const BenchMaterial& m) {
        const SimTK::ContactMaterial material(m.stiffness, m.dissipation, m.static_friction,
                                              m.sliding_friction, 0);
        SimTK::Transform X(to(s.p));
        if (s.kind == BenchSurface::Kind::floor)  // its half space is solid along +x
            X = SimTK::Transform(SimTK::Rotation(SimTK::Pi / 2, SimTK::YAxis), to(s.p));
        SimTK::ContactSurface surface(geometry(s), material, 1);
        if (s.keeps_apart && s.body >= 0) surface.joinClique(clique_);
        body(s.body).updBody().addContactSurface(X, surface);
    }
    static SimTK::ContactGeometry geometry(const BenchSurface& s) {
        if (s.kind == BenchSurface::Kind::floor) return SimTK::ContactGeometry::HalfSpace();
        if (s.kind == BenchSurface::Kind::ball) return SimTK::ContactGeometry::Sphere(s.radius);
        const BenchMesh mesh = ball_mesh(s.radius, s.splits);
        SimTK::Array_<SimTK::Vec3> vertices;
        SimTK::Array_<int> corners;
        for (const Vec3& p : mesh.vertices) vertices.push_back(to(p));
        for (const std::array<int, 3>& face : mesh.faces)
            for (const int corner : face) corners.push_back(corner);
        return SimTK::ContactGeometry::TriangleMesh(vertices, corners);
    }
    template <class Integrator>
    RunAccount with(double accuracy, double until) {
        Integrator integrator(system_);
        integrator.setAccuracy(accuracy);
        integrator.setFinalTime(until);
        integrator.initialize(start_);
        const double before = thread_seconds();
        while (integrator.getTime() < until) integrator.stepTo(until);
        RunAccount account;
        account.seconds = thread_seconds() - before;
        account.steps = integrator.getNumStepsTaken();
        account.rejected = integrator.getNumStepsAttempted() - account.steps;
        account.evaluations = integrator.getNumRealizations();
        const SimTK::State& end = integrator.getState();
        system_.realize(end, SimTK::Stage::Position);
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const SimTK::Vec3 p =
                bodies_[i].findStationLocationInGround(end, to(watched_point(problem_.model.bodies[i])));
            account.places.push_back({p[0], p[1], p[2]});
        }
        return account;
    }

    RunProblem problem_;
    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_;
    SimTK::GeneralForceSubsystem forces_;
    SimTK::ContactTrackerSubsystem tracker_;
    SimTK::CompliantContactSubsystem contacts_;
    SimTK::ContactCliqueId clique_ = SimTK::ContactSurface::createNewContactClique();
    SimTK::Force::Gravity gravity_;
    std::vector<SimTK::MobilizedBody> bodies_;
    SimTK::State start_;
};

}  // namespace

std::unique_ptr<RunSide> make_simbody_runs(const RunProblem& problem) {
    return std::make_unique<SimbodyRuns>(problem);
}

}  // namespace bench
