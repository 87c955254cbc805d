// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The one file of the benchmarks that knows Sinew.
#include "sinew_side.h"

#include <sinew/batch/dynamics.h>
#include <sinew/joints/user_joint_of.h>
#include <sinew/sinew.h>
#include <sinew/system/merge_welds.h>
#include <sinew/system/views.h>

#include <string>

#include "sinew_model.h"

namespace bench {
namespace {

sinew::Vec3 to(const Vec3& v) { return {v[0], v[1], v[2]}; }

sinew::Transform to(const Pose& X) {
    const auto& R = X.R;
    return {sinew::Rotation{{{R[0], R[3], R[6]}, {R[1], R[4], R[7]}, {R[2], R[5], R[8]}}}, to(X.p)};
}

sinew::Function to(const Curve& curve) {
    switch (curve.kind) {
        case Curve::Kind::constant: return curve.offset;
        case Curve::Kind::linear: return sinew::function::Linear{{curve.slope}, curve.offset};
        case Curve::Kind::spline: return sinew::function::NaturalCubicSpline{curve.x, curve.y};
    }
    return 0.0;
}

sinew::FunctionBased to(const FunctionAxes& functions) {
    sinew::FunctionBased joint;
    joint.coordinates.clear();
    for (int i = 0; i < functions.coordinates; ++i) joint.coordinates.push_back("q" + std::to_string(i));
    for (std::size_t i = 0; i < 6; ++i) {
        const Curve& curve = functions.curves[i];
        std::vector<int> of;
        if (curve.kind != Curve::Kind::constant) of.push_back(curve.coordinate);
        sinew::FunctionBased::Drive& drive = i < 3 ? joint.turns[i] : joint.shifts[i - 3];
        drive.axis = to(functions.axes[i]);
        drive.function = to(curve);
        drive.of = of;
    }
    return joint;
}

/// A pin as its user would write it: see examples of joints of one's own.
struct UsersPin {
    static constexpr int nq = 1, nu = 1;
    static constexpr std::array coordinate_names{"angle"};
    static constexpr std::array columns{sinew::Column::turn_z};
    template <class T>
    static sinew::TransformT<T> X_FM(const sinew::JointInput<T>& in) {
        return {.R = sinew::RotationT<T>::about_z(in.q[0]), .p = {}};
    }
};
/// The same on plain numbers.
class PlainPin final : public sinew::UserJoint {
public:
    PlainPin() {
        nq = nu = 1;
        coordinate_names = {"angle"};
        only_turns = fixed_hinge = true;
    }
    sinew::Transform X_FM(const sinew::JointInput<double>& in) const override {
        return {.R = sinew::Rotation::about_z(in.q[0]), .p = {}};
    }
    void H_FM(const sinew::JointInput<double>&, sinew::SpatialVelocity* H) const override {
        H[0] = {sinew::z_axis, {}};
    }
    sinew::SpatialAcceleration bias_FM(const sinew::JointInput<double>&, const double*) const override {
        return {};
    }
};

sinew::AnyJoint joint_of(const BenchBody& body) {
    switch (body.joint) {
        case JointKind::pin: return sinew::Pin{};
        case JointKind::slider: return sinew::Slider{};
        case JointKind::universal: return sinew::Universal{};
        case JointKind::gimbal: return sinew::Gimbal{};
        case JointKind::ball: return sinew::Ball{};
        case JointKind::free: return sinew::Free{};
        case JointKind::function_based: return to(body.functions);
        case JointKind::cartesian: return sinew::Cartesian{};
        case JointKind::weld: return sinew::Weld{};
        case JointKind::users_pin: return sinew::custom_joint(UsersPin{});
        case JointKind::users_plain_pin: return sinew::CustomJoint{std::make_shared<PlainPin>()};
    }
    return sinew::Weld{};
}

}  // namespace

sinew::Model model_of(const BenchModel& described) {
    sinew::Model model;
    model.name = described.name;
    for (std::size_t i = 0; i < described.bodies.size(); ++i) {
        const BenchBody& body = described.bodies[i];
        const auto& I = body.inertia;
        const std::string name = "b" + std::to_string(i);
        const sinew::MassProperties mass{body.mass, to(body.com), {I[0], I[1], I[2], I[3], I[4], I[5]}};
        const sinew::BodyId id = model.add(sinew::Body{.name = name, .mass = mass});
        model.add_joint({joint_of(body),
                         {.name = "j" + std::to_string(i),
                          .from = body.parent < 0 ? sinew::world : sinew::BodyId{body.parent + 1},
                          .to = id,
                          .X_PF = to(body.X_PF),
                          .X_BM = to(body.X_BM)}});
    }
    sinew::Gravity gravity;
    gravity.g = to(described.gravity);
    model.add(gravity);
    for (const int i : described.prescribed)
        model.add(sinew::Motion{
            .name = "m" + std::to_string(i),
            .joint = model.joint("j" + std::to_string(i)),
            .level = sinew::MotionLevel::acceleration,
            .functions = {sinew::function::Sinusoid{prescribed_amplitude, 1, static_cast<double>(i)}}});
    for (std::size_t i = 0; i < described.rods.size(); ++i) {
        const BenchRod& rod = described.rods[i];
        model.add(sinew::Rod{.name = "r" + std::to_string(i),
                             .from = {sinew::BodyId{rod.from + 1}, to(rod.p_from)},
                             .to = {sinew::BodyId{rod.to + 1}, to(rod.p_to)},
                             .length = 1});
    }
    for (std::size_t i = 0; i < described.balls.size(); ++i) {
        const BenchRod& ball = described.balls[i];
        model.add(sinew::BallConstraint{"together" + std::to_string(i),
                                        {sinew::BodyId{ball.from + 1}, to(ball.p_from)},
                                        {sinew::BodyId{ball.to + 1}, to(ball.p_to)}});
    }
    return model;
}

namespace {

class SinewSide : public Side {
public:
    SinewSide(const BenchModel& model, const std::vector<BenchState>& states)
        : merged_(model.merged ? merge_welds(model_of(model)) : sinew::MergedWelds{}),
          system_(model.merged ? merged_.model : model_of(model)),
          state_(system_.default_state()),
          evaluated_(state_),
          batch_(system_, state_, batch_size) {
        for (std::size_t i = 0; i < model.bodies.size(); ++i) {
            if (mobilities(model.bodies[i]) == 0) continue;
            const std::size_t j = model.merged ? static_cast<std::size_t>(merged_.moved.joint[i].index) : i;
            const sinew::Range q = system_.layout().q_of_joint[j], u = system_.layout().u_of_joint[j];
            for (int k = 0; k < q.count; ++k) q_slot_.push_back(q.first + k);
            for (int k = 0; k < u.count; ++k) u_slot_.push_back(u.first + k);
        }
        for (const BenchState& s : states) {
            q_.push_back(arrange(s.q, q_slot_));
            u_.push_back(arrange(s.u, u_slot_));
            v_.push_back(arrange(s.udot, u_slot_));
        }
        vector_.resize(u_slot_.size());
        J_.resize(6 * u_slot_.size());
        task_.body = sinew::BodyId{model.task_body + 1};
        bodies_ = static_cast<int>(model.bodies.size());
        task_.X_BF.p = to(model.task_point);
        if (model.merged) task_ = merged_.moved(task_);
        evaluated_.set_q(q_[0]);
        evaluated_.set_u(u_[0]);
        realize(system_, evaluated_, sinew::Stage::acceleration);
    }

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        switch (op) {
            case Op::forward_dynamics:
                state_.set_q(q_[k]);
                state_.set_u(u_[k]);
                sinew::forward_dynamics(system_, state_);
                break;
            case Op::inverse_dynamics:
                state_.set_q(q_[k]);
                state_.set_u(u_[k]);
                sinew::inverse_dynamics(system_, state_, v_[k], vector_);
                break;
            case Op::mass_matrix:
                if (M_.empty()) M_.resize(v_[k].size() * v_[k].size());
                state_.set_q(q_[k]);
                sinew::mass_matrix(system_, state_, M_);
                break;
            case Op::minv_fresh:
                state_.set_q(q_[k]);
                sinew::multiply_by_M_inverse(system_, state_, v_[k], vector_);
                break;
            case Op::minv_factored: sinew::multiply_by_M_inverse(system_, evaluated_, v_[k], vector_); break;
            case Op::kinematics:
                state_.set_q(q_[k]);
                state_.set_u(u_[k]);
                sinew::realize(system_, state_, sinew::Stage::velocity);
                break;
            case Op::jacobian: sinew::frame_jacobian(system_, evaluated_, task_, J_); break;
            case Op::state_copy: copy(); break;
            case Op::batch_of_8:
                for (int i = 0; i < batch_size; ++i) {
                    const std::size_t each = (k + static_cast<std::size_t>(i)) % q_.size();
                    batch_.q().set(i, q_[each]);
                    batch_.u().set(i, u_[each]);
                }
                sinew::forward_dynamics(batch_);
                break;
        }
    }

