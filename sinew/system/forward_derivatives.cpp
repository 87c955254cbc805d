// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/forward_derivatives.h>
#include <sinew/dynamics/inverse_mass_matrix.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/derivative_memory.h>
#include <sinew/system/driven.h>

#include <algorithm>

namespace sinew {

namespace {

/// Rows of driven joints are what Motions say; the free ones feel these through M:
///     ∂u̇_f = −M_ff⁻¹ (∂τ_f + M_fp ∂u̇_p)                                                                   (9.84)
void add_given(const DynamicsDerivatives::Memory& memory, int n, const std::vector<double>& by,
               std::vector<double>& residual) {
    const std::vector<double>& M = memory.inverse.by_u_dot;
    for (int p = 0; p < n; ++p)
        for (int k = 0; k < n; ++k)
            if (const double change = by[size(p * n + k)]; change != 0)
                for (int i = 0; i < n; ++i) residual[size(i * n + k)] += M[size(i * n + p)] * change;
}

void put_given(const Compiled& c, const Driven& given, const std::vector<double>& by,
               std::vector<double>& out) {
    for (const int B : given.nodes) {
        const std::size_t first = size(c.tree[B].u * c.tree.nu), count = size(c.tree[B].nu * c.tree.nu);
        std::copy_n(by.begin() + static_cast<std::ptrdiff_t>(first), count,
                    out.begin() + static_cast<std::ptrdiff_t>(first));
    }
}

}  // namespace

namespace {

/// The change of λ without friction becomes that with it: each normal force brings a tangential one along (17.5).
void find_normal_forces(FrictionDerivatives& friction, std::vector<double>& lambda) {
    const std::size_t k = size(friction.count), m = lambda.size();
    for (std::size_t i = 0; i < k; ++i) {
        const std::size_t row = size(friction.sliding[i].multiplier);
        friction.normal[i] = lambda[row];
        for (std::size_t j = 0; j < k; ++j)
            friction.matrix[i * k + j] = friction.of_friction[j * m + row] + (i == j ? 1 : 0);
    }
    solve_by_elimination(friction.matrix.data(), friction.normal.data(), friction.count);
    for (std::size_t j = 0; j < k; ++j)
        for (std::size_t e = 0; e < m; ++e) lambda[e] -= friction.of_friction[j * m + e] * friction.normal[j];
}

}  // namespace

/// What constraints do about accelerations x that change with one thing, and errors that change with it:
///     ∂λ = W⁺ (G x + ∂a)     ∂u̇ = x − M⁻¹ Gᵀ ∂λ                                                           (9.85)
void obey_constraints(DynamicsDerivatives::Memory& memory, const State& state, int columns,
                      const std::vector<double>* errors, std::vector<double>& by,
                      std::vector<double>& lambda_by, const std::vector<double>* shares,
                      const double* lambda) {
    const std::size_t n = size(memory.system.nu()), m = size(memory.system.compiled().constraints.a),
                      width = size(columns);
    FrictionDerivatives& friction = memory.friction;
    memory.column.resize(m), memory.residual.assign(n * width, 0.0), memory.rest.assign(m * width, 0.0);
    if (errors) std::copy(errors->begin(), errors->end(), memory.rest.begin());
    memory.G.add_product(by.data(), width, memory.rest.data());
    for (std::size_t k = 0; k < width; ++k) {
        bool any = false;
        for (std::size_t e = 0; e < m; ++e) any = (memory.column[e] = memory.rest[e * width + k]) != 0 || any;
        if (any) solve_for_multipliers(memory.system, state, memory.column.data());
        if (friction.count > 0) find_normal_forces(friction, memory.column);
        for (std::size_t e = 0; e < m; ++e) {
            lambda_by[e * width + k] += memory.column[e];
            memory.rest[e * width + k] = memory.column[e];
        }
        for (std::size_t j = 0; j < size(friction.count); ++j) {
            const Sliding& s = friction.sliding[j];
            for (std::size_t i = 0; i < n; ++i)
                memory.residual[i * width + k] += friction.S[j * n + i] * friction.normal[j];
            for (std::size_t t = 0; t < 2; ++t)
                lambda_by[(size(s.multiplier) + 1 + t) * width + k] =
                    s.share[t] * friction.normal[j] +
                    (shares ? (*shares)[(2 * j + t) * width + k] * lambda[s.multiplier] : 0);
        }
    }
    memory.G.add_transposed(memory.rest.data(), width, memory.residual.data());
    memory.products.resize(n * width);
    solve_for_accelerations(memory, state, memory.residual.data(), columns, memory.products.data());
    for (std::size_t i = 0; i < n * width; ++i) by[i] += memory.products[i];
}

void ConstraintRows::add_product(const double* x, std::size_t columns, double* out) const {
    for (const Block& block : blocks)
        for (int e = 0; e < block.count; ++e) {
            double* row = out + size(block.row + e) * columns;
            for (int i = 0; i < block.width; ++i) {
                const double g = value[size(block.values + e * block.width + i)];
                const double* from = x + size(speed[size(block.first + i)]) * columns;
                if (g != 0)
                    for (std::size_t k = 0; k < columns; ++k) row[k] += g * from[k];
            }
        }
}

void ConstraintRows::add_transposed(const double* x, std::size_t columns, double* out) const {
    for (const Block& block : blocks)
        for (int e = 0; e < block.count; ++e) {
            const double* row = x + size(block.row + e) * columns;
            for (int i = 0; i < block.width; ++i) {
                const double g = value[size(block.values + e * block.width + i)];
                double* to = out + size(speed[size(block.first + i)]) * columns;
                if (g != 0)
                    for (std::size_t k = 0; k < columns; ++k) to[k] += g * row[k];
            }
        }
}

void find_constraint_rows(DynamicsDerivatives::Memory& memory, const State& state) {
    const Compiled& c = memory.system.compiled();
    const PositionT<double> x = positions(memory.system, state);
    const RowsView rows = constraint_rows(memory.system, state);
    ConstraintRows& G = memory.G;
    G.blocks.clear(), G.speed.clear(), G.value.clear();
    G.place.assign(size(c.tree.nu), -1);
    for (const BoundConstraint& b : c.constraints.all) {
        const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
        int top = bodies < 2 ? 0 : b.body[0];
        for (int B : b.body)
            while (B != top) (B > top ? B : top) = c.tree[B > top ? B : top].parent;
        ConstraintRows::Block block{b.a, b.counts.all(), static_cast<int>(G.speed.size()), 0,
                                    static_cast<int>(G.value.size())};
        const auto note = [&](int u) {
            if (G.place[size(u)] >= 0) return;
            G.place[size(u)] = block.width++;
            G.speed.push_back(u);
        };
        for (int k = 0; k < b.acted_on; ++k)
            for (int B = b.body[size(k)]; B != top; B = c.tree[B].parent)
                for (int i = 0; i < c.tree[B].nu; ++i) note(c.tree[B].u + i);
        for (const CoordinatePlace& place : b.coordinates) note(place.u);
        G.value.resize(G.value.size() + size(block.count * block.width));
        for (int e = 0; e < block.count; ++e) {
            double* row = G.value.data() + block.values + e * block.width;
            for (int k = 0; k < b.acted_on; ++k) {
                SpatialForce F = rows.rows[b.row + e * bodies + k];
                for (int B = b.body[size(k)]; B != top; B = c.tree[B].parent) {
                    for (int i = c.tree[B].u; i < c.tree[B].u + c.tree[B].nu; ++i)
                        row[G.place[size(i)]] += dot(F, x.H_W[i]);
                    F = shift_inward(F, x.p_PB_W[B]);
                }
            }
            for (int k = 0; k < n; ++k)
                row[G.place[size(b.coordinates[size(k)].u)]] += rows.coefficients[b.coefficient + e * n + k];
        }
        for (int i = 0; i < block.width; ++i) G.place[size(G.speed[size(block.first + i)])] = -1;
        G.blocks.push_back(block);
    }
}

/// A product of matrices costs n² for a column and is done four numbers at a time, passes cost n, one by one.
bool solves_by_passes(const Compiled& c) { return c.tree.nu > 400; }

void solve_for_accelerations(DynamicsDerivatives::Memory& memory, const State& state, const double* x,
                             int columns, double* out) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const std::size_t n = size(c.tree.nu), width = size(columns);
    memory.rows.resize(n);
    if (solves_by_passes(c)) {
        const ArticulatedT<double> y = free_factors(system, state);
        const std::uint8_t* given = driven(system, state).bodies;
        const PositionT<double> places = positions(system, state);
        const Work work(system, state);
        constexpr std::size_t block = 8;  // columns at a time leave and come by whole lines of memory
        memory.u_dot_by.resize((block + 1) * n);
        double *f = memory.u_dot_by.data(), *a = f + block * n;
        for (std::size_t first = 0; first < width; first += block) {
            const std::size_t count = std::min(block, width - first);
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < count; ++k) f[k * n + i] = -x[i * width + first + k];
            for (std::size_t k = 0; k < count; ++k) {
                multiply_by_M_inverse(c.tree, places, y, given, f + k * n, a, work.z, work.A);
                std::copy_n(a, n, f + k * n);
            }
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t k = 0; k < count; ++k) out[i * width + first + k] = f[k * n + i];
        }
    } else if (width == n) {
        const double* const from[]{x, x};
        double* const to[]{out, out};
        subtract_products(c.tree.nu, memory.M_inv.data(), from, to, memory.rows.data());
    } else {
        std::fill_n(out, n * width, 0.0);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k)
                if (const double inverse = memory.M_inv[i * n + k]; inverse != 0)
                    for (std::size_t j = 0; j < width; ++j) out[i * width + j] -= inverse * x[k * width + j];
    }
}

