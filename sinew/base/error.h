// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sinew {

/// What every exception of this library derives from; what() is a sentence for the user.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A Model that cannot become a System. A model with five faults reports five.
struct ModelError : Error {
    explicit ModelError(std::vector<std::string> all_faults);
    std::vector<std::string> faults;
};

/// A State used where it does not fit: of another system, a wrong size, a value that breaks a rule.
struct StateError : Error {
    using Error::Error;
};

/// Collects the faults of a model so that one pass reports them all (at most 50 are kept).
class Faults {
public:
    void add(std::string fault);
    bool empty() const { return faults_.empty(); }
    /// Throws ModelError if anything was collected.
    void throw_if_any() const;

private:
    std::vector<std::string> faults_;
    int untold_ = 0;
};

}  // namespace sinew
