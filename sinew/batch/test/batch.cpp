// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/dynamics.h>
#include <sinew/batch/kinematics.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>

#include <tests/support/law.h>

using namespace sinew;

TEST_CASE("an array keeps the numbers of each state apart, whatever the lanes") {
    for (const int lanes : {4, 8})
        for (const int states : {1, 3, 4, 8, 11}) {
            LaneArray array(states, 3, lanes);
            for (int s = 0; s < states; ++s)
                for (int i = 0; i < 3; ++i) array(s, i) = 10 * s + i;
            for (int s = 0; s < states; ++s) {
                double numbers[3];
                array.get(s, numbers);
                CHECK((numbers[0] == 10 * s && numbers[1] == 10 * s + 1 && numbers[2] == 10 * s + 2));
            }
        }
}
