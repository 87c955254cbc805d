// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/dynamics/across.h>
#include <sinew/math/pack.h>

namespace sinew {

/// Sines and cosines of what joints turn by, found for four bodies at a time as a pass goes through them: of pins, and
/// of the three turns of joints whose functions are plain. One joint after another would wait for its own.
class SinesAhead {
public:
    using OfTurns = SinCos<double>[3];

    const OfTurns& of(const Tree& tree, const double* q, int B) {
        if (B >= end_) find(tree, q, B);
        return sines_[at(B % 4)];
    }

private:
    void find(const Tree& tree, const double* q, int B) {
        const int first = B - B % 4;
        alignas(32) double angle[3][4]{};
        int turns = 1;
        for (int i = 0; i < 4 && first + i < tree.size(); ++i) {
            const Node& node = tree[first + i];
            if (node.kind == JointKind::Pin) {
                angle[0][i] = q[node.q];
            } else if (node.kind == JointKind::FunctionBased && is_plain<FunctionBased>(node.data)) {
                double each[3];
                FunctionBased::plain_angles(*static_cast<const FunctionBased::Tables*>(node.data), q + node.q,
                                            each);
                for (int turn = 0; turn < 3; ++turn) angle[turn][i] = each[turn];
                turns = 3;
            }
        }
        for (int turn = 0; turn < turns; ++turn) {
            const auto [s, c] = sin_cos(Pack(load_four(angle[turn])));
            for (int i = 0; i < 4; ++i) sines_[at(i)][turn] = {s.v[i], c.v[i]};
        }
        end_ = first + 4;
    }

    OfTurns sines_[4];
    int end_ = 0;
};

}  // namespace sinew
