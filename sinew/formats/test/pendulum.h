// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <filesystem>
#include <string>

/// A double pendulum with a variable and a parameter that change, and a run of it that takes steps of its own choice.
namespace sinew::testing {

/// A folder that goes with its last file.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

Model double_pendulum(const std::string& lower_joint = "elbow");

/// One step, longer or shorter than the last as the motion asks for; returns the next one. A function of its arguments
/// alone, as a one-step method with error control is.
double step(const System& system, State& state, double h);

/// What a thing throws, as text; "nothing was thrown" if so.
template <class F>
std::string said_by(F&& f) {
    try {
        f();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace sinew::testing
