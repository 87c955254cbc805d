// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bench {

/// Prints what implicit methods take with exact Jacobians and with differences of rates, on stiff models.
void print_implicit_runs();

}  // namespace bench
