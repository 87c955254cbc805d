// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/compiled.h>
#include <sinew/system/views.h>

#include <vector>

namespace sinew {

/// What the constraints of a System do in a State. Nothing here allocates.

/// Where W counts as regular: the smallest pivot of its factor, sin² of the angle between a column of Y and the others.
/// Below, the triangle of Y is found without squaring it, and columns that come nearer than `redundant` to the others
/// share load. Columns shorter than `vanishing` times what they could be have no effect (10.13), (10.14).
inline constexpr double regular = 1e-10, redundant = 1e-7, vanishing = 1e-10;

/// True if some constraint takes part: without one, nothing of this is computed.
bool is_constrained(const Compiled& c, const State& state);

/// One byte per constraint: not zero if it takes no part.
const std::uint8_t* disabled_constraints(const Compiled& c, const State& state);
/// One byte per constraint: not zero if it slides, so that of its equations only the first takes part. Null if no
/// constraint acts one way only.
const std::uint8_t* sliding_constraints(const Compiled& c, const State& state);

/// Rows of G, zero for constraints that take no part: see BoundConstraint for their places.
struct RowsView {
    SpatialForce* rows;
    double* coefficients;
    SpatialForce* tangents = nullptr;  ///< of what slides, the rows of its slip equations: see BoundOneWay
    double* given_way = nullptr;       ///< and the coefficients, where it is one that gives way
};
RowsView constraint_rows(const System& system, const State& state);

/// Which errors to compute, and from what; those of constraints that take no part are zero.
struct ErrorsWanted {
    double *e = nullptr, *v = nullptr, *a = nullptr;
    const SpatialAcceleration* A_WM = nullptr;  ///< for a; null: no body accelerates
    const double* u_dot = nullptr;
};
void constraint_errors(const System& system, const State& state, const ErrorsWanted& wanted);
/// Errors and rows of one constraint, whether it takes part or not; what is wanted are its own, of all its equations.
/// Rows are added to what is there.
void errors_of_one(const System& system, const State& state, int constraint, const ErrorsWanted& wanted,
                   SpatialForce* rows = nullptr, double* coefficients = nullptr);
/// Whether a constraint means anything as a one-way condition only in some positions; and how far within these it is.
bool has_reach(const BoundConstraint& bound);
double reach_of_one(const System& system, const State& state, int constraint, bool however_deep);

/// Y, W and the factors of W (10.12). Columns in the order of the plan's sweep.
struct ColumnsView {
    double* Y;
    double* W;
    double* factor;  ///< as large as W: per island L, or the factor of its pseudo-inverse
    double* tau;     ///< one per column
    double* work;    ///< one per column
    double* size;    ///< one per column: what rounding may leave of a column that vanishes
    double* share;   ///< one per column: how much of the load it is to take where it is shared
    // Only where islands end at bodies that are not the world.
    SpatialForce *Z, *S;  ///< one per column: what it is at the top of its island, and the answer (7.84)
    ArticulatedT<double> carried;  ///< the factors of M⁻¹ with the inertia of these islands (7.85)
    int* order;                    ///< one per column
    int* rank;                     ///< one per island; −1 where W is regular and L was found
    const std::uint8_t* given;     ///< the joints whose motion is given meanwhile, as the passes want it
};
ColumnsView constraint_columns(const System& system, const State& state);
/// The same where other joints than those that the State drives are given, with the factors of M⁻¹ that go with them.
ColumnsView constraint_columns_given(const System& system, const State& state, const ArticulatedT<double>& y,
                                     const std::uint8_t* given, std::vector<double>& memory);
std::size_t columns_bytes(const Compiled& c);

/// x = W⁺ x, in the order of the constraints' equations; leaves it in the order of the sweep in the work space, too.
void solve_with(const System& system, const State& state, const ColumnsView& view, double* x);

/// λ = W⁺ x for each island, x and λ in the order of the constraints' equations.
void solve_for_multipliers(const System& system, const State& state, double* x);

/// Turns the accelerations of free motion into those that obey the constraints: fills the multipliers
/// (unless null), changes u̇ and A.
///     λ = W⁺ (G u̇₀ − b)     u̇ = u̇₀ − Γ Y λ                                                             (10.11)
void constrain(const System& system, const State& state, double* u_dot, SpatialAcceleration* A_WM,
               double* lambda);

/// The same where joints other than those that the State drives are given, with the factors of M⁻¹ that go with them.
/// Allocates.
void constrain_given(const System& system, const State& state, const ArticulatedT<double>& y,
                     const std::uint8_t* given, double* u_dot, SpatialAcceleration* A_WM, double* lambda);

/// The multipliers kept with the State's accelerations; computes these.
const double* multipliers_of(const System& system, const State& state);
/// Where they are kept, current or not.
double* multipliers_memory(const Compiled& c, const State& state);

/// Adds −Gᵀλ, what constraints apply, to forces on bodies of the tree (about joint frames) and on speeds (null: leave
/// these out). Of one constraint, or of all (−1).
void add_constraint_forces(const System& system, const State& state, const double* lambda, int constraint,
                           SpatialForce* F_W, double* f);

/// Throws StateError with the name of the constraint whose equations are not finite, and why.
[[noreturn]] void throw_constraint_not_finite(const System& system, const State& state);

void lay_out_constraint_cache(Compiled& c);

}  // namespace sinew
