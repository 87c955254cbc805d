// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/pack.h>

namespace sinew {

/// Sines and cosines of the angles of pins, found for four bodies at a time as a pass goes through them: the C
/// library's, one after another, took an eighth of forward dynamics of a chain.
class SinesAhead {
public:
    SinCos<double> of(const Tree& tree, const double* q, int B) {
        if (B >= end_) find(tree, q, B);
        return {sin_[at(B % 4)], cos_[at(B % 4)]};
    }

private:
    void find(const Tree& tree, const double* q, int B) {
        const int first = B - B % 4;
        double angle[4];
        for (int i = 0; i < 4; ++i) {
            const bool turns = first + i < tree.size() && tree[first + i].kind == JointKind::Pin;
            angle[i] = turns ? q[tree[first + i].q] : 0.0;
        }
        const auto [s, c] = sin_cos(Pack(load_four(angle)));
        store_four(sin_, s.v);
        store_four(cos_, c.v);
        end_ = first + 4;
    }

    double sin_[4], cos_[4];
    int end_ = 0;
};

}  // namespace sinew
