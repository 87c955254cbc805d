// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>
#include <sinew/studies/system_problem.h>
#include <sinew/studies/variational_step.h>

#include <optional>

namespace sinew {

/// Variational steps (chapter 11) as an Integrator among others, for the motion of a System:
///     SimulationOptions options{.until = 1e4, .fixed_step = 0.01};
///     options.integrator = std::make_unique<VariationalIntegrator>();
/// Symplectic: energy does not drift, momenta are kept, over any number of steps of one length. The step must be fixed;
/// accuracy follows from it. Events and the end of a run cut steps short, and each time begins another run of steps
/// with an energy error of its own.
class VariationalIntegrator final : public Integrator {
public:
    explicit VariationalIntegrator(const VariationalOptions& options = {}) : settings_(options) {}

    /// The problem must be a SystemProblem, and options.fixed_step be given; else throws Error.
    void start(Problem& problem, double t, std::span<const double> y,
               const IntegratorOptions& options) override;
    StepOutcome step(double t_most) override;
    void restart(double t, std::span<const double> y) override;
    /// Cubics through places and rates at both ends.
    void interpolate(double t, std::span<double> y) const override;
    int order() const override { return settings_.order; }
    std::string title() const override { return "variational"; }

    /// The account of the last step.
    const VariationalStep& last() const { return last_; }
    /// How many steps had to be shorter than the others because their iteration did not converge: there energy may
    /// jump.
    long structure_broken() const { return broken_; }

private:
    void take(double t, std::span<const double> y);
    bool try_step(double h, double t_next);
    void find_rates() const;

    VariationalOptions settings_;
    SystemProblem* system_problem_ = nullptr;
    std::optional<VariationalStepper> stepper_;
    std::optional<State> state_;
    VariationalStep last_;
    long broken_ = 0;
    std::string complaint_;
    mutable bool knows_rates_ = false;
    mutable std::vector<double> f_, f_before_, copy_;  ///< y' at the ends of the last step
};

}  // namespace sinew
