// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/float_environment.h>
#include <sinew/rigid/contacts.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

using Kind = ConeProblem::Contact::Kind;
using Member = ContactRows::Member;

constexpr int most_rounds = 5;        ///< of impacts and what holds after them, at one instant
constexpr int most_jams = 3;          ///< in a row, at one instant
constexpr double weak = 1e-9;         ///< of the largest force: what is weaker does not hold anything
constexpr double slow = 1e-12;        ///< of the largest acceleration: what begins to slip has more
constexpr int most_sharings = 20;     ///< rounds until friction is shared so that all are within their cones
constexpr double comfortable = 0.99;  ///< of what a cone bears: nothing better is looked for
constexpr double within_cones = 1 + 1e-8;
constexpr double keeps_direction = 0.9;  ///< cosine: slip in about the direction it had is not told anew
constexpr double same_direction = 1 - 1e-9;

}  // namespace

const char* name_of(ContactEventKind kind) {
    constexpr const char* names[] = {"impact", "touches", "lifts off", "sticks", "slips", "jams"};
    return names[static_cast<std::size_t>(kind)];
}

std::string name_of(const Model& model, const ContactEvent& event) {
    if (event.condition.index >= 0) return name_of(model.constraints[size(event.condition.index)]);
    if (event.point.index >= 0) return name_of(model.forces[size(event.point.index)]);
    if (event.first.index < 0 || event.second.index < 0)
        return model.bodies[size(event.B.index)].name + " on " + model.bodies[size(event.A.index)].name;
    const ContactSurface &a = model.surfaces[size(event.first.index)],
                         &b = model.surfaces[size(event.second.index)];
    // What cannot move is what the other is on.
    const bool turned = !b.shape.is<shape::HalfSpace>() &&
                        (a.shape.is<shape::HalfSpace>() || (a.body == world && b.body != world));
    return turned ? b.name + " on " + a.name : a.name + " on " + b.name;
}

Contacts::Contacts(const System& system) : system_(system), rows_(system), trial_(system.default_state()) {
    const std::size_t conditions = system.compiled().constraints.one_way.size();
    account_.events.reserve(4 * conditions);
    contacts_.reserve(conditions);
    chosen_.reserve(conditions);
    for (std::vector<double>* v : {&asked_, &shares_, &tried_, &best_}) v->reserve(conditions);
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
    total_.clear();
    leave(state);
    rows_.gather(state, tolerances.gap);
    if (rows_.size() == 0) return account_;
    const auto goes_on = [&] {
        return approaches(state, tolerances.speed) || (tolerances.may_share_anew && is_beyond_cones(state));
    };
    for (int round = 0; round == 0 || (round < most_rounds && goes_on()); ++round) {
        if (round > 0) rows_.gather(state, tolerances.gap);
        in_line_ = round == 0 ? keeps_direction : same_direction;
        collide(state, tolerances);
        for (int i = 0; !settle(state, tolerances); ++i) {
            if (i == most_jams) {
                account_.inconsistent = true;
                return account_;
            }
            jam(state);
        }
    }
    return account_;
}

/// What has come to where it means nothing opens: a corner that went over the edge of the face it slid on.
void Contacts::leave(State& state) {
    for (const BoundOneWay& condition : system_.compiled().constraints.one_way) {
        const ConstraintId id{condition.constraint};
        if (condition.bounded || touch_of(system_, state, id) == Touch::apart ||
            reach(system_, state, id) > 0)
            continue;
        set_touch(system_, state, id, Touch::apart);
        account_.events.push_back({id, ContactEventKind::lifts_off, 0, 0});
    }
}

/// Whether a condition that is apart closes: where others came to rest, what was left of their slip may have gone into
/// that.
bool Contacts::approaches(const State& state, double speed) {
    v_.resize(size(rows_.size()));
    rows_.velocities(state, v_);
    const std::span<const Member> members = rows_.touching();
    return std::any_of(members.begin(), members.end(), [&](const Member& k) {
        return touch_of(system_, state, {k.constraint}) == Touch::apart && v_[size(k.row)] < -speed;
    });
}

/// Whether what was found to stick does not: what was left of slip went into coming to rest, and took its share of the
/// accelerations by which it was decided with it. Nothing would be seen to cross the edge of the cone from outside.
bool Contacts::is_beyond_cones(const State& state) const {
    const std::span<const Member> members = rows_.touching();
    double strongest = 0;
    for (const Member& k : members)
        strongest = std::max(strongest, normal_force(system_, state, {k.constraint}));
    return std::any_of(members.begin(), members.end(), [&](const Member& k) {
        const ConstraintId id{k.constraint};
        if (!k.rubs() || touch_of(system_, state, id) != Touch::sticks) return false;
        const std::array<double, 2> f = friction_force(system_, state, id);
        const double N = std::max(normal_force(system_, state, id), weak * strongest);
        return std::hypot(f[0], f[1]) > within_cones * k.numbers.static_friction * N;
    });
}

/// Of the largest acceleration, how much of one across the normal is more than what the solution may be wrong by.
double Contacts::least_slip() const { return std::max(slow, 2 * cones_.residual()); }

