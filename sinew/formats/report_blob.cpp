// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/error.h>
#include <sinew/formats/report_blob.h>

#include <zlib.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace sinew {

template <class Word>
std::string ReportBlob::add_words(std::span<const Word> words, const char* type) {
    const std::size_t at = bytes_.size(), n = words.size();
    bytes_.resize(at + n * sizeof(Word));
    Word before = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Word difference = static_cast<Word>(words[i] - before);
        before = words[i];
        for (std::size_t plane = 0; plane < sizeof(Word); ++plane)
            bytes_[at + plane * n + i] = static_cast<char>(difference >> (8 * plane) & 0xff);
    }
    return fmt::format(R"({{"at":{},"n":{},"t":"{}"}})", at, n, type);
}

std::string ReportBlob::add(std::span<const float> values) {
    std::vector<std::uint32_t> words(values.size());
    std::transform(values.begin(), values.end(), words.begin(),
                   [](float v) { return std::bit_cast<std::uint32_t>(v); });
    return add_words<std::uint32_t>(words, "f32");
}

std::string ReportBlob::add(std::span<const std::uint32_t> values) {
    return add_words<std::uint32_t>(values, "u32");
}

std::string ReportBlob::add_column(std::span<const double> values, bool exact) {
    const auto is_first = [&](double v) { return v == values[0]; };  // never of a NaN
    if (!values.empty() && std::isfinite(values[0]) && std::all_of(values.begin(), values.end(), is_first))
        return shortest(values[0]);
    if (!exact) {
        std::vector<float> floats(values.size());
        std::transform(values.begin(), values.end(), floats.begin(),
                       [](double v) { return static_cast<float>(v); });
        return add(floats);
    }
    std::vector<std::uint64_t> words(values.size());
    std::transform(values.begin(), values.end(), words.begin(),
                   [](double v) { return std::bit_cast<std::uint64_t>(v); });
    return add_words<std::uint64_t>(words, "f64");
}

std::string ReportBlob::packed() const {
    uLongf size = compressBound(static_cast<uLong>(bytes_.size()));
    std::string out(size, '\0');
    const int status =
        compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes_.data()),
                  static_cast<uLong>(bytes_.size()), 6);
    if (status != Z_OK)
        throw FileError("The numbers of a report could not be packed: zlib says " + std::to_string(status) +
                        ".");
    out.resize(size);
    return base64(out);
}

std::string base64(std::string_view bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k <= bytes.size() ? digits[three >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

}  // namespace sinew
