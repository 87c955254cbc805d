// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/rigid/contact_rows.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

void free_response(const System& system, const State& state, std::span<const double> f,
                   std::span<double> du) {
    const ArticulatedT<double> y = free_factors(system, state);
    const Work work(system, state);
    multiply_by_M_inverse(system.compiled().tree, positions(system, state), y, driven(system, state).bodies,
                          f.data(), du.data(), work.z, work.A);
}

ContactRows::ContactRows(const System& system) : system_(system), base_(system.default_state()) {
    const Compiled& c = system.compiled();
    f_.resize(sinew::size(c.tree.nu));
    Gt_.resize(f_.size());
    lambda_.resize(sinew::size(c.constraints.a));
    F_.resize(sinew::size(c.tree.size()));
    z_.resize(F_.size());
    std::size_t bodies = 1, coordinates = 1;
    for (const BoundOneWay& condition : c.constraints.one_way) {
        const BoundConstraint& b = c.constraints.all[sinew::size(condition.constraint)];
        bodies = std::max(bodies, 3 * b.body.size());
        coordinates = std::max(coordinates, 3 * b.coordinates.size());
    }
    rows_.resize(bodies);
    coefficients_.resize(coordinates);
    members_.reserve(c.constraints.one_way.size());
    const std::size_t m = 3 * std::min(c.constraints.one_way.size(), usual);
    R_.reserve(m * f_.size());
    X_.reserve(m * f_.size());
    A_.reserve(m * m);
}

void ContactRows::gather(const State& state, double within) {
    const Compiled& c = system_.compiled();
    members_.clear();
    size_ = touching_size_ = 0;
    touching_ = 0;
    base_is_current_ = false;
    for (std::size_t i = 0; i < c.constraints.one_way.size(); ++i) {
        const BoundOneWay& condition = c.constraints.one_way[i];
        const ConstraintId id{condition.constraint};
        Member m{static_cast<int>(i),
                 condition.constraint,
                 size_,
                 1,
                 numbers_of(condition, state),
                 gap(system_, state, id),
                 touch_of(system_, state, id),
                 c.constraints.all[sinew::size(condition.constraint)].counts.holonomic == 0,
                 condition.bounded,
                 condition.bounded ? limit_of(condition, state) : 0};
        if (!m.bounded && m.before == Touch::apart &&
            !(m.gap <= touch_memory(c, state, static_cast<int>(i)).level + within))
            continue;
        if (!m.bounded && !(reach(system_, state, id) > 0)) continue;
        const OneWayNumbers& k = m.numbers;
        if (condition.slips && (k.static_friction > 0 || k.sliding_friction > 0 || k.viscous_friction > 0))
            m.rows = 3;
        size_ += m.rows;
        members_.push_back(m);
        if (!m.bounded) touching_ = members_.size(), touching_size_ = size_;
    }
    if (size_ > 0) find_rows(state);
}

const State& ContactRows::apart(const State& state) {
    if (base_is_current_) return base_;
    base_ = state;
    for (const BoundOneWay& condition : system_.compiled().constraints.one_way) {
        base_.set_byte(system_.compiled().constraints.disabled, condition.constraint, true);
        base_.set_byte(system_.compiled().constraints.sliding, condition.constraint, false);
    }
    base_is_current_ = true;
    return base_;
}

/// Δu under f with joints that are given and what holds both ways kept (9.60); f is overwritten.
void ContactRows::respond(std::span<double> f, std::span<double> du) {
    const Compiled& c = system_.compiled();
    free_response(system_, base_, f, du);
    if (!is_constrained(c, base_)) return;
    multiply_by_G(system_, base_, du, lambda_);
    solve_constraints(system_, base_, lambda_);
    multiply_by_G_transpose(system_, base_, lambda_, Gt_);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] -= Gt_[i];
    free_response(system_, base_, f, du);
}

void ContactRows::find_rows(const State& state) {
    const Compiled& c = system_.compiled();
    const std::size_t n = f_.size(), m = sinew::size(size_);
    R_.assign(m * n, 0.0);
    X_.resize(m * n);
    A_.resize(m * m);
    apart(state);
    const PositionT<double> x = positions(system_, base_);
    for (const Member& member : members_) {
        const BoundOneWay& condition = c.constraints.one_way[sinew::size(member.condition)];
        const BoundConstraint& b = c.constraints.all[sinew::size(member.constraint)];
        const int bodies = static_cast<int>(b.body.size()),
                  coordinates = static_cast<int>(b.coordinates.size());
        std::fill(rows_.begin(), rows_.end(), SpatialForce{});
        std::fill(coefficients_.begin(), coefficients_.end(), 0.0);
        errors_of_one(system_, base_, member.constraint, {}, rows_.data(), coefficients_.data());
        for (int e = 0; e < member.rows; ++e) {
            const double sign = e == 0 ? condition.sign : 1;
            const std::span<double> row(R_.data() + sinew::size(member.row + e) * n, n),
                response(X_.data() + sinew::size(member.row + e) * n, n);
            std::fill(F_.begin(), F_.end(), SpatialForce{});
            for (int k = 0; k < b.acted_on; ++k)
                F_[sinew::size(b.body[sinew::size(k)])] += sign * rows_[sinew::size(e * bodies + k)];
            multiply_by_J_transpose(c.tree, x, F_.data(), row.data(), z_.data());
            for (int k = 0; k < coordinates; ++k)
                row[sinew::size(b.coordinates[sinew::size(k)].u)] +=
                    sign * coefficients_[sinew::size(e * coordinates + k)];
            std::copy(row.begin(), row.end(), f_.begin());
            respond(f_, response);
        }
    }
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += R_[i * n + k] * X_[j * n + k];
            A_[i * m + j] = A_[j * m + i] = sum;
        }
}

void ContactRows::velocities(const State& state, std::span<double> v) const {
    const BoundConstraints& all = system_.compiled().constraints;
    for (const Member& m : members_) {
        double own[3] = {};
        errors_of_one(system_, state, m.constraint, {.v = own});
        own[0] *= all.one_way[sinew::size(m.condition)].sign;
        std::copy_n(own, m.rows, v.begin() + m.row);
    }
}

void ContactRows::free_accelerations(const State& state, std::span<double> a) {
    const BoundConstraints& all = system_.compiled().constraints;
    const State& base = apart(state);
    const AccelerationView free = accelerations(system_, base);
    for (const Member& m : members_) {
        double own[3] = {};
        errors_of_one(system_, base, m.constraint, {.a = own, .A_WM = free.A_WM, .u_dot = free.u_dot});
        own[0] *= all.one_way[sinew::size(m.condition)].sign;
        std::copy_n(own, m.rows, a.begin() + m.row);
    }
}

void ContactRows::add_response(std::span<const double> p, std::span<double> u) const {
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t k = 0; k < u.size(); ++k) u[k] += p[i] * X_[i * u.size() + k];
}

}  // namespace sinew