/// Accelerations decide which conditions that touch at rest act (17.4): false if nothing does, and what slides has to
/// be stopped.
bool Contacts::settle(State& state, const ContactTolerances& tolerances) {
    const std::span<const Member> members = rows_.members();
    const std::size_t m = size(rows_.size());
    v_.resize(m);
    b_.resize(m);
    rows_.velocities(state, v_);
    rows_.free_accelerations(state, b_);
    const double at_rest = 2 * tolerances.slip;
    add_given_way(at_rest);
    // Those that move apart take no part; the others make up a problem of their own.
    chosen_.clear();
    contacts_.clear();
    int row = 0;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Member& k = members[i];
        const double v_n = v_[size(k.row)],
                     most = k.before == Touch::apart ? 10 * tolerances.speed : k.numbers.capture_speed;
        if (k.bounded ? std::abs(v_n) > at_rest || k.limit == 0 : v_n > std::max(most, 10 * tolerances.speed))
            continue;
        ConeProblem::Contact c;
        c.row = row;
        if (k.bounded) c.kind = Kind::bounded, c.pushed = k.limit;
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
    // What the cone of sticking does not hold begins to slip, with the friction of sliding; the cone finds the way.
    // Each is released once, so this ends.
    const auto acceleration = [&](const ConeProblem::Contact& c) {
        return std::hypot(cones_.y()[size(c.row) + 1], cones_.y()[size(c.row) + 2]);
    };
    const auto slips = [&](const ConeProblem::Contact& c) {
        return c.kind == Kind::undecided && cones_.p()[size(c.row)] > 0 &&
               acceleration(c) > least_slip() * large;
    };
    for (bool released = true; released;) {
        released = false;
        const bool solved = cones_.solve(A_part_, b_part_, contacts_);
        account_.pivots += cones_.pivots();
        if (!solved) return false;
        for (std::size_t i = 0; i < contacts_.size(); ++i) {
            const double mu = members[size(chosen_[i])].numbers.sliding_friction;
            if (!slips(contacts_[i]) || contacts_[i].mu == mu) continue;
            contacts_[i].mu = mu;
            released = true;
        }
    }
    for (ConeProblem::Contact& c : contacts_) {
        if (!slips(c)) continue;
        const double a = acceleration(c);
        c.direction[0] = cones_.y()[size(c.row) + 1] / a, c.direction[1] = cones_.y()[size(c.row) + 2] / a;
        c.kind = Kind::slides;
    }
    account_.residual = std::max(account_.residual, cones_.residual());
    write(state, b_part_, tolerances);
    return true;
}

/// Switches of the State as the forces that were found say; events where they change.
void Contacts::write(State& state, std::span<const double> a, const ContactTolerances& tolerances) {
    const std::span<const Member> members = rows_.touching();
    const std::span<const double> p = cones_.p();
    double strongest = 0, large = 0;
    for (const double x : a) large = std::max(large, std::abs(x));
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
        if (contacts_[i].kind == Kind::bounded) continue;
        const auto n = size(contacts_[i].row);
        const double own = rows_.A()[size(members[size(chosen_[i])].row) * size(rows_.size() + 1)];
        strongest = std::max({strongest, p[n], own > 0 ? std::abs(a[n]) / own : 0});
    }
    bool changed = write_bounded(state, large, tolerances);
    for (std::size_t i = 0, next = 0; i < members.size(); ++i) {
        const Member& k = members[i];
        const ConstraintId id{k.constraint};
        Touch now = Touch::apart;
        std::array<double, 2> towards{1, 0};
        if (next < chosen_.size() && chosen_[next] == static_cast<int>(i)) {
            const ConeProblem::Contact& c = contacts_[next++];
            if (p[size(c.row)] > weak * strongest)
                now = c.kind == Kind::undecided ? Touch::sticks : Touch::slides;
            if (c.kind == Kind::slides) towards = {c.direction[0], c.direction[1]};
            const BoundOneWay& bound = system_.compiled().constraints.one_way[size(k.condition)];
            if (now == Touch::slides && !bound.slips) now = Touch::sticks;  // no friction equations at all
        }
        const TouchMemory& memory = touch_memory(system_.compiled(), state, k.condition);
        const bool turned = k.rubs() && now == Touch::slides &&
                            memory.towards[0] * towards[0] + memory.towards[1] * towards[1] < in_line_;
        if (now == k.before && !turned) continue;
        set_touch(system_, state, id, now, towards, tolerances.slip);
        changed = true;
    }
    if (close_idle(state, a, strongest, tolerances.slip)) changed = true;
    else if (changed || (tolerances.may_share_anew && most_asked(state, false) > within_cones))
        share_friction(state);
    for (const Member& k : members) {
        const Touch now = touch_of(system_, state, {k.constraint});
        if (now == Touch::apart && k.before != Touch::apart) note(k, ContactEventKind::lifts_off);
        if (now != Touch::apart && k.before == Touch::apart) note(k, ContactEventKind::touches);
        if (now == Touch::sticks && k.before == Touch::slides) note(k, ContactEventKind::sticks);
        if (now == Touch::slides && k.before == Touch::sticks) note(k, ContactEventKind::slips);
    }
    if (changed) end_velocity_errors_of(state);
}

