// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Bullet's side: its btMultiBody, in double precision. A link's frame lies in its mass centre,
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
        for (const BenchBody& body : model.bodies) {
            principal_.push_back(principal_of(body));
            weights_.push_back(body.mass * to(model.gravity));
        }
        body_ = make_body();
        seen_ = make_body();
        set(*seen_, states[0]);
        accelerate(*seen_);
        for (const BenchState& state : states) {
            forces_.push_back(at_centre(state.udot, state));
            forces_seen_.push_back(at_centre(state.udot, states[0]));
        }
        out_.resize(static_cast<std::size_t>(6 + body_->getNumLinks()));
        w_.resize(model.bodies.size() + 1);
        v_.resize(model.bodies.size() + 1);
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        if (op == Op::minv_factored) {
            last_ = &states_[0];
            seen_->calcAccelerationDeltasMultiDof(forces_seen_[k].data(), out_.data(), r_, vectors_);
            return;
        }
        last_ = &states_[k];
        set(*body_, *last_);
        if (op == Op::kinematics) {
            body_->forwardKinematics(turns_, origins_);
            body_->compTreeLinkVelocities(w_.data(), v_.data());
        } else {
            accelerate(*body_);
        }
        if (op == Op::minv_fresh)
            body_->calcAccelerationDeltasMultiDof(forces_[k].data(), out_.data(), r_, vectors_);
    }

    std::vector<double> result(Op op) override {
        if (op == Op::forward_dynamics) return gained();
        if (op == Op::kinematics) return motions();
        std::vector<double> out(out_.begin() + (floats_ ? 0 : 6), out_.end());
        if (floats_) {
            const btVector3 alpha(out[0], out[1], out[2]),
                a = btVector3(out[3], out[4], out[5]) - alpha.cross(centre(*last_));
            for (int i = 0; i < 3; ++i) out[static_cast<std::size_t>(3 + i)] = a[i];
        }
        return out;
    }