    std::vector<double> result(Op op) override {
        switch (op) {
            case Op::forward_dynamics: return restore(sinew::forward_dynamics(system_, state_));
            case Op::inverse_dynamics:
            case Op::minv_fresh:
            case Op::minv_factored: return restore(vector_);
            case Op::mass_matrix: return square();
            case Op::kinematics: return poses();
            case Op::jacobian: return rows();
            case Op::state_copy: return {checksum_};
            case Op::batch_of_8: return eight();
        }
        return {};
    }

private:
    void copy() {
        const sinew::State fresh(evaluated_);
        checksum_ =
            fresh.q()[static_cast<std::size_t>(q_slot_[0])] + fresh.u()[static_cast<std::size_t>(u_slot_[0])];
    }
    static std::vector<double> arrange(const std::vector<double>& values, const std::vector<int>& slot) {
        std::vector<double> out(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) out[static_cast<std::size_t>(slot[i])] = values[i];
        return out;
    }
    std::vector<double> restore(std::span<const double> values) const {
        std::vector<double> out;
        for (const int slot : u_slot_) out.push_back(values[static_cast<std::size_t>(slot)]);
        return out;
    }
    std::vector<double> eight() {
        std::vector<double> out;
        for (int i = 0; i < batch_size; ++i) {
            batch_.u_dot().get(i, vector_);
            const std::vector<double> one = restore(vector_);
            out.insert(out.end(), one.begin(), one.end());
        }
        return out;
    }
    std::vector<double> square() const {
        std::vector<double> out;
        for (const int row : u_slot_)
            for (const int column : u_slot_)
                out.push_back(
                    M_[static_cast<std::size_t>(row) * u_slot_.size() + static_cast<std::size_t>(column)]);
        return out;
    }
    std::vector<double> rows() const {
        std::vector<double> out;
        for (std::size_t row = 0; row < 6; ++row)
            for (const int column : u_slot_)
                out.push_back(J_[row * u_slot_.size() + static_cast<std::size_t>(column)]);
        return out;
    }
    std::vector<double> poses() const {
        std::vector<double> out;
        for (int b = 1; b <= bodies_; ++b) {
            sinew::Station at{sinew::BodyId{b}, {}};
            if (!merged_.gone.empty()) at = merged_.moved(at);
            const sinew::Vec3 p = sinew::position(system_, state_, at),
                              v = sinew::velocity(system_, state_, at),
                              w = sinew::velocity(system_, state_, at.body).w;
            out.insert(out.end(), {p.x, p.y, p.z, w.x, w.y, w.z, v.x, v.y, v.z});
        }
        return out;
    }

