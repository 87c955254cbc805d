// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/problem.h>

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// How exact, and how long a step. A zero leaves the choice to the method.
struct IntegratorOptions {
    double accuracy = 1e-3;   ///< the share of a unit change that one step may be wrong by (12.4)
    double initial_step = 0;  ///< the first to be tried
    double fixed_step = 0;    ///< all steps are of this length, whatever their errors; not for bdf and adams
    double min_step = 0;      ///< a step that would have to be shorter is not taken
    double max_step = std::numeric_limits<double>::infinity();
    Norm norm = Norm::rms;
};

/// Why a trial step was not taken.
enum class Refusal : unsigned char {
    none,
    error,       ///< its error was above what the accuracy allows
    rates,       ///< the problem has no y' there, or one that is not a number
    projection,  ///< the problem found no way back to its manifold
    iteration    ///< the method's own iteration did not converge
};

struct IntegratorStatistics {
    long steps = 0;
    long rejected_by_error = 0, rejected_by_rates = 0, rejected_by_projection = 0, rejected_by_iteration = 0;
    long evaluations = 0, projections = 0, jacobians = 0, factorizations = 0;
    double smallest_step = 0, largest_step = 0;
    /// Per component, how many steps could not have been longer, its error being the largest.
    std::vector<long> limited_by;
    long rejected() const {
        return rejected_by_error + rejected_by_rates + rejected_by_projection + rejected_by_iteration;
    }
};

/// advanced: t() and y() are the end of an accepted step. stuck: no step of at least the minimum was acceptable;
/// t() and y() stay at the last good end, failure() and why() tell more.
enum class StepOutcome : unsigned char { advanced, stuck };

/// What was in the way of the last step that could not be taken.
struct StepFailure {
    Refusal cause = Refusal::none;
    double t = 0, step = 0;      ///< where, and the shortest step that was tried
    int component = -1;          ///< the one with the largest error, or -1
    double value = 0, rate = 0;  ///< of that component at t
    double error = 0;            ///< the size of the error, in units of the accuracy
    std::string name, complaint;
};

/// Follows a Problem step by step. All memory is taken by start; steps take none.
class Integrator {
public:
    Integrator() = default;
    Integrator(const Integrator&) = delete;
    Integrator& operator=(const Integrator&) = delete;
    virtual ~Integrator();

    /// From y at t, which must be on the manifold already. The problem is kept by reference and asked nothing yet.
    virtual void start(Problem& problem, double t, std::span<const double> y,
                       const IntegratorOptions& options) = 0;
    /// One accepted step, with as many rejected trials as that needs, to t_most at most. Nothing happens where
    /// t_most is not after t().
    virtual StepOutcome step(double t_most) = 0;
    /// From another t and y, after an event. The step size is kept, what else was remembered is not.
    virtual void restart(double t, std::span<const double> y) = 0;
    /// y within the last step, as exact as its ends are, but not projected. May ask the problem for rates.
    virtual void interpolate(double t, std::span<double> y) const = 0;

    /// The ends of the last step; spans hold until the next.
    double t() const { return t_; }
    double t_before() const { return t_before_; }
    std::span<const double> y() const { return y_; }
    std::span<const double> y_before() const { return y_before_; }

    /// What the next step will try. A one-step method goes on from (t, y, next_step) to the same bits as if it
    /// had never stopped; 0 before the first step where none was given.
    double next_step() const { return next_step_; }
    virtual void set_next_step(double step) { next_step_ = step; }

    virtual int order() const = 0;
    virtual bool is_one_step() const { return true; }
    /// What to call it in an account of a run, and what it has to tell beside the statistics: a line, or nothing.
    virtual std::string title() const { return "an integrator of its own"; }
    virtual std::string account() const { return {}; }
    const IntegratorStatistics& statistics() const { return statistics_; }

    const StepFailure& failure() const { return failure_; }
    /// failure() as a sentence; empty unless the last step got stuck.
    std::string why() const;

protected:
    /// Takes the options, the memory of both ends, and clears the account.
    void begin(Problem& problem, double t, std::span<const double> y, const IntegratorOptions& options);
    /// problem.rates, counted, and refused if not finite.
    bool ask_rates(double t, std::span<double> y, std::span<double> y_dot);
    bool ask_project(double t, std::span<double> y, std::span<double> error);
    bool ask_project_q(double t, std::span<double> y, std::span<double> error);
    void count(Refusal refusal);
    void count_step(double h, int worst);
    /// Sets the failure; y_dot may be empty.
    StepOutcome give_up(Refusal cause, double h, int component, double error, std::span<const double> y_dot);

    Problem* problem_ = nullptr;
    IntegratorOptions options_;
    Parts parts_;
    double t_ = 0, t_before_ = 0, next_step_ = 0;
    std::vector<double> y_, y_before_;
    IntegratorStatistics statistics_;
    StepFailure failure_;

private:
    int not_finite_ = -1;  ///< component of y' that was no number when last asked
};

/// The methods, each with its order and that of its error estimate (chapter 12).
enum class Method : unsigned char {
    explicit_euler,       ///< 1(2)
    trapezoid,            ///< 2(1), explicit
    runge_kutta_3,        ///< 3(2) of Bogacki and Shampine
    merson,               ///< 4(3), five evaluations
    dormand_prince,       ///< 5(4)
    dormand_prince_8,     ///< 8(5,3)
    verlet,               ///< 2, velocity Verlet; symplectic if steps are fixed and forces depend on q alone
    semi_explicit_euler,  ///< 1, fixed steps only; symplectic likewise
    semi_explicit_euler_doubled,  ///< 1, two halves against a whole
    rosenbrock,                   ///< 4(3), implicit: for stiff problems; needs or differences a Jacobian
    adams,  ///< 1 to 12, of several steps, for smooth problems with costly rates (CVODE)
    bdf,    ///< 1 to 5, of several steps, implicit: for stiff problems (CVODE)
};
inline constexpr int method_count = 12;

const char* name(Method method);
std::unique_ptr<Integrator> make_integrator(Method method);

}  // namespace sinew
