// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>
#include <sinew/integrators/problem.h>
#include <sinew/system/derivatives.h>
#include <sinew/system/free_variables.h>
#include <sinew/system/run_start.h>
#include <sinew/system/system.h>

#include <exception>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// What counts as a unit change of a variable, and as a unit error of a constraint (11.50). Empty lists stand for ones:
/// a radian, a metre, and these per second.
struct Units {
    std::vector<double> speeds{};  ///< δu per speed; coordinates follow: δq = N δu · 1 s
    std::vector<double> z{};
    std::vector<double> equations{};   ///< t_p or t_v, in the order of velocity_errors
    double characteristic_time = 0.1;  ///< a rate of a position error times this is compared with one
    bool relative_speeds = true, relative_z = true;  ///< where above their unit, shares of their size
};

/// A System's motion as y' = f(t, y) on a manifold, for integrators: y = (q, u, z). What Motions and locks give is put
/// into y at every question and has no error; what constraints ask is kept by projection. A force, joint or constraint
/// that has no value at some y, a mass matrix without an inverse, a constraint that cannot be met: all these are "no
/// answer here", with a complaint that names the element. Takes its memory when made or refreshed, and what Jacobians
/// need when one is first asked for.
class SystemProblem final : public Problem {
public:
    /// Keeps a copy of the State, and works on it.
    SystemProblem(const System& system, const State& state, Units units = {});

    void set_tolerance(const RunTolerance& tolerance);

    Parts parts() const override { return parts_; }
    bool rates(double t, std::span<double> y, std::span<double> y_dot) override;
    /// In lanes of a batch (20.1) where these find rates side by side.
    bool rates_of_many(double t, std::span<double> y, std::span<double> y_dot) override;
    bool project(double t, std::span<double> y, std::span<double> error) override;
    bool project_q(double t, std::span<double> y, std::span<double> error) override;
    ErrorSize measure(std::span<const double> y, std::span<const double> error, Norm norm) const override;
    bool q_rates(double t, std::span<const double> y, std::span<const double> u,
                 std::span<double> q_dot) override;
    bool q_accelerations(double t, std::span<const double> y, std::span<const double> y_dot,
                         std::span<double> q_dot_dot) override;
    /// Exact (9.86) where has_exact_derivatives() and no dearer than differences (11.58), unless that is not wanted;
    /// else none, and integrators take differences.
    bool jacobian(double t, std::span<const double> y, std::span<double> J) override;
    void set_exact_jacobian(bool use) { wants_exact_jacobian_ = use; }
    /// Trees that hang from the world apart, and that no force, constraint or Motion joins, do not feel one another
    /// (11.57).
    void structure(std::span<unsigned char> may) const override;
    /// "knee.angle", "rate of knee.angle", "muscle.activation".
    std::string name(int component) const override;
    std::string complaint() const override { return complaint_; }
    /// What was thrown when there last was no answer; null if nothing was.
    std::exception_ptr exception() const { return exception_; }

    const System& system() const { return system_; }
    /// The State of the last question.
    const State& state() const { return state_; }
    /// Puts t and y into the State, and given coordinates and speeds; false where they are not finite.
    bool load(double t, std::span<const double> y);
    void store(std::span<double> y) const;
    /// Takes another State of the same system: after an event has changed options, locks or parameters.
    void refresh(const State& state);
    /// Lets the fast variables of a State of the system settle; false if they do not.
    bool settle(State& state);

    /// How far the last projection moved (weighted, root of the sum of squares), and its error before and after.
    struct Moved {
        double q = 0, u = 0, error_before = 0, error = 0;
    };
    const Moved& moved() const { return moved_; }
    /// The largest weighted error of a constraint in the State, of positions and of velocities.
    double constraint_error();
    /// The constraint of that error, its error, and what drives joints beside it.
    std::string worst_constraint();

private:
    bool fail(const std::string& complaint);
    template <class Question>
    bool ask(Question question);
    bool settle() { return settle(state_); }
    bool project_positions(std::span<double> error);
    bool project_velocities(std::span<double> error);
    bool accepts(const Projection& account);
    bool lanes_pay();
    void rates_in_lanes(double t, std::span<double> y, std::span<double> y_dot);
    double weight_of_speed(int u) const;
    void sort_out();
    bool exact_is_cheaper() const;

    const System system_;
    State state_;
    Units units_;
    Parts parts_;
    Projector projector_;
    ProjectionOptions projection_;
    RunTolerance tolerance_;
    std::vector<double> speed_weights_, equation_weights_, q_;
    std::vector<FreeVariables::Coordinates> coordinates_;
    std::vector<int> speeds_, given_q_, given_u_;
    bool has_manifold_ = false, has_given_ = false;
    bool wants_exact_jacobian_ = true, has_exact_jacobian_ = false, exact_is_cheaper_ = true;
    std::unique_ptr<DynamicsDerivatives> derivatives_;  ///< made when first asked
    std::unique_ptr<Batch> batch_;                      ///< the same
    Moved moved_;
    std::string complaint_;
    std::exception_ptr exception_;
};

}  // namespace sinew
