// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/rigid/cone_problem.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sinew {

namespace {

using Contact = ConeProblem::Contact;
using Kind = Contact::Kind;

constexpr int most_turns = 24;
constexpr int most_sweeps = 500;
constexpr double settled = 1e-9;   ///< a residual that needs no more work
constexpr double aligned = 1e-10;  ///< how well an edge lies where it should
constexpr double nothing = 1e-11;  ///< of the size of b: what rounding leaves of a y_t that vanishes

int variables_of(const Contact& c) { return c.kind == Kind::undecided ? 6 : 1; }
int rows_of(const Contact& c) { return c.kind == Kind::smooth ? 1 : 3; }

/// The forces along a contact's rows that its variable number i stands for: N, then the pyramid's edges.
std::array<double, 3> force_of(const Contact& c, int i) {
    const double d1 = c.direction[0], d2 = c.direction[1];
    switch (i) {
        case 0:
            return c.kind == Kind::slides ? std::array{1.0, -c.mu * d1, -c.mu * d2}
                                          : std::array{1.0, 0.0, 0.0};
        case 1: return {0, d1, d2};
        case 2: return {0, -d1, -d2};
        case 3: return {0, -d2, d1};
        case 4: return {0, d2, -d1};
        default: return {0, 0, 0};
    }
}

}  // namespace

void ConeProblem::reserve(int contacts) {
    const auto k = static_cast<std::size_t>(contacts), n = 6 * k, m = 3 * k;
    lemke_.reserve(6 * contacts);
    M_.reserve(n * n);
    columns_.reserve(n * m);
    q_.reserve(n);
    scale_.reserve(k);
    kept_.reserve(2 * m);
    for (std::vector<double>* v : {&p_, &y_}) v->reserve(m);
}

/// Variables of a contact: N; of an undecided one also the parts of f along four edges and γ, the speed of slip:
///     0 ≤ y_n ⟂ N,   0 ≤ Dᵀ y_t + γ ⟂ β,   0 ≤ μ (N + N₀) − Σβ ⟂ γ                                     (17.22)
bool ConeProblem::solve_pyramids(std::span<const double> A, std::span<const double> b,
                                 std::span<const Contact> contacts) {
    const std::size_t m = b.size();
    std::size_t n = 0;
    for (const Contact& c : contacts) n += static_cast<std::size_t>(variables_of(c));
    M_.assign(n * n, 0.0);
    q_.assign(n, 0.0);
    columns_.assign(n * m, 0.0);  // A times the force of each variable
    scale_.resize(contacts.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {  // so that all contacts count alike
        double most = 0;
        for (int r = 0; r < rows_of(contacts[k]); ++r) {
            const auto i = static_cast<std::size_t>(contacts[k].row + r);
            most = std::max(most, A[i * m + i]);
        }
        scale_[k] = most > 0 ? 1 / std::sqrt(most) : 1;
    }
    std::size_t column = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        for (int v = 0; v < variables_of(contacts[k]); ++v, ++column) {
            const std::array<double, 3> force = force_of(contacts[k], v);
            for (int r = 0; r < rows_of(contacts[k]); ++r) {
                const double share = scale_[k] * force[static_cast<std::size_t>(r)];
                if (share == 0) continue;
                const auto from = static_cast<std::size_t>(contacts[k].row + r);
                for (std::size_t i = 0; i < m; ++i) columns_[column * m + i] += share * A[i * m + from];
            }
        }
    std::size_t row = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Contact& c = contacts[k];
        const std::size_t first = row;
        for (int v = 0; v < variables_of(c); ++v, ++row) {
            if (v == 5) {
                M_[row * n + first] = c.mu;
                q_[row] = c.mu * c.pushed / scale_[k];
                for (std::size_t e = 1; e <= 4; ++e) M_[row * n + first + e] = -1;
                continue;
            }
            const std::array<double, 3> along = v == 0 ? std::array{1.0, 0.0, 0.0} : force_of(c, v);
            for (int r = 0; r < rows_of(c); ++r) {
                const double share = scale_[k] * along[static_cast<std::size_t>(r)];
                const auto of = static_cast<std::size_t>(c.row + r);
                if (share == 0) continue;
                q_[row] += share * b[of];
                for (std::size_t j = 0; j < n; ++j) M_[row * n + j] += share * columns_[j * m + of];
            }
            if (v > 0) M_[row * n + first + 5] = 1;
        }
    }
    // One number in place of all units: q of size one.
    double size = 0;
    for (const double x : q_) size = std::max(size, std::abs(x));
    if (size > 0)
        for (double& x : q_) x /= size;
    const Complementarity::Outcome outcome = lemke_.solve(M_, q_);
    pivots_ += lemke_.pivots();
    if (outcome != Complementarity::Outcome::solved) return false;
    p_.assign(m, 0.0);
    std::size_t variable = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        for (int v = 0; v < variables_of(contacts[k]); ++v, ++variable) {
            const std::array<double, 3> force = force_of(contacts[k], v);
            for (int r = 0; r < rows_of(contacts[k]); ++r)
                p_[static_cast<std::size_t>(contacts[k].row + r)] +=
                    scale_[k] * size * lemke_.z()[variable] * force[static_cast<std::size_t>(r)];
        }
    y_.assign(b.begin(), b.end());
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j) y_[i] += A[i * m + j] * p_[j];
    return true;
}

