// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/extrapolate.h>
#include <sinew/system/constraints.h>
#include <sinew/system/one_way.h>
#include <sinew/system/parameter_columns.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// How far a number is moved at most. One that must not change its sign is moved by a share of itself.
double reach(const ParameterSlot& slot, double x) {
    const bool keeps_sign =
        slot.rule != Rule::finite && slot.rule != Rule::rotation && slot.rule != Rule::direction;
    return 0.01 * (keeps_sign && x != 0 ? std::abs(x) : std::fmax(std::abs(x), 0.1));
}

/// 1 where a number may only grow, −1 where it may only shrink, else 0.
int only_way(const ParameterSlot& slot, double x) {
    if (x == 0 && (slot.rule == Rule::non_negative || slot.rule == Rule::fraction)) return 1;
    return x == 1 && slot.rule == Rule::fraction ? -1 : 0;
}

}  // namespace

/// Differences at ever smaller steps, extrapolated (2.51): central ones, but of one side where a number cannot be less.
void ParameterColumns::by_differences(ParameterId parameter, int number, const Vec3* turn, int column,
                                      double factor) {
    const Compiled& c = memory_.system.compiled();
    const ParameterSlot& slot = c.layout->parameters[size(parameter.index)];
    const std::span<const double> here = state_.parameter(parameter);
    const std::size_t n = size(c.tree.nu), m = size(c.constraints.a),
                      all = n + m + 2 * size(memory_.friction.count);
    std::vector<double> lambda(m);
    if (lambda_) std::copy_n(lambda_, m, lambda.begin());
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
        out.assign(all, 0.0);
        inverse_dynamics(memory_.system, there, {u_dot_, n}, lambda, {out.data(), n});
        if (lambda_) acceleration_errors(memory_.system, there, {u_dot_, n}, {out.data() + n, m});
        for (std::size_t i = n + m; i < all; i += 2) {
            const Sliding& sliding = memory_.friction.sliding[(i - n - m) / 2];
            const int constraint = c.constraints.one_way[size(sliding.condition)].constraint;
            const std::array<double, 2> v = slip_velocity(memory_.system, there, {constraint});
            out[i] = v[0], out[i + 1] = v[1];
        }
    };
    if (slot.rule == Rule::sign) return;  // there is nothing between
    const int way = turn ? 0 : only_way(slot, here[size(number)]);
    const bool one_sided = way != 0;
    double h = turn ? 0.01 : (way < 0 ? -1 : 1) * reach(slot, here[size(number)]);
    double rounding = 0;
    std::vector<double> plus, minus, D, d(all);
    if (one_sided) ask(0, minus);
    for (int level = 0; level < usual_differences; ++level, h /= 2) {
        ask(h, plus);
        if (!one_sided) ask(-h, minus);
        if (level == 0) rounding = rounding_over(h, plus.data(), all);
        for (std::size_t i = 0; i < all; ++i) D.push_back((plus[i] - minus[i]) / (one_sided ? h : 2 * h));
    }
    for (std::size_t i = 0; i < all; ++i)
        d[i] = extrapolated(D.data() + i, usual_differences, static_cast<std::ptrdiff_t>(all), rounding,
                            one_sided ? 2 : 4);
    for (std::size_t i = 0; i < n; ++i) tau(static_cast<int>(i), column) += factor * d[i];
    for (std::size_t e = 0; lambda_ && e < m; ++e) error(static_cast<int>(e), column) += factor * d[n + e];
    for (int i = 0; i < 2 * memory_.friction.count; ++i)
        slip(i / 2, i % 2, column) += factor * d[n + m + size(i)];
}

}  // namespace sinew
