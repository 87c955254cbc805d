// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>

#include <string>

namespace sinew {

/// A picture or movie that can not be made: what() says what is missing and how to get it.
struct PictureError : Error {
    using Error::Error;
};

struct PictureOptions {
    int width = 1280, height = 720;
    double time = 0;  ///< of the model; the nearest there is
    bool dark = false;
    bool with_plots = false;  ///< the whole page, not the scene alone
    bool forces = false;      ///< drawn as arrows
};

/// Draws a report, a file that write_report made, into a PNG file, with Chromium and no window.
void make_picture(const std::string& png, const std::string& report, const PictureOptions& options = {});

struct MovieOptions {
    int width = 1280, height = 720;
    double frames_per_second = 30, speed = 1;
    double from = 0, to = -1;  ///< to < from: the end
    bool dark = false;
};

/// The same as a movie, .mp4 or .webm or .gif by its name, with ffmpeg.
void make_movie(const std::string& file, const std::string& report, const MovieOptions& options = {});

}  // namespace sinew
