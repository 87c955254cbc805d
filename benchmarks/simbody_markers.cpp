// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Simbody's Assembler on the marker problem.
#include "markers.h"
#include "simbody_bodies.h"

#include <stdexcept>

namespace bench {
namespace {

class SimbodyMarkers : public MarkerSide {
public:
    explicit SimbodyMarkers(const MarkerProblem& problem) : matter_(system_) {
        for (const BenchBody& body : problem.model.bodies) {
            SimTK::MobilizedBody& parent =
                body.parent < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(body.parent)];
            bodies_.push_back(join(parent, body));
        }
        for (const RodBetween& rod : problem.rods)
            SimTK::Constraint::Rod(on(rod.from), to(rod.from.p), on(rod.to), to(rod.to.p), rod.length);
        state_ = system_.realizeTopology();
        system_.realizeModel(state_);
        std::size_t next = 0;
        for (const SimTK::MobilizedBody& body : bodies_)
            for (int i = 0; i < body.getNumQ(state_); ++i) body.setOneQ(state_, i, problem.q[next++]);
        assembler_ = std::make_unique<SimTK::Assembler>(system_);
        assembler_->setAccuracy(1e-5);  // as OpenSim does
        markers_ = new SimTK::Markers();
        for (const Point& p : problem.markers) markers_->addMarker(on(p), to(p.p));
        assembler_->adoptAssemblyGoal(markers_);
        for (const auto& frame : problem.frames) {
            SimTK::Array_<SimTK::Vec3> seen;
            for (const Vec3& p : frame) seen.push_back(to(p));
            frames_.push_back(seen);
        }
        assembler_->initialize(state_);
        markers_->moveAllObservations(frames_[0]);
        assembler_->assemble();
    }

    void follow(int frame) override {
        markers_->moveAllObservations(frames_[static_cast<std::size_t>(frame)]);
        assembler_->track();
    }
    double rms() override {
        double sum = 0;
        const int n = markers_->getNumMarkers();
        for (SimTK::Markers::MarkerIx i(0); i < n; ++i) sum += markers_->findCurrentMarkerErrorSquared(i);
        return std::sqrt(sum / n);
    }
    double constraint_error() override {
        assembler_->updateFromInternalState(state_);
        system_.realize(state_, SimTK::Stage::Position);
        double worst = 0;
        for (int i = 0; i < matter_.getNumConstraints(); ++i)
            worst = std::max(
                worst,
                std::abs(
                    matter_.getConstraint(SimTK::ConstraintIndex(i)).getPositionErrorsAsVector(state_)[0]));
        return worst;
    }

private:
    SimTK::MobilizedBody& on(const Point& p) {
        return p.body < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(p.body)];
    }
    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_;
    std::vector<SimTK::MobilizedBody> bodies_;
    SimTK::State state_;
    std::unique_ptr<SimTK::Assembler> assembler_;
    SimTK::Markers* markers_ = nullptr;
    std::vector<SimTK::Array_<SimTK::Vec3>> frames_;
};

}  // namespace

std::unique_ptr<MarkerSide> make_simbody_markers(const MarkerProblem& problem) {
    return std::make_unique<SimbodyMarkers>(problem);
}

}  // namespace bench
