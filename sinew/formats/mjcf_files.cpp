// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Files that a file names: includes, and where meshes are looked for.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/formats/text_file.h>

#include <algorithm>
#include <filesystem>

namespace sinew::mjcf {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 1000, deepest = 20;

/// Whether a path, where its links lead, stays within a folder.
bool is_within(const fs::path& path, const fs::path& folder) {
    std::error_code error;
    const auto full = [&](const fs::path& p) { return fs::weakly_canonical(fs::absolute(p, error), error); };
    const fs::path way = full(path).lexically_relative(full(folder));
    return !error && !way.empty() && *way.begin() != "..";
}

}  // namespace

/// The file of that name in a folder beside the model's file, or below one of the package paths. Empty, and a fault,
/// where it lies elsewhere or is no plain file; empty where there is none.
std::string Reader::found(const std::string& name, const std::string& folder, const Element& by) {
    if (name.empty()) return "";
    fs::path home = fs::path(file_).parent_path();
    if (home.empty()) home = ".";
    std::vector<fs::path> roots{home};
    for (const std::string& path : options_.package_paths) roots.emplace_back(path);
    bool inside = false;
    for (const fs::path& root : roots) {
        const fs::path path = fs::path(name).is_absolute() ? fs::path(name) : root / folder / name;
        if (std::none_of(roots.begin(), roots.end(), [&](const fs::path& r) { return is_within(path, r); }))
            continue;
        inside = true;
        std::error_code ignored;
        const fs::file_status status = fs::status(path, ignored);
        if (fs::is_regular_file(status)) return path.lexically_normal().string();
        if (fs::exists(status)) {
            by.fault("file " + sinew::quoted(path.string()) + " is not a plain file");
            return "";
        }
    }
    if (!inside)
        by.fault("file " + sinew::quoted(name) +
                 " lies outside the model's folder. Add the folder it is in to the package paths");
    return "";
}

/// The children of an element, with those of included files in place of each include.
std::vector<Element> Reader::children(const Element& element) {
    std::vector<Element> out;
    for (const Element& child : element.children()) {
        if (child.name() == "include") include(child, out);
        else out.push_back(child);
    }
    return out;
}

void Reader::include(const Element& by, std::vector<Element>& out) {
    by.read();
    const std::string name = by.required("file").word();
    if (name.empty()) return;
    const std::string path = found(name, "", by);
    if (path.empty()) {
        if (!reading_.failed()) by.fault("includes " + sinew::quoted(name) + ", which is not there");
        return;
    }
    std::string chain;
    for (const std::string& file : including_) chain += file + " -> ";
    if (std::find(including_.begin(), including_.end(), path) != including_.end())
        return by.fault("includes itself: " + chain + path);
    if (including_.size() > deepest || documents_.size() > most_files)
        return by.fault("includes too many files. The limit is " + std::to_string(most_files) + ", " +
                        std::to_string(deepest) + " deep");
    try {
        documents_.push_back(std::make_unique<xml::Document>(read_text_file(path), path, reading_));
    } catch (const FileError& error) {
        return by.fault(error.what());
    }
    const Element root = documents_.back()->root();
    root.read();
    known(root, "model");
    including_.push_back(path);
    for (const Element& child : children(root)) out.push_back(child);
    including_.pop_back();
}

/// The elements of that name under the top, read. Files are included once for all of these.
std::vector<Element> Reader::sections(std::string_view name) {
    if (top_.empty()) top_ = children(root_);
    std::vector<Element> out;
    for (const Element& child : top_)
        if (child.name() == name) {
            child.read();
            out.push_back(child);
        }
    return out;
}

}  // namespace sinew::mjcf
