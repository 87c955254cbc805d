// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/inverse_derivatives.h>
#include <sinew/system/derivatives.h>
#include <sinew/system/dynamics_on.h>
#include <sinew/system/friction.h>
#include <sinew/system/parameter_roles.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <span>
#include <vector>

namespace sinew {

/// How everything stands, moves and accelerates, with derivatives along one direction; what elements are asked with.
struct DualMotion {
    std::vector<TransformT<Dual>> X_WM, X_MB;
    std::vector<BodyConstantsT<Dual>> body;  ///< M_B alone
    std::vector<SpatialVelocityT<Dual>> V;
    std::vector<SpatialAccelerationT<Dual>> A;
    std::vector<Dual> q, u, u_dot;
    // What elements answer.
    std::vector<SpatialForceT<Dual>> F;
    std::vector<Dual> f;
    std::vector<SpatialForceT<Dual>> rows;
    std::vector<Dual> coefficients, v, a;
    std::vector<Dual> k, z;  ///< an element's own numbers
    std::vector<Dual> z_dot;

    explicit DualMotion(const Compiled& c);
    KinematicsT<Dual> kinematics(const Compiled& c, double time);
};

/// Friction of what slides, as forward dynamics has it: the multipliers of its slip equations are shares of that of the
/// normal force, which follow the slip (9.94).
struct FrictionDerivatives {
    int count = 0;
    std::vector<Sliding> sliding;
    std::vector<double> tangents;         ///< per condition two rows of nu: Gᵀ of its slip equations
    std::vector<double> slip_by_q;        ///< alike
    std::vector<double> share_by_slip;    ///< per condition 2 x 2
    std::vector<double> share_by_number;  ///< 2 x 2: by sliding and by viscous friction
    std::vector<double> share_by_q, share_by_u, share_by_p;  ///< two rows per condition
    std::vector<double> slip_by_p;                           ///< of parameters, as many columns as these
    std::vector<double> S;            ///< per condition a row of nu: friction per unit of λ
    std::vector<double> of_friction;  ///< per condition what that adds to λ
    std::vector<double> matrix, normal;

    double share_change(int j, int t, double slip_1, double slip_2) const {
        const double* by = share_by_slip.data() + 4 * j + 2 * t;
        return by[0] * slip_1 + by[1] * slip_2;
    }
};

/// G without its zeros. The equations of a constraint look at the same speeds: those of its coordinates, and of the
/// joints between its bodies and the innermost that these hang on together.
struct ConstraintRows {
    struct Block {
        int row, count;  ///< of its equations
        int first, width, values;
    };
    std::vector<Block> blocks;
    std::vector<int> speed;  ///< from `first`, `width` of them
    std::vector<double> value;
    std::vector<int> place;  ///< by speed, for the one at hand

    /// out += G x and out += Gᵀ x; matrices with columns side by side.
    void add_product(const double* x, std::size_t columns, double* out) const;
    void add_transposed(const double* x, std::size_t columns, double* out) const;
};

struct DynamicsDerivatives::Memory {
    const System system;
    InverseDerivatives inverse;
    ForwardDerivatives forward;

    // Of the kernel.
    std::vector<TurningForce> B;
    std::vector<Along> along;
    std::vector<double> columns;
    std::vector<Dual> scratch;
    HingeDerivativesT<double> hinge;
    Vec3 gravity{};  ///< of the uniform elements, which the kernel knows

    // Of what elements do.
    std::vector<int> body_of_mobility, subtree_end;
    std::vector<SpatialAcceleration> A_WM;  ///< at the u̇ given
    std::vector<int> touched, mobilities;   ///< of the element at hand
    std::vector<CoordinatePlace> places;    ///< of the element at hand
    std::vector<char> body_seen, mobility_seen;
    DualMotion motion;
    std::vector<double> errors_by_q,
        errors_by_u;  ///< of the constraints at acceleration level, u̇ kept: a row each

    // Of auxiliary variables, a row each.
    std::vector<double> z_by_q, z_by_u, z_by_z;
    // Of coordinates that no speed moves.
    std::vector<double> tau, errors, slips, z_rates, line, u_dot_by, lambda_by, shares;

    // Of parameters; made when first asked for.
    ParameterDerivatives by_parameters;
    std::vector<ParameterRole> roles;
    std::unique_ptr<DynamicsOn<Dual>> on_dual;

    // Of second derivatives, as well.
    SecondDerivatives second;
    std::unique_ptr<DynamicsOn<DualT<Dual>>> on_dual_of_dual;

    // Of forward dynamics.
    FrictionDerivatives friction;
    std::vector<double> M_inv, z, A, column, given_by_q, given_by_u;
    std::vector<int> rows, end;
    ConstraintRows G;
    std::vector<double> residual, rest, products;

