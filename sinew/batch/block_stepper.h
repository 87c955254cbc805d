// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/block.h>
#include <sinew/batch/integrate.h>
#include <sinew/integrators/tableau.h>
#include <sinew/system/free_variables.h>

#include <limits>

namespace sinew {

/// What all blocks go by: the method, and how the size of an error is measured (20.5).
struct StepRules {
    const Tableau& tableau;
    FreeVariables free;
    double accuracy;
    double max_step = std::numeric_limits<double>::infinity();

    /// The error estimate shrinks more slowly with h than the error (12.13).
    bool is_cautious() const { return tableau.error_order + 1 < tableau.order; }
    int order() const { return is_cautious() ? tableau.order - 1 : tableau.error_order; }
    double size_of(double estimate) const;
    /// What the size of a step's error says about the next (12.5).
    double next(double h, double size, bool good) const;
};

/// Steps of one block: y = (q, u, z), stages and errors of all lanes, in the memory of a worker. Every lane has its own
/// time and step size, so that nothing in it depends on its neighbours.
template <int n>
class BlockStepper {
public:
    using T = PackT<n>;
    /// Packs of memory that a worker needs.
    static std::size_t memory(const Compiled& c, const Tableau& tableau);

    /// Takes the block's variables.
    BlockStepper(Batch::Inside& batch, Worker<n>& worker, int number, const StepRules& rules,
                 Projecting* projecting);

    /// Rates at the start; before the first step.
    void begin(const WhereT<n>& idle) { find_rates(y_, time_, idle, k_[0]); }
    /// y_new and its rates, and the error of each component if wanted, from steps of h. Lanes that are idle stay.
    void try_step(const T& h, const WhereT<n>& idle, bool with_error);
    /// Makes y_new of some lanes y.
    void accept(const WhereT<n>& lanes, const T& time);
    /// The size of y_new's error in a lane, (20.5); NaN where that or the rates are not numbers.
    double error_of(int lane) const;
    /// First steps to try in some lanes, by y' and how it changes along a small step of Euler (12.9).
    void first_steps(const WhereT<n>& wanted, double until, double* h);

    /// Puts y into the batch, and what became of each lane.
    void store(const Batch::Inside::Outcome* outcome);
    /// Whether time and y are numbers in a lane, and whether its rates are.
    bool has_numbers(int lane) const;
    bool has_rates(int lane) const { return all_finite(k_[0], lane); }
    double time(int lane) const { return time_.lane(lane); }
    long evaluations() const { return evaluations_; }

private:
    void find_rates(T* y, const T& time, const WhereT<n>& idle, T* f);
    void normalise(T* q) const;
    void find_error(const T& h);
    /// Takes off errors of quaternions what lies along them.
    void turn_errors();
    /// Onto constraints, with an estimate of the error if wanted, and quaternions to unit length.
    void bring_back(T* y, const T& time, const WhereT<n>& idle, T* error);
    double measure(const T* error, int lane) const;
    bool all_finite(const T* x, int lane) const;
    int size() const { return nq_ + nu_ + nz_; }

    Batch::Inside& batch_;
    const Compiled& c_;
    Worker<n>& w_;
    const int number_, nq_, nu_, nz_;
    const StepRules& rules_;
    const Tableau& tableau_;
    Projecting* projecting_;
    T time_;
    T *y_, *y_new_, *error_, *copy_;
    T* k_[32];  ///< stages; the last is y' at the end
    long evaluations_ = 0;
};

}  // namespace sinew