private:
    std::unique_ptr<btMultiBody> make_body() const {
        const int links = static_cast<int>(model_.bodies.size()) - (floats_ ? 1 : 0);
        auto body =
            std::make_unique<btMultiBody>(links, floats_ ? model_.bodies[0].mass : 0,
                                          to(floats_ ? principal_[0].moments : Vec3{}), !floats_, false);
        body->setLinearDamping(0);
        body->setAngularDamping(0);
        body->setUseGyroTerm(true);
        body->setMaxCoordinateVelocity(1e30);
        for (std::size_t i = floats_ ? 1 : 0; i < model_.bodies.size(); ++i) {
            const BenchBody& own = model_.bodies[i];
            const btTransform X_PC_parent = own.parent < 0
                                                ? btTransform::getIdentity()
                                                : to(principal_[static_cast<std::size_t>(own.parent)].X_BC);
            const btTransform X_CpF = X_PC_parent.inverse() * to(own.X_PF),
                              X_MC = to(own.X_BM).inverse() * to(principal_[i].X_BC);
            const int link = static_cast<int>(i) - (floats_ ? 1 : 0), parent = own.parent - (floats_ ? 1 : 0);
            body->setupRevolute(link, own.mass, to(principal_[i].moments), own.parent < 0 ? -1 : parent,
                                turn_into(X_CpF * X_MC), X_MC.getBasis().transpose() * btVector3(0, 0, 1),
                                X_CpF.getOrigin(), X_MC.getBasis().transpose() * X_MC.getOrigin());
        }
        body->finalizeMultiDof();
        return body;
    }

    void set(btMultiBody& body, const BenchState& s) const {
        std::size_t q = 0, u = 0;
        if (floats_) {
            set_base(body, s);
            q = 7, u = 6;
        }
        for (int i = 0; i < body.getNumLinks(); ++i, ++q, ++u) {
            body.setJointPos(i, s.q[q]);
            body.setJointVel(i, s.u[u]);
        }
    }
    void set_base(btMultiBody& body, const BenchState& s) const {
        const btTransform X_WB(turn_of(s), to(model_.bodies[0].X_PF.p) + btVector3(s.q[4], s.q[5], s.q[6]));
        const btVector3 w(s.u[0], s.u[1], s.u[2]);
        body.setBaseWorldTransform(X_WB * to(principal_[0].X_BC));
        body.setBaseOmega(w);
        body.setBaseVel(btVector3(s.u[3], s.u[4], s.u[5]) + w.cross(centre(s)));
    }
    /// A step of one second adds the accelerations to the velocities, and leaves what products with M⁻¹ need.
    void accelerate(btMultiBody& body) {
        body.clearForcesAndTorques();
        if (floats_) body.addBaseForce(weights_[0]);
        for (int i = 0; i < body.getNumLinks(); ++i)
            body.addLinkForce(i, weights_[static_cast<std::size_t>(i) + (floats_ ? 1 : 0)]);
        body.computeAccelerationsArticulatedBodyAlgorithmMultiDof(1, r_, vectors_, m_, false, false, false);
    }

    static btMatrix3x3 turn_of(const BenchState& s) {
        return to(Pose{.R = rotation_of(s.q.data()), .p = {}}).getBasis();
    }
    /// From the base's origin to its mass centre, in the world.
    btVector3 centre(const BenchState& s) const { return turn_of(s) * to(principal_[0].X_BC).getOrigin(); }
    /// Forces at the mobilities, those on the base about its mass centre; on a base that stands there are none.
    std::vector<double> at_centre(std::vector<double> f, const BenchState& s) const {
        if (!floats_) {
            f.insert(f.begin(), 6, 0.0);
            return f;
        }
        const btVector3 moment = centre(s).cross(btVector3(f[3], f[4], f[5]));
        for (int i = 0; i < 3; ++i) f[static_cast<std::size_t>(i)] -= moment[i];
        return f;
    }

    std::vector<double> gained() const {
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
    /// Its velocities are those of mass centres, along principal axes.
    std::vector<double> motions() const {
        std::vector<double> out;
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            const bool is_base = floats_ && i == 0;
            const int link = static_cast<int>(i) - (floats_ ? 1 : 0);
            const btTransform X_WC =
                is_base ? body_->getBaseWorldTransform() : body_->getLink(link).m_cachedWorldTransform;
            const btTransform X_WB = X_WC * to(principal_[i].X_BC).inverse();
            const std::size_t at = is_base ? 0 : static_cast<std::size_t>(link) + 1;
            const btVector3 w = X_WC.getBasis() * w_[at], v_C = X_WC.getBasis() * v_[at],
                            v = v_C + w.cross(X_WB.getOrigin() - X_WC.getOrigin());
            for (const btVector3& x : {X_WB.getOrigin(), w, v}) out.insert(out.end(), &x[0], &x[0] + 3);
        }
        return out;
    }

    const BenchModel model_;
    const std::vector<BenchState> states_;
    const bool floats_;
    std::vector<Principal> principal_;
    std::vector<btVector3> weights_;
    std::unique_ptr<btMultiBody> body_, seen_;  // the second stays at the first state
    std::vector<std::vector<double>> forces_, forces_seen_;
    std::vector<double> out_;
    std::vector<btVector3> w_, v_;
    btAlignedObjectArray<btScalar> r_;
    btAlignedObjectArray<btVector3> vectors_, origins_;
    btAlignedObjectArray<btQuaternion> turns_;
    btAlignedObjectArray<btMatrix3x3> m_;
    const BenchState* last_ = nullptr;
};

}  // namespace

Peer bullet_peer() {
    const int version = btGetVersion();
    return {"Bullet", std::to_string(version / 100) + "." + std::to_string(version % 100),
            [](const BenchModel& model, const std::vector<BenchState>& states) -> std::unique_ptr<Side> {
                return std::make_unique<BulletSide>(model, states);
            },
            [](const BenchModel& model, Op op) {
                for (const BenchBody& body : model.bodies)
                    if (body.joint == JointKind::ball) return false;
                return is_plain_tree(model) && op != Op::inverse_dynamics && op != Op::mass_matrix &&
                       op != Op::jacobian;
            }};
}

}  // namespace bench
