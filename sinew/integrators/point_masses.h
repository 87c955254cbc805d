// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/lu.h>
#include <sinew/math/vec3.h>

#include <span>
#include <utility>
#include <vector>

namespace sinew {

/// What drives point masses: a potential and its gradient.
class PointPotential {
public:
    virtual ~PointPotential() = default;
    virtual double energy(std::span<const Vec3> p) const = 0;
    virtual void gradient(std::span<const Vec3> p, std::span<Vec3> out) const = 0;
};

/// The same weight everywhere: V = −Σ m g·p
class UniformGravity : public PointPotential {
public:
    UniformGravity(std::vector<double> masses, const Vec3& g) : masses_(std::move(masses)), g_(g) {}
    double energy(std::span<const Vec3> p) const override;
    void gradient(std::span<const Vec3> p, std::span<Vec3> out) const override;

private:
    std::vector<double> masses_;
    Vec3 g_;
};

/// Keeps two points, or one and a place, a length apart: g = ½ (r·r − ℓ²).
struct PointRod {
    int from = -1, to = 0;  ///< from −1: from the place
    double length = 1;
    Vec3 place{};
};

/// How point masses held by rods are followed (12.70)-(12.75).
enum class PointMethod : unsigned char {
    shake,           ///< lengths at the nodes; velocities belong to the middles of steps
    rattle,          ///< the same places, with velocities at the nodes that obey the rods
    energy_momentum  ///< keeps energy and momenta, but no areas in phase space
};

/// Point masses, rods and a potential: the systems of molecular dynamics, and the comparison for methods in joint
/// coordinates. Takes memory when made; steps take none.
class PointMasses {
public:
    PointMasses(std::vector<double> masses, std::vector<PointRod> rods, const PointPotential& potential);

    std::vector<Vec3> p, v;  ///< places; velocities (for shake: those of the last half step)

    /// A step. False if the rods could not be met to rounding; p and v then mean nothing.
    bool step(double h, PointMethod method);

    double kinetic_energy() const;
    Vec3 angular_momentum() const;  ///< about the origin
    double rod_error() const;       ///< the largest |g|
    std::span<const double> multipliers() const { return lambda_; }

private:
    Vec3 span_of(const PointRod& rod, const std::vector<Vec3>& at) const;
    Vec3 change_of(const PointRod& rod, const std::vector<Vec3>& rates) const;
    void add(const PointRod& rod, double amount, const Vec3& along, std::vector<Vec3>& to) const;
    bool meet(const std::vector<Vec3>& along, double share);
    void obey();
    bool energy_momentum_step(double h);
    void discrete_gradient();

    const std::vector<double> masses_;
    const std::vector<PointRod> rods_;
    const PointPotential& potential_;
    std::vector<Vec3> next_, free_, force_, along_, middle_, moved_, kept_;
    std::vector<double> lambda_, A_, g_;
    Lu lu_;
};

}  // namespace sinew
