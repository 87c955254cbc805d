// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/constraints/custom.h>

#include <exception>

namespace sinew {

void CustomConstraint::equations(const Values<double>&, const ConstraintInput<double>& in,
                                 Equations& out) const {
    const auto failed = [&] {
        return "constraint " + sinew::quoted(name) + " failed at time " + shortest(in.kin.time);
    };
    try {
        law->equations(in, out);
    } catch (const std::exception& error) {
        std::throw_with_nested(StateError(failed() + ": " + error.what()));
    } catch (...) {
        std::throw_with_nested(StateError(failed() + " and did not say why."));
    }
}

}  // namespace sinew
