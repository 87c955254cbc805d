// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>

namespace sinew {

namespace {

std::string joined(const std::vector<std::string>& faults) {
    std::string text;
    for (const std::string& fault : faults) text += (text.empty() ? "" : "\n") + fault;
    return text;
}

}  // namespace

ModelError::ModelError(std::vector<std::string> all_faults)
    : Error(joined(all_faults)), faults(std::move(all_faults)) {}

void Faults::add(std::string fault) {
    constexpr std::size_t most = 50;
    if (faults_.size() < most) faults_.push_back(std::move(fault));
    else ++untold_;
}

void Faults::throw_if_any() const {
    if (faults_.empty()) return;
    std::vector<std::string> all = faults_;
    if (untold_ > 0) all.push_back("... and " + std::to_string(untold_) + " more faults");
    throw ModelError(std::move(all));
}

}  // namespace sinew
