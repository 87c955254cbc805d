// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/mechanisms.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// A column of Λ that is shorter than this share of what it could be answers to nothing that the others do not.
constexpr double dependent = 1e-10;

}  // namespace

void Mechanisms::mark_way(int node) {
    const Tree& tree = system_.compiled().tree;
    for (; node > 0 && !on_way_[size(node)]; node = tree[node].parent) {
        on_way_[size(node)] = 1;
        way_.push_back(node);
    }
}

/// The bodies between what is touched and the world: all others follow, but are not asked.
void Mechanisms::find_active(Group& group) {
    const Compiled& c = system_.compiled();
    way_.clear();
    for (const int B : group.bodies) mark_way(B);
    for (const int u : group.speeds) mark_way(node_of_speed_[size(u)]);
    for (const int equation : group.equations) {
        const BoundConstraint& b = c.constraints.all[size(places_[size(equation)].constraint)];
        for (int k = 0; k < b.acted_on; ++k) mark_way(b.body[size(k)]);
        for (const CoordinatePlace& place : b.coordinates) mark_way(node_of_speed_[size(place.u)]);
    }
    group.active = way_;
    std::sort(group.active.begin(), group.active.end());
    for (const int B : way_) on_way_[size(B)] = 0;
}

/// Impulses on bodies (minus, in z) and speeds (f) to changes of the bodies' velocities and of speeds, as (7.81)
/// have it, on the active bodies alone.
void Mechanisms::answer_column(const Group& group) {
    const Tree& tree = system_.compiled().tree;
    const PositionT<double>& x = place_.x;
    const ArticulatedT<double>& y = place_.factors;
    for (auto at = group.active.rbegin(); at != group.active.rend(); ++at) {
        const int B = *at;
        const Node& node = tree[B];
        SpatialForce z = z_[size(B)];
        if (!(place_.given && place_.given[B])) {
            double epsilon[6];
            for (int i = 0; i < node.nu; ++i) epsilon[i] = f_[size(node.u + i)] - dot(z, x.H_W[node.u + i]);
            const double* D_inv = y.D_inv + node.square;
            for (int i = 0; i < node.nu; ++i) {
                z += epsilon[i] * y.G_W[node.u + i];
                double sum = 0;
                for (int j = 0; j < node.nu; ++j) sum += D_inv[i * node.nu + j] * epsilon[j];
                y_[size(node.u + i)] = sum;
            }
        }
        if (node.parent > 0) z_[size(node.parent)] += shift_inward(z, x.p_PB_W[B]);
    }
    A_[0] = {};
    for (const int B : group.active) {
        const Node& node = tree[B];
        SpatialAcceleration A = shift_outward(A_[size(node.parent)], x.p_PB_W[B]);
        const SpatialAcceleration carried = A;
        const bool given = place_.given && place_.given[B];
        for (int i = node.u; i < node.u + node.nu; ++i) {
            const double u_dot = given ? 0 : y_[size(i)] - dot(y.G_W[i], carried);
            u_dot_[size(i)] = u_dot;
            A.w += u_dot * x.H_W[i].w, A.v += u_dot * x.H_W[i].v;
        }
        A_[size(B)] = A;
        z_[size(B)] = {};
        for (int i = node.u; i < node.u + node.nu; ++i) f_[size(i)] = 0;
    }
}

void Mechanisms::column_of_body(int node, int direction) {
    SpatialForce& z = z_[size(node)];
    (direction < 3 ? z.m : z.f)[direction % 3] = -1;
}

void Mechanisms::column_of_equation(int equation) {
    const EquationPlace& place = places_[size(equation)];
    const BoundConstraint& b = system_.compiled().constraints.all[size(place.constraint)];
    const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
    for (int k = 0; k < b.acted_on; ++k)
        if (b.body[size(k)] > 0) z_[size(b.body[size(k)])] -= rows_[b.row + place.own * bodies + k];
    for (int k = 0; k < n; ++k)
        f_[size(b.coordinates[size(k)].u)] += coefficients_[b.coefficient + place.own * n + k];
}

double Mechanisms::read_equation(int equation) const {
    const EquationPlace& place = places_[size(equation)];
    const BoundConstraint& b = system_.compiled().constraints.all[size(place.constraint)];
    const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
    double sum = 0;
    for (int k = 0; k < b.acted_on; ++k)
        if (b.body[size(k)] > 0) sum += dot(rows_[b.row + place.own * bodies + k], A_[size(b.body[size(k)])]);
    for (int k = 0; k < n; ++k)
        sum += coefficients_[b.coefficient + place.own * n + k] * u_dot_[size(b.coordinates[size(k)].u)];
    return sum;
}