/// Conditions at rest that bear nothing only because others bear it all (the fourth leg of a table) are closed as
/// well, if then every one pushes and stays in its cone: what stands on many legs does not stand on two of them. Where
/// the others begin to slip, these do.
bool Contacts::close_idle(State& state, std::span<const double> a, double strongest, double slip) {
    const std::span<const Member> members = rows_.members();
    const std::span<const double> p = cones_.p(), y = cones_.y();
    double large = 0;
    for (const double x : a) large = std::max(large, std::abs(x));
    trial_ = state;
    bool any = false;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
        const ConeProblem::Contact& c = contacts_[i];
        const auto n = size(c.row);
        if (c.kind == Kind::bounded || p[n] > weak * strongest || std::abs(y[n]) > weak * large) continue;
        const double a_t = c.rows() == 3 ? std::hypot(y[n + 1], y[n + 2]) : 0;
        const bool begins =
            c.kind == Kind::undecided && a_t > 2 * weak * large;  // no force of its own holds it
        std::array<double, 2> towards{1, 0};
        if (c.kind == Kind::slides) towards = {c.direction[0], c.direction[1]};
        if (begins) towards = {y[n + 1] / a_t, y[n + 2] / a_t};
        set_touch(system_, trial_, {members[size(chosen_[i])].constraint},
                  begins || c.kind == Kind::slides ? Touch::slides : Touch::sticks, towards, slip);
        any = true;
    }
    if (!any || share_friction(trial_) > within_cones) return false;
    for (const int i : chosen_) {
        const ConstraintId id{members[size(i)].constraint};
        if (!members[size(i)].bounded && touch_of(system_, trial_, id) != Touch::apart &&
            !(normal_force(system_, trial_, id) > 1e-6 * strongest))
            return false;
    }
    for (const int i : chosen_) {
        const Member& k = members[size(i)];
        const TouchMemory& memory = touch_memory(system_.compiled(), trial_, k.condition);
        const Touch touch = touch_of(system_, trial_, {k.constraint});
        if (touch != Touch::apart && !k.bounded)
            set_touch(system_, state, {k.constraint}, touch, {memory.towards[0], memory.towards[1]}, slip);
    }
    return true;
}

/// Of what sticks, the largest |f|/(μ N); each one's, and its share, is noted if wanted.
double Contacts::most_asked(const State& state, bool note_all) {
    const std::span<const Member> members = rows_.touching();
    if (note_all) asked_.assign(members.size(), -1.0), shares_.assign(members.size(), 0.0);
    double most = 0, strongest = 0;
    int count = 0;
    for (const Member& k : members)
        strongest = std::max(strongest, normal_force(system_, state, {k.constraint}));
    for (std::size_t i = 0; i < members.size(); ++i) {
        const ConstraintId id{members[i].constraint};
        if (!members[i].rubs() || touch_of(system_, state, id) != Touch::sticks) continue;
        ++count;
        const double N = std::max(normal_force(system_, state, id), weak * strongest);
        const std::array<double, 2> f = friction_force(system_, state, id);
        const double asked = std::hypot(f[0], f[1]) / (members[i].numbers.static_friction * N);
        most = std::max(most, asked);
        if (!note_all) continue;
        asked_[i] = asked;
        shares_[i] = std::sqrt(N / strongest);
    }
    return count > 1 ? most : 0;
}

/// Where several conditions stick, each takes part as it bears load (17.8); and if that asks too much of one, the less
/// the more is asked of it, until all are within their cones, if they can be (17.9). Returns the largest |f|/(μ N).
double Contacts::share_friction(State& state) {
    const std::span<const Member> members = rows_.touching();
    const auto set = [&](const std::vector<double>& shares) {
        for (std::size_t i = 0; i < members.size(); ++i)
            if (asked_[i] >= 0)
                set_touch(system_, state, {members[i].constraint}, Touch::sticks, {shares[i], 0});
    };
    double most = most_asked(state, true), least = std::numeric_limits<double>::infinity();
    if (most == 0) return 0;
    std::vector<double>& shares = tried_;
    shares = shares_;
    for (int round = 0; round < most_sharings; ++round) {
        set(shares);
        most = most_asked(state, true);
        if (most < least) least = most, best_ = shares;
        if (round == 0) {  // again, by the loads that there are with these
            shares = shares_;
            continue;
        }
        if (most <= comfortable) break;
        double mean = 0, count = 0;
        for (const double asked : asked_)
            if (asked >= 0) mean += asked, ++count;
        mean /= count;
        for (std::size_t i = 0; i < members.size(); ++i)
            if (asked_[i] >= 0)
                shares[i] *= std::sqrt(std::clamp(mean / std::max(asked_[i], 1e-12), 0.5, 2.0));
        double largest = 0;
        for (const double share : shares) largest = std::max(largest, share);
        for (double& share : shares) share = std::max(share / largest, TouchMemory::least_share);
    }
    set(best_);
    return most_asked(state, false);
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
