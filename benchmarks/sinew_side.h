// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "side.h"

namespace bench {

/// Puts points together that are to be, and takes out of the speeds what would part them or change the length of a
/// rod: libraries differ in what they make of that.
void make_states_obey(const BenchModel&, std::vector<BenchState>&);

std::unique_ptr<Side> make_sinew_side(const BenchModel&, const std::vector<BenchState>&);

/// Any number of states of a model in one batch, on one thread.
class BatchOfMany {
public:
    BatchOfMany(const BenchModel& model, int states);
    ~BatchOfMany();
    void forward_dynamics();
    int lanes() const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace bench
