// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>
#include <sinew/integrators/integrator.h>

#include <atomic>
#include <memory>

namespace sinew {

/// What it took, summed over all states.
struct BatchAccount {
    long steps = 0, rejected = 0, evaluations = 0;
    int stuck = 0;     ///< states that did not get there: their time tells how far they got, complaint() why
    int left_off = 0;  ///< states that were on their way when all was stopped

    void add(const BatchAccount& more);
};

/// Moves all states of a batch by an explicit Runge-Kutta method (12.11): with one step size for all, or each with its
/// own, which it chooses as one State does (20.5). What Motions and locks give is put in, and constraints are met after
/// every step, as exactly as `simulate` does it. There are no events. Takes its memory when made. One at a time may use
/// a batch; the states live as long as either of both.
class BatchIntegrator {
public:
    /// Throws Error for a method that is none of these, and an accuracy that is not within 1e-14 .. 0.5.
    explicit BatchIntegrator(Batch& batch, Method method = Method::merson, double accuracy = 1e-3);
    ~BatchIntegrator();

    void set_max_step(double step);

    /// So many steps of h, whatever their errors. States are left off where they are once `stop` becomes true, which
    /// all threads look at after every step.
    BatchAccount take_steps(double h, long count, const std::atomic<bool>* stop = nullptr);
    /// Every state to a time by steps as long as the accuracy allows; states that are there already stay.
    BatchAccount advance_to(double time, const std::atomic<bool>* stop = nullptr);

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace sinew
