// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The layout of Simbody's classes depends on NDEBUG, and Debian builds it without: so must this file be. Nothing of
// Simbody leaves it.
#ifdef NDEBUG
#error "compile simbody_peer.cpp without NDEBUG, as Debian's Simbody was"
#endif
#include "simbody_peer.h"

#include <Simbody.h>
#include <algorithm>

namespace bench {
namespace {

/// A natural cubic spline for Simbody, with its coefficients worked out beforehand.
class NaturalSpline : public SimTK::Function {
public:
    NaturalSpline(std::vector<double> x, std::vector<double> y)
        : x_(std::move(x)), y_(std::move(y)), m_(x_.size()) {
        const std::size_t n = x_.size();
        std::vector<double> diagonal(n, 1.0),
            right(n, 0.0);  // m are the second derivatives, zero at both ends
        for (std::size_t i = 1; i + 1 < n; ++i) {
            const double below = x_[i] - x_[i - 1], above = x_[i + 1] - x_[i];
            const double factor = i > 1 ? below / diagonal[i - 1] : 0;
            diagonal[i] = 2 * (below + above) - factor * (i > 1 ? below : 0);
            right[i] =
                6 * ((y_[i + 1] - y_[i]) / above - (y_[i] - y_[i - 1]) / below) - factor * right[i - 1];
        }
        for (std::size_t i = n - 2; i > 0; --i)
            m_[i] = (right[i] - (x_[i + 1] - x_[i]) * m_[i + 1]) / diagonal[i];
    }
    SimTK::Real calcValue(const SimTK::Vector& at) const override { return value(0, at[0]); }
    SimTK::Real calcDerivative(const SimTK::Array_<int>& components, const SimTK::Vector& at) const override {
        return value(static_cast<int>(components.size()), at[0]);
    }
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return 2; }
    NaturalSpline* clone() const override { return new NaturalSpline(*this); }

private:
    double value(int derivative, double t) const {
        const auto after = std::upper_bound(x_.begin() + 1, x_.end() - 1, t);
        const auto i = static_cast<std::size_t>(after - x_.begin()) - 1;
        const double h = x_[i + 1] - x_[i], a = (x_[i + 1] - t) / h, b = (t - x_[i]) / h;
        if (derivative == 2) return a * m_[i] + b * m_[i + 1];
        if (derivative == 1)
            return (y_[i + 1] - y_[i]) / h + ((1 - 3 * a * a) * m_[i] + (3 * b * b - 1) * m_[i + 1]) * h / 6;
        return a * y_[i] + b * y_[i + 1] +
               ((a * a * a - a) * m_[i] + (b * b * b - b) * m_[i + 1]) * h * h / 6;
    }
    std::vector<double> x_, y_, m_;
};

SimTK::Vec3 to(const Vec3& v) { return {v[0], v[1], v[2]}; }

SimTK::Transform to(const Pose& X) {
    const SimTK::Mat33 R(X.R[0], X.R[1], X.R[2], X.R[3], X.R[4], X.R[5], X.R[6], X.R[7], X.R[8]);
    return {SimTK::Rotation(R), to(X.p)};
}

SimTK::MassProperties mass_properties(const BenchBody& body) {
    const auto& I = body.inertia;
    const SimTK::Inertia central(I[0], I[1], I[2], I[3], I[4], I[5]);
    return {body.mass, to(body.com), central.shiftFromMassCenter(to(body.com), body.mass)};
}

const SimTK::Function* to(const Curve& curve) {
    switch (curve.kind) {
        case Curve::Kind::constant: return new SimTK::Function::Constant(curve.offset, 0);
        case Curve::Kind::linear:
            return new SimTK::Function::Linear(SimTK::Vector(SimTK::Vec2(curve.slope, curve.offset)));
        case Curve::Kind::spline: return new NaturalSpline(curve.x, curve.y);
    }
    return nullptr;
}

SimTK::MobilizedBody join(SimTK::MobilizedBody& parent, const BenchBody& body) {
    using SimTK::MobilizedBody;
    const SimTK::Transform F = to(body.X_PF), M = to(body.X_BM);
    const SimTK::Body::Rigid rigid(mass_properties(body));
    switch (body.joint) {
        case JointKind::pin: return MobilizedBody::Pin(parent, F, rigid, M);
        case JointKind::slider: return MobilizedBody::Slider(parent, F, rigid, M);
        case JointKind::universal: return MobilizedBody::Universal(parent, F, rigid, M);
        case JointKind::gimbal: return MobilizedBody::Gimbal(parent, F, rigid, M);
        case JointKind::ball: return MobilizedBody::Ball(parent, F, rigid, M);
        case JointKind::free: return MobilizedBody::Free(parent, F, rigid, M);
        case JointKind::function_based: break;
    }
    SimTK::Array_<const SimTK::Function*> functions;
    SimTK::Array_<SimTK::Array_<int>> arguments;
    SimTK::Array_<SimTK::Vec3> axes;
    for (std::size_t i = 0; i < 6; ++i) {
        const Curve& curve = body.functions.curves[i];
        functions.push_back(to(curve));
        arguments.push_back(curve.kind == Curve::Kind::constant ? SimTK::Array_<int>()
                                                                : SimTK::Array_<int>(1, curve.coordinate));
        axes.push_back(to(body.functions.axes[i]));
    }
    return MobilizedBody::FunctionBased(parent, F, rigid, M, body.functions.coordinates, functions, arguments,
                                        axes);
}

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
        for (const BenchRod& rod : model.rods)
            SimTK::Constraint::Rod(bodies_[static_cast<std::size_t>(rod.from)], to(rod.p_from),
                                   bodies_[static_cast<std::size_t>(rod.to)], to(rod.p_to), 1);
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
        }
    }

    std::vector<double> result(Op op) override {
        switch (op) {
            case Op::forward_dynamics: return restore(state_.getUDot());
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
    void copy() {
        const SimTK::State fresh(evaluated_);
        checksum_ = fresh.getQ()[0] + fresh.getU()[0];
    }

    void find_slots(const BenchModel& model) {
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
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
};

}  // namespace

std::unique_ptr<Side> make_simbody_side(const BenchModel& model, const std::vector<BenchState>& states) {
    return std::make_unique<SimbodySide>(model, states);
}

}  // namespace bench
