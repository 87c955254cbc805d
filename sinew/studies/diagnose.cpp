// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/singular_values.h>
#include <sinew/studies/diagnose.h>
#include <sinew/studies/diagnosis_text.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// How far the farthest joint or constrained point is from the nearest to it, roughly: what a turn is compared with.
double size_of_model(const Compiled& c, const State& state, const PositionT<double>& x,
                     const RowsView& rows) {
    double length = 0;
    for (int B = 1; B < c.tree.size(); ++B) {
        length = std::max(length, norm(x.p_PB_W[B]));
        length = std::max(length, norm(instance_of(c, state).X_MB[B].p));
    }
    for (const BoundConstraint& b : c.constraints.all)  // a force off the joint has a lever
        for (int i = 0; i < b.counts.all() * static_cast<int>(b.body.size()); ++i)
            if (const SpatialForce& F = rows.rows[b.row + i]; norm(F.f) > 0)
                length = std::max(length, norm(F.m) / norm(F.f));
    return length > 1e-12 && std::isfinite(length) ? length : 1;
}

class Doctor {
public:
    Doctor(const System& system, const State& state, const DiagnosisOptions& options)
        : system_(system),
          state_(state),
          options_(options),
          c_(fitting(system, state)),
          given_(driven(system, state)) {}

    Diagnosis examine() {
        const int nu = c_.tree.nu;
        d_.speeds = nu;
        owner_.resize(size(nu)), unit_.assign(size(nu), 1.0), place_.assign(size(nu), -1);
        bound_.resize(size(nu));
        for (int B = 1; B < c_.tree.size(); ++B)
            for (int u = c_.tree[B].u; u < c_.tree[B].u + c_.tree[B].nu; ++u) {
                owner_[size(u)] = B;
                if (given_.level[B]) ++d_.driven;
            }
        if (is_constrained(c_, state_)) {
            x_ = positions(system_, state_);
            rows_ = constraint_rows(system_, state_);
            length_ = size_of_model(c_, state_, x_, rows_);
            for (int u = 0; u < nu; ++u)
                if (dot(x_.H_W[u].w, x_.H_W[u].w) == 0) unit_[size(u)] = length_;
            for (const double e : position_errors(system_, state_))
                d_.position_error = std::max(d_.position_error, std::abs(e));
            for (const double e : velocity_errors(system_, state_))
                d_.velocity_error = std::max(d_.velocity_error, std::abs(e));
            places_ = equation_places(c_);
            effective_.assign(c_.constraints.all.size(), 0);
            for (const ConstraintBlock& block : constraint_blocks(c_)) examine(block);
            const std::uint8_t* disabled = disabled_constraints(c_, state_);
            for (std::size_t i = 0; i < effective_.size(); ++i)
                if (!effective_[i] && !disabled[i]) d_.ineffective.push_back({static_cast<int>(i)});
        }
        for (int u = 0; u < nu; ++u)
            if (!bound_[size(u)] && !given_.level[owner_[size(u)]])
                d_.free_directions.push_back({{speed(u, 1)}});
        d_.mobility = d_.speeds - d_.driven - d_.rank;
        d_.text = text_of(system_, d_);
        return std::move(d_);
    }

private:
    SpeedShare speed(int u, double share) const {
        return {u, {{c_.joint_of_node[size(owner_[size(u)])]}}, share};
    }
    EquationShare equation(int i, double share) const {
        return {{places_[size(i)].constraint}, places_[size(i)].own, share};
    }

    /// How long a row could be if nothing in it cancelled (11.21).
    double reach(int i) const {
        const BoundConstraint& b = c_.constraints.all[size(places_[size(i)].constraint)];
        const int own = places_[size(i)].own, bodies = static_cast<int>(b.body.size()),
                  n = static_cast<int>(b.coordinates.size());
        double sum = 0, lever = length_;
        const double* numbers = state_.parameter_block().values.data() + b.parameters.first;
        for (int k = 0; k < b.parameters.count; ++k) lever = std::max(lever, std::abs(numbers[k]));
        for (int k = 0; k < b.acted_on; ++k) {
            const SpatialForce& F = rows_.rows[b.row + own * bodies + k];
            const double m = norm(F.m) + lever * norm(F.f);
            for (int B = b.body[size(k)]; B > 0; B = c_.tree[B].parent)
                for (int u = c_.tree[B].u; u < c_.tree[B].u + c_.tree[B].nu; ++u)
                    sum += unit_[size(u)] * (m * norm(x_.H_W[u].w) + norm(F.f) * norm(x_.H_W[u].v));
        }
        for (int k = 0; k < n; ++k) sum += std::abs(rows_.coefficients[b.coefficient + own * n + k]);
        return sum;
    }

