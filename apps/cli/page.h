// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/formats/recording.h>

namespace sinew::cli {

/// The report of a recording, with what the recording tells of its run in the summary.
void write_page(const std::string& page, const System& system, const std::string& recording,
                const Output& out, const std::string& title = {});

/// A recording and the system that it is of: the model that lies in it, or another one that is named.
struct OpenRecording {
    System system;
    Recording recording;
};
OpenRecording open_recording(const std::string& file, const std::string& model = {});

}  // namespace sinew::cli