void find_inverse_mass(DynamicsDerivatives::Memory& memory, const State& state) {
    const System& system = memory.system;
    const Compiled& c = system.compiled();
    const std::size_t n = size(c.tree.nu);
    memory.M_inv.resize(n * n), memory.z.resize(6 * n), memory.A.resize(6 * n * size(c.tree.size()));
    const ArticulatedT<double> factors = free_factors(system, state);
    const Work work(system, state);
    inverse_mass_matrix(c.tree, positions(system, state), factors, driven(system, state).bodies,
                        InverseMassT<double>{memory.z.data(), memory.A.data(), work.end},
                        memory.M_inv.data());
}

namespace {

void constrain_all(DynamicsDerivatives::Memory& memory, const State& state, const double* lambda, bool by_f) {
    const Compiled& c = memory.system.compiled();
    ForwardDerivatives& out = memory.forward;
    find_constraint_rows(memory, state);
    respond_to_friction(memory, state);
    const FrictionDerivatives& friction = memory.friction;
    obey_constraints(memory, state, c.tree.nu, &memory.inverse.errors_by_q, out.by_q, out.lambda_by_q,
                     &friction.share_by_q, lambda);
    obey_constraints(memory, state, c.tree.nu, &memory.inverse.errors_by_u, out.by_u, out.lambda_by_u,
                     &friction.share_by_u, lambda);
    if (by_f) obey_constraints(memory, state, c.tree.nu, nullptr, out.by_f, out.lambda_by_f);
    obey_constraints(memory, state, c.layout->nz, nullptr, out.by_z, out.lambda_by_z);
}

}  // namespace

