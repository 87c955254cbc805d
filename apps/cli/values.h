// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

/// A number as people write it, whatever the locale: 1, -2.5e-3, 60deg (in radians). `what` names it in messages.
double number_of(std::string_view text, const std::string& what);
/// Several, apart by commas.
std::vector<double> numbers_of(std::string_view text, const std::string& what);

/// name=value.
struct Assignment {
    std::string name, value;
};
Assignment assignment_of(const std::string& text, const std::string& option);

std::vector<std::string> split(std::string_view text, char at);
std::string trimmed(std::string_view text);

/// " Did you mean "x"?" or, if no name is near, what there is.
std::string suggestion(std::string_view name, std::span<const std::string> candidates, const char* of_what);

/// The place of a name; throws UsageError with the nearest one.
std::size_t place_of(std::string_view name, std::span<const std::string> candidates, const char* of_what);

}  // namespace sinew::cli
