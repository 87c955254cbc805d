// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/lane_array.h>
#include <sinew/system/system.h>

#include <memory>
#include <string>

namespace sinew {

struct BatchOptions {
    int lanes = 0;    ///< 4 or 8; 0: as many as a register of this processor holds
    int threads = 1;  ///< 0: one for each core
};

/// Many States of one System, so laid out that one instruction serves several of them (20.1). Each has its own time, q,
/// u and z, and, if it was set so, its own parameters; options and discrete variables are those of the State that the
/// batch was made like. See kinematics.h, dynamics.h and integrate.h for what may be asked.
///
/// A State among others moves as it would alone but for rounding: sums go to other registers and sines are our own.
/// What it gets does not depend on its neighbours, its lane or the number of threads, to the last bit. A State that has
/// no answer (its mass matrix is singular, a force is not a number there) gets NaN, and the others do not notice.
/// Memory is taken when a batch is made and when a State first gets parameters of its own; get and complaint take some
/// for the time they need, questions none.
class Batch {
public:
    Batch(const System& system, const State& like, int count, const BatchOptions& options = {});
    ~Batch();
    Batch(Batch&&) noexcept;
    Batch& operator=(Batch&&) noexcept;

    const System& system() const;
    int size() const;
    int lanes() const;
    int threads() const;
    /// False where all is found State by State: surfaces may touch, or constraints have more than 32 equations.
    bool side_by_side() const;

    // What varies: q()(state, i). Whoever writes quaternions of length zero gets NaN.
    LaneArray& q();
    LaneArray& u();
    LaneArray& z();
    LaneArray& time();  ///< one number of each state
    const LaneArray& q() const;
    const LaneArray& u() const;
    const LaneArray& z() const;
    const LaneArray& time() const;

    /// Time, q, u, z and parameters of a State. Throws StateError if it is not of this system, or differs in more, such
    /// as parameters of a joint's functions; then nothing has changed.
    void set(int state, const State& from);
    void get(int state, State& into) const;
    State get(int state) const;

    /// An array for so many numbers of each state.
    LaneArray array(int numbers) const { return {size(), numbers, lanes()}; }

    // What was found when last asked for (dynamics.h).
    const LaneArray& u_dot() const;
    const LaneArray& q_dot() const;
    const LaneArray& z_dot() const;
    const LaneArray& multipliers() const;
    /// Whether a state had an answer then; and if not, why: it is asked again, by itself.
    bool has_answer(int state) const;
    std::string complaint(int state) const;

    /// For the functions that answer questions.
    struct Inside;
    Inside& inside() const { return *inside_; }

private:
    friend class BatchIntegrator;
    std::shared_ptr<Inside> inside_;  ///< not shared with other batches
};

}  // namespace sinew
