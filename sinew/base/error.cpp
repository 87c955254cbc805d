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

void Faults::List::add(std::string line) {
    if (told.size() < most) told.push_back(std::move(line));
    else ++untold;
}

std::vector<std::string> Faults::List::with_rest(const char* of_what) const {
    std::vector<std::string> all = told;
    if (untold > 0) all.push_back("... and " + std::to_string(untold) + " more " + of_what);
    return all;
}

void Faults::add(std::string fault) { faults_.add(std::move(fault)); }

void Faults::add(const Faults& more) {
    for (const std::string& fault : more.faults_.told) faults_.add(fault);
    for (const std::string& warning : more.warnings_.told) warnings_.add(warning);
    faults_.untold += more.faults_.untold;
    warnings_.untold += more.warnings_.untold;
}

void Faults::warn(std::string warning) { warnings_.add(std::move(warning)); }

void Faults::throw_if_any() const {
    if (!empty()) throw ModelError(faults_.with_rest("faults"));
}

std::vector<std::string> Faults::warnings() const { return warnings_.with_rest("warnings"); }

}  // namespace sinew
