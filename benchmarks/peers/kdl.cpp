// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// KDL's side: chains of pins, the only mechanisms whose forward dynamics it has.
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolvervel_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/config.h>

#include "peer.h"
#include "turns.h"

namespace bench {
namespace {

KDL::Vector to(const Vec3& v) { return {v[0], v[1], v[2]}; }
KDL::Frame to(const Pose& X) {
    const auto& R = X.R;
    return {KDL::Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), to(X.p)};
}

KDL::Chain chain_of(const BenchModel& model) {
    KDL::Chain chain;
    for (const BenchBody& body : model.bodies) {
        const KDL::Frame X_PF = to(body.X_PF);
        const auto& I = body.inertia;
        chain.addSegment(KDL::Segment(
            KDL::Joint(X_PF.p, X_PF.M.UnitZ(), KDL::Joint::RotAxis), X_PF * to(body.X_BM).Inverse(),
            KDL::RigidBodyInertia(body.mass, to(body.com),
                                  KDL::RotationalInertia(I[0], I[1], I[2], I[3], I[4], I[5]))));
    }
    return chain;
}

KDL::JntArray to(const std::vector<double>& values) {
    KDL::JntArray out(static_cast<unsigned>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) out(static_cast<unsigned>(i)) = values[i];
    return out;
}

class KdlSide : public Side {
public:
    KdlSide(const BenchModel& model, const std::vector<BenchState>& states)
        : model_(model),
          chain_(chain_of(model)),
          forward_(chain_, to(model.gravity)),
          inverse_(chain_, to(model.gravity)),
          masses_(chain_, to(model.gravity)),
          motions_of_(chain_),
          jacobian_of_(chain_),
          nothing_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
          none_(chain_.getNrOfJoints()),
          out_(chain_.getNrOfJoints()),
          M_(chain_.getNrOfJoints()),
          J_(chain_.getNrOfJoints()),
          motions_(chain_.getNrOfSegments()) {
        KDL::SetToZero(none_);
        for (const BenchState& state : states) {
            q_.push_back(to(state.q)), u_.push_back(to(state.u)), a_.push_back(to(state.udot));
            both_.emplace_back(q_.back(), u_.back());
        }
        motions_of_.JntToCart(both_[0], motions_);
        lever_ = motions_[static_cast<std::size_t>(model.task_body)].M.R * to(model.task_point);
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        last_ = k;
        switch (op) {
            case Op::forward_dynamics: forward_.CartToJnt(q_[k], u_[k], none_, nothing_, out_); break;
            case Op::inverse_dynamics: inverse_.CartToJnt(q_[k], u_[k], a_[k], nothing_, out_); break;
            case Op::mass_matrix: masses_.JntToMass(q_[k], M_); break;
            case Op::kinematics: motions_of_.JntToCart(both_[k], motions_); break;
            case Op::jacobian:
                jacobian_of_.JntToJac(q_[0], J_, model_.task_body + 1);
                J_.changeRefPoint(lever_);
                break;
            default: break;
        }
    }

    std::vector<double> result(Op op) override {
        std::vector<double> out;
        const auto add = [&](const KDL::Vector& v) { out.insert(out.end(), v.data, v.data + 3); };
        if (op == Op::kinematics) {
            for (const KDL::FrameVel& motion : motions_) add(motion.p.p), add(motion.M.w), add(motion.p.v);
        } else if (op == Op::jacobian) {
            KDL::Twist V;
            KDL::MultiplyJacobian(J_, a_[last_], V);
            add(V.rot), add(V.vel);
        } else {
            if (op == Op::mass_matrix) KDL::Multiply(M_, a_[last_], out_);
            out.assign(out_.data.data(), out_.data.data() + out_.rows());
        }
        return out;
    }

private:
    const BenchModel model_;
    KDL::Chain chain_;
    KDL::ChainFdSolver_RNE forward_;
    KDL::ChainIdSolver_RNE inverse_;
    KDL::ChainDynParam masses_;
    KDL::ChainFkSolverVel_recursive motions_of_;
    KDL::ChainJntToJacSolver jacobian_of_;  // starts from q each time
    KDL::Wrenches nothing_;
    KDL::JntArray none_, out_;
    KDL::JntSpaceInertiaMatrix M_;
    KDL::Jacobian J_;
    KDL::Vector lever_;
    std::vector<KDL::FrameVel> motions_;
    std::vector<KDL::JntArray> q_, u_, a_;
    std::vector<KDL::JntArrayVel> both_;
    std::size_t last_ = 0;
};

}  // namespace

Peer kdl_peer() {
    return {"KDL", KDL_VERSION_STRING,
            [](const BenchModel& model, const std::vector<BenchState>& states) -> std::unique_ptr<Side> {
                return std::make_unique<KdlSide>(model, states);
            },
            [](const BenchModel& model, Op op) {
                for (std::size_t i = 0; i < model.bodies.size(); ++i)
                    if (model.bodies[i].joint != JointKind::pin ||
                        model.bodies[i].parent != static_cast<int>(i) - 1)
                        return false;
                return is_plain_tree(model) && op != Op::minv_fresh && op != Op::minv_factored;
            }};
}

}  // namespace bench
