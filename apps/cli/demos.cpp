// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/demos.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace sinew::cli {

namespace fs = std::filesystem;

std::string program_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? std::string() : program.parent_path().string();
}

std::string models_folder() {
    std::error_code error;
    if (const char* given = std::getenv("SINEW_MODELS"); given && fs::is_directory(given, error))
        return given;
    fs::path folder = program_folder();
    if (folder.empty()) return {};
    if (const fs::path installed = folder.parent_path() / "share/sinew/models";
        fs::is_directory(installed, error))
        return installed.string();
    for (int up = 0; up < 5 && folder.has_relative_path(); ++up, folder = folder.parent_path())
        if (fs::is_regular_file(folder / "models/pendulum.json", error)) return (folder / "models").string();
    return {};
}

std::vector<std::string> demo_names() {
    std::vector<std::string> names;
    const std::string folder = models_folder();
    std::error_code error;
    if (!folder.empty())
        for (const auto& entry : fs::directory_iterator(folder, error))
            if (entry.path().extension() == ".json" && !entry.path().stem().string().ends_with(".schema"))
                names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string model_path(const std::string& name) {
    std::error_code error;
    if (name == "-" || fs::exists(name, error)) return name;
    const std::vector<std::string> names = demo_names();
    if (std::find(names.begin(), names.end(), name) != names.end())
        return (fs::path(models_folder()) / (name + ".json")).string();
    const bool is_file = name.find_first_of("./") != std::string::npos;
    if (is_file) throw UsageError("there is no file " + sinew::quoted(name) + ".");
    throw UsageError("there is neither a file nor a demo " + sinew::quoted(name) + "." +
                     suggestion(name, names, "demos"));
}

}  // namespace sinew::cli
