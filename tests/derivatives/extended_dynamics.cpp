// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The dynamics on extended numbers. Apart, since it is worth optimising.
#include <sinew/forces/ground_contact_apply.h>
#include <sinew/joints/test/own_joint.h>
#include <sinew/math/function_evaluate.h>
#include <sinew/system/dynamics_on_pass.h>
#include <tests/derivatives/precise.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

namespace sinew {

using testing::Extended;

// Of joints of the user's own, models here have one.
template <>
void across_in_place<CustomJoint, Extended>(const Node& node, const JointInput<Extended>& in,
                                            TransformT<Extended>& X_FB, SpatialVelocityT<Extended>* H_FB) {
    across_in_place<Winding>(node, in, X_FB, H_FB);
}
template <>
SpatialAccelerationT<Extended> bias_in_place<CustomJoint, Extended>(const Node& node,
                                                                    const JointInput<Extended>& in,
                                                                    const RotationT<Extended>& R_WF,
                                                                    const SpatialVelocityT<Extended>* H_W,
                                                                    const Extended* u) {
    return bias_in_place<Winding>(node, in, R_WF, H_W, u);
}

// Laws of the user's own: these tests' know what they are made of.
template <class F>
void with_spring(const CustomForce& force, F&& f) {
    if (const auto* exact = dynamic_cast<const testing::ExactSpring*>(force.law.get())) f(*exact);
    else f(dynamic_cast<const testing::StiffeningSpring&>(*force.law));
}
template <>
void CustomForce::apply<Extended>(const Values<Extended>&, const ForceInput<Extended>& in,
                                  AppliedT<Extended>& out) const {
    const SituationT<Extended> now(in);
    EffectT<Extended> effect(now, out);
    with_spring(*this, [&](const auto& spring) { spring.apply_on(now, effect); });
}
template <>
void CustomForce::z_dot<Extended>(const ForceInput<Extended>& in, std::span<Extended> rates) const {
    with_spring(*this, [&](const auto& spring) { spring.z_dot_on(SituationT<Extended>(in), rates); });
}
template <>
void CustomConstraint::equations<Extended>(const Values<Extended>&, const ConstraintInput<Extended>& in,
                                           EquationsT<Extended>& out) const {
    if (const auto* exact = dynamic_cast<const testing::ExactThreeLevels*>(law.get()))
        exact->equations_on(in, out);
    else if (const auto* other = dynamic_cast<const testing::EquationsOnExtended*>(law.get()))
        other->on_extended(in, out);
    else dynamic_cast<const testing::ThreeLevelEquations&>(*law).equations_on(in, out);
}
template class DynamicsOn<Extended>;

}  // namespace sinew
