// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/version.h>

namespace sinew {

const char* version() { return SINEW_VERSION; }

}  // namespace sinew
