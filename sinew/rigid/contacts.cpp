// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/float_environment.h>
#include <sinew/rigid/contacts.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

using Kind = ConeProblem::Contact::Kind;
using Member = ContactRows::Member;

constexpr int most_jams = 3;           ///< in a row, at one instant
constexpr int most_releases = 12;      ///< rounds until all that begins to slip has found its direction
constexpr double weak = 1e-9;          ///< of the largest force: what is weaker does not hold anything
constexpr double slow = 1e-12;         ///< of the largest acceleration: what begins to slip has more
constexpr double at_rest = 2 * still;  ///< slip that a condition may stick at

}  // namespace

const char* name_of(ContactEventKind kind) {
    constexpr const char* names[] = {"impact", "touches", "lifts off", "sticks", "slips", "jams"};
    return names[static_cast<std::size_t>(kind)];
}

Contacts::Contacts(const System& system) : system_(system), rows_(system), trial_(system.default_state()) {
    const std::size_t conditions = system.compiled().constraints.one_way.size();
    account_.events.reserve(4 * conditions);
    contacts_.reserve(conditions);
    chosen_.reserve(conditions);
    const std::size_t m = 3 * std::min(conditions, usual);
    cones_.reserve(static_cast<int>(std::min(conditions, usual)));
    A_part_.reserve(m * m);
    for (std::vector<double>* v : {&v_, &v_before_, &b_, &p_, &total_, &b_part_}) v->reserve(m);
    for (std::vector<double>* v : {&u_, &f_}) v->reserve(size(system.nu()));
    lambda_.reserve(size(system.compiled().constraints.a));
}

void Contacts::note(const Member& member, ContactEventKind kind, double speed, double impulse) {
    account_.events.push_back({{member.constraint}, kind, speed, impulse});
}

const ContactAccount& Contacts::handle(State& state, const ContactTolerances& tolerances) {
    const UsualFloats floats;
    account_.events.clear();
    account_.energy_change = account_.residual = 0;
    account_.pivots = account_.captured = 0;
    account_.restrained = account_.inconsistent = false;
    rows_.gather(state, tolerances.gap);
    if (rows_.size() == 0) return account_;
    collide(state, tolerances);
    for (int i = 0; !settle(state, tolerances); ++i) {
        if (i == most_jams) {
            account_.inconsistent = true;
            break;
        }
        jam(state);
    }
    return account_;
}

