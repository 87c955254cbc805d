// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/surfaces.h>

#include <vector>

namespace sinew {

/// One spring of a bed: a triangle that presses.
struct PressureElement {
    int face = -1;          ///< by the number it has in its mesh
    bool of_first = true;   ///< whose mesh
    Vec3 point_W{};         ///< where it acts
    Vec3 force_W{};         ///< on the first surface
    double area = 0;        ///< of the triangle, m²
    double depth = 0;       ///< of its centroid in the other surface, m
    double pressure = 0;    ///< normal force per area, Pa
    double slip_speed = 0;  ///< m/s
};

/// Where two surfaces press on one another (15.8, 15.14).
struct ContactPatch {
    SurfaceId first{}, second{};
    Vec3 point_W{};            ///< where the force acts; of a bed the centre of pressure
    Vec3 normal_W{};           ///< of length 1, from the second to the first: it pushes the first that way
    double depth = 0;          ///< how far they overlap, at most, m
    double approach_rate = 0;  ///< at which that grows, at the point, m/s
    double slip_speed = 0;     ///< of the first over the second at the point, m/s
    Vec3 force_W{};            ///< all of it, on the first surface; the second has the opposite
    Vec3 torque_W{};           ///< of all forces on the first about the point; zero for Hertz
    double normal_force = 0;   ///< N
    Vec3 friction_W{};         ///< what of force_W lies across the normals
    double semi_axis_a = 0, semi_axis_b = 0;  ///< of the ellipse of Hertz, a ≥ b, m; zero for beds
    Vec3 a_W{}, b_W{};                        ///< along these
    double peak_pressure = 0;                 ///< Pa
    double area = 0;                          ///< m²
    double energy = 0;                        ///< stored, J
    double heat_rate = 0;                     ///< what becomes heat per time, W
    std::vector<PressureElement> elements{};  ///< of beds: the map of pressure
};

}  // namespace sinew
