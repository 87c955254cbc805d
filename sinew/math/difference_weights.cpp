// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/difference_weights.h>

namespace sinew {

void difference_weights(double x0, const double* x, int n, double* w0, double* w1, double* w2) {
    for (int i = 0; i < n; ++i) w0[i] = w1[i] = w2[i] = 0;
    w0[0] = 1;
    double product = 1, gap = x[0] - x0;
    for (int i = 1; i < n; ++i) {
        double next = 1;
        const double last_gap = gap;
        gap = x[i] - x0;
        for (int j = 0; j < i; ++j) {
            const double between = x[i] - x[j];
            next *= between;
            if (j == i - 1) {
                const double scale = product / next;
                w2[i] = scale * (2 * w1[i - 1] - last_gap * w2[i - 1]);
                w1[i] = scale * (w0[i - 1] - last_gap * w1[i - 1]);
                w0[i] = -scale * last_gap * w0[i - 1];
            }
            w2[j] = (gap * w2[j] - 2 * w1[j]) / between;
            w1[j] = (gap * w1[j] - w0[j]) / between;
            w0[j] = gap * w0[j] / between;
        }
        product = next;
    }
}

}  // namespace sinew
