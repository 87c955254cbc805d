// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/file_search.h>
#include <sinew/formats/mesh_files.h>

#include <cmath>
#include <filesystem>

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr int most_levels = 6;
constexpr std::uintmax_t most_bytes = 500'000'000;

std::string whole_path(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return error ? std::string{} : whole.string();
}

bool is_below(const std::string& file, const std::string& folder) {
    return !folder.empty() && file.starts_with(folder) &&
           (file.size() == folder.size() || folder.back() == '/' || file[folder.size()] == '/');
}

/// Percent signs of addresses: "%20" is a blank.
std::string decoded(std::string_view text) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
            out += static_cast<char>(16 * digit(text[i + 1]) + digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// A cube of 5 cm, whatever the scale.
std::shared_ptr<const TriangleMesh> small_cube(const Vec3& scale) {
    auto cube = std::make_shared<TriangleMesh>();
    const auto side = [&](int axis, bool high) {
        const double s = scale[axis];
        return (high ? 0.025 : -0.025) / (std::isfinite(s) && std::abs(s) > 1e-12 ? s : 1);
    };
    for (int i = 0; i < 8; ++i)
        cube->vertices.push_back({side(0, (i & 1) != 0), side(1, (i & 2) != 0), side(2, (i & 4) != 0)});
    cube->faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                   {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return cube;
}

}  // namespace

FileSearch::FileSearch(const std::string& model_file, bool is_file, const ReadOptions& options,
                       Reading& reading)
    : reading_(reading) {
    for (const std::string& path : options.package_paths) {
        const std::string folder = whole_path(path);
        if (folder.empty()) continue;
        packages_.push_back(folder);
        roots_.push_back(folder);
    }
    if (!is_file) return;
    folder_ = whole_path(fs::path(model_file).parent_path().empty() ? fs::path(".")
                                                                    : fs::path(model_file).parent_path());
    if (folder_.empty()) return;
    roots_.push_back(folder_);
    // The model's package: the folder above that has a package.xml, or that holds folders as packages have them.
    std::error_code error;
    fs::path above = folder_;
    for (int level = 0; level < most_levels && above != above.root_path();
         ++level, above = above.parent_path()) {
        packages_.push_back(above.string());
        if (fs::exists(above / "package.xml", error)) roots_.push_back(above.string());
    }
    const fs::path here = fs::path(folder_).filename(), parent = fs::path(folder_).parent_path();
    for (const char* usual : {"urdf", "robots", "robot", "sdf", "models", "model", "xml", "mjcf"})
        if (here == usual && parent != parent.root_path()) roots_.push_back(parent.string());
}

bool FileSearch::allowed(const std::string& file) const {
    for (const std::string& root : roots_)
        if (is_below(file, root)) return true;
    return false;
}

FileSearch::Found FileSearch::find(const std::string& name) const {
    if (name.empty()) return {{}, "has no name"};
    if (name.size() > 4096 || name.find('\0') != std::string::npos)
        return {{}, "has no name that a file can have"};
    struct Candidate {
        fs::path path, root;  ///< root: what it must lie in; empty: any of the roots
    };
    std::vector<Candidate> candidates;
    std::string why = "was not found";
    const std::size_t scheme = name.find("://");
    if (name.starts_with("package://") || name.starts_with("model://")) {
        const fs::path rest = decoded(std::string_view(name).substr(scheme + 3));
        const std::string package = rest.empty() ? "" : rest.begin()->string();
        if (package.empty() || package == "/" || package == "." || package == "..")
            return {{}, "names no package"};
        for (const fs::path folder : packages_) {
            candidates.push_back({folder / rest, folder / package});
            if (folder.filename() == package) candidates.push_back({folder.parent_path() / rest, folder});
        }
        why += "; name the folder that holds its package in the package paths";
    } else if (scheme != std::string::npos && !name.starts_with("file://")) {
        return {{}, "is not in a file: nothing is fetched over a network"};
    } else {
        const fs::path path =
            scheme == std::string::npos ? name : decoded(std::string_view(name).substr(scheme + 3));
        if (path.is_absolute()) candidates.push_back({path, {}});
        else
            for (const fs::path root : roots_) candidates.push_back({root / path, {}});
        if (path.is_relative() && !folder_.empty())
            candidates.insert(candidates.begin(), {fs::path(folder_) / path, {}});
    }
    for (const Candidate& candidate : candidates) {
        std::error_code error;
        const std::string file = whole_path(candidate.path);
        const fs::file_status status = fs::status(file, error);
        if (file.empty() || error || !fs::exists(status)) continue;
        const bool inside =
            candidate.root.empty() ? allowed(file) : is_below(file, whole_path(candidate.root));
        if (!inside)
            why = "lies outside of the model's folder, at " + sinew::quoted(file) +
                  "; name its folder in the package paths";
        else if (!fs::is_regular_file(status) && !fs::is_directory(status))
            why = "is no file but a device or a pipe";
        else return {file, {}};
    }
    return {{}, why};
}

shape::Mesh FileSearch::mesh(const std::string& name, const Vec3& scale, const SourcePlace& where) {
    const auto [entry, is_new] = meshes_.try_emplace(name);
    if (is_new) {
        Found found = find(name);
        std::error_code error;
        if (!found.file.empty() && fs::is_directory(found.file, error)) found = {{}, "is a folder"};
        if (!found.file.empty() && fs::file_size(found.file, error) > most_bytes)
            found = {{}, "is larger than 500 MB"};
        if (!found.file.empty()) {
            try {
                entry->second = std::make_shared<const TriangleMesh>(read_mesh(found.file));
                if (const std::string odd = size_warning(*entry->second, scale); !odd.empty())
                    reading_.note(where, "mesh " + sinew::quoted(name) + " " + odd);
            } catch (const FileError& fault) {
                found.why = std::string("can not be read: ") + fault.what();
            }
        }
        if (!entry->second)
            reading_.note(
                where, "mesh " + sinew::quoted(name) + " " + found.why + ". A small cube stands in for it.");
    }
    return {entry->second ? entry->second : small_cube(scale), name, scale};
}

}  // namespace sinew
