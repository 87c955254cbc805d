// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/math/difference_weights.h>
#include <sinew/studies/invert.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr int most_points = 7;

/// Weights at every frame.
struct Stencil {
    int first, count;
    double w0[most_points], w1[most_points], w2[most_points];
    Stencil(const std::vector<double>& times, int frame) {
        const int frames = static_cast<int>(times.size());
        count = std::min(frames, most_points);
        first = std::clamp(frame - count / 2, 0, frames - count);
        difference_weights(times[size(frame)], times.data() + first, count, w0, w1, w2);
    }
    void derivatives(const std::vector<double>& values, std::size_t width, double* d1, double* d2) const {
        for (std::size_t i = 0; i < width; ++i) {
            double a = 0, b = 0;
            for (int k = 0; k < count; ++k) {
                const double x = values[size(first + k) * width + i];
                a += w1[k] * x, b += w2[k] * x;
            }
            d1[i] = a;
            if (d2) d2[i] = b;
        }
    }
};

void check_numbers(const char* what, const std::vector<double>& values, std::size_t frames,
                   std::size_t per_frame, const std::vector<std::string>* names) {
    if (values.size() != frames * per_frame)
        throw StudyError("a motion of " + std::to_string(frames) + " frames needs " +
                         std::to_string(frames * per_frame) + " numbers for " + what + ", " +
                         std::to_string(per_frame) + " per frame, but has " + std::to_string(values.size()) +
                         ".");
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i]))
            throw StudyError(std::string("frame ") + std::to_string(i / per_frame) + " of a motion has " +
                             shortest(values[i]) + " for " +
                             (names ? sinew::quoted((*names)[i % per_frame]) : what) + ". Fill gaps before.");
}

void check(const System& system, const RecordedMotion& motion) {
    const std::size_t frames = motion.times.size(), nq = size(system.nq()), nu = size(system.nu());
    if (frames == 0) throw StudyError("a motion without frames cannot be inverted.");
    check_numbers("times", motion.times, frames, 1, nullptr);
    for (std::size_t i = 1; i < frames; ++i)
        if (!(motion.times[i] > motion.times[i - 1]))
            throw StudyError("frame " + std::to_string(i) + " of a motion is at time " +
                             shortest(motion.times[i]) + ", not after frame " + std::to_string(i - 1) +
                             " at " + shortest(motion.times[i - 1]) + ".");
    check_numbers("q", motion.q, frames, nq, &system.layout().q_names);
    if (!motion.u.empty()) check_numbers("u", motion.u, frames, nu, &system.layout().u_names);
    if (!motion.u_dot.empty()) check_numbers("u_dot", motion.u_dot, frames, nu, &system.layout().u_names);
    if (motion.u_dot.empty() && frames < 3)
        throw StudyError("a motion of " + std::to_string(frames) +
                         " frames is too short for accelerations: give at least 3 frames, or u_dot.");
}

/// Quaternions of unit length, each with the sign that is nearer to the one before.
void straighten(const System& system, const State& setup, std::vector<double>& q) {
    const std::size_t nq = size(system.nq());
    for (const QuaternionSlot& slot : system.layout().quaternions) {
        int owner = -1;
        for (int j = 0; j < static_cast<int>(system.layout().q_of_joint.size()); ++j)
            if (system.layout().q_of_joint[size(j)].count > 0 &&
                system.layout().q_of_joint[size(j)].first == slot.q)
                owner = j;
        if (owner < 0 || uses_angles(system, setup, AnyJointId{{owner}})) continue;
        for (std::size_t frame = 0; frame < q.size() / nq; ++frame) {
            double* e = q.data() + frame * nq + slot.q;
            double square = 0, product = 0;
            for (int k = 0; k < 4; ++k) square += e[k] * e[k];
            for (int k = 0; frame > 0 && k < 4; ++k) product += e[k] * (e - nq)[k];
            const double scale = (product < 0 ? -1 : 1) / std::sqrt(square);
            for (int k = 0; k < 4; ++k) e[k] *= scale;
        }
    }
}

}  // namespace

RecordedMotion differentiate(const System& system, const State& setup, const RecordedMotion& motion) {
    const UsualFloats floats;
    check(system, motion);
    RecordedMotion full = motion;
    if (!motion.u.empty() && !motion.u_dot.empty()) return full;
    straighten(system, setup, full.q);
    const std::size_t nq = size(system.nq()), nu = size(system.nu()), frames = full.times.size();
    const bool speeds = motion.u.empty(), accelerations = motion.u_dot.empty();
    if (speeds) full.u.resize(frames * nu);
    if (accelerations) full.u_dot.resize(frames * nu);
    State state = setup;
    std::vector<double> q_dot(nq), q_dot_dot(nq), N_dot_u(nq);
    for (std::size_t i = 0; i < frames; ++i) {
        const Stencil stencil(full.times, static_cast<int>(i));
        const std::span<double> u(full.u.data() + i * nu, nu);
        const std::span<double> u_dot(full.u_dot.data() + i * nu, nu);
        if (!speeds) {
            stencil.derivatives(full.u, nu, u_dot.data(), nullptr);
            continue;
        }
        stencil.derivatives(full.q, nq, q_dot.data(), q_dot_dot.data());
        state.set_q({full.q.data() + i * nq, nq});
        multiply_by_N_inverse(system, state, q_dot, u);
        if (!accelerations) continue;
        multiply_by_N_dot(system, state, u, N_dot_u);  // u̇ = N⁺ (q̈ − Ṅ u)
        for (std::size_t k = 0; k < nq; ++k) q_dot_dot[k] -= N_dot_u[k];
        multiply_by_N_inverse(system, state, q_dot_dot, u_dot);
    }
    return full;
}

}  // namespace sinew
