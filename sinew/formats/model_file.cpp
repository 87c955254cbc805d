// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/model_file.h>

namespace sinew {

namespace {

/// Where the element stands that a message names first; null if it names none.
const SourcePlace* place_named_by(const std::string& message, const ModelFile& file) {
    const SourcePlace* place = nullptr;
    std::size_t first = std::string::npos;
    for (const auto& [element, where] : file.places)
        if (const std::size_t at = message.find(element); at < first) {
            first = at;
            place = &where;
        }
    return place;
}

}  // namespace

System compile(const ModelFile& file) {
    try {
        return System(file.model);
    } catch (const ModelError& error) {
        Reading reading;
        const std::string name = file.places.empty() ? "model" : file.places.front().second.file;
        for (const std::string& fault : error.faults) {
            const SourcePlace* place = place_named_by(fault, file);
            reading.fault(place ? *place : SourcePlace{name, 0}, fault);
        }
        reading.throw_if_failed();
        throw;
    }
}

}  // namespace sinew
