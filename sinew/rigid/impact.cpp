// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/rigid/contacts.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

using Kind = ConeProblem::Contact::Kind;
using Member = ContactRows::Member;

constexpr double growth = 1e-12;  ///< of the energy at stake: what rounding may add
constexpr int halvings = 30;

double product(std::span<const double> a, std::span<const double> b, std::span<const double> c) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += 0.5 * a[i] * (b[i] + c[i]);
    return sum;
}

/// out = A p + v
void response(std::span<const double> A, std::span<const double> p, std::span<const double> v,
              std::span<double> out) {
    const std::size_t m = p.size();
    for (std::size_t i = 0; i < m; ++i) {
        out[i] = v[i];
        for (std::size_t j = 0; j < m; ++j) out[i] += A[i * m + j] * p[j];
    }
}

}  // namespace

/// e(v) = max(e − slope v, 0), and none below the speed of capture (17.11).
double Contacts::restitution_of(const Member& member, double approach) const {
    if (approach > 0 && approach <= member.numbers.capture_speed) return 0;
    return std::max(0.0,
                    member.numbers.restitution - member.numbers.restitution_slope * std::max(approach, 0.0));
}

/// Cones for impulses: friction is that of sliding, and first guesses lie against the slip there is.
void Contacts::set_up_cones(std::span<const double> v) {
    contacts_.clear();
    for (const Member& k : rows_.touching()) {
        ConeProblem::Contact c;
        c.row = k.row;
        if (k.rubs()) {
            const double v1 = v[size(k.row) + 1], v2 = v[size(k.row) + 2], speed = std::hypot(v1, v2);
            c.kind = Kind::undecided;
            c.mu = k.numbers.sliding_friction + k.numbers.viscous_friction * speed;
            if (speed > 0) c.direction[0] = -v1 / speed, c.direction[1] = -v2 / speed;
        }
        contacts_.push_back(c);
    }
}

/// One impact of all that touches. First the impulses that end the approach; then, by Poisson, each gives back its
/// share of them, and more only where that alone would not keep the sides apart (17.10). By Newton, speeds come back.
/// v: velocities before, then after; total_: impulses. False if nothing was found.
bool Contacts::collide_together(std::span<double> v, bool bounce, double restrain) {
    const std::span<const Member> members = rows_.touching();
    const bool newton = system_.model().impacts.law == ImpactLaw::newton;
    const std::span<const double> A = A_part_;
    const std::size_t m = v.size();
    b_.assign(v.begin(), v.end());
    set_up_cones(v);
    if (newton && bounce)
        for (const Member& k : members) {
            const double v_n = v[size(k.row)];
            if (v_n < 0) b_[size(k.row)] += restrain * restitution_of(k, -v_n) * v_n;
        }
    bool solved = cones_.solve(A, b_, contacts_);
    account_.pivots += cones_.pivots();
    if (!solved) return false;
    account_.residual = std::max(account_.residual, cones_.residual());
    total_.assign(cones_.p().begin(), cones_.p().end());
    if (bounce && !newton) {
        p_.assign(m, 0.0);
        for (const Member& k : members)
            p_[size(k.row)] = restrain * restitution_of(k, -v[size(k.row)]) * total_[size(k.row)];
        if (std::any_of(p_.begin(), p_.end(), [](double x) { return x > 0; })) {
            for (std::size_t i = 0; i < m; ++i) total_[i] += p_[i];
            response(A, total_, v, b_);
            set_up_cones(b_);
            for (std::size_t i = 0; i < members.size(); ++i) contacts_[i].pushed = p_[size(members[i].row)];
            solved = cones_.solve(A, b_, contacts_);
            account_.pivots += cones_.pivots();
            if (!solved) return false;
            account_.residual = std::max(account_.residual, cones_.residual());
            for (std::size_t i = 0; i < m; ++i) total_[i] += cones_.p()[i];
        }
    }
    b_.assign(v.begin(), v.end());
    response(A, total_, b_, v);
    return true;
}

