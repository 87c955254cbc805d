// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo's side. Contact, limits and all else that is a constraint there is switched off.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

#include "peer.h"
#include "principal.h"
#include "turns.h"

namespace bench {
namespace {

constexpr Convention convention{.linear_first = true, .linear_in_body = false, .rates_in_body = false};

/// Elements of its files may not be nested deeper than this many bodies.
constexpr int deepest = 90;

int depth_of(const BenchModel& model) {
    std::vector<int> depth;
    for (const BenchBody& body : model.bodies)
        depth.push_back(1 + (body.parent < 0 ? 0 : depth[static_cast<std::size_t>(body.parent)]));
    return *std::max_element(depth.begin(), depth.end());
}

template <std::size_t n>
std::string text(const std::array<double, n>& values) {
    std::ostringstream out;
    out.precision(17);
    for (const double x : values) out << x << ' ';
    return out.str();
}

/// MJCF of a body and of all that it carries.
std::string body_text(const BenchModel& model, int index) {
    std::string out;
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        const BenchBody& body = model.bodies[i];
        if (body.parent != index) continue;
        const Principal principal = principal_of(body);  // its own principal axes are good to 1e-9 only
        const Pose X_PB = body.X_PF * inverse(body.X_BM);
        out += "<body pos='" + text(X_PB.p) + "' quat='" + text(quaternion_of(X_PB.R)) + "'>";
        out += "<inertial pos='" + text(body.com) + "' quat='" + text(quaternion_of(principal.X_BC.R)) +
               "' mass='" + text(std::array{body.mass}) + "' diaginertia='" + text(principal.moments) + "'/>";
        const auto& R = body.X_BM.R;
        if (body.joint == JointKind::free) out += "<freejoint name='" + std::to_string(i) + "'/>";
        else if (body.joint == JointKind::ball)
            out += "<joint type='ball' name='" + std::to_string(i) + "'/>";
        else
            out += "<joint type='hinge' name='" + std::to_string(i) + "' pos='" + text(body.X_BM.p) +
                   "' axis='" + text(Vec3{R[2], R[5], R[8]}) + "'/>";
        out += body_text(model, static_cast<int>(i)) + "</body>";
    }
    return out;
}

mjModel* compile(const BenchModel& model) {
    const std::string text_of =
        "<mujoco><compiler angle='radian' inertiafromgeom='false' balanceinertia='false'/>"
        "<size nconmax='0' njmax='0'/><option gravity='" +
        text(model.gravity) + "'><flag constraint='disable' contact='disable'/></option>" + "<worldbody>" +
        body_text(model, -1) + "</worldbody></mujoco>";
    const auto file = std::filesystem::temp_directory_path() / ("bench" + std::to_string(getpid()) + ".xml");
    std::ofstream(file) << text_of;
    char error[1000] = "";
    mjModel* compiled = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    std::filesystem::remove(file);
    if (!compiled) throw std::runtime_error(std::string("MuJoCo: ") + error);
    return compiled;
}

class MujocoSide : public Side {
public:
    MujocoSide(const BenchModel& model, const std::vector<BenchState>& states)
        : model_(model), states_(states), m_(compile(model)), d_(mj_makeData(m_)), seen_(mj_makeData(m_)) {
        find_slots();
        for (const BenchState& state : states) {
            q_.push_back(positions(state));
            u_.push_back(arrange(to_library(model, state, state.u, Quantity::speed, convention)));
            a_.push_back(arrange(to_library(model, state, state.udot, Quantity::acceleration, convention)));
            f_.push_back(arrange(to_library(model, state, state.udot, Quantity::force, convention)));
            f_seen_.push_back(arrange(to_library(model, states[0], state.udot, Quantity::force, convention)));
        }
        out_.resize(u_[0].size());
        M_.resize(out_.size() * out_.size());
        J_.resize(6 * out_.size());
        mju_copy(seen_->qpos, q_[0].data(), m_->nq);
        mj_forward(m_, seen_);
        task_ = body_[static_cast<std::size_t>(model.task_body)];
        mju_rotVecMat(point_, model.task_point.data(), seen_->xmat + 9 * task_);
        mju_addTo3(point_, seen_->xpos + 3 * task_);
    }
    ~MujocoSide() override {
        mj_deleteData(seen_);
        mj_deleteData(d_);
        mj_deleteModel(m_);
    }
    MujocoSide(const MujocoSide&) = delete;
    MujocoSide& operator=(const MujocoSide&) = delete;

