// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// DART's side.
#include <dart/config.hpp>
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>

#include "peer.h"
#include "turns.h"

namespace bench {
namespace {

namespace dyn = dart::dynamics;

constexpr Convention convention{.linear_first = false, .linear_in_body = true, .rates_in_body = true};

Eigen::Matrix3d to(const std::array<double, 9>& R) {
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R.data());
}
Eigen::Vector3d to(const Vec3& v) { return {v[0], v[1], v[2]}; }
Eigen::Isometry3d to(const Pose& X) {
    Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
    out.linear() = to(X.R);
    out.translation() = to(X.p);
    return out;
}

template <class Joint>
dyn::BodyNode* add(const dyn::SkeletonPtr& skeleton, dyn::BodyNode* parent, const BenchBody& body) {
    const std::string name = std::to_string(skeleton->getNumBodyNodes());
    typename Joint::Properties properties;
    properties.mT_ParentBodyToJoint = to(body.X_PF);
    properties.mT_ChildBodyToJoint = to(body.X_BM);
    properties.mName = name;
    const auto made = skeleton->createJointAndBodyNodePair<Joint>(parent, properties,
                                                                  dyn::BodyNode::AspectProperties(name));
    if constexpr (std::is_same_v<Joint, dyn::RevoluteJoint>) made.first->setAxis(Eigen::Vector3d::UnitZ());
    return made.second;
}

dyn::SkeletonPtr skeleton_of(const BenchModel& model) {
    dyn::SkeletonPtr skeleton = dyn::Skeleton::create();
    std::vector<dyn::BodyNode*> bodies;
    for (const BenchBody& body : model.bodies) {
        dyn::BodyNode* parent = body.parent < 0 ? nullptr : bodies[static_cast<std::size_t>(body.parent)];
        bodies.push_back(body.joint == JointKind::free   ? add<dyn::FreeJoint>(skeleton, parent, body)
                         : body.joint == JointKind::ball ? add<dyn::BallJoint>(skeleton, parent, body)
                                                         : add<dyn::RevoluteJoint>(skeleton, parent, body));
        const auto& I = body.inertia;
        Eigen::Matrix3d central;
        central << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
        bodies.back()->setInertia(dyn::Inertia(body.mass, to(body.com), central));
    }
    skeleton->setGravity(to(model.gravity));
    return skeleton;
}

class DartSide : public Side {
public:
    DartSide(const BenchModel& model, const std::vector<BenchState>& states)
        : model_(model),
          states_(states),
          forward_(skeleton_of(model)),
          inverse_(skeleton_of(model)),
          seen_(skeleton_of(model)) {
        for (std::size_t b = 0; b < model.bodies.size(); ++b) {
            const dyn::Joint* joint = forward_->getBodyNode(b)->getParentJoint();
            for (int i = 0; i < mobilities(model.bodies[b]); ++i)
                slot_.push_back(
                    static_cast<Eigen::Index>(joint->getIndexInSkeleton(static_cast<std::size_t>(i))));
        }
        for (const BenchState& state : states) {
            q_.push_back(arrange(positions(state)));
            u_.push_back(arrange(to_library(model, state, state.u, Quantity::speed, convention)));
            a_.push_back(arrange(to_library(model, state, state.udot, Quantity::acceleration, convention)));
        }
        seen_->setPositions(q_[0]);
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        last_ = k;
        switch (op) {
            case Op::forward_dynamics:
                forward_->setPositions(q_[k]);
                forward_->setVelocities(u_[k]);
                forward_->computeForwardDynamics();
                break;
            case Op::inverse_dynamics:
                inverse_->setPositions(q_[k]);
                inverse_->setVelocities(u_[k]);
                inverse_->setAccelerations(a_[k]);
                inverse_->computeInverseDynamics();
                break;
            case Op::mass_matrix:
                forward_->setPositions(q_[k]);
                M_ = &forward_->getMassMatrix();
                break;
            case Op::kinematics:  // what is asked for is computed
                forward_->setPositions(q_[k]);
                forward_->setVelocities(u_[k]);
                for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
                    forward_->getBodyNode(b)->getWorldTransform();
                    forward_->getBodyNode(b)->getSpatialVelocity();
                }
                break;
            case Op::jacobian: J_ = task()->getJacobian(to(model_.task_point), dyn::Frame::World()); break;
            default: break;
        }
    }