    explicit Memory(const System& of);
    InverseDerivativesWork kernel(const Work& work);
};

/// The sum of the elements that are gravity on all bodies alike.
Vec3 uniform_gravity(const Compiled& c, const State& state);

/// What inverse() does, with M only if it is asked for. λ null: without constraints. A_WM: how bodies accelerate with
/// u̇, if that is known.
void find_inverse_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                              const double* lambda, bool with_M, const SpatialAcceleration* A_WM = nullptr);
/// What forward() does, by further forces only if these are asked for.
void find_forward_derivatives(DynamicsDerivatives::Memory& memory, const State& state, bool with_f);
/// The parts of it, each adding its own to memory.inverse and memory.inverse.errors_by_*; after the kernel.
/// λ null: without constraints.
void add_force_derivatives(DynamicsDerivatives::Memory& memory, const State& state);
void add_constraint_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                                const double* lambda);
/// For elements of the user's own, by central differences.
void add_by_differences(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                        const double* lambda);
/// Takes the forces of these on bodies away from F_W, since add_by_differences has all of their derivatives.
void leave_out_users_own(const System& system, const State& state, const double* lambda, SpatialForce* F_W);
/// Driven joints whose accelerations follow time alone: locks, and functions of time where q̇ = u.
bool motions_follow_time_alone(const System& system, const State& state);
/// Derivatives of the accelerations that Motions give, rows of driven joints; false if all are zero.
bool given_derivatives(DynamicsDerivatives::Memory& memory, const State& state);
/// Copies an n × n matrix to where a caller wants it, if anywhere; its name is for the complaint about its size.
void give_matrix(const char* what, const std::vector<double>& from, int n, std::span<double> to);
/// An element of the user's own that is no ExactForceLaw or ExactConstraintLaw.
bool knows_plain_numbers_only(const BoundForce& force);
bool knows_plain_numbers_only(const BoundConstraint& bound);
/// True if some element knows plain numbers only: of the user's own, or surfaces that yield.
bool any_of_users_own(const Compiled& c);
/// True if a joint or constraint looks at a function of the user's own; and false if one of these does not know its
/// third derivatives.
bool has_custom_functions(const Compiled& c);
bool knows_third_derivatives(const Compiled& c);

/// Throws StateError if there are fast variables, which follow what else changes and would be held still.
void check_that_nothing_is_fast(const System& system);

/// M_inv, with zeros for joints whose motion the State gives.
void find_inverse_mass(DynamicsDerivatives::Memory& memory, const State& state);
/// out = −M⁻¹ x, columns side by side: with M_inv, or, where n is large, by passes over the tree, for which M_inv need
/// not be known.
void solve_for_accelerations(DynamicsDerivatives::Memory& memory, const State& state, const double* x,
                             int columns, double* out);
/// Where that is by passes.
bool solves_by_passes(const Compiled& c);
/// Memory's G.
void find_constraint_rows(DynamicsDerivatives::Memory& memory, const State& state);
/// Makes accelerations `by`, found without constraints, obey these (9.85); a column for each of what they change with.
/// errors: how those at acceleration level change with it; null: not at all. shares: the same of friction's shares in
/// normal forces λ.
void obey_constraints(DynamicsDerivatives::Memory& memory, const State& state, int columns,
                      const std::vector<double>* errors, std::vector<double>& by,
                      std::vector<double>& lambda_by, const std::vector<double>* shares = nullptr,
                      const double* lambda = nullptr);

/// Which conditions slide with friction, and how it follows their slip.
void find_friction(DynamicsDerivatives::Memory& memory, const State& state, bool even_without = false);
/// How shares follow q and u, after the kernel; and to ∂τ what that makes of friction under λ.
void add_friction_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* lambda);
/// Two rows of nu: how the slip of a constraint changes with q.
void find_slip_derivatives(DynamicsDerivatives::Memory& memory, const State& state, int constraint,
                           double* by_q);
/// The same of one of the user's own.
void find_slip_by_differences(const System& system, const State& state, int constraint, double* by_q);
/// What friction does about accelerations, after M_inv and the constraints' matrices.
void respond_to_friction(DynamicsDerivatives::Memory& memory, const State& state);
/// Adds Σ Gᵀ ∂share λ to ∂τ: width columns.
void add_shares(const FrictionDerivatives& friction, const double* lambda, const std::vector<double>& shares,
                int nu, int width, std::vector<double>& tau);

/// Rows of ∂ẏ/∂y that belong to z.
void auxiliary_rate_derivatives(DynamicsDerivatives::Memory& memory, const State& state, double* J);
/// To ∂ẏ/∂y what coordinates do that no speed moves: lines, turned about themselves. After find_forward_derivatives().
void add_unreached_directions(DynamicsDerivatives::Memory& memory, const State& state, double* J);

}  // namespace sinew
