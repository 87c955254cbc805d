// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/dual.h>
#include <sinew/system/compiled.h>
#include <sinew/system/system.h>

#include <vector>

namespace sinew {

/// Inverse dynamics of a System with all of its forces and constraints on numbers that carry derivatives (9.87): T is
/// Dual, or DualT<Dual> for second ones. Elements of the user's own and surfaces that yield, which know plain numbers
/// only, are left out. One evaluation is O(n). Takes its memory when made.
template <class T>
class DynamicsOn {
public:
    explicit DynamicsOn(const System& system);

    /// All numbers as a State has them, without derivatives; λ null: without constraints. The State must stay while it
    /// is asked.
    void take(const State& state, const double* u_dot, const double* lambda);

    /// The frames of a body's inboard joint, as the tree goes: F on its parent, M on itself, in the users' frames.
    struct Frames {
        TransformT<T> X_PF, X_BM;
    };

    // Whatever of these gets derivatives before evaluate() is differentiated along.
    std::vector<Frames> frames;                ///< by body of the tree; derive(B) after a change
    std::vector<T> q, u, u_dot, lambda, z, k;  ///< k: the joints' own numbers, as the passes have them
    std::vector<RigidInertiaT<T>> inertia;  ///< by body of the tree, about the users' frames; derive(B), too
    /// By how much one number of a force or constraint is off, and its place among a State's parameter values; or −1.
    int changed_number = -1;
    T change{};

    /// What follows from the frames of B's joint.
    void derive(int B);
    /// Fills tau and errors.
    void evaluate();

    std::vector<T> tau;     ///< M u̇ + f_bias + Gᵀλ − f − JᵀF (9.23)
    std::vector<T> errors;  ///< G u̇ − b, as many as λ
    std::vector<T> velocity_errors;
    std::vector<T> z_dot;  ///< of elements that tell it on any number

private:
    void derive_one(int B);
    void move();
    void apply_forces();
    void apply_constraints();
    void take_numbers(const Range& parameters);

    const System system_;
    const Compiled& c_;
    const State* state_ = nullptr;
    const Tree* tree_ = nullptr;
    const std::uint8_t* by_angles_ = nullptr;
    bool constrained_ = false;
    Vec3 gravity_{};

    std::vector<BodyConstantsT<T>> body_;
    std::vector<TransformT<T>> X_MB_, X_WM_;
    std::vector<Vec3T<T>> p_PB_W_;
    std::vector<SpatialVelocityT<T>> H_W_, V_;
    std::vector<SpatialAccelerationT<T>> c_W_, A_, A_falling_;
    std::vector<SpatialForceT<T>> F_, F_J_, rows_;
    std::vector<T> scratch_, armature_, f_, numbers_, coefficients_;
};

extern template class DynamicsOn<Dual>;
extern template class DynamicsOn<DualT<Dual>>;

}  // namespace sinew
