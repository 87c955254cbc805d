// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

namespace bench {

/// The processor's own count of instructions, where the machine lets a program read it.
class InstructionCounter {
public:
    InstructionCounter();
    ~InstructionCounter();
    InstructionCounter(const InstructionCounter&) = delete;
    InstructionCounter& operator=(const InstructionCounter&) = delete;

    bool available() const { return file_ >= 0; }
    const std::string& reason() const { return reason_; }  // why not
    /// Instructions of one call, averaged over calls numbered 0 to calls-1.
    double per_call(const std::function<void(int)>&, int calls) const;

private:
    int file_ = -1;
    std::string reason_;
};

/// The other way: this program again, under valgrind's callgrind, in the mode that only counts. Instructions of one
/// call by label; empty, with the reason, if that failed.
std::map<std::string, double> count_with_callgrind(const std::string& arguments, std::string& reason);

/// In that mode: counts the calls and writes the sum under the label.
void count_under_callgrind(const std::string& label, const std::function<void(int)>&);

}  // namespace bench