    void examine(const ConstraintBlock& block) {
        std::vector<int> free, driven_speeds, equations;
        const std::uint8_t* disabled = disabled_constraints(c_, state_);
        for (const int u : block.speeds) (given_.level[owner_[size(u)]] ? driven_speeds : free).push_back(u);
        for (const int i : block.equations)
            if (!disabled[places_[size(i)].constraint]) equations.push_back(i);
        if (equations.empty()) return;
        d_.equations += static_cast<int>(equations.size());
        std::vector<double> G = rows_of(equations, free), G_driven = rows_of(equations, driven_speeds);
        const std::size_t n = free.size(), nd = driven_speeds.size();

        // Rows of unit length; those without an effect apart.
        std::vector<int> kept;
        std::vector<double> A, A_driven, scale;
        for (std::size_t i = 0; i < equations.size(); ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) sum += G[i * n + j] * G[i * n + j];
            const double length = std::sqrt(sum), whole = reach(equations[i]);
            const double* driven_row = G_driven.data() + i * nd;
            if (!(length > vanishing * whole)) {
                bool by_motors = false;
                for (std::size_t j = 0; j < nd; ++j) by_motors |= std::abs(driven_row[j]) > vanishing * whole;
                if (by_motors) effective_[size(places_[size(equations[i])].constraint)] = 1;
                report({{equations[i], 1.0}}, {1.0}, driven_row, driven_speeds);
                continue;
            }
            effective_[size(places_[size(equations[i])].constraint)] = 1;
            kept.push_back(equations[i]);
            scale.push_back(1 / length);
            for (std::size_t j = 0; j < n; ++j) A.push_back(G[i * n + j] / length);
            for (std::size_t j = 0; j < nd; ++j) A_driven.push_back(driven_row[j] / length);
        }
        const int m = static_cast<int>(kept.size());
        if (m == 0) return;
        const int columns = static_cast<int>(n);
        std::vector<double> left(A), U(size(m) * size(m)),
            sigma(size(m));  // Aᵀ column by column is A row by row
        singular_values(columns, m, left.data(), U.data(), sigma.data());
        int rank = 0;
        while (rank < m && sigma[size(rank)] > options_.dependent) ++rank;
        d_.rank += rank;
        dependent_sets(kept, rank, U, scale, A_driven, driven_speeds);

