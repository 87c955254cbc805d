// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/math/function.h>

namespace sinew::function {

/// What is wrong with a description, one sentence per fault. Making a Function of it throws the same ones.
void check(const Constant&, Faults&);
void check(const Linear&, Faults&);
void check(const Polynomial&, Faults&);
void check(const Sinusoid&, Faults&);
void check(const Step&, Faults&);
void check(const PiecewiseLinear&, Faults&);
void check(const NaturalCubicSpline&, Faults&);
void check(const SimmSpline&, Faults&);
void check(const Argument&, Faults&);
void check(const Scaled&, Faults&);
void check(const Sum&, Faults&);
void check(const Product&, Faults&);
void check(const Composition&, Faults&);
void check(const std::shared_ptr<const Custom>&, Faults&);

/// What only shows once it is compiled: too many arguments, nested too deep, coefficients that overflow.
void check(const Compiled&, Faults&);

}  // namespace sinew::function
