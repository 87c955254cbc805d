// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/two_configurations.h>
#include <sinew/math/least_squares.h>
#include <sinew/math/lu.h>
#include <sinew/system/constraint_blocks.h>

#include <span>
#include <vector>

namespace sinew {

/// Where a step looks for forces: at both its ends, or in its middle.
enum class Quadrature : unsigned char { trapezoid, midpoint };

struct VariationalOptions {
    RotationKernel kernel = RotationKernel::exponential;
    /// With the trapezoid a spring's period must be longer than three steps; the midpoint takes any, but finds the
    /// derivatives of all forces by differences, O(n²) for each iteration (11.79).
    Quadrature quadrature = Quadrature::trapezoid;
    int order = 2;             ///< 2, or 4 by three steps of which the middle one goes back (11.78)
    double tolerance = 1e-13;  ///< of the momentum equation, as a share of the momentum there is (11.75)
    double constraint_tolerance = 1e-12;  ///< of position errors, in their own units
    int max_iterations = 20;
    int fixed_iterations = 0;      ///< if not zero: exactly so many for each step, whatever they reach
    bool measures_energy = false;  ///< fills VariationalStep::kinetic_energy
};

/// The account of one step.
struct VariationalStep {
    bool taken = false;                 ///< else the State is as it was
    bool converged = false;             ///< with fixed_iterations a step is taken whether or not
    int iterations = 0, shortened = 0;  ///< of Newton's method, and how often its steps were too long
    double residual = 0;                ///< what is left of the momentum equation, as a share (11.75)
    double constraint_error = 0;        ///< largest position error at the end
    double kinetic_energy = 0;          ///< of the step (7.95)
    SpatialMomentum momentum{};         ///< of the step, about the world's origin; the same at both its ends
};

/// One step of a variational integrator in minimal coordinates: from (q, u) to (q', u') such that the momentum that the
/// step begins with is M u, and the one it ends with is M' u'. No history: a step is a function of the State alone
/// (11.70)-(11.74). Every joint, force, lock, Motion and holonomic constraint takes part. Memory is taken when it is
/// made; steps take none. Serves all States of the system, one at a time.
class VariationalStepper {
public:
    explicit VariationalStepper(const System& system, const VariationalOptions& options = {});

    /// A step of h, which may be negative. A step that can not be taken leaves the State as it was. Throws StateError
    /// where a joint or force has no value, or a constraint is enabled that says more than where things are.
    VariationalStep step(State& state, double h) { return step(state, h, state.time() + h); }
    /// The same, to a time that differs from that by rounding only.
    VariationalStep step(State& state, double h, double t_next);

    /// Sets the State's speeds so that its next step of h leads to q': a start from two places. Constraints take no
    /// part.
    void aim(State& state, std::span<const double> q_next, double h);

    const VariationalOptions& options() const { return options_; }

private:
    struct Residual {
        double momentum = 0, constraint = 0;
        double size() const { return momentum > constraint ? momentum : constraint; }
    };

    /// Whether there is a step to take; if it is not exact enough, account.converged says so.
    bool newton(State& state, double h, VariationalStep& account);
    VariationalStep step_once(State& state, double h, double t_next);
    bool shorten_guess(const State& state, double h, VariationalStep& account);
    void predict(State& state, double h);
    void set_next(const State& state);
    bool evaluate(State& state, double h);
    Residual residual_of(const State& state, const double* lambda);
    bool direction(State& state, double h);
    void solve(const TwoConfigurations& step, const double* e, double* delta);
    void solve_constraints_at_both_ends(const TwoConfigurations& step);
    void find_dampers(const State& state);
    bool difference_forces(State& state, const TwoConfigurations& step);
    void force_at(State& state, const double* u, double h, double* f);
    void force_in_middle(const State& state, const std::vector<double>& d, double h, double* f);
    bool by_midpoint() const { return options_.quadrature == Quadrature::midpoint; }
    void finish(double h);
    void give_speeds(double h);
    void project_speeds();
    void half_step_of_z(State& state, double h);
    TwoConfigurations ends(const State& state, double h) const;
    double length_of(const State& state, const double* momentum);
    void check_constraints(const State& state) const;

    const System system_;
    VariationalOptions options_;
    State next_, start_, middle_;
    bool forces_follow_speeds_ = false, constrained_ = false, differenced_ = false;
    double scale_ = 0;
    const std::uint8_t* given_ = nullptr;
    std::vector<EquationPlace> places_;
    std::vector<int> equations_;  ///< holonomic ones, as multipliers are counted
    // One per coordinate, speed, body or equation.
    std::vector<double> q_, q_given_, d_, d_kept_, d_moved_, half_, z_kept_, z_from_, z_;
    std::vector<double> u_, u_dot_, p_, f_, r_, delta_, s_, work_, left_, u_middle_, f_middle_;
    std::vector<BodyIncrement> increments_;
    std::vector<DiscreteMomentum> momenta_;
    std::vector<SpatialForce> F_, z_W_;
    std::vector<SpatialVelocity> y_W_;
    std::vector<SpatialAcceleration> A_W_;
    // The factors of K, and constraints.
    std::vector<SpatialForce> G_W_, L_W_;
    std::vector<double> D_inv_;
    std::vector<TwoSidedInertia> Y_W_;
    std::vector<double> dampers_;  ///< ∂f⁻/∂δ within joints, minus
    std::vector<double> C_;  ///< 1 − K⁻¹ ∂f⁻/∂δ for all others; only where forces follow speeds
    Lu lu_;
    std::vector<double> G_, columns_, A_, scale_of_, lambda_, lambda_next_, b_, all_;
    LeastSquares solver_;
};

}  // namespace sinew
