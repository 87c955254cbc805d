// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "simbody_bodies.h"

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

/// A pin as its user would write it.
class UsersPin : public SimTK::MobilizedBody::Custom::Implementation {
public:
    explicit UsersPin(SimTK::SimbodyMatterSubsystem& matter) : Implementation(matter, 1, 1, 1) {}
    Implementation* clone() const override { return new UsersPin(*this); }
    SimTK::Transform calcMobilizerTransformFromQ(const SimTK::State&, int,
                                                 const SimTK::Real* q) const override {
        return SimTK::Transform(SimTK::Rotation(q[0], SimTK::ZAxis));
    }
    SimTK::SpatialVec multiplyByHMatrix(const SimTK::State&, int, const SimTK::Real* u) const override {
        return {SimTK::Vec3(0, 0, u[0]), SimTK::Vec3(0)};
    }
    void multiplyByHTranspose(const SimTK::State&, const SimTK::SpatialVec& F, int,
                              SimTK::Real* f) const override {
        f[0] = F[0][2];
    }
    SimTK::SpatialVec multiplyByHDotMatrix(const SimTK::State&, int, const SimTK::Real*) const override {
        return SimTK::SpatialVec(SimTK::Vec3(0));
    }
    void multiplyByHDotTranspose(const SimTK::State&, const SimTK::SpatialVec&, int,
                                 SimTK::Real* f) const override {
        f[0] = 0;
    }
    void setQToFitTransform(const SimTK::State&, const SimTK::Transform& X, int,
                            SimTK::Real* q) const override {
        q[0] = X.R().convertRotationToBodyFixedXYZ()[2];
    }
    void setUToFitVelocity(const SimTK::State&, const SimTK::SpatialVec& V, int,
                           SimTK::Real* u) const override {
        u[0] = V[0][2];
    }
};

}  // namespace

SimTK::Vec3 to(const Vec3& v) { return {v[0], v[1], v[2]}; }

SimTK::Transform to(const Pose& X) {
    const SimTK::Mat33 R(X.R[0], X.R[1], X.R[2], X.R[3], X.R[4], X.R[5], X.R[6], X.R[7], X.R[8]);
    return {SimTK::Rotation(R), to(X.p)};
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
        case JointKind::cartesian: return MobilizedBody::Translation(parent, F, rigid, M);
        case JointKind::weld: return MobilizedBody::Weld(parent, F, rigid, M);
        case JointKind::users_pin:
        case JointKind::users_plain_pin:
            return MobilizedBody::Custom(parent, new UsersPin(parent.updMatterSubsystem()), F, rigid, M);
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

}  // namespace bench