        std::vector<double> right(size(m) * n), V(n * n), values(n);
        for (int i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) right[j * size(m) + size(i)] = A[size(i) * n + j];
        singular_values(m, columns, right.data(), V.data(), values.data());
        free_directions(free, rank, V);
        for (int k = 0; k < rank; ++k)
            if (sigma[size(k)] < options_.near)
                near(kept, free, sigma[size(k)], U.data() + k * m, V.data() + size(k) * n);
        for (const int u : free) bound_[size(u)] = 1;
    }

    /// Rows of G in units.
    std::vector<double> rows_of(const std::vector<int>& equations, const std::vector<int>& speeds) {
        std::vector<double> G(equations.size() * speeds.size());
        std::fill(place_.begin(), place_.end(), -1);
        for (std::size_t j = 0; j < speeds.size(); ++j) place_[size(speeds[j])] = static_cast<int>(j);
        fill_rows_of_G(system_, state_, places_, equations, place_.data(), static_cast<int>(speeds.size()),
                       G.data());
        for (std::size_t i = 0; i < equations.size(); ++i)
            for (std::size_t j = 0; j < speeds.size(); ++j)
                G[i * speeds.size() + j] *= unit_[size(speeds[j])];
        return G;
    }

    /// What is left open by equations with the singular vectors U: Uᵢᵀ A = 0 for i ≥ rank.
    void dependent_sets(const std::vector<int>& kept, int rank, const std::vector<double>& U,
                        const std::vector<double>& scale, const std::vector<double>& A_driven,
                        const std::vector<int>& driven_speeds) {
        const int m = static_cast<int>(kept.size()), sets = m - rank;
        if (sets == 0) return;
        std::vector<double> null(U.begin() + rank * m, U.end());
        std::vector<int> pivots(size(sets));
        reduced_echelon(sets, m, null.data(), 1e-6, pivots.data());
        const std::size_t nd = driven_speeds.size();
        for (int k = 0; k < sets; ++k) {
            std::vector<std::pair<int, double>> members;
            std::vector<double> scales, driven_row(nd);
            for (int i = 0; i < m; ++i)
                if (const double share = null[size(k * m + i)]; share != 0) {
                    members.emplace_back(kept[size(i)], share);
                    scales.push_back(scale[size(i)]);
                    for (std::size_t j = 0; j < nd; ++j) driven_row[j] += share * A_driven[size(i) * nd + j];
                }
            report(members, scales, driven_row.data(), driven_speeds);
        }
    }

    /// Σ share · scale · row = 0: the errors must fit, too.
    void report(const std::vector<std::pair<int, double>>& members, const std::vector<double>& scales,
                const double* driven_row, const std::vector<int>& driven_speeds) {
        DependentSet set;
        double largest = 0, sum = 0, rate = 0, squares = 0, weight = 0;
        for (const auto& [i, share] : members) largest = std::max(largest, std::abs(share));
        const std::span<const double> e = position_errors(system_, state_),
                                      v = velocity_errors(system_, state_);
        for (std::size_t k = 0; k < members.size(); ++k) {
            const auto& [i, share] = members[k];
            set.equations.push_back(equation(i, share / largest));
            const EquationPlace& place = places_[size(i)];
            const double s = share * scales[k];
            weight = std::max(weight, s * s);
            squares += s * s;
            if (place.position >= 0) sum += s * e[size(place.position)];
            if (place.velocity >= 0) rate += s * v[size(place.velocity)];
        }
        set.residual = std::abs(sum) / std::sqrt(squares);
        set.velocity_residual = std::abs(rate) / std::sqrt(squares);
        for (std::size_t j = 0; j < driven_speeds.size(); ++j)
            if (std::abs(driven_row[j]) > 1e-6 * largest * std::max(1.0, unit_[size(driven_speeds[j])])) {
                const AnyJointId joint = speed(driven_speeds[j], 1).joint;
                if (set.driven.empty() || set.driven.back().index != joint.index) set.driven.push_back(joint);
            }
        std::stable_sort(
            set.equations.begin(), set.equations.end(), [](const EquationShare& a, const EquationShare& b) {
                return a.constraint.index != b.constraint.index ? a.constraint.index < b.constraint.index
                                                                : a.equation < b.equation;
            });
        const bool fights = set.residual > options_.tolerance || set.velocity_residual > options_.tolerance;
        (fights ? d_.contradictory : d_.redundant).push_back(std::move(set));
    }

    void free_directions(const std::vector<int>& free, int rank, const std::vector<double>& V) {
        const int n = static_cast<int>(free.size()), count = n - rank;
        if (count <= 0) return;
        std::vector<double> null(V.begin() + rank * n, V.end());
        std::vector<int> pivots(size(count));
        reduced_echelon(count, n, null.data(), 1e-7, pivots.data());
        for (int k = 0; k < count; ++k) {
            const int first = pivots[size(k)];
            const double unit = unit_[size(free[size(first)])];
            FreeDirection way{{speed(free[size(first)], 1)}};
            for (int j = 0; j < n; ++j)
                if (const double share = null[size(k * n + j)]; j != first && share != 0)
                    way.speeds.push_back(speed(free[size(j)], share * unit_[size(free[size(j)])] / unit));
            d_.free_directions.push_back(std::move(way));
        }
    }

    void near(const std::vector<int>& kept, const std::vector<int>& free, double measure, const double* left,
              const double* right) {
        NearSingularity one{measure, {}, {}};
        double largest = 0, fastest = 0;
        for (std::size_t i = 0; i < kept.size(); ++i) largest = std::max(largest, std::abs(left[i]));
        for (std::size_t j = 0; j < free.size(); ++j) fastest = std::max(fastest, std::abs(right[j]));
        for (std::size_t i = 0; i < kept.size(); ++i)
            if (std::abs(left[i]) > 0.1 * largest)
                one.equations.push_back(equation(kept[i], left[i] / largest));
        for (std::size_t j = 0; j < free.size(); ++j)
            if (std::abs(right[j]) > 0.1 * fastest)
                one.speeds.push_back(speed(free[j], right[j] * unit_[size(free[j])] / fastest));
        d_.near_singularities.push_back(std::move(one));
    }

    const System& system_;
    const State& state_;
    const DiagnosisOptions& options_;
    const Compiled& c_;
    const Driven given_;
    Diagnosis d_;
    PositionT<double> x_{};
    RowsView rows_{};
    double length_ = 1;
    std::vector<EquationPlace> places_;
    std::vector<int> owner_, place_;
    std::vector<double> unit_;
    std::vector<std::uint8_t> effective_, bound_;
};

}  // namespace

Diagnosis diagnose(const System& system, const State& state, const DiagnosisOptions& options) {
    const UsualFloats floats;
    return Doctor(system, state, options).examine();
}

}  // namespace sinew
