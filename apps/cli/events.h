// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/studies/occasions.h>
#include <sinew/system/system.h>

namespace sinew::cli {

extern const char* const events_text;

/// "WHEN: WHAT", as events_text tells; throws UsageError for what it does not know.
Handler handler_of(const System& system, const std::string& text);

}  // namespace sinew::cli
