// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>
#include <sinew/state/state.h>

#include <array>
#include <concepts>
#include <span>
#include <string>

namespace sinew {

/// Where one of an element's several coordinates is.
struct CoordinatePlace {
    int joint, u;          ///< the body whose joint has it; its speed
    std::array<int, 2> q;  ///< with a quaternion and by angles; −1 if there is none
};

/// What one force element is given. Its bodies and mobility were looked up when the System was compiled.
template <class T>
struct ForceInput {
    const KinematicsT<T>& kin;
    std::array<int, 2> body;  ///< its bodies' indices in the tree
    int q, u;  ///< the indices of its coordinate (−1 if its speed is no coordinate's rate) and speed
    const double* variable;        ///< its discrete variable, if it has one
    const std::uint8_t* excluded;  ///< per body of the tree: left out by this element; null if none

    // For elements of the user's own.
    std::span<const T> k, z;
    const State* state;
    std::span<const int> node_of_body;

    // For elements along several coordinates or over several bodies, in the element's order.
    std::span<const CoordinatePlace> coordinates{};
    std::span<const int> path{};  ///< indices in the tree
    const std::uint8_t* by_angles = nullptr;
    /// The numbers after the first few, of which there may be any number.
    const T* numbers_after(std::size_t first) const { return k.size() > first ? k.data() + first : nullptr; }
    T q_of(std::size_t i) const { return kin.q[coordinates[i].q[by_angles[coordinates[i].joint] != 0]]; }
};

/// A frame among an element's Values.
template <class T>
struct FrameValues {
    Vec3T<T> p, row[3];
    TransformT<T> X() const {
        return {{{{row[0].x, row[1].x, row[2].x},
                  {row[0].y, row[1].y, row[2].y},
                  {row[0].z, row[1].z, row[2].z}}},
                p};
    }
};

/// A force element is a struct with a name, what it acts on, its numbers, and           (8.1)
///     kind                      what it is called in messages
///     Values<T>                 its numbers as a State has them; the functions read no others
///     parameters(e, each)       each(name, number, rule) for each of them, in the same order
///     bodies() or coordinate    what it acts on; or coordinates(), or path, if it acts on any number of them
///     fault()                   what else may be wrong with it, as the end of a sentence; empty if nothing is
///     apply(k, in, out)         adds its forces
///     potential_energy(k, in)   if it has one: its force at rest is −∂V/∂q; has_potential() tells
///     internal                  true if it acts between two bodies, with no effect on the motion of the whole
///     undefined                 where its law is not defined, if anywhere: its force is NaN there, for this reason
///     follows_speeds            true if what it applies depends on speeds
///     only_takes_energy         true if, beyond what its potential stores, it never gives energy
///     initial_z(), z_dot(in, rate)   auxiliary variables of its own and their rates
///     variable_name, initial()  a discrete variable of its own: numbers that only apply reads
/// See mobility.h for the shortest ones, two_point.h for one between bodies.
template <class E>
concept ForceDefinition = requires(const E& e, const typename E::template Values<double>& k,
                                   const ForceInput<double>& in, Applied& out) {
    { E::kind } -> std::convertible_to<const char*>;
    { e.name } -> std::convertible_to<std::string>;
    E::parameters(e, [](const auto&...) {});
    e.apply(k, in, out);
};

}  // namespace sinew
