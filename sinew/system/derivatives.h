// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace sinew {

// Exact derivatives of the dynamics (9.80). All matrices go row by row. Columns for coordinates are by mobilities, as
// many as speeds: column k is the derivative along q + ε N e_k. Where speeds are rates that is ∂/∂q; for a quaternion
// it is turning about an axis of F, and ∂/∂q = (by_q) N⁺. Forces, constraints and joints are differentiated by dual
// numbers, each over its own bodies and coordinates alone; surfaces that yield, and what of the user's own is on plain
// numbers (no ExactForceLaw), by differences at 14 steps from 1e-2 to 1e-6, extrapolated: good to 1e-9 where smooth.

/// Of τ = M u̇ + f_bias + Gᵀλ − f − JᵀF, the answer of inverse dynamics beside the forces of the model.
struct InverseDerivatives {
    std::vector<double> by_q, by_u, by_u_dot;  ///< nu x nu; by_u_dot is M
    std::vector<double> by_z;                  ///< nu x nz
    /// Of the constraints' errors at acceleration level, G u̇ − b: a row per equation, nu columns. Where λ was given.
    std::vector<double> errors_by_q, errors_by_u;
};

/// Of u̇ and λ under the forces of the model, constraints and given motions.
struct ForwardDerivatives {
    std::vector<double> by_q, by_u;  ///< nu x nu
    std::vector<double> by_f;        ///< nu x nu, by further forces on speeds: M⁻¹ where nothing is held
    std::vector<double> by_z;        ///< nu x nz
    std::vector<double> lambda_by_q, lambda_by_u, lambda_by_f, lambda_by_z;  ///< a row per equation
};

/// By numbers among a State's parameters: a column for each number of each parameter asked for, in their order. Those
/// of a rotation are by its nine numbers row by row; what in these is no rotation has no effect, so R may be turned by
/// w if its numbers change by w × of its columns.
struct ParameterDerivatives {
    int columns = 0;
    std::vector<double> of_tau;     ///< nu x columns: of inverse dynamics at given u̇ and λ
    std::vector<double> of_errors;  ///< a row per equation: of G u̇ − b at given u̇
    std::vector<double>
        of_u_dot;  ///< nu x columns: of forward dynamics; empty where inverse dynamics was asked
    std::vector<double> of_lambda;  ///< a row per equation
};

/// A way that a State moves: along its mobilities, in its speeds, and in u̇ where that is given. Empty: not at all.
struct StateDirection {
    std::span<const double> q{}, u{}, u_dot{};
};

/// Second derivatives along two directions v and w: of what is found at q + ε N v + η N w, N as it is at q, and at
/// speeds alike, by ε and η.
struct SecondDerivatives {
    std::vector<double> of_tau;     ///< of inverse dynamics at given u̇ and λ
    std::vector<double> of_errors;  ///< of G u̇ − b
    std::vector<double> of_u_dot;   ///< of forward dynamics; empty where inverse dynamics was asked
    std::vector<double> of_lambda;
};

/// Computes derivatives for States of one System, in memory of its own. inverse(), forward() and jacobian() allocate at
/// the first call only where has_exact_derivatives() is true, but they do if elements of the user's own, surfaces that
/// yield or Motions that read coordinates take part. One per thread.
class DynamicsDerivatives {
public:
    explicit DynamicsDerivatives(const System& system);
    ~DynamicsDerivatives();
    DynamicsDerivatives(DynamicsDerivatives&&) noexcept;
    DynamicsDerivatives& operator=(DynamicsDerivatives&&) noexcept;

