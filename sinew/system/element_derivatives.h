// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/derivative_memory.h>

#include <cstring>
#include <span>

namespace sinew {

/// One element along one direction after another: its bodies and coordinates get the derivatives of their motion along
/// a mobility, it is asked on dual numbers, and what its forces change by goes to a column of a matrix (9.82).
class ElementDirections {
public:
    ElementDirections(DynamicsDerivatives::Memory& memory, const State& state);

    /// How far a motion of its bodies matters to an element.
    enum class Reach : unsigned char {
        relative,  ///< as they move against one another: not if all are carried along
        absolute,  ///< as they move in the world
        all,       ///< it looks at all there are
    };
    /// What the element looks at or acts on: bodies of the tree, and coordinates. Costs nothing beyond the innermost
    /// body that relative ones hang on together.
    void begin(std::span<const int> bodies, std::span<const CoordinatePlace> places, Reach reach);

    /// Mobilities along which it may change.
    std::span<const int> mobilities() const { return memory_.mobilities; }
    void set_along_q(int k) { set(k, true); }
    void set_along_u(int k) { set(k, false); }
    void clear();

    /// No forces on what it touches.
    void clear_forces();
    /// column −= Jᵀ δF + δf, δ beside being carried along with the direction set (if along q). Columns of width
    /// numbers per row.
    void take_forces(double* column, int width);

private:
    void set(int k, bool along_q);
    void set_body(int b);
    void set_coordinates();
    void clear_body(int b);
    void note_body(int b);
    int innermost_common(std::span<const int> bodies) const;
    void note_mobility(int k);

    DynamicsDerivatives::Memory& memory_;
    const State& state_;
    const Compiled& c_;
    const PositionT<double> x_;
    const VelocityT<double> v_;
    const std::uint8_t* by_angles_;
    const double* k_numbers_;
    bool wide_ = false, along_q_ = false;
    int top_ = 0;  ///< the body on which all of the element's hang
    int k_ = -1;   ///< the direction set; −1 for none
};

/// The numbers of an element in dual form, from where they were put.
template <class E>
auto dual_values_of(const std::vector<Dual>& numbers) {
    using Values = typename E::template Values<Dual>;
    Values k;
    if constexpr (!std::is_empty_v<Values>) {
        static_assert(std::is_trivially_copyable_v<Values>);
        std::memcpy(static_cast<void*>(&k), numbers.data(), sizeof k);
    }
    return k;
}

}  // namespace sinew
