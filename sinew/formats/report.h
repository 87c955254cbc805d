// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/recording.h>
#include <sinew/studies/history.h>

#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// A line of a report's summary, such as {"steps", "412"}.
using SummaryLine = std::pair<std::string, std::string>;

struct ReportOptions {
    std::string title{};                  ///< empty: the model's title or name
    long most_frames = 4000;              ///< of more, evenly spaced ones are shown
    bool forces = true;                   ///< arrows of reactions and of what force elements apply
    std::vector<SummaryLine> summary{};   ///< shown before what the recording tells
    std::vector<std::string> warnings{};  ///< shown with those of the system
    Vec3 up{};                            ///< zero: as up_of(model)
};

/// Writes one HTML file that plays the motion in three dimensions beside plots of coordinates, speeds, energies,
/// reactions, constraint errors and outputs, in any browser, without a server or a network. Throws FileError if
/// the file can not be written, the recording has no frame, or it is not one of this system.
void write_report(const std::string& file, const System& system, const Recording& recording,
                  const ReportOptions& options = {});
/// The same as text.
std::string report_text(const System& system, const Recording& recording, const ReportOptions& options = {});
/// The same of the States that a program kept by itself.
void write_report(const std::string& file, const System& system, const History& history,
                  const ReportOptions& options = {});

/// Whether the page that replays was built into this library; it takes node and npm where the library is built. Reports
/// without it hold the same data and say how to get the page.
bool report_page_is_built();

}  // namespace sinew
