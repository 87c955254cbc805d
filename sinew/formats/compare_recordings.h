// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/recording.h>

namespace sinew {

/// How far one variable of two recordings is apart at worst.
struct VariableDifference {
    Recorded kind = Recorded::q;
    std::string name{};
    double difference = 0;  ///< the largest |a − b|; NaN against a number is infinite
    double allowed = 0;     ///< tolerance times the larger of 1 and the variable's largest value
    double time = 0, a = 0, b = 0;
    long frame_of_a = -1;  ///< where; −1 if they never differ

    bool within() const { return difference <= allowed; }
};

/// What compare() found.
struct RecordingComparison {
    double tolerance = 0;
    long frames_of_a = 0, frames_of_b = 0;
    long compared = 0;                            ///< pairs of frames of the same time
    std::vector<VariableDifference> variables{};  ///< of those that both have
    std::vector<std::string> only_in_a{}, only_in_b{};
    /// Parameters and discrete variables that are not the same to the last bit, each with the first time.
    std::vector<std::string> others{};

    bool same() const;                        ///< every frame has its partner and all is within the tolerance
    const VariableDifference* worst() const;  ///< by difference over allowed; null if there is no variable
    std::string text() const;                 ///< a few lines; what is within the tolerance is only counted
};

/// Frames of the same time are compared variable by variable, by name. Tolerance 0 asks for equal numbers.
RecordingComparison compare(const Recording& a, const Recording& b, double tolerance = 0);

}  // namespace sinew
