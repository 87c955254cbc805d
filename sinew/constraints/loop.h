// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

/// What a joint holds of M in F, each by equations of its own.
enum class Held : unsigned char {
    x = 1,             ///< Mo along F's x
    y = 2,             ///< Mo along F's y
    z = 4,             ///< Mo along F's z
    y_of_M = 8,        ///< Fo along M's y
    orientation = 16,  ///< all three axes
    axis = 32,         ///< M's z along F's z: two equations
    cross = 64,        ///< M's y perpendicular to F's x
};
constexpr Held operator|(Held a, Held b) {
    return static_cast<Held>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool operator&(Held a, Held b) {
    return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0;
}
constexpr Held operator~(Held a) { return static_cast<Held>(~static_cast<unsigned>(a) & 127u); }

constexpr int equations_of(Held held) {
    int n = held & Held::orientation ? 3 : 0;
    n += held & Held::axis ? 2 : 0;
    for (const Held one : {Held::x, Held::y, Held::z, Held::y_of_M, Held::cross}) n += held & one;
    return n;
}

/// Lets frame M on one body move in frame F on another as a joint does, without being one: what the joint holds, as
/// 6 − n equations. So loops of joints are closed where no body is to be split.
///     points     e = n·p_FM, n an axis of F                                         as in (10.3)
///     axes       e = x̂_F·ẑ_M, ŷ_F·ẑ_M (pin, cylinder, planar) or x̂_F·ŷ_M (universal)     as in (10.4)
///     all axes   as in (10.5)
struct LoopConstraint {
    std::string name{};
    FrameOn from{}, to{};
    Held held = Held::x | Held::y | Held::z | Held::axis;  ///< as a pin does

    static constexpr const char* kind = "loop constraint";
    EquationCounts counts() const { return {.holonomic = equations_of(held)}; }
    const char* word(int equation) const;
    template <class T>
    using Values = TwoFrames<T>;
    static void parameters(auto& e, auto&& each) { each_of_two_frames(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WF = in.pose(0) * k.from.X(), X_WM = in.pose(1) * k.to.X();
        int i = 0;
        if (held & Held::x) along(in, out, i++, 0, X_WF.R.x, X_WF.p, 1, X_WM.p);
        if (held & Held::y) along(in, out, i++, 0, X_WF.R.y, X_WF.p, 1, X_WM.p);
        if (held & Held::z) along(in, out, i++, 0, X_WF.R.z, X_WF.p, 1, X_WM.p);
        if (held & Held::y_of_M) along(in, out, i++, 1, X_WM.R.y, X_WM.p, 0, X_WF.p);
        if (held & Held::axis) {
            cosine(in, out, i++, 0, X_WF.R.x, 1, X_WM.R.z);
            cosine(in, out, i++, 0, X_WF.R.y, 1, X_WM.R.z);
        }
        if (held & Held::cross) cosine(in, out, i++, 0, X_WF.R.x, 1, X_WM.R.y);
        if (held & Held::orientation) orientation(in, out, i, 0, X_WF.R, 1, X_WM.R);
    }
};

/// Keeps two bodies' own frames together: the two halves of a body that was split to open a loop. Six equations as a
/// WeldConstraint's, with no numbers to set.
struct HalvesConstraint {
    std::string name{};
    BodyId one{}, other{};

    static constexpr const char* kind = "halves constraint";
    static constexpr EquationCounts counts{.holonomic = 6};
    static constexpr std::array words{"place along x", "place along y", "place along z",
                                      "turn about x",  "turn about y",  "turn about z"};
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    std::array<BodyId, 2> bodies() const { return {one, other}; }

    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WA = in.pose(0), X_WB = in.pose(1);
        coincide(in, out, 0, 0, X_WA, 1, X_WB.p);
        orientation(in, out, 3, 0, X_WA.R, 1, X_WB.R);
    }
};
static_assert(ConstraintDefinition<LoopConstraint> && ConstraintDefinition<HalvesConstraint>);

}  // namespace sinew
