// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace sinew {

/// The parameters of one or many States and what a System has derived from them. States that were copied share one
/// block until one of them writes a parameter; it then gets a block of its own.
struct ParameterBlock {
    std::vector<double> values;

    // Filled once by the System, by whichever thread comes first.
    mutable std::vector<double> derived;
    mutable std::shared_ptr<const void> derived_object;  ///< what is not numbers, if anything
    mutable std::atomic<bool> derived_ready = false;
    mutable std::mutex filling;

    ParameterBlock(std::vector<double> all_values, int derived_size)
        : values(std::move(all_values)), derived(static_cast<std::size_t>(derived_size)) {}
};

}  // namespace sinew
