// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/methods.h>

#include <sinew/base/error.h>

namespace sinew {

const char* name(Method method) {
    switch (method) {
        case Method::explicit_euler: return "explicit_euler";
        case Method::trapezoid: return "trapezoid";
        case Method::runge_kutta_3: return "runge_kutta_3";
        case Method::merson: return "merson";
        case Method::dormand_prince: return "dormand_prince";
        case Method::dormand_prince_8: return "dormand_prince_8";
        case Method::verlet: return "verlet";
        case Method::semi_explicit_euler: return "semi_explicit_euler";
        case Method::semi_explicit_euler_doubled: return "semi_explicit_euler_doubled";
        case Method::rosenbrock: return "rosenbrock";
        case Method::adams: return "adams";
        case Method::bdf: return "bdf";
    }
    return "unknown";
}

std::unique_ptr<Integrator> make_integrator(Method method) {
    for (const auto make :
         {make_runge_kutta, make_verlet, make_semi_explicit_euler, make_rosenbrock, make_cvode})
        if (auto made = make(method)) return made;
    throw Error("make_integrator: there is no method of number " + std::to_string(static_cast<int>(method)) +
                ".");
}

}  // namespace sinew
