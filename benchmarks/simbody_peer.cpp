// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Simbody's side of the comparison. Nothing of Simbody leaves this file.
#include "simbody_peer.h"

#include "simbody_bodies.h"

namespace bench {
namespace {

class SimbodySide : public Side {
public:
    SimbodySide(const BenchModel& model, const std::vector<BenchState>& states)
        : matter_(system_),
          forces_(system_),
          gravity_(forces_, matter_, to(model.gravity)),
          task_point_(to(model.task_point)) {
        for (const BenchBody& body : model.bodies) {
            SimTK::MobilizedBody& parent =
                body.parent < 0 ? matter_.updGround() : bodies_[static_cast<std::size_t>(body.parent)];
            bodies_.push_back(join(parent, body));
        }
        const auto body = [&](int i) -> SimTK::MobilizedBody& {
            return i < 0 ? static_cast<SimTK::MobilizedBody&>(matter_.updGround())
                         : bodies_[static_cast<std::size_t>(i)];
        };
        for (const BenchRod& rod : model.rods)
            SimTK::Constraint::Rod(body(rod.from), to(rod.p_from), body(rod.to), to(rod.p_to), 1);
        for (const BenchRod& ball : model.balls)
            SimTK::Constraint::Ball(body(ball.from), to(ball.p_from), body(ball.to), to(ball.p_to));
        for (const int i : model.prescribed)
            SimTK::Motion::Sinusoid(bodies_[static_cast<std::size_t>(i)], SimTK::Motion::Acceleration,
                                    prescribed_amplitude, 1, i);
        task_body_ = bodies_[static_cast<std::size_t>(model.task_body)].getMobilizedBodyIndex();
        state_ = system_.realizeTopology();
        system_.realizeModel(state_);
        find_slots(model);
        for (const BenchState& s : states) {
            q_.push_back(arrange(s.q, q_slot_));
            u_.push_back(arrange(s.u, u_slot_));
            v_.push_back(arrange(s.udot, u_slot_));
        }
        evaluated_ = state_;
        evaluated_.updQ() = q_[0];
        evaluated_.updU() = u_[0];
        system_.realize(evaluated_, SimTK::Stage::Acceleration);
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        switch (op) {
            case Op::forward_dynamics:
                state_.updQ() = q_[k];
                state_.updU() = u_[k];
                system_.realize(state_, SimTK::Stage::Acceleration);
                break;
            case Op::inverse_dynamics:
                state_.updQ() = q_[k];
                state_.updU() = u_[k];
                system_.realize(state_, SimTK::Stage::Velocity);
                matter_.calcResidualForceIgnoringConstraints(
                    state_, no_forces_, gravity_.getBodyForces(state_), v_[k], residual_);
                break;
            case Op::mass_matrix:
                state_.updQ() = q_[k];
                system_.realize(state_, SimTK::Stage::Position);
                matter_.calcM(state_, M_);
                break;
            case Op::minv_fresh:
                state_.updQ() = q_[k];
                system_.realize(state_, SimTK::Stage::Position);
                matter_.multiplyByMInv(state_, v_[k], product_);
                break;
            case Op::minv_factored: matter_.multiplyByMInv(evaluated_, v_[k], product_); break;
            case Op::kinematics:
                state_.updQ() = q_[k];
                state_.updU() = u_[k];
                system_.realize(state_, SimTK::Stage::Velocity);
                break;
            case Op::jacobian: matter_.calcFrameJacobian(evaluated_, task_body_, task_point_, J_); break;
            case Op::state_copy: copy(); break;
            case Op::batch_of_8:
                first_of_eight_ = state;
                for (int i = 0; i < batch_size; ++i) run(Op::forward_dynamics, state_of_eight(i));
                break;
        }
    }

    std::vector<double> result(Op op) override {
        switch (op) {
            case Op::forward_dynamics: return restore(state_.getUDot());
            case Op::batch_of_8: return eight();
            case Op::inverse_dynamics: return restore(residual_);
            case Op::minv_fresh:
            case Op::minv_factored: return restore(product_);
            case Op::mass_matrix: return square(M_);
            case Op::kinematics: return poses();
            case Op::jacobian: return rows(J_);
            case Op::state_copy: return {checksum_};
        }
        return {};
    }

private:
    int state_of_eight(int i) const { return (first_of_eight_ + i) % static_cast<int>(q_.size()); }
    /// Once more, since a State keeps its last accelerations only.
    std::vector<double> eight() {
        std::vector<double> out;
        for (int i = 0; i < batch_size; ++i) {
            run(Op::forward_dynamics, state_of_eight(i));
            const std::vector<double> one = restore(state_.getUDot());
            out.insert(out.end(), one.begin(), one.end());
        }
        return out;
    }
    void copy() {
        const SimTK::State fresh(evaluated_);
        checksum_ = fresh.getQ()[0] + fresh.getU()[0];
    }

    void find_slots(const BenchModel& model) {
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            if (mobilities(model.bodies[b]) == 0) continue;
            const int q = bodies_[b].getFirstQIndex(state_), u = bodies_[b].getFirstUIndex(state_);
            for (int i = 0; i < coordinates(model.bodies[b]); ++i) q_slot_.push_back(q + i);
            for (int i = 0; i < mobilities(model.bodies[b]); ++i) u_slot_.push_back(u + i);
        }
    }
    static SimTK::Vector arrange(const std::vector<double>& values, const std::vector<int>& slot) {
        SimTK::Vector out(static_cast<int>(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) out[slot[i]] = values[i];
        return out;
    }
    std::vector<double> restore(const SimTK::Vector& values) const {
        std::vector<double> out;
        for (const int slot : u_slot_) out.push_back(values[slot]);
        return out;
    }
    std::vector<double> square(const SimTK::Matrix& values) const {
        std::vector<double> out;
        for (const int row : u_slot_)
            for (const int column : u_slot_) out.push_back(values(row, column));
        return out;
    }
    std::vector<double> rows(const SimTK::Matrix& values) const {
        std::vector<double> out;
        for (int row = 0; row < values.nrow(); ++row)
            for (const int column : u_slot_) out.push_back(values(row, column));
        return out;
    }
    std::vector<double> poses() const {
        std::vector<double> out;
        for (const SimTK::MobilizedBody& body : bodies_) {
            const SimTK::Vec3 p = body.getBodyOriginLocation(state_);
            const SimTK::SpatialVec V = body.getBodyVelocity(state_);
            for (int i = 0; i < 3; ++i) out.push_back(p[i]);
            for (int i = 0; i < 6; ++i) out.push_back(V[i / 3][i % 3]);
        }
        return out;
    }

    SimTK::MultibodySystem system_;
    SimTK::SimbodyMatterSubsystem matter_;
    SimTK::GeneralForceSubsystem forces_;
    SimTK::Force::Gravity gravity_;
    std::vector<SimTK::MobilizedBody> bodies_;
    SimTK::MobilizedBodyIndex task_body_;
    SimTK::Vec3 task_point_;
    SimTK::State state_, evaluated_;
    std::vector<int> q_slot_, u_slot_;
    std::vector<SimTK::Vector> q_, u_, v_;
    SimTK::Vector no_forces_, residual_, product_;
    SimTK::Matrix M_, J_;
    double checksum_ = 0;
    int first_of_eight_ = 0;
};

}  // namespace

std::unique_ptr<Side> make_simbody_side(const BenchModel& model, const std::vector<BenchState>& states) {
    return std::make_unique<SimbodySide>(model, states);
}

}  // namespace bench
