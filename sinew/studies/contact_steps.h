// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>
#include <sinew/stepping/stepper.h>
#include <sinew/studies/system_problem.h>

#include <optional>

namespace sinew {

/// The account of a run's steps through contact.
struct ContactRun {
    long steps = 0, touches = 0, contacts = 0, impacts = 0, sweeps = 0;
    long unfinished = 0;  ///< steps whose sweeps ended before the tolerance was met
    long guarded = 0;     ///< steps whose impulses were made smaller so as not to add energy
    int most_contacts = 0;
    double residual = 0, deepest = 0;                           ///< the largest of all steps
    double dissipated = 0, lifted = 0;                          ///< sums
    long touchdowns = 0, lift_offs = 0, sticks = 0, slips = 0;  ///< of pairs of surfaces
};

/// Steps through many rigid contacts (chapter 18) as an Integrator among others, for the motion of a System:
///     SimulationOptions options{.until = 10, .fixed_step = 0.005};
///     options.integrator = std::make_unique<ContactStepIntegrator>();
/// The step must be fixed; what touches is found once in each. Impacts, sticking and slipping fall into the step they
/// happen in, so errors there are of its first order. Between the ends of a step States lie on a straight line.
class ContactStepIntegrator final : public Integrator {
public:
    /// Who knows where bodies touch: the surfaces of the Model unless told.
    explicit ContactStepIntegrator(const ContactStepOptions& options = {},
                                   std::unique_ptr<TouchFinder> finder = nullptr)
        : settings_(options), finder_(std::move(finder)) {}

    /// The problem must be a SystemProblem, and options.fixed_step be given; else throws Error.
    void start(Problem& problem, double t, std::span<const double> y,
               const IntegratorOptions& options) override;
    StepOutcome step(double t_most) override;
    void restart(double t, std::span<const double> y) override;
    void interpolate(double t, std::span<double> y) const override;
    int order() const override { return 1; }
    /// Sweeps begin with the forces of the last step.
    bool is_one_step() const override { return !settings_.remembers; }
    std::string title() const override;
    std::string account() const override;

    const ContactRun& run() const { return run_; }
    const ContactStep& last() const { return last_; }
    const ContactStepper& stepper() const { return *stepper_; }
    /// What became of pairs of surfaces in the last step, which `simulate` tells at its end.
    const std::vector<ContactEvent>& events() const { return stepper_->events(); }
    /// What overlapped at the start by more than the slop, in words. Steps take it apart, a share in each (18.16).
    const std::vector<std::string>& start_overlaps() const { return start_overlaps_; }

private:
    void count_contacts();
    void count_events(int sign);

    ContactStepOptions settings_;
    std::unique_ptr<TouchFinder> finder_;
    SystemProblem* system_problem_ = nullptr;
    std::optional<ContactStepper> stepper_;
    std::optional<State> state_;
    ContactStep last_;
    ContactRun run_;
    std::vector<std::string> start_overlaps_;
};

}  // namespace sinew
