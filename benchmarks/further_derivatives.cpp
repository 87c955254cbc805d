// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "further_derivatives.h"

#include <sinew/sinew.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "measure.h"
#include "sinew_model.h"

namespace bench {
namespace {

/// All parameters whose path ends so, and how many numbers they have.
struct Chosen {
    std::vector<sinew::ParameterId> ids;
    int numbers = 0;
    Chosen(const sinew::System& system, const std::string& end) {
        for (const sinew::ParameterSlot& slot : system.layout().parameters)
            if (slot.path.ends_with(end)) {
                ids.push_back(system.layout().parameter(slot.path));
                numbers += slot.range.count;
            }
    }
};

}  // namespace

nlohmann::json measure_further_derivatives() {
    const sinew::System system(model_of(humanoid_of_pins()));
    sinew::State state = system.default_state();
    const auto n = static_cast<std::size_t>(system.nu());
    std::vector<double> u_dot(n, 0.1), f(n), v(n), w(n), by_q(n), by_u(n);
    for (std::size_t i = 0; i < n; ++i)
        v[i] = std::sin(1.0 + static_cast<double>(i)), w[i] = std::cos(2.0 + static_cast<double>(i));
    std::vector<std::vector<double>> q(16, {state.q().begin(), state.q().end()}),
        u(16, std::vector<double>(n));
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t k = 0; k < n; ++k) u[i][k] = std::sin(static_cast<double>(k + i));
        q[i].back() = 0.01 * static_cast<double>(i);
    }
    const auto renew = [&](int i) -> const sinew::State& {
        const auto at = static_cast<std::size_t>(i % 16);
        state.set_q(q[at]), state.set_u(u[at]);
        return state;
    };
    sinew::DynamicsDerivatives d(system);
    const Chosen masses(system, ".mass"), inertias(system, ".inertia"), places(system, ".X_PF.p"),
        turns(system, ".X_PF.R");
    const sinew::StateDirection one{v, w, {}}, other{w, v, {}};
    const struct {
        std::string name;
        int numbers;
        std::function<void(int)> ask;
    } rows[] = {
        {"inverse dynamics", 1, [&](int i) { inverse_dynamics(system, renew(i), u_dot, f); }},
        {"it by masses, each", masses.numbers,
         [&](int i) { d.inverse_by_parameters(renew(i), masses.ids, u_dot); }},
        {"by inertias, each number", inertias.numbers,
         [&](int i) { d.inverse_by_parameters(renew(i), inertias.ids, u_dot); }},
        {"by places of joints, each number", places.numbers,
         [&](int i) { d.inverse_by_parameters(renew(i), places.ids, u_dot); }},
        {"by rotations of joints, each number", turns.numbers,
         [&](int i) { d.inverse_by_parameters(renew(i), turns.ids, u_dot); }},
        {"its second derivative along v, w", 1, [&](int i) { d.inverse_along(renew(i), u_dot, one, other); }},
        {"that of forward dynamics", 1, [&](int i) { d.forward_along(renew(i), one, other); }},
        {"a Hessian times a vector", 1, [&](int i) { d.hessian_times(renew(i), u_dot, one, by_q, by_u); }}};
    std::vector<std::function<void(int)>> contestants;
    for (const auto& row : rows) contestants.push_back(row.ask);
    const std::vector<Timing> times = time_in_turns(contestants, {});
    fmt::print("\n{:<36} {:>10} {:>22}\n", "humanoid, 30 pins", "us", "in inverse dynamics");
    nlohmann::json out = nlohmann::json::array();
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double each = times[i].median / rows[i].numbers;
        fmt::print("{:<36} {:>10.3f} {:>22.2f}\n", rows[i].name, 1e6 * each, each / times[0].median);
        out.push_back({{"what", rows[i].name}, {"median_s", each}, {"evaluations", each / times[0].median}});
    }
    return out;
}

}  // namespace bench