/// Turns pyramids so that an edge lies where the cone's force does, or a share of the way there; false if all do.
bool ConeProblem::turn(std::span<const double> A, std::span<Contact> contacts, double share) {
    bool turned = false;
    for (Contact& c : contacts) {
        if (c.kind != Kind::undecided) continue;
        const auto t = static_cast<std::size_t>(c.row + 1);
        // f − y/A_tt: along f where it sticks, against the slip where that is as the cone says, and in between the
        // way that leads from one to the other.
        const double own = std::max(A[t * y_.size() + t], A[(t + 1) * y_.size() + t + 1]);
        if (!(own > 0)) continue;
        double x = p_[t] - y_[t] / own, z = p_[t + 1] - y_[t + 1] / own;
        const double length = std::sqrt(x * x + z * z);
        if (!(length * own > nothing * size_)) continue;
        x /= length, z /= length;
        // Of the four edges the nearest one is turned.
        double edge[2] = {c.direction[0], c.direction[1]}, nearest[2] = {edge[0], edge[1]};
        for (int i = 0; i < 4; ++i) {
            if (edge[0] * x + edge[1] * z > nearest[0] * x + nearest[1] * z)
                nearest[0] = edge[0], nearest[1] = edge[1];
            const double next = -edge[1];
            edge[1] = edge[0], edge[0] = next;
        }
        if (std::abs(nearest[0] * z - nearest[1] * x) <= aligned) continue;
        const double a = nearest[0] + share * (x - nearest[0]), e = nearest[1] + share * (z - nearest[1]),
                     norm = std::sqrt(a * a + e * e);
        c.direction[0] = a / norm, c.direction[1] = e / norm;
        turned = true;
    }
    return turned;
}

void ConeProblem::find_residual(std::span<const Contact> contacts) {
    residual_ = 0;
    for (const Contact& c : contacts) {
        const auto n = static_cast<std::size_t>(c.row);
        residual_ = std::max(residual_, -y_[n] / size_);
        if (p_[n] > 0) residual_ = std::max(residual_, std::abs(y_[n]) / size_);
        if (c.kind != Kind::undecided) continue;
        const double f = std::hypot(p_[n + 1], p_[n + 2]), most = c.mu * (p_[n] + c.pushed),
                     slip = std::hypot(y_[n + 1], y_[n + 2]);
        if (most > 0) residual_ = std::max(residual_, f / most - 1);
        if (slip > nothing * size_ && most > 0)  // how far f is from opposing the slip
            residual_ = std::max(residual_, std::hypot(p_[n + 1] / most + y_[n + 1] / slip,
                                                       p_[n + 2] / most + y_[n + 2] / slip));
    }
}

/// Where pyramids do not come to rest: contact by contact, each by its own cone, from what they found (17.24).
/// Better, or as it was.
void ConeProblem::relax(std::span<const double> A, std::span<const Contact> contacts) {
    const std::size_t m = p_.size();
    kept_.assign(p_.begin(), p_.end());
    kept_.insert(kept_.end(), y_.begin(), y_.end());
    const double before = residual_;
    const auto change = [&](std::size_t row, double by) {
        p_[row] += by;
        for (std::size_t i = 0; i < m; ++i) y_[i] += A[i * m + row] * by;
    };
    for (int sweep = 0; sweep < most_sweeps && residual_ > settled; ++sweep) {
        for (const Contact& c : contacts) {
            const auto n = static_cast<std::size_t>(c.row);
            if (!(A[n * (m + 1)] > 0)) continue;
            const double N = std::max(0.0, p_[n] - y_[n] / A[n * (m + 1)]), by = N - p_[n];
            change(n, by);
            if (c.kind == Kind::slides)
                for (std::size_t t = 0; t < 2; ++t) change(n + 1 + t, -c.mu * c.direction[t] * by);
            if (c.kind != Kind::undecided) continue;
            const double own = std::max(A[(n + 1) * (m + 1)], A[(n + 2) * (m + 1)]);
            if (!(own > 0)) continue;
            double x = p_[n + 1] - y_[n + 1] / own, z = p_[n + 2] - y_[n + 2] / own;
            const double length = std::sqrt(x * x + z * z), most = c.mu * (N + c.pushed);
            if (length > most) x *= most / length, z *= most / length;
            change(n + 1, x - p_[n + 1]);
            change(n + 2, z - p_[n + 2]);
        }
        if (sweep % 10 == 9) find_residual(contacts);
    }
    find_residual(contacts);
    if (residual_ <= before) return;
    std::copy_n(kept_.begin(), m, p_.begin());
    std::copy_n(kept_.begin() + static_cast<std::ptrdiff_t>(m), m, y_.begin());
    residual_ = before;
}

bool ConeProblem::solve(std::span<const double> A, std::span<const double> b, std::span<Contact> contacts) {
    pivots_ = 0;
    size_ = 0;
    for (const double x : b) size_ = std::max(size_, std::abs(x));
    if (size_ == 0) size_ = 1;
    for (int i = 0;; ++i) {
        if (!solve_pyramids(A, b, contacts)) return false;
        if (i == most_turns || !turn(A, contacts, i < 8 ? 1 : i < 16 ? 0.5 : 0.25)) break;
    }
    find_residual(contacts);
    if (residual_ > settled) relax(A, contacts);
    return true;
}

}  // namespace sinew
