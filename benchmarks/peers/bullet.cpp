// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Bullet's side: forward dynamics of its btMultiBody, in double precision. A link's frame lies in its mass centre,
// along its principal axes.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include "peer.h"
#include "principal.h"
#include "turns.h"

namespace bench {
namespace {

btVector3 to(const Vec3& v) { return {v[0], v[1], v[2]}; }

btTransform to(const Pose& X) {
    const auto& R = X.R;
    return btTransform(btMatrix3x3(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), to(X.p));
}

/// A rotation as Bullet's multibodies want it: of coordinates, not of vectors.
btQuaternion turn_into(const btTransform& X_PC) {
    btQuaternion e;
    X_PC.getBasis().transpose().getRotation(e);
    return e;
}

class BulletSide : public Side {
public:
    BulletSide(const BenchModel& model, const std::vector<BenchState>& states)
        : model_(model), states_(states), floats_(model.bodies[0].joint == JointKind::free) {
        std::vector<Principal> principal;
        for (const BenchBody& body : model.bodies) principal.push_back(principal_of(body));
        const int links = static_cast<int>(model.bodies.size()) - (floats_ ? 1 : 0);
        body_ = std::make_unique<btMultiBody>(links, floats_ ? model.bodies[0].mass : 0,
                                              to(floats_ ? principal[0].moments : Vec3{}), !floats_, false);
        body_->setLinearDamping(0);
        body_->setAngularDamping(0);
        body_->setUseGyroTerm(true);
        body_->setMaxCoordinateVelocity(1e30);
        if (floats_) X_BC_ = to(principal[0].X_BC);
        for (std::size_t i = floats_ ? 1 : 0; i < model.bodies.size(); ++i) {
            const BenchBody& body = model.bodies[i];
            const btTransform X_PC_parent = body.parent < 0
                                                ? btTransform::getIdentity()
                                                : to(principal[static_cast<std::size_t>(body.parent)].X_BC);
            const btTransform X_CpF = X_PC_parent.inverse() * to(body.X_PF),
                              X_MC = to(body.X_BM).inverse() * to(principal[i].X_BC);
            const int link = static_cast<int>(i) - (floats_ ? 1 : 0),
                      parent = body.parent - (floats_ ? 1 : 0);
            body_->setupRevolute(link, body.mass, to(principal[i].moments), body.parent < 0 ? -1 : parent,
                                 turn_into(X_CpF * X_MC), X_MC.getBasis().transpose() * btVector3(0, 0, 1),
                                 X_CpF.getOrigin(), X_MC.getBasis().transpose() * X_MC.getOrigin());
            weights_.push_back(body.mass * to(model.gravity));
        }
        base_weight_ = model.bodies[0].mass * to(model.gravity);
        body_->finalizeMultiDof();
    }

    void run(Op, int state) override {
        const BenchState& s = states_[static_cast<std::size_t>(state)];
        last_ = &s;
        std::size_t q = 0, u = 0;
        body_->clearForcesAndTorques();
        if (floats_) {
            set_base(s);
            q = 7, u = 6;
            body_->addBaseForce(base_weight_);
        }
        for (int i = 0; i < body_->getNumLinks(); ++i, ++q, ++u) {
            body_->setJointPos(i, s.q[q]);
            body_->setJointVel(i, s.u[u]);
            body_->addLinkForce(i, weights_[static_cast<std::size_t>(i)]);
        }
        body_->computeAccelerationsArticulatedBodyAlgorithmMultiDof(1, r_, v_, m_, false, false, false);
    }

    /// A step of one second adds the acceleration to the velocity.
    std::vector<double> result(Op) override {
        std::vector<double> out;
        const std::vector<double>& u = last_->u;
        if (floats_) {
            const btVector3 w(u[0], u[1], u[2]), v_B(u[3], u[4], u[5]), alpha = body_->getBaseOmega() - w,
                                                                        r = centre(*last_);
            const btVector3 a_C = body_->getBaseVel() - (v_B + w.cross(r)),
                            a = a_C - alpha.cross(r) - w.cross(w.cross(r));
            for (int i = 0; i < 3; ++i) out.push_back(alpha[i]);
            for (int i = 0; i < 3; ++i) out.push_back(a[i]);
        }
        for (int i = 0; i < body_->getNumLinks(); ++i) out.push_back(body_->getJointVel(i) - u[out.size()]);
        return out;
    }

private:
    static btMatrix3x3 turn_of(const BenchState& s) {
        return to(Pose{.R = rotation_of(s.q.data()), .p = {}}).getBasis();
    }
    /// From the base's origin to its mass centre, in the world.
    btVector3 centre(const BenchState& s) const { return turn_of(s) * X_BC_.getOrigin(); }
    void set_base(const BenchState& s) {
        const btTransform X_WB(turn_of(s), to(model_.bodies[0].X_PF.p) + btVector3(s.q[4], s.q[5], s.q[6]));
        const btVector3 w(s.u[0], s.u[1], s.u[2]);
        body_->setBaseWorldTransform(X_WB * X_BC_);
        body_->setBaseOmega(w);
        body_->setBaseVel(btVector3(s.u[3], s.u[4], s.u[5]) + w.cross(centre(s)));
    }

    const BenchModel model_;
    const std::vector<BenchState> states_;
    const bool floats_;
    std::unique_ptr<btMultiBody> body_;
    btTransform X_BC_ = btTransform::getIdentity();
    std::vector<btVector3> weights_;
    btVector3 base_weight_;
    btAlignedObjectArray<btScalar> r_;
    btAlignedObjectArray<btVector3> v_;
    btAlignedObjectArray<btMatrix3x3> m_;
    const BenchState* last_ = nullptr;
};

}  // namespace

Peer bullet_peer() {
    const int version = btGetVersion();
    return {"Bullet", std::to_string(version / 100) + "." + std::to_string(version % 100),
            [](const BenchModel& model, const std::vector<BenchState>& states) -> std::unique_ptr<Side> {
                check_frames(model);
                return std::make_unique<BulletSide>(model, states);
            },
            [](const BenchModel& model, Op op) {
                for (const BenchBody& body : model.bodies)
                    if (body.joint == JointKind::ball) return false;
                return op == Op::forward_dynamics;
            }};
}

}  // namespace bench
