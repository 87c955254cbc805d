// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/finite.h>
#include <sinew/integrators/jacobian.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double one_sided = 1.5e-8, two_sided = 6e-6;  // the square and the cube root of the rounding unit
constexpr std::size_t at_once = 16;                     // rates, of a problem that finds many together

/// A change that is exact in binary.
double change_of(double x, double share) {
    const double wish = share * std::fmax(1, std::abs(x));
    volatile double moved = x + wish;
    return moved - x;
}

/// Columns from first to before last, in groups such that none of the first `rows` rows has two columns of a group:
/// columns with most rows first, each into the first group that bears it.       [Curtis, Powell, Reid 1974]
void find_groups(std::span<const unsigned char> may, int n, int first, int last, int rows,
                 std::vector<int>& columns, std::vector<int>& end) {
    const auto has = [&](int i, int j) { return may[at(i) * at(n) + at(j)] != 0; };
    std::vector<int> order, count(at(n), 0);
    for (int j = first; j < last; ++j) {
        order.push_back(j);
        for (int i = 0; i < rows; ++i) count[at(j)] += has(i, j);
    }
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return count[at(a)] != count[at(b)] ? count[at(a)] > count[at(b)] : a < b;
    });
    struct Group {
        std::vector<int> columns;
        std::vector<unsigned char> taken;  // rows
    };
    std::vector<Group> groups;
    for (const int j : order) {
        const auto bears = [&](const Group& group) {
            for (int i = 0; i < rows; ++i)
                if (group.taken[at(i)] && has(i, j)) return false;
            return true;
        };
        auto group = std::find_if(groups.begin(), groups.end(), bears);
        if (group == groups.end())
            group = groups.insert(group, {{}, std::vector<unsigned char>(at(rows), 0)});
        group->columns.push_back(j);
        for (int i = 0; i < rows; ++i) group->taken[at(i)] |= has(i, j);
    }
    for (const Group& group : groups) {
        columns.insert(columns.end(), group.columns.begin(), group.columns.end());
        end.push_back(static_cast<int>(columns.size()));
    }
}

std::span<const int> part(const std::vector<int>& all, const std::vector<int>& end, std::size_t i) {
    const auto first = static_cast<std::size_t>(i == 0 ? 0 : end[i - 1]);
    return {all.data() + first, static_cast<std::size_t>(end[i]) - first};
}

}  // namespace

Differences::Differences(const Problem& problem) : parts_(problem.parts()) {
    const int n = parts_.all();
    const auto count = static_cast<std::size_t>(n);
    for (auto* v : {&y_, &f_plus_, &f_minus_}) v->assign(count, 0.0);
    for (auto* v : {&many_y_, &many_f_}) v->assign(at_once * count, 0.0);
    std::vector<unsigned char> may(count * count, 0);
    problem.structure(may);
    find_groups(may, n, 0, n, n, columns_, group_end_);
    find_groups(may, n, parts_.q, parts_.q + parts_.u, parts_.q, speeds_, speeds_end_);
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < count; ++i)
            if (may[i * count + j]) rows_.push_back(static_cast<int>(i));
        rows_end_.push_back(static_cast<int>(rows_.size()));
    }
}

Differences::Group Differences::group(std::size_t k) const { return part(columns_, group_end_, k); }

/// y with the components of a group changed.
void Differences::move(std::span<const double> y, Group group, double share, double* moved) const {
    std::copy(y.begin(), y.end(), moved);
    for (const int j : group) moved[at(j)] += change_of(y[at(j)], share);
}

/// Rates with components changed.
bool Differences::ask(Problem& problem, double t, std::span<const double> y, Group group, double share,
                      std::vector<double>& f, long& evaluations) {
    ++evaluations;
    move(y, group, share, y_.data());
    return problem.rates(t, y_, f) && all_finite(f);
}

/// Rates with components of some groups changed, a row for each; then on the other side of each, or where nothing is
/// changed: what finds many together may round otherwise than what finds one.
bool Differences::ask_many(Problem& problem, double t, std::span<const double> y, std::size_t first,
                           std::size_t count, bool both_sides, long& evaluations) {
    const std::size_t n = y.size(), rows = both_sides ? 2 * count : count + 1;
    for (std::size_t k = 0; k < count; ++k)
        move(y, group(first + k), both_sides ? two_sided : one_sided, &many_y_[k * n]);
    for (std::size_t k = count; k < rows; ++k)
        move(y, both_sides ? group(first + k - count) : Group{}, -two_sided, &many_y_[k * n]);
    if (!problem.rates_of_many(t, std::span(many_y_).first(rows * n), std::span(many_f_).first(rows * n)))
        return false;
    evaluations += static_cast<long>(rows);
    return true;
}

