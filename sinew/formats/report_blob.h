// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sinew {

/// Arrays of numbers packed for a page (13.5): of neighbours the differences of their bits as integers, their lowest
/// bytes first, then the next. Smooth columns become runs of zeros, which deflate packs; no bit is lost.
class ReportBlob {
public:
    /// Each returns JSON that says where the array is; of a column whose entries are all the same, the number itself.
    std::string add_column(std::span<const double> values, bool exact);
    std::string add(std::span<const float> values);
    std::string add(std::span<const std::uint32_t> values);

    std::size_t size() const { return bytes_.size(); }
    /// zlib's deflate of it, as base64.
    std::string packed() const;

private:
    template <class Word>
    std::string add_words(std::span<const Word> words, const char* type);
    std::string bytes_;
};

std::string base64(std::string_view bytes);

}  // namespace sinew
