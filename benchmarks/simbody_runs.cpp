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
          gravity_(forces_, matter_, to(problem.model.gravity)) {
        for (const BenchBody& body : problem.model.bodies) {
            SimTK::MobilizedBody& parent =
                body.parent < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(body.parent)];
            bodies_.push_back(join(parent, body));
        }
        if (problem.amplitude != 0)
            SimTK::Motion::Sinusoid(bodies_[0], SimTK::Motion::Position, problem.amplitude, problem.rate, 0);
        start_ = system_.realizeTopology();
        system_.realizeModel(start_);
        std::size_t next_q = 0, next_u = 0;
        for (const SimTK::MobilizedBody& body : bodies_) {
            for (int i = 0; i < body.getNumQ(start_); ++i) body.setOneQ(start_, i, problem.start.q[next_q++]);
            for (int i = 0; i < body.getNumU(start_); ++i) body.setOneU(start_, i, problem.start.u[next_u++]);
        }
    }
    bool has(RunMethod method) const override {
        return method != RunMethod::dormand_prince && method != RunMethod::dormand_prince_8;
    }
    std::vector<double> accelerations() override {
        SimTK::State state = start_;
        system_.realize(state, SimTK::Stage::Time);
        system_.prescribeQ(state);
        system_.realize(state, SimTK::Stage::Position);
        system_.prescribeU(state);
        system_.realize(state, SimTK::Stage::Acceleration);
        std::vector<double> out;
        for (const SimTK::MobilizedBody& body : bodies_)
            for (int i = 0; i < body.getNumU(state); ++i) out.push_back(body.getOneUDot(state, i));
        return out;
    }
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
    SimTK::Force::Gravity gravity_;
    std::vector<SimTK::MobilizedBody> bodies_;
    SimTK::State start_;
};

}  // namespace

std::unique_ptr<RunSide> make_simbody_runs(const RunProblem& problem) {
    return std::make_unique<SimbodyRuns>(problem);
}

}  // namespace bench
