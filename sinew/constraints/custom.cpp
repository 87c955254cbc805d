// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/constraints/custom.h>

#include <exception>

namespace sinew {

namespace {

/// Runs the function of the user's own; what it throws gets the constraint's name and the time.
template <class F>
void named(const CustomConstraint& constraint, double time, F&& function) {
    const auto failed = [&] {
        return "constraint " + sinew::quoted(constraint.name) + " failed at time " + shortest(time);
    };
    try {
        function();
    } catch (const std::exception& error) {
        std::throw_with_nested(StateError(failed() + ": " + error.what()));
    } catch (...) {
        std::throw_with_nested(StateError(failed() + " and did not say why."));
    }
}

}  // namespace

void CustomConstraint::equations(const Values<double>&, const ConstraintInput<double>& in,
                                 Equations& out) const {
    named(*this, in.kin.time, [&] { law->equations(in, out); });
}

template <class T>
void CustomConstraint::equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
    if (const ConstraintOnDuals* exact = law->on_duals())
        named(*this, in.kin.time, [&] { exact->equations(in, out); });
}
template void CustomConstraint::equations(const Values<Dual>&, const ConstraintInput<Dual>&,
                                          EquationsT<Dual>&) const;
template void CustomConstraint::equations(const Values<DualT<Dual>>&, const ConstraintInput<DualT<Dual>>&,
                                          EquationsT<DualT<Dual>>&) const;

}  // namespace sinew
