// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <string>
#include <vector>

namespace sinew::losses {

// What writers of files for robots have to say about a Model that their format can not hold.

/// The limits of a joint's only coordinate; null if it has none.
const CoordinateLimits* limits_of(const Model& model, int joint);

/// A sentence for each force, constraint, surface, motion, variable, marker and posture that is not among those that
/// were written (by name). Gravity is said if it is not 9.81 along -z and the format knows no gravity.
void of_elements(const Model& model, const std::string& format, const std::vector<std::string>& written,
                 bool gravity_is_assumed, std::vector<std::string>& losses);

/// Writes a model's text to a file, and returns what the text could not say.
std::vector<std::string> write(std::string (*to_text)(const Model&, std::vector<std::string>&),
                               const Model& model, const std::string& file);

}  // namespace sinew::losses