    std::vector<double> result(Op op) override {
        switch (op) {
            case Op::forward_dynamics: return ours(forward_->getAccelerations(), Quantity::acceleration);
            case Op::inverse_dynamics: return ours(inverse_->getForces(), Quantity::force);
            case Op::mass_matrix: return ours(*M_ * rates(last_), Quantity::force);
            case Op::jacobian: return times_rates();
            case Op::kinematics: return motions();
            default: return {};
        }
    }

private:
    std::vector<double> positions(const BenchState& state) const {
        std::vector<double> out;
        std::size_t q = 0;
        for (const BenchBody& body : model_.bodies) {
            if (body.joint == JointKind::pin) {
                out.push_back(state.q[q]);
            } else {
                Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
                X.linear() = to(rotation_of(&state.q[q]));
                if (body.joint == JointKind::free)
                    X.translation() = Eigen::Vector3d(state.q[q + 4], state.q[q + 5], state.q[q + 6]);
                const Eigen::VectorXd own =
                    body.joint == JointKind::free
                        ? Eigen::VectorXd(dyn::FreeJoint::convertToPositions(X))
                        : Eigen::VectorXd(dyn::BallJoint::convertToPositions(X.linear()));
                out.insert(out.end(), own.data(), own.data() + own.size());
            }
            q += static_cast<std::size_t>(coordinates(body));
        }
        return out;
    }
    Eigen::VectorXd arrange(const std::vector<double>& values) const {
        Eigen::VectorXd out(static_cast<Eigen::Index>(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) out[slot_[i]] = values[i];
        return out;
    }
    std::vector<double> ours(const Eigen::VectorXd& values, Quantity quantity) const {
        std::vector<double> out;
        for (const Eigen::Index slot : slot_) out.push_back(values[slot]);
        return from_library(model_, states_[last_], out, quantity, convention);
    }
    /// The accelerations of the last state as speeds, at the coordinates of a state.
    Eigen::VectorXd rates(std::size_t state) const {
        return arrange(to_library(model_, states_[state], states_[last_].udot, Quantity::speed, convention));
    }
    dyn::BodyNode* task() const { return seen_->getBodyNode(static_cast<std::size_t>(model_.task_body)); }
    std::vector<double> times_rates() const {
        const Eigen::VectorXd v = rates(0);
        Eigen::VectorXd V = Eigen::VectorXd::Zero(6);
        Eigen::Index column = 0;
        for (const std::size_t i : task()->getDependentGenCoordIndices())
            V += J_.col(column++) * v[static_cast<Eigen::Index>(i)];
        return {V.data(), V.data() + 6};
    }
    std::vector<double> motions() const {
        std::vector<double> out;
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            const dyn::BodyNode* body = forward_->getBodyNode(b);
            for (const Eigen::Vector3d& v : {Eigen::Vector3d(body->getWorldTransform().translation()),
                                             body->getAngularVelocity(), body->getLinearVelocity()})
                out.insert(out.end(), v.data(), v.data() + 3);
        }
        return out;
    }

    const BenchModel model_;
    const std::vector<BenchState> states_;
    dyn::SkeletonPtr forward_, inverse_, seen_;  // the last stays at the first state
    std::vector<Eigen::Index> slot_;
    std::vector<Eigen::VectorXd> q_, u_, a_;
    const Eigen::MatrixXd* M_ = nullptr;
    dart::math::Jacobian J_;
    std::size_t last_ = 0;
};

}  // namespace

Peer dart_peer() {
    return {"DART", DART_VERSION,
            [](const BenchModel& model, const std::vector<BenchState>& states) -> std::unique_ptr<Side> {
                return std::make_unique<DartSide>(model, states);
            },
            [](const BenchModel& model, Op op) {
                return is_plain_tree(model) && op != Op::minv_fresh && op != Op::minv_factored;
            }};
}

}  // namespace bench
