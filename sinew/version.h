// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// The version of the library that the program runs with, such as "0.1.0".
const char* version();

}  // namespace sinew
