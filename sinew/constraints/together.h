// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

/// Keeps a point of one body at a point of another, as a ball-and-socket does: three equations along the axes of
/// `from`'s body (10.3).
struct BallConstraint {
    std::string name{};
    Station from{}, to{};

    static constexpr const char* kind = "ball constraint";
    static constexpr EquationCounts counts{.holonomic = 3};
    static constexpr std::array words{"place along x", "place along y", "place along z"};
    template <class T>
    struct Values {
        Vec3T<T> from, to;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        coincide(in, out, 0, 0, in.pose(0) * TransformT<T>{.p = k.from}, 1, in.station(1, k.to));
    }
};

/// Keeps two frames together: three equations for their origins along the axes of `from` (10.3), three for their
/// directions (10.5).
struct WeldConstraint {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "weld constraint";
    static constexpr EquationCounts counts{.holonomic = 6};
    static constexpr std::array words{"place along x", "place along y", "place along z",
                                      "turn about x",  "turn about y",  "turn about z"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        coincide(in, out, 0, 0, X_WF, 1, X_WM.p);
        orientation(in, out, 3, 0, X_WF.R, 1, X_WM.R);
    }
};
static_assert(ConstraintDefinition<BallConstraint> && ConstraintDefinition<WeldConstraint>);

}  // namespace sinew
