// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/operational_space.h>
#include <sinew/dynamics/tasks.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/work.h>

#include <vector>

namespace sinew {

namespace {

/// Where all bodies are, and a point on one of them.
struct Placed {
    PositionT<double> x;
    Task task;
};

Placed placed(const System& system, const State& state, const Station& S) {
    const Compiled& c = system.compiled();
    const int node = c.node(S.body);
    const Instance instance = instance_of(c, state);
    const PositionT<double> x = positions(c, state, instance);
    return {x, {node, x.X_WB[node] * (instance.X_MB[node] * S.p)}};
}

Placed placed(const System& system, const State& state, const FrameOn& frame) {
    return placed(system, state, Station{frame.body, frame.X_BF.p});
}

/// From a body's joint frame M to its own frame B, in W.
Vec3 p_MB_W(const System& system, const PositionT<double>& x, const State& state, int node) {
    return x.X_WB[node].R * instance_of(system.compiled(), state).X_MB[node].p;
}

}  // namespace

void multiply_by_J(const System& system, const State& state, std::span<const double> u,
                   std::span<SpatialVelocity> V_WB) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    check_size("u", u.size(), c.tree.nu);
    check_size("V_WB", V_WB.size(), c.bodies());
    const Work work(system, state);
    const PositionT<double> x = positions(system, state);
    auto* V_WM = reinterpret_cast<SpatialVelocity*>(work.A);
    multiply_by_J(c.tree, x, u.data(), V_WM);
    for (std::size_t body = 0; body < V_WB.size(); ++body) {
        const int node = c.node_of_body[body];
        V_WB[body] = shift_outward(V_WM[node], p_MB_W(system, x, state, node));
    }
}

void multiply_by_J_transpose(const System& system, const State& state, std::span<const SpatialForce> F_B_W,
                             std::span<double> f) {
    const UsualFloats floats;
    check_size("f", f.size(), system.nu());
    Work work(system, state);
    const TreeLoads loads = work.loads(system, state, {.f = {}, .F_B_W = F_B_W});
    multiply_by_J_transpose(system.compiled().tree, positions(system, state), loads.F_W, f.data(), work.z);
}

void J_bias(const System& system, const State& state, std::span<SpatialAcceleration> A_WB) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    check_size("A_WB", A_WB.size(), c.bodies());
    const Work work(system, state);
    const PositionT<double> x = positions(system, state);
    const VelocityT<double> v = velocities(system, state);
    accelerations(c.tree, x, v.c_W, static_cast<const double*>(nullptr), work.A);
    for (std::size_t body = 0; body < A_WB.size(); ++body) {
        const int node = c.node_of_body[body];
        A_WB[body] = frame_acceleration(x, v.V_WB, work.A,
                                        Task{node, x.X_WB[node].p + p_MB_W(system, x, state, node)});
    }
}

void system_jacobian(const System& system, const State& state, std::span<double> J) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    const std::size_t columns = size(c.tree.nu);
    check_size("J", J.size(), 6 * c.bodies() * c.tree.nu);
    const PositionT<double> x = positions(system, state);
    for (std::size_t body = 0; body < c.node_of_body.size(); ++body) {
        const int node = c.node_of_body[body];
        frame_jacobian(c.tree, x, Task{node, x.X_WB[node].p + p_MB_W(system, x, state, node)},
                       J.data() + 6 * columns * body);
    }
}

void frame_jacobian(const System& system, const State& state, const FrameOn& frame, std::span<double> J) {
    const UsualFloats floats;
    check_size("J", J.size(), 6 * system.nu());
    const Placed at = placed(system, state, frame);
    frame_jacobian(system.compiled().tree, at.x, at.task, J.data());
}

void station_jacobian(const System& system, const State& state, const Station& station, std::span<double> J) {
    const UsualFloats floats;
    check_size("J", J.size(), 3 * system.nu());
    const Placed at = placed(system, state, station);
    station_jacobian(system.compiled().tree, at.x, at.task, J.data());
}

SpatialAcceleration frame_bias(const System& system, const State& state, const FrameOn& frame) {
    const UsualFloats floats;
    const Placed at = placed(system, state, frame);
    return frame_bias(system.compiled().tree, at.x, velocities(system, state), at.task);
}

Vec3 station_bias(const System& system, const State& state, const Station& station) {
    const UsualFloats floats;
    const Placed at = placed(system, state, station);
    return frame_bias(system.compiled().tree, at.x, velocities(system, state), at.task).v;
}

SpatialVelocity multiply_by_frame_jacobian(const System& system, const State& state, const FrameOn& frame,
                                           std::span<const double> u) {
    const UsualFloats floats;
    check_size("u", u.size(), system.nu());
    const Placed at = placed(system, state, frame);
    return multiply_by_frame_jacobian(system.compiled().tree, at.x, at.task, u.data());
}

void multiply_by_frame_jacobian_transpose(const System& system, const State& state, const FrameOn& frame,
                                          const SpatialForce& F_W, std::span<double> f) {
    const UsualFloats floats;
    check_size("f", f.size(), system.nu());
    const Placed at = placed(system, state, frame);
    multiply_by_frame_jacobian_transpose(system.compiled().tree, at.x, at.task, F_W, f.data());
}

void operational_space_inverse_inertia(const System& system, const State& state,
                                       std::span<const FrameOn> frames, std::span<double> Lambda_inv) {
    const UsualFloats floats;
    const int rows = 6 * static_cast<int>(frames.size());
    check_size("Lambda_inv", Lambda_inv.size(), rows * rows);
    std::vector<Task> tasks;
    for (const FrameOn& frame : frames) tasks.push_back(placed(system, state, frame).task);
    std::vector<double> E(size(rows) * size(system.nu()));
    operational_space_inverse_inertia(system.compiled().tree, positions(system, state),
                                      factors(system, state), nullptr, std::span<const Task>(tasks), E.data(),
                                      Lambda_inv.data());
}

}  // namespace sinew
