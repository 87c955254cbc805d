// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/command.h>
#include <apps/cli/write_model.h>
#include <sinew/base/names.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/urdf.h>

#include <filesystem>

namespace sinew::cli {

std::vector<std::string> model_formats() { return {"json", "urdf", "sdf", "mjcf"}; }

std::string format_of(const std::string& file) {
    const std::string ending = std::filesystem::path(file).extension().string();
    for (const std::string& format : model_formats())
        if (ending == "." + format) return format;
    throw UsageError("-o " + sinew::quoted(file) + ": its ending tells no format; add --to FORMAT.");
}

std::vector<std::string> write_model(const Model& model, const std::string& file, const std::string& format) {
    if (format == "urdf") return write_urdf(model, file);
    if (format == "sdf") return write_sdf(model, file);
    if (format == "mjcf") return write_mjcf(model, file);
    write_json_model(model, file);
    return {};
}

}  // namespace sinew::cli
