// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/rigid/cone_problem.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sinew {

namespace {

using Contact = ConeProblem::Contact;
using Kind = Contact::Kind;

constexpr int most_turns = 24;
constexpr int turns_alone = 3;     ///< before Newton's method is tried after each
constexpr double aligned = 1e-10;  ///< how well an edge lies where it should
constexpr double nothing = 1e-11;  ///< of the size of b: what rounding leaves of a y_t that vanishes

int variables_of(const Contact& c) { return c.kind == Kind::undecided ? 6 : c.kind == Kind::bounded ? 3 : 1; }
/// Which of its variables is the speed of slip.
int slip_of(const Contact& c) { return c.kind == Kind::undecided ? 5 : c.kind == Kind::bounded ? 2 : -1; }

/// The forces along a contact's rows that its variable number i stands for: N, then the pyramid's edges; of a bounded
/// one both its signs.
std::array<double, 3> force_of(const Contact& c, int i) {
    if (c.kind == Kind::bounded) return {i == 0 ? 1.0 : i == 1 ? -1.0 : 0.0, 0, 0};
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
    J_.reserve(m * m);
    step_.reserve(2 * m);
    for (std::vector<double>* v : {&p_, &y_, &kept_, &best_, &F_}) v->reserve(m);
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
        for (int r = 0; r < contacts[k].rows(); ++r) {
            const auto i = static_cast<std::size_t>(contacts[k].row + r);
            most = std::max(most, A[i * m + i]);
        }
        scale_[k] = most > 0 ? 1 / std::sqrt(most) : 1;
    }
    std::size_t column = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k)
        for (int v = 0; v < variables_of(contacts[k]); ++v, ++column) {
            const std::array<double, 3> force = force_of(contacts[k], v);
            for (int r = 0; r < contacts[k].rows(); ++r) {
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
            if (v == slip_of(c)) {
                const bool bounded = c.kind == Kind::bounded;
                if (!bounded) M_[row * n + first] = c.mu;
                q_[row] = (bounded ? 1 : c.mu) * c.pushed / scale_[k];
                for (int e = bounded ? 0 : 1; e < v; ++e)
                    M_[row * n + first + static_cast<std::size_t>(e)] = -1;
                continue;
            }
            const bool normal = v == 0 && c.kind != Kind::bounded;
            const std::array<double, 3> along = normal ? std::array{1.0, 0.0, 0.0} : force_of(c, v);
            for (int r = 0; r < c.rows(); ++r) {
                const double share = scale_[k] * along[static_cast<std::size_t>(r)];
                const auto of = static_cast<std::size_t>(c.row + r);
                if (share == 0) continue;
                q_[row] += share * b[of];
                for (std::size_t j = 0; j < n; ++j) M_[row * n + j] += share * columns_[j * m + of];
            }
            if (!normal) M_[row * n + first + static_cast<std::size_t>(slip_of(c))] = 1;
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
            for (int r = 0; r < contacts[k].rows(); ++r)
                p_[static_cast<std::size_t>(contacts[k].row + r)] +=
                    scale_[k] * size * lemke_.z()[variable] * force[static_cast<std::size_t>(r)];
        }
    respond(A, b);
    return true;
}

/// y = A p + b
void ConeProblem::respond(std::span<const double> A, std::span<const double> b) {
    const std::size_t m = b.size();
    y_.assign(b.begin(), b.end());
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j) y_[i] += A[i * m + j] * p_[j];
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

/// What the natural map leaves, of each row by itself, and by how much y_n is below zero.
void ConeProblem::find_residual(std::span<const double> A, std::span<const Contact> contacts) {
    F_.resize(p_.size());
    natural_map(A, contacts, F_.data(), nullptr);
    residual_ = 0;
    for (const double x : F_) residual_ = std::max(residual_, std::abs(x) / size_);
    for (const Contact& c : contacts)
        if (c.kind != Kind::bounded)
            residual_ = std::max(residual_, -y_[static_cast<std::size_t>(c.row)] / size_);
}

/// Pyramids, turned until they are in line with the forces, and Newton's method from there; what comes nearest stays.
/// False where pivots find nothing.
bool ConeProblem::solve_and_turn(std::span<const double> A, std::span<const double> b,
                                 std::span<Contact> contacts) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= most_turns && solve_pyramids(A, b, contacts); ++i) {
        const bool turned = turn(A, contacts, i < 8 ? 1 : i < 16 ? 0.5 : 0.25);
        find_residual(A, contacts);
        if (!turned || i >= turns_alone) polish(A, b, contacts);
        if (residual_ < least) least = residual_, best_ = p_;
        if (!turned || residual_ <= settled) break;
    }
    if (!std::isfinite(least)) return false;
    p_ = best_;
    settle(A, b, contacts);
    return true;
}

bool ConeProblem::solve(std::span<const double> A, std::span<const double> b, std::span<Contact> contacts) {
    pivots_ = 0;
    size_ = 0;
    for (const double x : b) size_ = std::max(size_, std::abs(x));
    if (size_ == 0) size_ = 1;
    if (!solve_and_turn(A, b, contacts)) {
        p_.assign(b.size(), 0.0);
        settle(A, b, contacts);
    }
    if (residual_ > settled) harden(A, b, contacts);
    return residual_ <= bearable;
}

}  // namespace sinew
