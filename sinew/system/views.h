// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/float_environment.h>
#include <sinew/forces/contract.h>
#include <sinew/system/instance.h>
#include <sinew/system/realize.h>

namespace sinew {

/// Hands out consecutive arrays from one cache entry.
struct Cursor {
    std::byte* next;
    template <class T>
    T* take(int count) {
        T* array = reinterpret_cast<T*>(next);
        next += sizeof(T) * static_cast<std::size_t>(count);
        return array;
    }
};

/// Throws SingularError with the joints that can move without moving any mass, after a pass met one that does.
/// prescribed marks bodies whose joints' motion is given; null for none.
[[noreturn]] void throw_singular(const System& system, const State& state,
                                 const std::uint8_t* prescribed = nullptr);

// What joints do wrong in a State; each throws StateError with the joint, the time and its coordinates.

/// A pose, hinge map, velocity or bias that is not finite.
void check_poses(const Compiled& c, const State& state, const PositionT<double>& x);
void check_velocities(const Compiled& c, const State& state, const VelocityT<double>& v);
/// From a handler of what a joint of the user's own threw in a pass: the same, nested, with the joint's name.
[[noreturn]] void rethrow_of_joint(const Compiled& c, const State& state);
/// A joint by angles whose second one is at 90 degrees, where N has no value.
void check_angles(const Compiled& c, const State& state);

/// The System's inside, if the State was made for it; else throws StateError.
inline const Compiled& fitting(const System& system, const State& state) {
    check_fit(system.compiled(), state);
    return system.compiled();
}

// What the passes found, computed if it is not current. Views into the State: they last until the State changes
// or goes.

PositionT<double> positions(const System& system, const State& state);
PositionT<double> positions(const Compiled& c, const State& state, const Instance& instance);
VelocityT<double> velocities(const System& system, const State& state);
/// The factors G and D⁻¹ of M⁻¹, without articulated inertias; and these, per body of the tree about its joint's
/// frame M. Throw SingularError where M has no inverse.
ArticulatedT<double> factors(const System& system, const State& state);
/// Where they are kept, current or not; and where a cache entry has such.
ArticulatedT<double> factors_memory(const Compiled& c, const State& state);
ArticulatedT<double> factors_at(const Compiled& c, const State& state, CacheId entry);
const ArticulatedInertia* articulated(const System& system, const State& state);

/// What the force elements apply: per body of the tree about its joint's frame M, and per speed.
struct ForcesView {
    SpatialForce* F_W;
    double* f;
};
ForcesView applied_forces(const System& system, const State& state);

/// The same as the passes take it: gravity that acts on all bodies alike is kept apart, since it costs them almost
/// nothing; F_W is null if no other element acts on bodies.
struct LoadsView {
    SpatialForce* F_W;
    double* f;
    Vec3 gravity;
};
LoadsView loads(const System& system, const State& state, const Kinematics& kin);

struct AccelerationView {
    SpatialAcceleration* A_WM;  ///< per body of the tree, of its joint's frame M
    double* u_dot;
    double* z_dot;
};
AccelerationView accelerations(const System& system, const State& state);

/// How everything stands and moves, as force elements see it; or stands only, with velocities null.
Kinematics kinematics_of(const System& system, const State& state, bool moving = true);

// A State that is gone at the end of the line gives no views.
void positions(const System&, const State&&) = delete;
void velocities(const System&, const State&&) = delete;
void factors(const System&, const State&&) = delete;
void articulated(const System&, const State&&) = delete;
void applied_forces(const System&, const State&&) = delete;
void accelerations(const System&, const State&&) = delete;
void kinematics_of(const System&, const State&&) = delete;

}  // namespace sinew