    /// At this u̇, and with what constraints apply by these multipliers, −Gᵀλ (none if empty). O(n depth), and for each
    /// element what it costs on dual numbers along two directions for each speed that moves its bodies against one
    /// another, or, of one that feels the world or all bodies, for each that moves them.
    const InverseDerivatives& inverse(const State& state, std::span<const double> u_dot,
                                      std::span<const double> lambda = {});
    /// Two products of n x n matrices, or for n > 400 two passes over the tree for each speed: O(n²). With constraints
    /// once more, and O(n) for each speed. Friction follows the slip and the normal forces (9.94). Throws where forward
    /// dynamics does, and StateError where there are fast variables, which it would hold still.
    const ForwardDerivatives& forward(const State& state);
    /// By parameters, at given u̇ and λ, or of u̇ and λ under the forces of the model. A number of a mass, mass centre
    /// or inertia costs O(depth), one of a force or constraint what the element's bodies cost, a shift or turn of a
    /// joint's frame or a number of a joint one inverse dynamics on dual numbers, O(n); forward dynamics adds a product
    /// with M⁻¹. Numbers within functions of joints, of elements of the user's own and of surfaces that yield, and
    /// frames where there are such elements, are differentiated by extrapolated differences, of one side where a number
    /// is zero and cannot be less; these allocate. No acceleration depends on how redundant constraints share their
    /// load; multipliers do, and forward_by_parameters refuses a load_share where constraints are redundant. Numbers
    /// that tell events (restitution, what holds) have no effect.
    const ParameterDerivatives& inverse_by_parameters(const State& state,
                                                      std::span<const ParameterId> parameters,
                                                      std::span<const double> u_dot,
                                                      std::span<const double> lambda = {});
    const ParameterDerivatives& forward_by_parameters(const State& state,
                                                      std::span<const ParameterId> parameters);
    /// Along two directions, at given u̇ and λ, or of u̇ and λ under the forces of the model (9.92). One inverse
    /// dynamics on dual numbers of dual numbers, O(n), some 20 plain ones; forward dynamics two more on dual numbers,
    /// and M⁻¹, O(n²). Throw StateError where elements of the user's own or surfaces that yield take part that know
    /// plain numbers only, or joints or functions of the user's own; Motions must follow time alone, and for forward
    /// dynamics nothing may slide with friction or be fast. These allocate.
    const SecondDerivatives& inverse_along(const State& state, std::span<const double> u_dot,
                                           const StateDirection& v, const StateDirection& w,
                                           std::span<const double> lambda = {});
    const SecondDerivatives& forward_along(const State& state, const StateDirection& v,
                                           const StateDirection& w);
    /// What the Hessian of weightsᵀ u̇ makes of v: ∂²(weightsᵀ u̇)[v, ·], nu numbers by mobilities and nu by speeds.
    /// 2 nu evaluations as above, O(n²). weights may stand for what multiplies u̇ in a Lagrangian. What v says
    /// of u̇ is not looked at here nor in forward_along: u̇ follows.
    void hessian_times(const State& state, std::span<const double> weights, const StateDirection& v,
                       std::span<double> by_q, std::span<double> by_u);
    /// ∂ẏ/∂y for y = (q, u, z), (nq + nu + nz)², as integrators want it (9.86).
    void jacobian(const State& state, std::span<double> J);

    struct Memory;

private:
    std::unique_ptr<Memory> memory_;
};

/// True if all that a State's dynamics are made of is differentiated exactly, and without taking memory: no element on
/// plain numbers or joint of the user's own, no surface that yields, no function in a joint or constraint without third
/// derivatives (function::Custom::knows_third_derivatives), no fast variable and no Motion that reads coordinates.
bool has_exact_derivatives(const System& system, const State& state);

/// The same for once; these allocate. Empty spans are left out.
void inverse_dynamics_derivatives(const System& system, const State& state, std::span<const double> u_dot,
                                  std::span<double> by_q, std::span<double> by_u, std::span<double> by_u_dot);
void forward_dynamics_derivatives(const System& system, const State& state, std::span<double> by_q,
                                  std::span<double> by_u, std::span<double> by_f);
void dynamic_jacobian(const System& system, const State& state, std::span<double> J);
/// parameter_derivatives(system, state, {"thigh.mass", "knee.X_PF.p"}): all there is of ParameterDerivatives.
ParameterDerivatives parameter_derivatives(const System& system, const State& state,
                                           std::span<const std::string_view> paths);
ParameterDerivatives parameter_derivatives(const System& system, const State& state,
                                           std::initializer_list<std::string_view> paths);

}  // namespace sinew
