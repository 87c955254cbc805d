// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/model_file.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf.h>

#include <cstdio>
#include <filesystem>

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

/// The first bytes of a file; none if it can not be read.
std::string beginning_of(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) return "";  // a pipe would be empty afterwards
    std::string bytes(4096, '\0');
    std::FILE* in = std::fopen(file.c_str(), "rb");
    if (!in) return "";
    bytes.resize(std::fread(bytes.data(), 1, bytes.size(), in));
    std::fclose(in);
    return bytes;
}

/// The first character that is neither white space nor part of a mark of the encoding or a comment.
char first_character(std::string_view text) {
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    for (;;) {
        const std::size_t at = text.find_first_not_of(" \t\r\n");
        if (at == std::string_view::npos) return 0;
        text.remove_prefix(at);
        const bool line = text.substr(0, 2) == "//", block = text.substr(0, 2) == "/*";
        if (!line && !block) return text[0];
        const std::size_t end = text.find(line ? "\n" : "*/", 2);
        if (end == std::string_view::npos) return '{';
        text.remove_prefix(end + (line ? 1 : 2));
    }
}

ModelFile of_recording(const std::string& file, const ReadOptions& options) {
    const std::string model = Recording(file).about().model;
    if (model.empty())
        throw FileError(sinew::quoted(file) +
                        " is a recording without its model. Give the model's own file.");
    return read_json_model_text(model, file, options);
}

ModelFile read_any(const std::string& file, const ReadOptions& options) {
    const std::string beginning = beginning_of(file);
    if (beginning.substr(0, 15) == "SQLite format 3") return of_recording(file, options);
    const bool called_json = file.size() >= 5 && file.substr(file.size() - 5) == ".json";
    if (first_character(beginning) == '{' || called_json) return read_json_model(file, options);
    if (first_character(beginning) == '<') {
        if (beginning.find("<robot") != std::string::npos) return read_urdf(file, options);
        if (beginning.find("<sdf") != std::string::npos) return read_sdf(file, options);
        if (beginning.find("<mujoco") != std::string::npos) return read_mjcf(file, options);
    }
    read_text_file(file);  // says why, if it can not be read
    throw FileError(sinew::quoted(file) +
                    " is no model that is known. There are Sinew's own JSON, URDF, SDF, MJCF, and recordings "
                    "that hold one.");
}

}  // namespace

ModelFile read_model(const std::string& file, const ReadOptions& options) {
    ModelFile read = read_any(file, options);
    if (options.contact) read.model.contact.kind = *options.contact;
    return read;
}

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
