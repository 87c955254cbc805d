// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew {

/// A file that another one names, or why it is not taken.
struct NearFile {
    std::string path{};
    std::string fault{};
};

/// Finds the files that a model's files name. They lie in the folder of the model's file or below it, or in one of the
/// given folders: nothing else is opened, whatever a file says. Only plain files are.
class NearFiles {
public:
    NearFiles(const std::string& model_file, const std::vector<std::string>& other_folders);
    /// The model's file itself, in full.
    const std::string& root() const { return root_; }
    /// As `named_in` names it: beside that file, else in one of the other folders.
    NearFile find(const std::string& name, const std::string& named_in) const;

private:
    std::string root_{};
    std::vector<std::string> folders_{};
};

}  // namespace sinew
