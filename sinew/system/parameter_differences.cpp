// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/constraints.h>
#include <sinew/system/parameter_columns.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// How far a number is moved. One that must not change its sign is moved by a share of itself.
double reach(const ParameterSlot& slot, double x) {
    const bool keeps_sign =
        slot.rule != Rule::finite && slot.rule != Rule::rotation && slot.rule != Rule::direction;
    return 1e-3 * (keeps_sign && x != 0 ? std::abs(x) : std::fmax(std::abs(x), 0.1));
}

}  // namespace

/// Central differences at h and h/2, from which the share that goes with h² is taken off: (4 D(h/2) − D(h)) / 3.
///                                                                                              [Richardson 1911]
void ParameterColumns::by_differences(ParameterId parameter, int number, const Vec3* turn, int column,
                                      double factor) {
    const Compiled& c = memory_.system.compiled();
    const ParameterSlot& slot = c.layout->parameters[size(parameter.index)];
    const std::span<const double> here = state_.parameter(parameter);
    const std::size_t n = size(c.tree.nu), m = lambda_ ? size(c.constraints.a) : 0;
    const auto ask = [&](double h, std::vector<double>& out) {
        State there = state_;
        std::vector<double> values(here.begin(), here.end());
        if (turn) {
            const Rotation R = nearest_rotation(Mat3{rotation_of(here)});
            const auto turned = [&](const Vec3& axis) { return R * (axis + h * cross(*turn, axis)); };
            put_rotation(nearest_rotation({turned(x_axis), turned(y_axis), turned(z_axis)}), values);
        } else {
            values[size(number)] += h;
        }
        there.set_parameter(parameter, values);
        out.assign(n + m, 0.0);
        inverse_dynamics(memory_.system, there, {u_dot_, n}, {lambda_, m}, {out.data(), n});
        if (m > 0) acceleration_errors(memory_.system, there, {u_dot_, n}, {out.data() + n, m});
    };
    double h = turn ? 1e-3 : reach(slot, here[size(number)]);
    std::vector<double> plus, minus, sum(n + m);
    for (const double weight : {-1.0 / 3, 4.0 / 3}) {
        ask(h, plus), ask(-h, minus);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * (plus[i] - minus[i]) / (2 * h);
        h /= 2;
    }
    for (std::size_t i = 0; i < n; ++i) tau(static_cast<int>(i), column) += factor * sum[i];
    for (std::size_t e = 0; e < m; ++e) error(static_cast<int>(e), column) += factor * sum[n + e];
}

}  // namespace sinew