void check_that_nothing_is_fast(const System& system) {
    const auto& fast = system.model().fast;
    if (fast.empty()) return;
    throw StateError(
        "derivatives of accelerations would hold fast variables " + quoted(fast[0].name) +
        " still, which follow all that changes. Take differences of forward_dynamics after relax(), or "
        "ask for derivatives of inverse dynamics, where they stay as they are.");
}

const ForwardDerivatives& DynamicsDerivatives::forward(const State& state) {
    find_forward_derivatives(*memory_, state, true);
    return memory_->forward;
}

void find_forward_derivatives(DynamicsDerivatives::Memory& memory, const State& state, bool with_f) {
    const System& system = memory.system;
    const Compiled& c = fitting(system, state);
    check_that_nothing_is_fast(system);
    const int n = c.tree.nu, nz = c.layout->nz;
    ForwardDerivatives& out = memory.forward;
    const AccelerationView a = accelerations(system, state);
    const bool constrained = is_constrained(c, state);
    const double* lambda = constrained ? multipliers_of(system, state) : nullptr;
    const Driven given = driven(system, state);
    find_inverse_derivatives(memory, state, a.u_dot, lambda, given.bodies != nullptr, a.A_WM);

    memory.friction.count = 0;
    if (constrained) {
        find_friction(memory, state);
        if (memory.friction.count > 0) add_friction_derivatives(memory, state, lambda);
    }
    const std::size_t square = size(n) * size(n);
    out.by_q.resize(square), out.by_u.resize(square), out.by_z.resize(size(n) * size(nz));
    memory.rows.resize(size(n));
    if (with_f || !solves_by_passes(c)) find_inverse_mass(memory, state);
    const bool gives = given.bodies && given_derivatives(memory, state);
    if (gives)
        add_given(memory, n, memory.given_by_q, memory.inverse.by_q),
            add_given(memory, n, memory.given_by_u, memory.inverse.by_u);
    if (solves_by_passes(c)) {
        solve_for_accelerations(memory, state, memory.inverse.by_q.data(), n, out.by_q.data());
        solve_for_accelerations(memory, state, memory.inverse.by_u.data(), n, out.by_u.data());
    } else {
        const double* const residuals[]{memory.inverse.by_q.data(), memory.inverse.by_u.data()};
        double* const found[]{out.by_q.data(), out.by_u.data()};
        subtract_products(n, memory.M_inv.data(), residuals, found, memory.rows.data());
    }
    if (nz > 0) solve_for_accelerations(memory, state, memory.inverse.by_z.data(), nz, out.by_z.data());
    if (gives)
        put_given(c, given, memory.given_by_q, out.by_q), put_given(c, given, memory.given_by_u, out.by_u);
    const std::size_t m = size(c.constraints.a);
    for (std::vector<double>* by : {&out.lambda_by_q, &out.lambda_by_u, &out.lambda_by_f})
        by->assign(m * size(n), 0.0);
    out.lambda_by_z.assign(m * size(nz), 0.0);
    if (with_f) {
        out.by_f.resize(square);
        if (constrained) std::copy(memory.M_inv.begin(), memory.M_inv.end(), out.by_f.begin());
        else out.by_f.swap(memory.M_inv);  // nobody needs it again
    }
    if (constrained) constrain_all(memory, state, lambda, with_f);
}

void forward_dynamics_derivatives(const System& system, const State& state, std::span<double> by_q,
                                  std::span<double> by_u, std::span<double> by_f) {
    DynamicsDerivatives derivatives(system);
    const ForwardDerivatives& found = derivatives.forward(state);
    give_matrix("by_q", found.by_q, system.nu(), by_q);
    give_matrix("by_u", found.by_u, system.nu(), by_u);
    give_matrix("by_f", found.by_f, system.nu(), by_f);
}

}  // namespace sinew
