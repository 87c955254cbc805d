// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sinew::cli {

/// An SVG as a PNG file, drawn by rsvg-convert or Chromium, whichever is there. Throws UsageError if neither is.
void write_png(const std::string& file, const std::string& svg);

}  // namespace sinew::cli
