// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>

#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// Where something stands in a file. Line 0: the file as a whole.
struct SourcePlace {
    std::string file{};
    int line = 0;
    friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
};

/// "arm.urdf:41", or "arm.urdf" where there is no line.
std::string to_text(const SourcePlace& place);

/// What was not understood, replaced or assumed while a file was read.
struct ReadNote {
    SourcePlace where{};
    std::string text{};
    bool assumed = false;  ///< the format has no way to say it: nothing that the file says was left out
};

/// What comes up while a model file and the files it names are read: faults, all of which are told at once (at most 50
/// of them in words); notes; and where the named elements stand.
class Reading {
public:
    void fault(const SourcePlace& where, const std::string& text);
    void note(const SourcePlace& where, std::string text, bool assumed = false);
    void place(std::string element, SourcePlace where);

    bool failed() const { return count_ > 0; }
    /// Throws FileError with every fault there was.
    void throw_if_failed() const;

    std::vector<ReadNote> notes{};
    std::vector<std::pair<std::string, SourcePlace>> places{};

private:
    std::vector<std::string> faults_{};
    std::size_t count_ = 0;
};

}  // namespace sinew
