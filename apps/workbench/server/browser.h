// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sinew {

// Chromium without a window.

/// How it is called, with a profile of its own in a folder. Throws PictureError if it is not on this machine.
std::vector<std::string> browser_call(const std::filesystem::path& folder, int width, int height);

/// A file as an address.
std::string address_of(const std::filesystem::path& file);

/// Throws PictureError for sides that make no picture and for a report that is not there.
void check_picture(int width, int height, const std::string& report);

/// A folder that goes when this does.
struct Scratch {
    std::filesystem::path folder;
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
};

}  // namespace sinew
