// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <vector>

/// Mechanisms drawn from joints only: where their bodies stand is given, the System finds its tree.
namespace sinew::testing {

/// A uniform rod from p to q of the world, of square section; its frame is at p, with the world's axes.
BodyId add_rod(Model& model, const std::string& name, double mass, const Vec3& p, const Vec3& q,
               double width = 0);

/// A pin at a point of the world, with an axis of the world, between bodies whose frames stand at these points with the
/// world's axes.
JointId<Pin> add_pin(Model& model, const std::string& name, BodyId from, const Vec3& p_from, BodyId to,
                     const Vec3& p_to, const Vec3& p, const Vec3& axis = z_axis);

/// Sets the coordinates in the State, and its speeds, so that bodies stand and move as told (by BodyId, world first).
void place(const System& system, State& state, const std::vector<Transform>& X_WB);
void move(const System& system, State& state, const std::vector<SpatialVelocity>& V_WB);

/// Moves on by classical Runge-Kutta steps, for joints whose speeds are rates; nothing is projected.
void run(const System& system, State& state, double duration, int steps);

/// A problem that others have solved, followed in time: how exact it was asked to be, and how far off it was at worst.
/// Checks that by what the published digits can tell, and prints it, when the test ends.
class InTime {
public:
    InTime(std::string problem, double accuracy, double trusted);
    InTime(const InTime&) = delete;
    InTime& operator=(const InTime&) = delete;
    ~InTime();
    void compare(double found, double published);
    void compare(std::span<const double> found, std::span<const double> published);
    void compare(const Vec3& found, const Vec3& published);
    void took(long steps) { steps_ += steps; }

private:
    std::string problem_;
    double accuracy_, trusted_, worst_ = 0;
    long steps_ = 0;
};

/// Turned by an angle about z, with its origin at p.
inline Transform turned(double angle, const Vec3& p) { return {Rotation::about_z(angle), p}; }
/// Turning with w about z, its origin moving with v.
inline SpatialVelocity turning(double w, const Vec3& v) { return {{0, 0, w}, v}; }

}  // namespace sinew::testing
