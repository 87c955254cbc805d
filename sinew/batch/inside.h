// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/workers.h>
#include <sinew/batch/batch.h>
#include <sinew/batch/hold.h>
#include <sinew/system/compiled.h>
#include <sinew/system/driven.h>

#include <memory>
#include <variant>
#include <vector>

namespace sinew {

template <int lanes>
struct Worker;

/// What is the same for all states of a batch, and known before the first question.
struct BatchPlan {
    const Tree* tree = nullptr;         ///< with the functions that joints have by the parameters
    std::vector<int> gravity;           ///< elements that pull all bodies alike
    std::vector<int> in_packs;          ///< elements that know packs
    std::vector<std::uint8_t> by_lane;  ///< per element: asked lane by lane
    bool any_by_lane = false;
    bool all_by_state = false;  ///< surfaces may touch: forces are those that a State by itself finds
    bool on_bodies = false;     ///< some element acts on bodies
    const std::uint8_t* driven = nullptr;  ///< per body of the tree; null if no joint is
    bool gives_variables = false;          ///< of some driven joint more than u̇ is given
    const std::uint8_t* by_angles = nullptr;
    bool constrained = false;
    HoldPlan constraints;
};

struct Batch::Inside {
    System system;
    State like, common;  ///< what set() puts together, to see what a State has in common with `like`
    int count, lanes;
    LaneArray q, u, z, time, u_dot, q_dot, z_dot, multipliers;
    enum Outcome : std::uint8_t { none, answered, stuck, left_off };
    std::vector<Outcome> outcome;  ///< per state, of the last question
    Workers workers;
    BatchPlan plan;

    /// Parameter values and what derives from them: one block for all, or one for each.
    bool own_parameters = false;
    LaneArray values, derived;
    std::vector<State> own;  ///< per state, if they have their own

    template <int n>
    using Of = std::vector<std::unique_ptr<Worker<n>>>;
    std::variant<Of<4>, Of<8>> memory;  ///< one for each thread

    const Compiled& compiled() const { return system.compiled(); }
    int block_count() const { return q.blocks(); }
    int constants_of(int block) const { return own_parameters ? block : 0; }
    /// Whether a State has the functions of joints that all have in common.
    bool has_functions_of(const State& state) const;
    /// States of a block; the lanes beyond are idle.
    int states_in(int block) const { return std::min(lanes, count - block * lanes); }

    Inside(const System& of, const State& state, int states, const BatchOptions& options);
    ~Inside();
};

/// Calls f with the number of a thread (if it wants that), its memory and a block, for all blocks, on all threads.
template <class F>
void for_each_block(Batch::Inside& batch, const F& f) {
    std::visit(
        [&]<int n>(Batch::Inside::Of<n>& memory) {
            batch.workers.run(batch.block_count(), [&](int worker, int block) {
                if constexpr (requires { f(worker, *memory[0], block); })
                    f(worker, *memory[at(worker)], block);
                else f(*memory[at(worker)], block);
            });
        },
        batch.memory);
}

}  // namespace sinew
