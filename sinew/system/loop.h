// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

namespace sinew {

/// A joint that closes a loop, and how (9.30).
struct Loop {
    AnyJointId joint;
    LoopClosure how = LoopClosure::cut;  ///< cut or split
    BodyId split{};                      ///< the body in two halves, if it is split
    ConstraintId constraint{};  ///< what closes it: one more than those of the Model; none if nothing is held
    int equations = 0;
};

}  // namespace sinew
