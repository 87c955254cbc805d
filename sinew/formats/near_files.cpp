// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/near_files.h>

#include <algorithm>
#include <filesystem>

namespace sinew {

namespace {

namespace fs = std::filesystem;

/// Without . and .. and links; empty where the system refuses.
fs::path in_full(const fs::path& path) {
    std::error_code error;
    const fs::path full = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? fs::path() : full;
}

bool is_within(const fs::path& file, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
    return end == folder.end() || (std::next(end) == folder.end() && end->empty());
}

}  // namespace

NearFiles::NearFiles(const std::string& model_file, const std::vector<std::string>& other_folders) {
    const fs::path root = in_full(model_file);
    root_ = root.string();
    folders_.push_back(root.parent_path().string());
    for (const std::string& folder : other_folders) folders_.push_back(in_full(folder).string());
}

NearFile NearFiles::find(const std::string& name, const std::string& named_in) const {
    std::vector<fs::path> tries{fs::path(named_in).parent_path() / name};
    for (std::size_t i = 1; i < folders_.size(); ++i) tries.push_back(fs::path(folders_[i]) / name);
    std::string fault;
    for (const fs::path& one : tries) {
        const fs::path path = in_full(one);
        std::error_code error;
        if (path.empty() || name.find('\0') != std::string::npos) {
            fault = "the name " + sinew::quoted(name) + " is none that a file can have.";
        } else if (std::none_of(folders_.begin(), folders_.end(),
                                [&](const std::string& folder) { return is_within(path, folder); })) {
            fault = sinew::quoted(path.string()) +
                    " lies outside the model's folder. Put it beside the model, or name its folder among the "
                    "package paths.";
        } else if (!fs::exists(path, error)) {
            if (fault.empty()) fault = "there is no file " + sinew::quoted(path.string()) + ".";
        } else if (!fs::is_regular_file(path, error)) {
            fault = sinew::quoted(path.string()) + " is not a plain file.";
        } else {
            return {path.string(), ""};
        }
    }
    return {"", fault};
}

}  // namespace sinew