    void run(Op op, int state) override {
        const auto k = static_cast<std::size_t>(state);
        last_ = k;
        switch (op) {
            case Op::minv_factored: mj_solveM(m_, seen_, out_.data(), f_seen_[k].data(), 1); return;
            case Op::jacobian: mj_jac(m_, seen_, &J_[3 * out_.size()], J_.data(), point_, task_); return;
            default: break;
        }
        mju_copy(d_->qpos, q_[k].data(), m_->nq);
        if (op == Op::forward_dynamics || op == Op::inverse_dynamics || op == Op::kinematics)
            mju_copy(d_->qvel, u_[k].data(), m_->nv);
        if (op == Op::forward_dynamics) return mj_forward(m_, d_);
        mj_kinematics(m_, d_);
        mj_comPos(m_, d_);
        if (op == Op::kinematics || op == Op::inverse_dynamics) mj_comVel(m_, d_);
        if (op == Op::inverse_dynamics) {
            mju_copy(d_->qacc, a_[k].data(), m_->nv);
            mj_rne(m_, d_, 1, out_.data());
        } else if (op == Op::mass_matrix) {
            mj_crb(m_, d_);
            mj_fullM(m_, M_.data(), d_->qM);
        } else if (op == Op::minv_fresh) {
            mj_crb(m_, d_);
            mj_factorM(m_, d_);
            mj_solveM(m_, d_, out_.data(), f_[k].data(), 1);
        }
    }

    std::vector<double> result(Op op) override {
        switch (op) {
            case Op::forward_dynamics: return ours(d_->qacc, last_, Quantity::acceleration);
            case Op::inverse_dynamics: return ours(out_.data(), last_, Quantity::force);
            case Op::minv_fresh: return ours(out_.data(), last_, Quantity::speed);
            case Op::minv_factored: return ours(out_.data(), 0, Quantity::speed);
            case Op::mass_matrix: return ours(times_rates(M_, last_).data(), last_, Quantity::force);
            case Op::jacobian: return times_rates(J_, 0);
            case Op::kinematics: return motions();
            default: return {};
        }
    }

private:
    /// Where our numbers lie among MuJoCo's, whose bodies go depth first.
    void find_slots() {
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            const int joint = mj_name2id(m_, mjOBJ_JOINT, std::to_string(i).c_str());
            q_slot_.push_back(static_cast<std::size_t>(m_->jnt_qposadr[joint]));
            body_.push_back(m_->jnt_bodyid[joint]);
            for (int k = 0; k < mobilities(model_.bodies[i]); ++k)
                slot_.push_back(static_cast<std::size_t>(m_->jnt_dofadr[joint] + k));
        }
    }
    std::vector<double> positions(const BenchState& state) const {
        std::vector<double> q(static_cast<std::size_t>(m_->nq));
        std::size_t from = 0;
        for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
            const BenchBody& body = model_.bodies[i];
            const double* own = &state.q[from];
            double* to = &q[q_slot_[i]];
            if (body.joint == JointKind::free) {
                for (std::size_t k = 0; k < 3; ++k) to[k] = body.X_PF.p[k] + own[4 + k];
                for (std::size_t k = 0; k < 4; ++k) to[3 + k] = own[k];
            } else {
                for (int k = 0; k < coordinates(body); ++k) to[k] = own[k];
            }
            from += static_cast<std::size_t>(coordinates(body));
        }
        return q;
    }
    std::vector<double> arrange(const std::vector<double>& values) const {
        std::vector<double> out(values.size());
        for (std::size_t i = 0; i < values.size(); ++i) out[slot_[i]] = values[i];
        return out;
    }
    std::vector<double> ours(const double* values, std::size_t state, Quantity quantity) const {
        std::vector<double> out;
        for (const std::size_t slot : slot_) out.push_back(values[slot]);
        return from_library(model_, states_[state], out, quantity, convention);
    }
    /// The product of some rows, at the coordinates of a state, with the accelerations of the last.
    std::vector<double> times_rates(const std::vector<double>& rows, std::size_t state) const {
        const std::vector<double> v =
            arrange(to_library(model_, states_[state], states_[last_].udot, Quantity::speed, convention));
        std::vector<double> out(rows.size() / v.size());
        for (std::size_t i = 0; i < rows.size(); ++i) out[i / v.size()] += rows[i] * v[i % v.size()];
        return out;
    }
    std::vector<double> motions() const {
        std::vector<double> out;
        for (const int body : body_) {
            out.insert(out.end(), d_->xpos + 3 * body, d_->xpos + 3 * body + 3);
            double V[6];
            mj_objectVelocity(m_, d_, mjOBJ_XBODY, body, V, 0);
            out.insert(out.end(), V, V + 6);
        }
        return out;
    }

    const BenchModel model_;
    const std::vector<BenchState> states_;
    mjModel* m_;
    mjData *d_, *seen_;  // the second evaluated at the first state, for what is asked at a q seen before
    std::vector<std::size_t> q_slot_, slot_;
    std::vector<int> body_;
    int task_ = 0;
    double point_[3] = {};
    std::vector<std::vector<double>> q_, u_, a_, f_, f_seen_;
    std::vector<double> out_, M_, J_;
    std::size_t last_ = 0;
};

}  // namespace

Peer mujoco_peer() {
    return {"MuJoCo", mj_versionString(),
            [](const BenchModel& model, const std::vector<BenchState>& states) -> std::unique_ptr<Side> {
                return std::make_unique<MujocoSide>(model, states);
            },
            [](const BenchModel& model, Op) { return is_plain_tree(model) && depth_of(model) < deepest; }};
}

}  // namespace bench
