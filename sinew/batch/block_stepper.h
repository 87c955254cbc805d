// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/block.h>
#include <sinew/batch/integrate.h>
#include <sinew/integrators/tableau.h>

namespace sinew {

/// Steps of one block: y = (q, u, z), stages and errors of all lanes, in the memory of a worker. Every lane has its own
/// time and step size, so that nothing in it depends on its neighbours.
template <int n>
class BlockStepper {
public:
    using T = PackT<n>;
    /// Packs of memory that a worker needs.
    static std::size_t memory(const Compiled& c, const Tableau& tableau);

    /// Takes the block's variables.
    BlockStepper(Batch::Inside& batch, Worker<n>& worker, int number, const Tableau& tableau,
                 Projector* projector);

    /// Rates at the start; before the first step.
    void begin(const WhereT<n>& idle) { find_rates(y_, time_, idle, k_[0]); }
    /// y_new and its rates, and the error of each component if wanted, from steps of h. Lanes that are idle stay.
    void try_step(const T& h, const WhereT<n>& idle, bool with_error);
    /// Makes y_new of some lanes y.
    void accept(const WhereT<n>& lanes, const T& time);
    /// The size of y_new's error in a lane against one, (20.5); NaN where rates are not numbers.
    double error_of(int lane) const;
    /// A first step to try in a lane, by the sizes of y and y'.                                                  (20.6)
    double first_step(int lane) const;

    /// Puts y into the batch.
    void store(const WhereT<n>& arrived);
    /// Whether y and its rates are numbers.
    bool is_finite(int lane) const;
    double time(int lane) const { return time_.lane(lane); }
    long evaluations() const { return evaluations_; }

private:
    void find_rates(T* y, const T& time, const WhereT<n>& idle, T* f);
    double measure(const T* error, int lane) const;
    int size() const { return nq_ + nu_ + nz_; }

    Batch::Inside& batch_;
    const Compiled& c_;
    Worker<n>& w_;
    const int number_, nq_, nu_, nz_;
    const Tableau& tableau_;
    Projector* projector_;
    T time_;
    T *y_, *y_new_, *error_;
    T* k_[32];  ///< stages; the last is y' at the end
    long evaluations_ = 0;
};

}  // namespace sinew
