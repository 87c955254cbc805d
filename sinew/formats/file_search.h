// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/model_file.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sinew {

/// Finds the files that a model file names: beside it, relative to it, as file://, and as package://name/... or
/// model://name/... in the folders that the options give and above the file. Nothing outside the model's package and
/// these folders is opened, nor a device or a pipe, and the network never (13.20).
class FileSearch {
public:
    /// Without a file (a text): only what the options give.
    FileSearch(const std::string& model_file, bool is_file, const ReadOptions& options, Reading& reading);

    struct Found {
        std::string file{};  ///< empty if there is none
        std::string why{};   ///< then why
    };
    Found find(const std::string& name) const;

    /// The mesh of that name, read once for all who use it. One that can not be read is told once and a small cube
    /// takes its place; its name is kept.
    shape::Mesh mesh(const std::string& name, const Vec3& scale, const SourcePlace& where);

private:
    bool allowed(const std::string& file) const;
    std::string folder_{};
    std::vector<std::string> packages_{};  ///< folders that hold packages
    std::vector<std::string> roots_{};     ///< what lies below may be opened
    Reading& reading_;
    std::map<std::string, std::shared_ptr<const TriangleMesh>> meshes_{};  ///< null: could not be read
};

}  // namespace sinew
