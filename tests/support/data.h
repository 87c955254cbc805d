// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sinew::testing {

/// Whole text of a file below the folder that the environment variable SINEW_DATA names, such as
/// "reference/conformance.json". Tests that call this live in tests/with_data/.
inline std::string reference_data(const std::string& name) {
    const char* folder = std::getenv("SINEW_DATA");
    const std::string path = std::string(folder ? folder : ".") + "/" + name;
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path + ": does SINEW_DATA name the right folder?");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace sinew::testing
