// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/diagnose.h>

namespace sinew {

/// A diagnosis in words.
std::string text_of(const System& system, const Diagnosis& diagnosis);

}  // namespace sinew