    sinew::MergedWelds merged_;
    int bodies_ = 0;
    sinew::System system_;
    sinew::State state_, evaluated_;
    sinew::Batch batch_;
    std::vector<int> q_slot_, u_slot_;
    std::vector<std::vector<double>> q_, u_, v_;
    sinew::FrameOn task_;
    std::vector<double> vector_, M_, J_;
    double checksum_ = 0;
};

}  // namespace

void make_states_obey(const BenchModel& model, std::vector<BenchState>& states) {
    const sinew::System system(model_of(model));
    sinew::State state = system.default_state();
    for (BenchState& s : states) {
        std::vector<int> q_slot, u_slot;
        for (std::size_t i = 0; i < model.bodies.size(); ++i) {
            const sinew::Range q = system.layout().q_of_joint[i], u = system.layout().u_of_joint[i];
            for (int k = 0; k < q.count; ++k) q_slot.push_back(q.first + k);
            for (int k = 0; k < u.count; ++k) u_slot.push_back(u.first + k);
        }
        std::vector<double> q(s.q.size()), u(s.u.size()), f(s.u.size()), change(s.u.size());
        for (std::size_t i = 0; i < q.size(); ++i) q[static_cast<std::size_t>(q_slot[i])] = s.q[i];
        for (std::size_t i = 0; i < u.size(); ++i) u[static_cast<std::size_t>(u_slot[i])] = s.u[i];
        state.set_q(q);
        if (!model.balls.empty()) {
            state = sinew::assemble(system, state, {.tolerance = 1e-13}).state;
            for (std::size_t i = 0; i < q.size(); ++i)
                s.q[i] = state.q()[static_cast<std::size_t>(q_slot[i])];
        }
        for (int twice = 0; twice < 2; ++twice) {
            state.set_u(u);
            const auto errors = sinew::velocity_errors(system, state);
            std::vector<double> lambda(errors.begin(), errors.end());
            sinew::solve_constraints(system, state, lambda);
            sinew::multiply_by_G_transpose(system, state, lambda, f);
            sinew::multiply_by_M_inverse(system, state, f, change);
            for (std::size_t i = 0; i < u.size(); ++i) u[i] -= change[i];
        }
        for (std::size_t i = 0; i < u.size(); ++i) s.u[i] = u[static_cast<std::size_t>(u_slot[i])];
    }
}

struct BatchOfMany::Inside {
    sinew::System system;
    sinew::Batch batch;
};
BatchOfMany::BatchOfMany(const BenchModel& model, int states) {
    const sinew::System system(model_of(model));
    inside_ = std::make_unique<Inside>(Inside{system, sinew::Batch(system, system.default_state(), states)});
    sinew::Batch& batch = inside_->batch;
    for (int s = 0; s < states; ++s)
        for (int i = 0; i < system.nu(); ++i) batch.u()(s, i) = 0.1 * ((s + 3 * i) % 17);
}
BatchOfMany::~BatchOfMany() = default;
void BatchOfMany::forward_dynamics() { sinew::forward_dynamics(inside_->batch); }
int BatchOfMany::lanes() const { return inside_->batch.lanes(); }

std::unique_ptr<Side> make_sinew_side(const BenchModel& model, const std::vector<BenchState>& states) {
    return std::make_unique<SinewSide>(model, states);
}

}  // namespace bench
