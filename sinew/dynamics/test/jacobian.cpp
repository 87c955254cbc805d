// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/tasks.h>
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Places on random bodies, some on the same, one on the world.
std::vector<Task> random_tasks(Random& random, const Tree& tree, int count) {
    std::vector<Task> tasks{{0, random.vector(1)}};
    for (int i = 1; i < count; ++i) tasks.push_back({random.below(tree.size()), random.vector(1)});
    return tasks;
}

Matrix dense_frame_jacobian(Evaluated& at, const Task& task) {
    Matrix J = Matrix::Constant(6, at.tree.nu, 1e300);  // all of it must be written
    frame_jacobian(at.tree, at.x(), task, J.data());
    return J;
}

}  // namespace

TEST_CASE("J written out has the velocities by unit speeds as columns, and gives V from u") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Matrix J = Matrix::Constant(6 * sample.tree.size(), sample.n(), 1e300);
        system_jacobian(sample.tree, at.x(), J.data());
        law.measure(J, dense_jacobian(at), sample);
        law.measure(J * vector(sample.u), stacked(at.V_WB), sample);
    }
}

TEST_CASE("Jᵀ F is the transpose of J, and forces do the same work on both sides") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Vector f(sample.n());
        multiply_by_J_transpose(sample.tree, at.x(), sample.F_B_W.data(), f.data(), at.z_W.data());
        law.measure(f, dense_jacobian(at).transpose() * stacked(sample.F_B_W), sample);
        const double power = stacked(sample.F_B_W).dot(stacked(at.V_WB));
        law.measure(std::abs(f.dot(vector(sample.u)) - power), 1 + f.norm() * vector(sample.u).norm(),
                    sample);
    }
}

TEST_CASE("frame and station Jacobians are those of the body, carried to the place") {
    Law law;
    Random random(3);
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const Matrix J = dense_jacobian(at);
        for (const Task& task : random_tasks(random, sample.tree, 6)) {
            const Matrix J_S = dense_frame_jacobian(at, task), J_B = J.middleRows(6 * task.body, 6);
            const Vec3 p_BS_W = task.p_WS - at.X_WB[static_cast<std::size_t>(task.body)].p;
            law.measure(J_S.topRows(3), J_B.topRows(3), sample);
            const Matrix carried = J_B.bottomRows(3) - dense(cross_matrix(p_BS_W)) * J_B.topRows(3);
            law.measure(J_S.bottomRows(3), carried, sample);
            Matrix J_v = Matrix::Constant(3, sample.n(), 1e300);
            station_jacobian(sample.tree, at.x(), task, J_v.data());
            CHECK(J_v == J_S.bottomRows(3));
        }
    }
}

TEST_CASE("products with the Jacobians of tasks, one or many, are those with the matrices") {
    Law law;
    Random random(4);
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const std::vector<Task> tasks = random_tasks(random, sample.tree, 6);
        std::vector<SpatialVelocity> V_WS(tasks.size()), V_WB(at.V_WB.size());
        std::vector<SpatialForce> F_S_W(tasks.size());
        std::vector<Vec3> v_WS(tasks.size()), f_S_W(tasks.size());
        const std::span<const Task> all(tasks);
        const Vector u = vector(sample.u);
        multiply_by_frame_jacobians(sample.tree, at.x(), all, u.data(), V_WS.data(), V_WB.data());
        multiply_by_station_jacobians(sample.tree, at.x(), all, u.data(), v_WS.data(), V_WB.data());
        Vector f_frames = Vector::Zero(sample.n()), f_stations = Vector::Zero(sample.n()), f(sample.n());
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const Matrix J = dense_frame_jacobian(at, tasks[i]);
            law.measure(dense(V_WS[i]), J * u, sample);
            law.measure(dense(v_WS[i]), J.bottomRows(3) * u, sample);
            law.measure(dense(multiply_by_frame_jacobian(sample.tree, at.x(), tasks[i], u.data())), J * u,
                        sample);
            F_S_W[i] = {random.vector(1), random.vector(1)};
            f_S_W[i] = random.vector(1);
            const Vector wanted = J.transpose() * dense(F_S_W[i]);
            multiply_by_frame_jacobian_transpose(sample.tree, at.x(), tasks[i], F_S_W[i], f.data());
            law.measure(f, wanted, sample);
            f_frames += wanted;
            f_stations += J.bottomRows(3).transpose() * dense(f_S_W[i]);
        }
        multiply_by_frame_jacobians_transpose(sample.tree, at.x(), all, F_S_W.data(), f.data(),
                                              at.z_W.data());
        law.measure(f, f_frames, sample);
        multiply_by_station_jacobians_transpose(sample.tree, at.x(), all, f_S_W.data(), f.data(),
                                                at.z_W.data());
        law.measure(f, f_stations, sample);
    }
}

TEST_CASE("the bias of a frame's Jacobian is J̇ u") {
    Law law, same;
    Random random(6);
    for (SampleTree sample : sample_trees()) {
        for (double& rate : sample.u_dot) rate = 0;
        Evaluated at(sample);
        Moving moving(sample);
        accelerations<double>(sample.tree, at.x(), at.c_W.data(), nullptr, at.A_WB.data());
        for (const Task& task : random_tasks(random, sample.tree, 6)) {
            // The place moves with its body, and so does the matrix: d(J u)/dt with u̇ = 0.
            const auto B = static_cast<std::size_t>(task.body);
            const Vec3 v = shift_outward(at.V_WB[B], task.p_WS - at.X_WB[B].p).v;
            const TaskT<Dual> moved{task.body, {{task.p_WS.x, v.x}, {task.p_WS.y, v.y}, {task.p_WS.z, v.z}}};
            std::vector<Dual> J(6 * static_cast<std::size_t>(sample.n()));
            frame_jacobian(sample.tree, moving.x(), moved, J.data());
            Vector bias = Vector::Zero(6);
            for (int r = 0; r < 6; ++r)
                for (int i = 0; i < sample.n(); ++i)
                    bias[r] += J[static_cast<std::size_t>(r * sample.n() + i)].d *
                               sample.u[static_cast<std::size_t>(i)];
            const SpatialAcceleration A =
                frame_acceleration<double>(at.x(), at.V_WB.data(), at.A_WB.data(), task);
            law.measure_derivative(dense(A), bias, sample);
            same.measure(dense(frame_bias(sample.tree, at.x(), at.v(), task)), dense(A), sample);
        }
    }
}
