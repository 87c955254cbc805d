// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>

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

/// A mass matrix that has no inverse: these joints can move together without moving any mass.
struct SingularError : StateError {
    SingularError(const std::string& what, std::vector<AnyJointId> which)
        : StateError(what), joints(std::move(which)) {}
    std::vector<AnyJointId> joints;
};

/// Collects the faults of a model so that one pass reports them all (at most 50 are kept), and what is worth a warning.
class Faults {
public:
    void add(std::string fault);
    void add(const Faults& more);
    void warn(std::string warning);
    bool empty() const { return faults_.told.empty(); }
    /// True when a further fault will only be counted, so that its text need not be made.
    bool full() const { return faults_.told.size() == most; }
    /// Throws ModelError if a fault was collected.
    void throw_if_any() const;
    /// At most 50, then a line that says how many more there were.
    std::vector<std::string> warnings() const;

private:
    static constexpr std::size_t most = 50;
    struct List {
        std::vector<std::string> told;
        std::size_t untold = 0;
        void add(std::string line);
        std::vector<std::string> with_rest(const char* of_what) const;
    };
    List faults_, warnings_;
};

}  // namespace sinew
