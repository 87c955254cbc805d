// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>

namespace sinew {

/// What one-step methods share: trials, their judgement, the choice of the next step, dense output by cubics. A method
/// says how to get from y_ to y_new_ and by what error; it keeps nothing from step to step but y and y'.
class OneStep : public Integrator {
public:
    void start(Problem& problem, double t, std::span<const double> y, const IntegratorOptions& options) final;
    StepOutcome step(double t_most) final;
    void restart(double t, std::span<const double> y) final;
    void interpolate(double t, std::span<double> y) const override;

protected:
    struct Judgement {
        Refusal refusal = Refusal::none;
        double size = 0;  ///< of the error
        int worst = -1;   ///< component
    };

    virtual void take_memory() {}
    /// y_ and f_ are those of a start or a restart; false if something else cannot be had there.
    virtual bool was_started() { return true; }
    /// The estimate shrinks as h to this power plus one.
    virtual int error_order() const = 0;
    virtual bool controls_error() const { return true; }
    /// From y_ at t_, where y' is f_, by h to y_new_ at t_new_, where y' is f_new_.
    virtual Judgement trial(double h) = 0;
    virtual void was_accepted() {}

    /// Size of an error against the accuracy.
    Judgement judge(std::span<const double> error) const;
    /// What a step errs by, where the estimate is of something larger.
    virtual double error_of(double estimate) const { return estimate; }
    /// The common end of a trial: projects y_new_ and the error (if there is one), judges, asks for f_new_.
    Judgement finish(std::span<double> error);
    bool is_fixed() const { return options_.fixed_step > 0; }
    std::size_t size() const { return y_.size(); }

    double t_new_ = 0;
    std::vector<double> f_, f_before_, y_new_, f_new_;  ///< f is y' at y, y_before, y_new

private:
    bool prepare(double t_most);
    double first_step(double t_most);
    double after(double h, const Judgement& judgement) const;
    void accept(double h, const Judgement& judgement);

    std::vector<double> probe_;
    bool knows_rates_ = false;
};

}  // namespace sinew
