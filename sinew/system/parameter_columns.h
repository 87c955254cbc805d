// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/mat3.h>
#include <sinew/math/rotation.h>
#include <sinew/system/element_derivatives.h>

#include <span>
#include <vector>

namespace sinew {

/// Columns of ∂τ/∂p and ∂(G u̇ − b)/∂p for one State, parameter after parameter (9.88)-(9.91).
class ParameterColumns {
public:
    /// After memory.A_WM. λ null: without constraints. Fills memory.by_parameters.
    ParameterColumns(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                     const double* lambda, int columns);

    /// All numbers of one parameter; column is that of the first.
    void add(ParameterId parameter, int column);

private:
    void mass_properties(const ParameterRole& role, int number, int column);
    void body_inertia(int B, const RigidInertia& change, int column);
    void frame(ParameterId parameter, const ParameterRole& role, int count, int column);
    void joint_number(const ParameterRole& role, int column);
    /// Without an exact way: one number moved, or, with a turn about axes of the frame, a rotation; factor times it.
    void by_differences(ParameterId parameter, int number, const Vec3* turn, int column, double factor = 1);
    /// The columns of nine numbers of a rotation from those of its turns: f(turn, column, factor) adds one.
    template <class F>
    void spread_turns(ParameterId parameter, int column, F&& f);

    DynamicsOn<Dual>& dual();
    void take_dual(int column, double factor);

    double& tau(int row, int column) { return out_.of_tau[size(row) * size(out_.columns) + size(column)]; }
    double& error(int row, int column) {
        return out_.of_errors[size(row) * size(out_.columns) + size(column)];
    }

    double& slip(int condition, int direction, int column) {
        return memory_.friction.slip_by_p[size((2 * condition + direction) * out_.columns + column)];
    }
    int slip_equation(int j) const;

    DynamicsDerivatives::Memory& memory_;
    const State& state_;
    const double *u_dot_, *lambda_;
    ParameterDerivatives& out_;
    ElementDirections directions_;
    bool dual_is_ready_ = false;
};

/// Nine numbers, row by row, and back.
inline Rotation rotation_of(std::span<const double> r) {
    return {{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}}};
}
inline void put_rotation(const Rotation& R, std::span<double> to) {
    for (int i = 0; i < 3; ++i)
        to[size(3 * i)] = R.x[i], to[size(3 * i + 1)] = R.y[i], to[size(3 * i + 2)] = R.z[i];
}

/// Adds the derivatives by one number of a force element, or of a constraint, to a column; if it takes part.
void add_by_force_number(DynamicsDerivatives::Memory& memory, ElementDirections& directions,
                         const State& state, int force, int number, int column);
void add_by_constraint_number(DynamicsDerivatives::Memory& memory, ElementDirections& directions,
                              const State& state, const double* lambda, int constraint, int number,
                              int column);
/// Of the forces that look at inertias, other than uniform gravity, by what memory.motion.body carries.
void add_by_inertia(DynamicsDerivatives::Memory& memory, ElementDirections& directions, const State& state,
                    int column);

}  // namespace sinew