/// Accelerations decide which conditions that touch at rest act (17.4): false if nothing does, and what slides has to
/// be stopped.
bool Contacts::settle(State& state, const ContactTolerances& tolerances) {
    const std::span<const Member> members = rows_.members();
    const std::size_t m = size(rows_.size());
    v_.resize(m);
    b_.resize(m);
    rows_.velocities(state, v_);
    rows_.free_accelerations(state, b_);
    // Those that move apart take no part; the others make up a problem of their own.
    chosen_.clear();
    contacts_.clear();
    int row = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& k = members[i];
        const double v_n = v_[size(k.row)],
                     most = k.before == Touch::apart ? 10 * tolerances.speed : k.numbers.capture_speed;
        if (v_n > std::max(most, 10 * tolerances.speed)) continue;
        ConeProblem::Contact c;
        c.row = row;
        if (k.rubs()) {
            const double v1 = v_[size(k.row) + 1], v2 = v_[size(k.row) + 2], speed = std::hypot(v1, v2);
            c.kind = speed > at_rest ? Kind::slides : Kind::undecided;
            c.mu = speed > at_rest ? k.numbers.sliding_friction + k.numbers.viscous_friction * speed
                                   : k.numbers.static_friction;
            if (speed > at_rest) c.direction[0] = v1 / speed, c.direction[1] = v2 / speed;
        }
        contacts_.push_back(c);
        chosen_.push_back(static_cast<int>(i));
        row += k.rows;
    }
    const std::size_t n = size(row);
    A_part_.resize(n * n);
    b_part_.resize(n);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
        const Member& k = members[size(chosen_[i])];
        for (int r = 0; r < k.rows; ++r) {
            const std::size_t to = size(contacts_[i].row + r), from = size(k.row + r);
            b_part_[to] = b_[from];
            for (std::size_t j = 0; j < chosen_.size(); ++j) {
                const Member& l = members[size(chosen_[j])];
                for (int s = 0; s < l.rows; ++s)
                    A_part_[to * n + size(contacts_[j].row + s)] = rows_.A()[from * m + size(l.row + s)];
            }
        }
    }
    double large = 0;
    for (const double x : b_part_) large = std::max(large, std::abs(x));
    for (int round = 0; round < most_releases; ++round) {
        const bool solved = cones_.solve(A_part_, b_part_, contacts_);
        account_.pivots += cones_.pivots();
        if (!solved && round == 0) return false;
        if (!solved) break;  // what was found before the last release stands
        // What the cone of sticking does not hold begins to slip, with the friction of sliding.
        bool released = false;
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            ConeProblem::Contact& c = contacts_[i];
            const Member& k = members[size(chosen_[i])];
            if (!k.rubs()) continue;
            const double a1 = cones_.y()[size(c.row) + 1], a2 = cones_.y()[size(c.row) + 2],
                         a = std::hypot(a1, a2), N = cones_.p()[size(c.row)];
            if (!(a > slow * large) || !(N > 0)) continue;
            const bool was_undecided = c.kind == Kind::undecided;
            const bool impends = std::hypot(v_[size(k.row) + 1], v_[size(k.row) + 2]) <= at_rest;
            if (!impends) continue;
            const double turn = std::abs(c.direction[0] * a2 - c.direction[1] * a1) / a;
            if (!was_undecided && turn < 1e-9) continue;
            c.kind = Kind::slides;
            c.mu = k.numbers.sliding_friction;
            c.direction[0] = a1 / a, c.direction[1] = a2 / a;
            released = true;
        }
        if (!released) break;
    }
    account_.residual = std::max(account_.residual, cones_.residual());
    write(state, b_part_, cones_.p(), chosen_, tolerances.may_share_anew);
    return true;
}

/// Switches of the State as the forces p say; events where they change.
void Contacts::write(State& state, std::span<const double> a, std::span<const double> p,
                     const std::vector<int>& chosen, bool may_share_anew) {
    const std::span<const Member> members = rows_.members();
    double strongest = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto n = size(contacts_[i].row);
        const double own = rows_.A()[size(members[size(chosen[i])].row) * size(rows_.size() + 1)];
        strongest = std::max({strongest, p[n], own > 0 ? std::abs(a[n]) / own : 0});
    }
    bool changed = false;
    for (std::size_t i = 0, next = 0; i < members.size(); ++i) {
        const Member& k = members[i];
        const ConstraintId id{k.constraint};
        Touch now = Touch::apart;
        std::array<double, 2> towards{1, 0};
        if (next < chosen.size() && chosen[next] == static_cast<int>(i)) {
            const ConeProblem::Contact& c = contacts_[next++];
            if (p[size(c.row)] > weak * strongest)
                now = c.kind == Kind::undecided ? Touch::sticks : Touch::slides;
            if (c.kind == Kind::slides) towards = {c.direction[0], c.direction[1]};
            if (now == Touch::sticks) towards = {std::sqrt(p[size(c.row)] / strongest), 0};  // (17.8)
            const BoundOneWay& bound = system_.compiled().constraints.one_way[size(k.condition)];
            if (now == Touch::slides && !bound.slips) now = Touch::sticks;  // no friction equations at all
        }
        const Touch before = touch_of(system_, state, id);
        if (now == Touch::apart && before != Touch::apart) note(k, ContactEventKind::lifts_off);
        if (now != Touch::apart && before == Touch::apart) note(k, ContactEventKind::touches);
        if (now == Touch::sticks && before == Touch::slides) note(k, ContactEventKind::sticks);
        if (now == Touch::slides && before == Touch::sticks) note(k, ContactEventKind::slips);
        const TouchMemory& memory = touch_memory(system_.compiled(), state, k.condition);
        const bool turned =
            k.rubs() &&
            (now == Touch::slides ? memory.towards[0] * towards[0] + memory.towards[1] * towards[1] < 0.9
                                  : std::abs(memory.towards[0] - towards[0]) > 0.01 * memory.share());
        if (now == before && (!turned || (now == Touch::sticks && !may_share_anew))) continue;
        set_touch(system_, state, id, now, towards);
        changed = true;
    }
    if (close_idle(state, a, p, chosen, strongest)) changed = true;
    if (changed) end_velocity_errors_of(state);
}

