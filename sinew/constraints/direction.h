// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

/// A direction fixed on a body, in the body's frame; its length does not count.
struct DirectionOn {
    BodyId body = world;
    Vec3 direction{1, 0, 0};
};

/// Keeps the angle between a direction on one body and one on another (10.4). Near 0 and π the equation loses its grip:
/// there a PinConstraint or WeldConstraint says what is meant.
struct ConstantAngle {
    std::string name{};
    DirectionOn from{}, to{};
    double angle = 1.5707963267948966;

    static constexpr const char* kind = "constant-angle constraint";
    static constexpr EquationCounts counts{.holonomic = 1};
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T angle;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.direction, Rule::direction);
        each("to", e.to.direction, Rule::direction);
        each("angle", e.angle, Rule::finite);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        cosine(in, out, 0, 0, in.axis(0, k.from / norm(k.from)), 1, in.axis(1, k.to / norm(k.to)),
               sin_cos(k.angle).cos);
    }
};

/// Keeps two frames turned alike, wherever their origins are (10.5).
struct ConstantOrientation {
    std::string name{};
    FrameOn from{}, to{};

    static constexpr const char* kind = "constant-orientation constraint";
    static constexpr EquationCounts counts{.holonomic = 3};
    static constexpr std::array words{"turn about x", "turn about y", "turn about z"};
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        orientation(in, out, 0, 0, X_WF.R, 1, X_WM.R);
    }
};
static_assert(ConstraintDefinition<ConstantAngle> && ConstraintDefinition<ConstantOrientation>);

}  // namespace sinew
