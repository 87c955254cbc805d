// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/constraints/loop.h>

namespace sinew {

const char* LoopConstraint::word(int equation) const {
    struct Words {
        Held held;
        const char* word;
    };
    // In the order of equations(); two lines for the two of an axis, three for the three of an orientation.
    constexpr Words all[] = {{Held::x, "place along x"},          {Held::y, "place along y"},
                             {Held::z, "place along z"},          {Held::y_of_M, "place along y of M"},
                             {Held::axis, "turn about y"},        {Held::axis, "turn about x"},
                             {Held::cross, "turn about z"},       {Held::orientation, "turn about x"},
                             {Held::orientation, "turn about y"}, {Held::orientation, "turn about z"}};
    for (const Words& each : all)
        if (held & each.held && equation-- == 0) return each.word;
    return nullptr;
}

}  // namespace sinew