void Differences::put(std::span<const double> y, Group group, double share, std::span<const double> from,
                      std::span<const double> to, bool both_sides, std::span<double> J) const {
    const std::size_t n = y.size();
    for (const int column : group) {
        const auto j = static_cast<std::size_t>(column);
        const double delta = change_of(y[j], share) - (both_sides ? change_of(y[j], -share) : 0);
        for (const int row : part(rows_, rows_end_, j)) {
            const auto i = static_cast<std::size_t>(row);
            J[i * n + j] = (to[i] - from[i]) / delta;
        }
    }
}

bool Differences::fill(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                       bool both_sides, std::span<double> J, long& evaluations) {
    const std::size_t n = y.size();
    std::size_t first = 0;
    while (first < group_end_.size()) {
        const std::size_t count = std::min(both_sides ? at_once / 2 : at_once - 1, group_end_.size() - first);
        if (!ask_many(problem, t, y, first, count, both_sides, evaluations)) break;
        for (std::size_t k = 0; k < count; ++k) {
            const std::span<const double> ahead(&many_f_[k * n], n),
                behind(&many_f_[(count + (both_sides ? k : 0)) * n], n);
            if (all_finite(ahead) && all_finite(behind))
                put(y, group(first + k), both_sides ? two_sided : one_sided, behind, ahead, both_sides, J);
            else if (!fill_one(problem, t, y, f, group(first + k), both_sides, J, evaluations)) return false;
        }
        first += count;
    }
    for (; first < group_end_.size(); ++first)
        if (!fill_one(problem, t, y, f, group(first), both_sides, J, evaluations)) return false;
    return true;
}

bool Differences::fill_one(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                           Group group, bool both_sides, std::span<double> J, long& evaluations) {
    if (both_sides && ask(problem, t, y, group, two_sided, f_plus_, evaluations) &&
        ask(problem, t, y, group, -two_sided, f_minus_, evaluations)) {
        put(y, group, two_sided, f_minus_, f_plus_, true, J);
        return true;
    }
    for (const double share : {one_sided, -one_sided})  // the edge of a domain may be on one side
        if (ask(problem, t, y, group, share, f_plus_, evaluations)) {
            put(y, group, share, f, f_plus_, false, J);
            return true;
        }
    if (group.size() <= 1) return false;
    for (std::size_t k = 0; k < group.size(); ++k)
        if (!fill_one(problem, t, y, f, group.subspan(k, 1), both_sides, J, evaluations)) return false;
    return true;
}

bool Differences::jacobian(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                           bool both_sides, std::span<double> J, long& evaluations) {
    if (problem.jacobian(t, y, J)) return all_finite(J);
    std::fill(J.begin(), J.end(), 0.0);
    if (!fill(problem, t, y, f, both_sides, J, evaluations)) return false;
    return exact_speeds(problem, t, y, J);
}

/// q' is linear in u: its part of J is N itself. What time prescribes has no part in J, and stays without.
bool Differences::exact_speeds(Problem& problem, double t, std::span<const double> y, std::span<double> J) {
    const auto nq = static_cast<std::size_t>(parts_.q), nu = static_cast<std::size_t>(parts_.u);
    const std::span<double> u(y_.data(), nu), q_dot(f_plus_.data(), nq);
    for (std::size_t k = 0; nq > 0 && k < speeds_end_.size(); ++k) {
        const Group group = part(speeds_, speeds_end_, k);
        std::fill(u.begin(), u.end(), 0.0);
        for (const int column : group) u[static_cast<std::size_t>(column) - nq] = 1;
        if (!problem.q_rates(t, y, u, q_dot)) return false;
        for (const int column : group)
            for (const int row : part(rows_, rows_end_, static_cast<std::size_t>(column))) {
                if (row >= parts_.q) break;
                double& entry =
                    J[static_cast<std::size_t>(row) * y.size() + static_cast<std::size_t>(column)];
                if (entry != 0) entry = q_dot[static_cast<std::size_t>(row)];
            }
    }
    return true;
}

bool Differences::time_derivative(Problem& problem, double t, std::span<const double> y,
                                  std::span<const double> f, bool both_sides, std::span<double> f_t,
                                  long& evaluations) {
    double delta = change_of(t, both_sides ? two_sided : one_sided);
    if (both_sides && ask(problem, t + delta, y, {}, 0, f_plus_, evaluations) &&
        ask(problem, t - delta, y, {}, 0, f_minus_, evaluations)) {
        for (std::size_t i = 0; i < y.size(); ++i) f_t[i] = (f_plus_[i] - f_minus_[i]) / (2 * delta);
        return true;
    }
    delta = change_of(t, one_sided);
    if (!ask(problem, t + delta, y, {}, 0, f_plus_, evaluations)) return false;
    for (std::size_t i = 0; i < y.size(); ++i) f_t[i] = (f_plus_[i] - f[i]) / delta;
    return true;
}

}  // namespace sinew
