// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/increments.h>
#include <sinew/studies/phase_loop.h>
#include <sinew/system/compiled.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/instance.h>
#include <sinew/system/views.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace sinew {

double phase_area(const System& system, std::span<const State> loop) {
    const std::size_t n = loop.size(), nq = static_cast<std::size_t>(system.nq());
    std::vector<double> slope(nq), u(static_cast<std::size_t>(system.nu())), p(u.size());
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        std::fill(slope.begin(), slope.end(), 0.0);
        for (std::size_t j = 0; j < n; ++j) {
            if (i == j) continue;
            const double angle =
                std::numbers::pi * (static_cast<double>(i) - static_cast<double>(j)) / static_cast<double>(n);
            const double sign = (i + j) % 2 ? -0.5 : 0.5;
            const double weight = sign / (n % 2 ? std::sin(angle) : std::tan(angle));
            for (std::size_t k = 0; k < nq; ++k) slope[k] += weight * (loop[j].q()[k] - loop[i].q()[k]);
        }
        multiply_by_N_inverse(system, loop[i], slope, u);
        multiply_by_M(system, loop[i], loop[i].u(), p);
        for (std::size_t k = 0; k < u.size(); ++k) sum += p[k] * u[k];
    }
    return 2 * std::numbers::pi / static_cast<double>(n) * sum;
}

std::vector<State> phase_ellipse(const System& system, const State& middle, std::span<const double> a,
                                 std::span<const double> b, int n) {
    const Instance instance = instance_of(system.compiled(), middle);
    std::vector<State> loop;
    std::vector<double> d(static_cast<std::size_t>(system.nq())), q(d.size());
    std::vector<double> s(static_cast<std::size_t>(system.nu())), u(s.size());
    for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * i / n;
        for (std::size_t k = 0; k < s.size(); ++k) {
            s[k] = std::cos(angle) * a[k];
            u[k] = middle.u()[k] + std::sin(angle) * b[k];
        }
        no_increments(*instance.tree, instance.passes, d.data());
        advance(*instance.tree, instance.passes, positions(system, middle), middle.q().data(), s.data(),
                nullptr, d.data());
        retract(*instance.tree, instance.passes, middle.q().data(), d.data(), q.data());
        State& state = loop.emplace_back(middle);
        state.set_q(q);
        state.set_u(u);
    }
    return loop;
}

}  // namespace sinew
