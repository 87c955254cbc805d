// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>
#include <sinew/integrators/integrator.h>

#include <memory>

namespace sinew {

/// What it took, summed over all states.
struct BatchAccount {
    long steps = 0, rejected = 0, evaluations = 0;
    int stuck = 0;  ///< states that did not get there: their time tells how far they got, complaint() why
};

/// Moves all states of a batch by an explicit Runge-Kutta method (12.11): with one step size for all, or each with its
/// own (20.5). What Motions and locks give is put in, and constraints are met after every step. There are no events.
/// Takes its memory when made. One at a time may use a batch.
class BatchIntegrator {
public:
    /// Throws Error for a method that is none of these.
    explicit BatchIntegrator(Batch& batch, Method method = Method::merson, double accuracy = 1e-3);
    ~BatchIntegrator();

    /// So many steps of h, whatever their errors.
    BatchAccount take_steps(double h, long count);
    /// Every state to a time by steps as long as the accuracy allows; states that are there already stay.
    BatchAccount advance_to(double time);

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace sinew
