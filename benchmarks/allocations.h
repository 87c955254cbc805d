// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bench {

/// How often memory was asked for in this process so far (malloc, calloc, realloc, aligned forms, hence new).
long allocations_so_far();

}  // namespace bench
