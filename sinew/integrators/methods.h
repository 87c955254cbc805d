// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>

namespace sinew {

/// The makers that make_integrator chooses from, one per file; null for a method of another family.
std::unique_ptr<Integrator> make_runge_kutta(Method method);
std::unique_ptr<Integrator> make_verlet(Method method);
std::unique_ptr<Integrator> make_semi_explicit_euler(Method method);
std::unique_ptr<Integrator> make_rosenbrock(Method method);
std::unique_ptr<Integrator> make_cvode(Method method);

}  // namespace sinew