/// The fastest approach first, alone, and again until all are apart (17.13). Where that has no end, what is left ends
/// together and without bouncing.
void Contacts::collide_one_by_one(std::span<double> v, double speed) {
    const std::span<const Member> members = rows_.touching();
    const std::span<const double> A = A_part_;
    const std::size_t m = v.size();
    const int most = 100 + 50 * static_cast<int>(members.size() * members.size());
    std::vector<double>& sum = p_;
    sum.assign(m, 0.0);
    for (int i = 0; i < most; ++i) {
        const Member* fastest = nullptr;
        for (const Member& k : members)
            if (v[size(k.row)] < -speed && (!fastest || v[size(k.row)] < v[size(fastest->row)])) fastest = &k;
        if (!fastest) break;
        const auto first = size(fastest->row), n = size(fastest->rows);
        double own[9], before[3], now[3], p[3] = {};
        for (std::size_t r = 0; r < n; ++r) {
            before[r] = v[first + r];
            for (std::size_t s = 0; s < n; ++s) own[r * n + s] = A[(first + r) * m + first + s];
        }
        const double e = restitution_of(*fastest, -before[0]);
        ConeProblem::Contact c;
        if (n == 3) c.kind = Kind::undecided, c.mu = fastest->numbers.sliding_friction;
        const auto take = [&](std::span<const double> b) {
            if (!cones_.solve({own, n * n}, b, {&c, 1})) return;
            account_.pivots += cones_.pivots();
            account_.residual = std::max(account_.residual, cones_.residual());
            for (std::size_t r = 0; r < n; ++r) p[r] += cones_.p()[r];
        };
        take({before, n});
        if (e > 0) {
            c.pushed = e * p[0];
            p[0] += c.pushed;
            response({own, n * n}, {p, n}, {before, n}, {now, n});
            take({now, n});
        }
        for (std::size_t r = 0; r < n; ++r) {
            sum[first + r] += p[r];
            for (std::size_t j = 0; j < m; ++j) v[j] += A[j * m + first + r] * p[r];
        }
    }
    const bool goes_on =
        std::any_of(members.begin(), members.end(), [&](const Member& k) { return v[size(k.row)] < -speed; });
    total_.assign(m, 0.0);
    if (goes_on) {
        const std::vector<double> so_far(sum);
        collide_together(v, false, 1);
        for (std::size_t i = 0; i < m; ++i) total_[i] += so_far[i];
    } else {
        total_.assign(sum.begin(), sum.end());
    }
}

void Contacts::collide(State& state, const ContactTolerances& tolerances) {
    const std::span<const Member> members = rows_.touching();
    const std::size_t all = size(rows_.size()), m = size(rows_.touching_size());
    v_before_.resize(all);
    rows_.velocities(state, v_before_);
    v_before_.resize(m);  // what gives way has no impulse
    bool collides = false, bounces = false;
    for (const Member& k : members) {
        const double approach = -v_before_[size(k.row)];
        if (!(approach > tolerances.speed)) continue;
        if ((k.before != Touch::apart || k.of_speeds) && approach <= k.numbers.capture_speed)
            continue;  // what is left of holding
        collides = true;
        if (approach > k.numbers.capture_speed) bounces = true;
        else ++account_.captured;
    }
    if (!collides) return;
    v_ = v_before_;
    A_part_.resize(m * m);
    for (std::size_t i = 0; i < m; ++i)
        std::copy_n(rows_.A().begin() + std::ptrdiff_t(i * all), m, A_part_.begin() + std::ptrdiff_t(i * m));
    if (system_.model().impacts.order == ImpactOrder::one_by_one) {
        collide_one_by_one(v_, tolerances.speed);
    } else {
        // Energy must not grow: where friction and restitution together would let it, less is given back (17.12).
        double at_stake = 0;
        for (std::size_t i = 0; i < m; ++i) {
            const double own = A_part_[i * m + i];
            if (own > 0) at_stake += v_before_[i] * v_before_[i] / own;
        }
        const auto trial = [&](double restrain) {
            v_ = v_before_;
            if (collide_together(v_, bounces, restrain))
                return product(total_, v_before_, v_) <= growth * at_stake;
            account_.inconsistent = true;
            total_.assign(m, 0.0);
            v_ = v_before_;
            return true;
        };
        if (!trial(1)) {
            account_.restrained = true;
            double low = 0, high = 1;
            for (int i = 0; i < halvings; ++i) (trial(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
            trial(low);
        }
    }
    account_.energy_change += product(total_, v_before_, v_);
    u_.assign(state.u().begin(), state.u().end());
    rows_.add_response(total_, u_);
    state.set_u(u_);
    for (const Member& k : members)
        if (total_[size(k.row)] > 0)
            note(k, ContactEventKind::impact, std::max(0.0, -v_before_[size(k.row)]), total_[size(k.row)]);
}

/// Nothing keeps what slides sliding: impulses stop it, as an impact without approach (17.14).
void Contacts::jam(State& state) {
    const std::span<const Member> members = rows_.touching();
    v_before_.resize(size(rows_.size()));
    rows_.velocities(state, v_before_);
    State stuck = state;
    for (const Member& k : rows_.members())
        if (k.bounded) set_touch(system_, stuck, {k.constraint}, Touch::apart);
    for (const Member& k : members) {
        if (v_before_[size(k.row)] > k.numbers.capture_speed) continue;
        set_touch(system_, stuck, {k.constraint}, Touch::sticks);
        if (k.rubs() && std::hypot(v_before_[size(k.row) + 1], v_before_[size(k.row) + 2]) > 2 * slowest_slip)
            note(k, ContactEventKind::jams);
    }
    end_velocity_errors_of(stuck);
    state.set_u(stuck.u());
}

}  // namespace sinew
