// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>

namespace sinew::testing {

/// A file among the URDF and SDF models of the reference data.
inline std::string urdf_file(const std::string& name) {
    const char* folder = std::getenv("SINEW_DATA");
    return std::string(folder ? folder : ".") + "/urdf/" + name;
}

}  // namespace sinew::testing
