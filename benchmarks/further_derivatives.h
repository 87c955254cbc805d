// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bench {

/// Prints what derivatives by parameters and second derivatives cost, on the humanoid of pins.
void print_further_derivatives();

}  // namespace bench
