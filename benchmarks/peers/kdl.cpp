// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// KDL's side: chains of pins, the only mechanisms whose forward dynamics it has.
#include <kdl/chain.hpp>
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>
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
        : chain_(chain_of(model)),
          forward_(chain_, to(model.gravity)),
          inverse_(chain_, to(model.gravity)),
          masses_(chain_, to(model.gravity)),
          nothing_(chain_.getNrOfSegments(), KDL::Wrench::Zero()),
          none_(chain_.getNrOfJoints()),
          out_(chain_.getNrOfJoints()),
          M_(chain_.getNrOfJoints()) {
        KDL::SetToZero(none_);
        for (const BenchState& state : states)
            q_.push_back(to(state.q)), u_.push_back(to(state.u)), a_.push_back(to(state.udot));
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        last_ = k;
        if (op == Op::forward_dynamics) forward_.CartToJnt(q_[k], u_[k], none_, nothing_, out_);
        else if (op == Op::inverse_dynamics) inverse_.CartToJnt(q_[k], u_[k], a_[k], nothing_, out_);
        else masses_.JntToMass(q_[k], M_);
    }

    std::vector<double> result(Op op) override {
        std::vector<double> out;
        const unsigned n = out_.rows();
        if (op == Op::mass_matrix) KDL::Multiply(M_, a_[last_], out_);
        for (unsigned i = 0; i < n; ++i) out.push_back(out_(i));
        return out;
    }

private:
    KDL::Chain chain_;
    KDL::ChainFdSolver_RNE forward_;
    KDL::ChainIdSolver_RNE inverse_;
    KDL::ChainDynParam masses_;
    KDL::Wrenches nothing_;
    KDL::JntArray none_, out_;
    KDL::JntSpaceInertiaMatrix M_;
    std::vector<KDL::JntArray> q_, u_, a_;
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
                return op == Op::forward_dynamics || op == Op::inverse_dynamics || op == Op::mass_matrix;
            }};
}

}  // namespace bench
