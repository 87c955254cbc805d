// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>

#include <array>
#include <cmath>
#include <vector>

namespace sinew::testing {

/// q'' = -q
struct Oscillator : Problem {
    Parts parts() const override { return {1, 1, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = y[1];
        y_dot[1] = -y[0];
        return true;
    }
};

/// A compound pendulum by its angle (2 kg, mass centre 0.7 m from the pin, 0.05 kg m^2 about it).
struct Pendulum : Problem {
    static constexpr double g = 2 * 9.81 * 0.7 / (0.05 + 2 * 0.7 * 0.7), start = 2.5;
    Parts parts() const override { return {1, 1, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = y[1];
        y_dot[1] = -g * std::sin(y[0]);
        return true;
    }
};

/// Everything at once: friction, a force that time brings, coordinates q' = N(q) u with N = 1 / (1 + 0.3 q^2), an
/// auxiliary z' = z cos t (with z = exp(sin t)) that pulls.
struct Driven : Problem {
    static double N(double q) { return 1 / (1 + 0.3 * q * q); }
    Parts parts() const override { return {1, 1, 1}; }
    bool rates(double t, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = N(y[0]) * y[1];
        y_dot[1] = -y[0] - 0.2 * y[1] * y[1] * y[1] + std::cos(1.7 * t) + 0.1 * y[2];
        y_dot[2] = y[2] * std::cos(t);
        return true;
    }
    bool q_rates(double, std::span<const double> y, std::span<const double> u,
                 std::span<double> q_dot) override {
        q_dot[0] = N(y[0]) * u[0];
        return true;
    }
    bool q_accelerations(double, std::span<const double> y, std::span<const double> y_dot,
                         std::span<double> q_dot_dot) override {
        const double n = N(y[0]);
        q_dot_dot[0] = n * y_dot[1] - 0.6 * y[0] * n * n * y_dot[0] * y[1];
        return true;
    }
};

/// The pendulum as a point in the plane, held on its circle by a multiplier and by projection: angle 0 is down.
struct PointPendulum : Problem {
    Parts parts() const override { return {2, 2, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        const double r2 = y[0] * y[0] + y[1] * y[1];
        const double lambda = (y[2] * y[2] + y[3] * y[3] - Pendulum::g * y[1]) / r2;
        y_dot[0] = y[2];
        y_dot[1] = y[3];
        y_dot[2] = -lambda * y[0];
        y_dot[3] = -lambda * y[1] - Pendulum::g;
        return true;
    }
    static void remove_radial(std::span<const double> y, double* v) {
        const double along = y[0] * v[0] + y[1] * v[1];
        v[0] -= along * y[0];
        v[1] -= along * y[1];
    }
    bool project_q(double, std::span<double> y, std::span<double> error) override {
        const double r = std::hypot(y[0], y[1]);
        if (std::abs(r - 1) > 1e-15) y[0] /= r, y[1] /= r;
        if (!error.empty()) remove_radial(y, error.data());
        return r > 0.1;
    }
    bool project(double t, std::span<double> y, std::span<double> error) override {
        if (!project_q(t, y, error)) return false;
        if (std::abs(y[0] * y[2] + y[1] * y[3]) > 1e-15) remove_radial(y, &y[2]);
        if (!error.empty()) remove_radial(y, &error[2]);
        return true;
    }
    static std::array<double, 4> start() {
        return {std::sin(Pendulum::start), -std::cos(Pendulum::start), 0, 0};
    }
};

/// Two masses in a row; time moves the first, q = sin 2t, and a spring and a damper pull the second after it.
struct Prescribed : Problem {
    Parts parts() const override { return {2, 2, 0}; }
    static void prescribe(double t, std::span<double> y) {
        y[0] = std::sin(2 * t);
        y[2] = 2 * std::cos(2 * t);
    }
    bool rates(double t, std::span<double> y, std::span<double> y_dot) override {
        prescribe(t, y);
        y_dot[0] = y[2];
        y_dot[1] = y[3];
        y_dot[2] = -4 * y[0];
        y_dot[3] = 3 * (y[0] - y[1]) + 0.5 * (y[2] - y[3]);
        return true;
    }
    bool project(double t, std::span<double> y, std::span<double> error) override {
        prescribe(t, y);
        if (!error.empty()) error[0] = error[2] = 0;
        return true;
    }
    bool project_q(double t, std::span<double> y, std::span<double> error) override {
        return project(t, y, error);
    }
};

/// The stiff oscillator of Van der Pol in the scaled form of Hairer and Wanner:
///     z1' = z2, z2' = ((1 - z1^2) z2 - z1) mu^2
struct VanDerPol : Problem {
    double mu2 = 1e6;
    Parts parts() const override { return {0, 0, 2}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = y[1];
        y_dot[1] = mu2 * ((1 - y[0] * y[0]) * y[1] - y[0]);
        return true;
    }
};

/// The reaction of Robertson; concentrations count by their size down to 1e-9.
struct Robertson : Problem {
    Parts parts() const override { return {0, 0, 3}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        const double slow = 0.04 * y[0], back = 1e4 * y[1] * y[2], fast = 3e7 * y[1] * y[1];
        y_dot[0] = back - slow;
        y_dot[1] = slow - back - fast;
        y_dot[2] = fast;
        return true;
    }
    ErrorSize measure(std::span<const double> y, std::span<const double> error, Norm) const override {
        ErrorSize size;
        for (std::size_t i = 0; i < 3; ++i) {
            const double e = std::abs(error[i]) / (std::abs(y[i]) + 1e-9);
            if (!(e <= size.z)) size.z = e, size.worst = static_cast<int>(i);
        }
        return size;
    }
    bool jacobian(double, std::span<const double> y, std::span<double> J) override {
        const double fast = 6e7 * y[1];
        const double rows[] = {-0.04,       1e4 * y[2], 1e4 * y[1], 0.04, -1e4 * y[2] - fast,
                               -1e4 * y[1], 0,          fast,       0};
        for (std::size_t i = 0; i < 9; ++i) J[i] = rows[i];
        return true;
    }
};

/// A planet on an ellipse of excentricity 0.5 and semi-axis 1: after 2 pi it is back.
struct Planet : Problem {
    Parts parts() const override { return {2, 2, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        const double r = std::hypot(y[0], y[1]), r3 = r * r * r;
        y_dot[0] = y[2];
        y_dot[1] = y[3];
        y_dot[2] = -y[0] / r3;
        y_dot[3] = -y[1] / r3;
        return true;
    }
    static std::vector<double> start() { return {0.5, 0, 0, std::sqrt(3.0)}; }
};

/// A rigid body without torques, inertias 1, 2, 3; angular velocities.
struct FreeTop : Problem {
    Parts parts() const override { return {0, 3, 0}; }
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        y_dot[0] = (2.0 - 3.0) / 1 * y[1] * y[2];
        y_dot[1] = (3.0 - 1.0) / 2 * y[2] * y[0];
        y_dot[2] = (1.0 - 2.0) / 3 * y[0] * y[1];
        return true;
    }
};

/// Steps to `end`; the last outcome.
inline StepOutcome run(Integrator& integrator, double end) {
    while (integrator.t() < end)
        if (integrator.step(end) == StepOutcome::stuck) return StepOutcome::stuck;
    return StepOutcome::advanced;
}

inline std::vector<Method> all_methods() {
    std::vector<Method> all;
    for (int i = 0; i < method_count; ++i) all.push_back(static_cast<Method>(i));
    return all;
}

}  // namespace sinew::testing
