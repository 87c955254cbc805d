// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/dynamics_on_pass.h>

namespace sinew {

template class DynamicsOn<Dual>;

}  // namespace sinew