/// Λ of a mechanism's movers, column by column; then what its constraints take of it:
///     Λ − Λ_xe Λ_ee⁻¹ Λ_ex                                                                              (18.9)
void Mechanisms::fill_group(Group& group) {
    find_active(group);
    const MoverGroup& out = movers_.groups[size(group.index)];
    const std::size_t n = size(out.count), m = group.equations.size();
    double* Lambda = movers_.Lambda.data() + out.matrix;
    group.ee.assign(m * m, 0.0), group.ex.assign(m * n, 0.0);
    const auto read = [&](double* row) {
        for (const int B : group.bodies) {
            const SpatialAcceleration& A = A_[size(B)];
            for (const double a : {A.w.x, A.w.y, A.w.z, A.v.x, A.v.y, A.v.z}) *row++ = a;
        }
        for (const int u : group.speeds) *row++ = u_dot_[size(u)];
    };
    for (const int B : group.bodies)
        for (int k = 0; k < 6; ++k, Lambda += n) {
            column_of_body(B, k);
            answer_column(group);
            read(Lambda);
        }
    for (const int u : group.speeds) {
        f_[size(u)] = 1;
        answer_column(group);
        read(Lambda);
        Lambda += n;
    }
    for (std::size_t i = 0; i < m; ++i) {
        column_of_equation(group.equations[i]);
        answer_column(group);
        read(group.ex.data() + i * n);
        for (std::size_t j = 0; j < m; ++j) group.ee[i * m + j] = read_equation(group.equations[j]);
    }
    if (m == 0) return;
    factor_equations(group);
    Lambda = movers_.Lambda.data() + out.matrix;
    full_.resize(m);
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = 0; i < m; ++i) full_[i] = group.ex[i * n + k];
        solve_equations(group, full_.data());
        for (std::size_t j = 0; j < n; ++j)
            for (std::size_t i = 0; i < m; ++i) Lambda[k * n + j] -= group.ex[i * n + j] * full_[i];
    }
}

/// Λ_ee = L Lᵀ in place; an equation that says nothing new has a zero on the diagonal and takes no part.
void Mechanisms::factor_equations(Group& group) {
    const std::size_t m = group.equations.size();
    double* L = group.ee.data();
    for (std::size_t i = 0; i < m; ++i) {
        const double whole = L[i * m + i];
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = L[i * m + j];
            for (std::size_t k = 0; k < j; ++k) sum -= L[i * m + k] * L[j * m + k];
            if (j < i) L[i * m + j] = L[j * m + j] > 0 ? sum / L[j * m + j] : 0;
            else L[i * m + i] = sum > dependent * whole && whole > 0 ? std::sqrt(sum) : 0;
        }
    }
}

void Mechanisms::solve_equations(const Group& group, double* x) const {
    const std::size_t m = group.equations.size();
    const double* L = group.ee.data();
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t k = 0; k < i; ++k) x[i] -= L[i * m + k] * x[k];
        x[i] = L[i * m + i] > 0 ? x[i] / L[i * m + i] : 0;
    }
    for (std::size_t i = m; i-- > 0;) {
        for (std::size_t k = i + 1; k < m; ++k) x[i] -= L[k * m + i] * x[k];
        x[i] = L[i * m + i] > 0 ? x[i] / L[i * m + i] : 0;
    }
}

/// Adds −Gᵀλ with λ = Λ_ee⁻¹ (e + Λ_ex p): e what the velocities are off without any impulse p.          (18.9)
void Mechanisms::add_equations(Group& group, bool with_errors, const double* impulses, SpatialForce* F_W,
                               double* f) {
    const MoverGroup& out = movers_.groups[size(group.index)];
    const std::size_t m = group.equations.size(), n = size(out.count);
    group.solution.assign(m, 0.0);
    for (std::size_t i = 0; i < m; ++i) {
        if (with_errors) group.solution[i] = group.errors[i];
        for (std::size_t k = 0; k < n; ++k)
            group.solution[i] += group.ex[i * n + k] * impulses[size(out.at) + k];
    }
    solve_equations(group, group.solution.data());
    for (std::size_t i = 0; i < m; ++i) {
        const EquationPlace& place = places_[size(group.equations[i])];
        const BoundConstraint& b = system_.compiled().constraints.all[size(place.constraint)];
        const int bodies = static_cast<int>(b.body.size()), count = static_cast<int>(b.coordinates.size());
        for (int k = 0; k < b.acted_on; ++k)
            F_W[b.body[size(k)]] -= group.solution[i] * rows_[b.row + place.own * bodies + k];
        for (int k = 0; k < count; ++k)
            f[b.coordinates[size(k)].u] -=
                group.solution[i] * coefficients_[b.coefficient + place.own * count + k];
    }
}

}  // namespace sinew
