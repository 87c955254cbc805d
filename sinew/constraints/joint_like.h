// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

// What joints of the same names leave free, frame M (`to`) against frame F (`from`), and the rest as equations. A
// joint in the tree costs less; these close loops. All but the slider leave M's axis free to point the other way
// round.

/// Free to turn about the z axis that F and M share.
struct PinConstraint {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "pin constraint";
    static constexpr EquationCounts counts{.holonomic = 5};
    static constexpr std::array words{"place along x", "place along y", "place along z", "turn about y",
                                      "turn about x"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        coincide(in, out, 0, 0, X_WF, 1, X_WM.p);
        cosine(in, out, 3, 0, X_WF.R.x, 1, X_WM.R.z);
        cosine(in, out, 4, 0, X_WF.R.y, 1, X_WM.R.z);
    }
};

/// Free to turn about the z axis that F and M share and to slide along it.
struct CylinderConstraint {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "cylinder constraint";
    static constexpr EquationCounts counts{.holonomic = 4};
    static constexpr std::array words{"place along x", "place along y", "turn about y", "turn about x"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        along(in, out, 0, 0, X_WF.R.x, X_WF.p, 1, X_WM.p);
        along(in, out, 1, 0, X_WF.R.y, X_WF.p, 1, X_WM.p);
        cosine(in, out, 2, 0, X_WF.R.x, 1, X_WM.R.z);
        cosine(in, out, 3, 0, X_WF.R.y, 1, X_WM.R.z);
    }
};

/// Free to slide along the x axis that F and M share.
struct SliderConstraint {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "slider constraint";
    static constexpr EquationCounts counts{.holonomic = 5};
    static constexpr std::array words{"place along y", "place along z", "turn about x", "turn about y",
                                      "turn about z"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        along(in, out, 0, 0, X_WF.R.y, X_WF.p, 1, X_WM.p);
        along(in, out, 1, 0, X_WF.R.z, X_WF.p, 1, X_WM.p);
        orientation(in, out, 2, 0, X_WF.R, 1, X_WM.R);
    }
};

/// Free to turn about F's x axis and M's y axis, which stay at right angles.
struct UniversalConstraint {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "universal constraint";
    static constexpr EquationCounts counts{.holonomic = 4};
    static constexpr std::array words{"place along x", "place along y", "place along z", "turn about z"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        coincide(in, out, 0, 0, X_WF, 1, X_WM.p);
        cosine(in, out, 3, 0, X_WF.R.x, 1, X_WM.R.y);
    }
};
static_assert(ConstraintDefinition<PinConstraint> && ConstraintDefinition<CylinderConstraint> &&
              ConstraintDefinition<SliderConstraint> && ConstraintDefinition<UniversalConstraint>);

}  // namespace sinew