/// Conditions at rest that bear nothing only because others bear it all (the fourth leg of a table) are closed as
/// well, if then every one pushes and stays in its cone: what stands on many legs does not stand on two of them.
bool Contacts::close_idle(State& state, std::span<const double> a, std::span<const double> p,
                          const std::vector<int>& chosen, double strongest) {
    const std::span<const Member> members = rows_.members();
    double large = 0;
    for (const double x : a) large = std::max(large, std::abs(x));
    trial_ = state;
    bool any = false;
    const auto is_idle = [&](std::size_t i) {
        const auto n = size(contacts_[i].row);
        return !(p[n] > weak * strongest) && std::abs(cones_.y()[n]) <= weak * large;
    };
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (!is_idle(i)) continue;
        const Member& k = members[size(chosen[i])];
        const bool slides = contacts_[i].kind != Kind::undecided;
        set_touch(system_, trial_, {k.constraint}, slides ? Touch::slides : Touch::sticks,
                  {slides ? contacts_[i].direction[0] : 0.5, slides ? contacts_[i].direction[1] : 0});
        any = true;
    }
    if (!any) return false;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Member& k = members[size(chosen[i])];
        const ConstraintId id{k.constraint};
        const Touch touch = touch_of(system_, trial_, id);
        if (touch == Touch::apart) continue;
        const double N = normal_force(system_, trial_, id);
        const std::array<double, 2> f = friction_force(system_, trial_, id);
        if (!(N > 1e-6 * strongest)) return false;
        if (touch == Touch::sticks && k.rubs() &&
            std::hypot(f[0], f[1]) > (1 - 1e-6) * k.numbers.static_friction * N)
            return false;
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Member& k = members[size(chosen[i])];
        const ConstraintId id{k.constraint};
        if (!is_idle(i) || touch_of(system_, state, id) == touch_of(system_, trial_, id)) continue;
        std::erase_if(account_.events, [&](const ContactEvent& e) {  // it did not lift off after all
            return e.condition == id && e.kind == ContactEventKind::lifts_off;
        });
        if (k.before == Touch::apart) note(k, ContactEventKind::touches);
        const TouchMemory& memory = touch_memory(system_.compiled(), trial_, k.condition);
        set_touch(system_, state, id, touch_of(system_, trial_, id), {memory.towards[0], memory.towards[1]});
    }
    return true;
}

/// What has closed or sticks now is brought to rest to the last digit: its remaining speed is below what counts.
void Contacts::end_velocity_errors_of(State& state) {
    const Compiled& c = system_.compiled();
    if (!is_constrained(c, state)) return;
    lambda_.assign(size(c.constraints.a), 0.0);
    f_.resize(size(c.tree.nu));
    u_.resize(f_.size());
    const std::span<const double> errors = velocity_errors(system_, state);
    for (const BoundConstraint& b : c.constraints.all)
        for (int i = 0; i < b.counts.holonomic + b.counts.nonholonomic; ++i)
            lambda_[size(b.a + i)] = errors[size(b.v + i)];
    solve_constraints(system_, state, lambda_);
    multiply_by_G_transpose(system_, state, lambda_, f_);
    free_response(system_, state, f_, u_);
    for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = state.u()[i] - u_[i];
    state.set_u(u_);
}

}  // namespace sinew
