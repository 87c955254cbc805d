// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <numbers>

namespace sinew::testing {

namespace {

bool is_cut(const System& system, int joint) {
    for (const Loop& loop : system.loops())
        if (loop.joint.index == joint) return loop.how == LoopClosure::cut;
    return false;
}

}  // namespace

BodyId add_rod(Model& model, const std::string& name, double mass, const Vec3& p, const Vec3& q,
               double width) {
    const Vec3 along = q - p;
    const double w2 = width * width, l2 = dot(along, along), across = mass * (l2 + w2) / 12,
                 about = mass * w2 / 6;
    // about·n nᵀ + across·(1 − n nᵀ)
    const Vec3 n = along / std::sqrt(l2);
    const double d = about - across;
    const Sym3 I{across + d * n.x * n.x, across + d * n.y * n.y, across + d * n.z * n.z,
                 d * n.x * n.y,          d * n.x * n.z,          d * n.y * n.z};
    return model.add(Body{.name = name, .mass = {mass, 0.5 * along, I}});
}

JointId<Pin> add_pin(Model& model, const std::string& name, BodyId from, const Vec3& p_from, BodyId to,
                     const Vec3& p_to, const Vec3& p, const Vec3& axis) {
    using std::numbers::pi;
    const Rotation R = axis == x_axis   ? Rotation::about_y(pi / 2)
                       : axis == y_axis ? Rotation::about_x(-pi / 2)
                                        : Rotation::identity();
    return model.add(Pin{},
                     {.name = name, .from = from, .to = to, .X_PF = {R, p - p_from}, .X_BM = {R, p - p_to}});
}

void place(const System& system, State& state, const std::vector<Transform>& X_WB) {
    const auto at = [&](const FrameOn& frame) {
        return X_WB[static_cast<std::size_t>(frame.body.index)] * frame.X_BF;
    };
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        if (is_cut(system, j)) continue;
        const auto [F, M] = joint_frames(system, state, {{j}});
        fit_pose(system, state, {{j}}, at(F).inverse() * at(M));
    }
}

void move(const System& system, State& state, const std::vector<SpatialVelocity>& V_WB) {
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        if (is_cut(system, j)) continue;
        const auto [F, M] = joint_frames(system, state, {{j}});
        const Transform X_WF = pose(system, state, F.body) * F.X_BF,
                        X_WM = pose(system, state, M.body) * M.X_BF;
        const auto carried = [&](BodyId body) {
            return shift_outward(V_WB[static_cast<std::size_t>(body.index)],
                                 X_WM.p - pose(system, state, body).p);
        };
        fit_velocity(system, state, {{j}}, X_WF.R.inverse() * (carried(M.body) - carried(F.body)));
    }
}

InTime::InTime(std::string problem, double accuracy, double trusted)
    : problem_(std::move(problem)), accuracy_(accuracy), trusted_(trusted) {}

InTime::~InTime() {
    CAPTURE(problem_);
    CAPTURE(accuracy_);
    CHECK(worst_ <= trusted_);
    fmt::print("{:40} accuracy {:7.0e}: off by {:8.2e}, digits tell {:7.0e}; {} steps\n", problem_, accuracy_,
               worst_, trusted_, steps_);
}

void InTime::compare(double found, double published) {
    const double error = std::abs(found - published);
    if (!(error <= worst_)) worst_ = error;
}

void InTime::compare(std::span<const double> found, std::span<const double> published) {
    REQUIRE(found.size() == published.size());
    for (std::size_t i = 0; i < found.size(); ++i) compare(found[i], published[i]);
}

void InTime::compare(const Vec3& found, const Vec3& published) { compare(norm(found - published), 0); }

void run(const System& system, State& state, double duration, int steps) {
    const double h = duration / steps;
    const std::size_t n = state.u().size();
    std::vector<double> q(n), u(n), dq(n), du(n);
    for (int step = 0; step < steps; ++step) {
        const std::vector<double> q0(state.q().begin(), state.q().end()),
            u0(state.u().begin(), state.u().end());
        std::fill(dq.begin(), dq.end(), 0);
        std::fill(du.begin(), du.end(), 0);
        for (const auto& [weight, next] : {std::pair{1.0, 0.5}, {2.0, 0.5}, {2.0, 1.0}, {1.0, 0.0}}) {
            const std::span<const double> u_dot = forward_dynamics(system, state);
            for (std::size_t i = 0; i < n; ++i) {
                const double speed = state.u()[i];
                dq[i] += weight * h / 6 * speed;
                du[i] += weight * h / 6 * u_dot[i];
                q[i] = q0[i] + next * h * speed;
                u[i] = u0[i] + next * h * u_dot[i];
            }
            state.set_q(q);
            state.set_u(u);
        }
        for (std::size_t i = 0; i < n; ++i) q[i] = q0[i] + dq[i], u[i] = u0[i] + du[i];
        state.set_q(q);
        state.set_u(u);
    }
    state.set_time(state.time() + duration);
}

}  // namespace sinew::testing
