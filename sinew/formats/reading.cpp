// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/reading.h>

namespace sinew {

namespace {

constexpr std::size_t most_faults = 50, most_notes = 10'000;

std::string joined(const std::vector<std::string>& faults) {
    std::string text;
    for (const std::string& fault : faults) text += (text.empty() ? "" : "\n") + fault;
    return text;
}

}  // namespace

FileError::FileError(std::vector<std::string> all_faults)
    : Error(joined(all_faults)), faults(std::move(all_faults)) {}

std::string to_text(const SourcePlace& place) {
    // Names of files are not cut, however long: they are there to be found.
    bool plain = is_utf8(place.file) && place.file.size() <= 4096;
    for (const char c : place.file) plain = plain && static_cast<unsigned char>(c) >= 0x20;
    const std::string file = plain ? place.file : escaped(place.file);
    return place.line > 0 ? file + ":" + std::to_string(place.line) : file;
}

void Reading::fault(const SourcePlace& where, const std::string& text) {
    if (count_++ < most_faults) faults_.push_back(to_text(where) + ": " + text);
}

void Reading::note(const SourcePlace& where, std::string text, bool assumed) {
    if (notes.size() < most_notes) notes.push_back({where, std::move(text), assumed});
    else if (notes.size() == most_notes)
        notes.push_back({where, "there is more that was not understood; it is not listed"});
}

void Reading::place(std::string element, SourcePlace where) {
    places.emplace_back(std::move(element), std::move(where));
}

void Reading::throw_if_failed() const {
    if (count_ == 0) return;
    std::vector<std::string> all = faults_;
    if (count_ > all.size()) all.push_back("... and " + std::to_string(count_ - all.size()) + " more faults");
    throw FileError(std::move(all));
}

}  // namespace sinew
